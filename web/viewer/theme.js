// SPDX-License-Identifier: MIT
// Light or dark: as the system says, until the reader says otherwise.
import { button } from "./dom.js";

const themeKey = "hardbop-theme";

/** @returns {string | null} what was chosen before, where the browser keeps such things */
function readTheme() {
  try {
    return localStorage.getItem(themeKey);
  } catch {
    return null;
  }
}

/** @param {string} theme */
function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Then it is forgotten with the page.
  }
}

export function toggleTheme() {
  const isDark = document.documentElement.dataset.theme === "dark" ||
    (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  applyTheme(isDark ? "light" : "dark");
}

export function themeButton() {
  const before = readTheme();
  if (before === "light" || before === "dark") document.documentElement.dataset.theme = before;
  return button("◐", "light or dark", toggleTheme, { class: "plain" });
}
