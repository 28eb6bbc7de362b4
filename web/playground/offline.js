// SPDX-License-Identifier: MIT
// Keeps the files of the playground, so that it works without a network once it was loaded.
const cacheName = "hardbop-@version@";
const cachedFiles = ["./", "index.html", "playground.css", "playground.js", "worker.js", "hardbop.js"];

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(cachedFiles)).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("hardbop-") && name !== cacheName).map((name) => caches.delete(name))))
    .then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)));
});
