// SPDX-License-Identifier: MIT
// Starts the language server, shows traces of checks, and opens reports.
const { execFile } = require("node:child_process");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["hardbop", "hardbop-fx", "hardbop-rule"];
let client;

/** Lets the user walk through the trace of a check. */
async function showTrace(result, uri) {
  if (!result || !result.trace || result.trace.length === 0) return;
  const items = result.trace.map((step, index) => ({
    label: `${index + 1}  ${"  ".repeat(step.depth)}${step.statement}`,
    description: step.values,
    range: step.range,
  }));
  const editor = await vscode.window.showTextDocument(vscode.Uri.parse(uri));
  const reveal = (item) => {
    if (!item) return;
    const range = client.protocol2CodeConverter.asRange(item.range);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  };
  await vscode.window.showQuickPick(items, { title: result.message, onDidSelectItem: reveal });
}

/** Runs a check of the file, and opens its page in the browser. */
function openReport() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const page = path.join(os.tmpdir(), `hardbop-${process.pid}.html`);
  const program = vscode.workspace.getConfiguration("hardbop").get("path");
  execFile(program, ["check", "--timeout", "60", "--report", page, editor.document.fileName], (error, _out, messages) => {
    if (error && ![5, 10].includes(error.code)) vscode.window.showErrorMessage(messages || error.message);
    else vscode.env.openExternal(vscode.Uri.file(page));
  });
}

function activate(context) {
  const command = vscode.workspace.getConfiguration("hardbop").get("path");
  client = new LanguageClient("hardbop", "Hardbop", { command, args: ["lsp"] }, {
    documentSelector: ["file", "untitled"].flatMap((scheme) => LANGUAGES.map((language) => ({ scheme, language }))),
    middleware: {
      executeCommand: async (name, parameters, next) => {
        const result = await next(name, parameters);
        if (name === "hardbop.check") await showTrace(result, parameters[0]);
        return result;
      },
    },
  });
  context.subscriptions.push(vscode.commands.registerCommand("hardbop.report", openReport));
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
