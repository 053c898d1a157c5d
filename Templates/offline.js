// Makes a site that was opened once open again without a network, where the browser can: not from a
// folder, not over plain HTTP from afar, and not in a preview that changes under one's hands.
(() => {
  "use strict";

  // A page that was mailed has this script in it, and no site around it.
  if (!document.currentScript.src) return;
  const root = new URL("../", document.currentScript.src);
  const workers = navigator.serviceWorker;
  if (!workers || !/^https?:$/.test(location.protocol)) return;
  const isLive = document.querySelector("script[data-valise-live]") !== null;

  // The list of what can be opened now, on the page that stands in for all others.
  async function listOpenable(list) {
    const pages = new Map();
    for (const name of await caches.keys()) {
      if (!name.startsWith(`valise ${root.pathname} `)) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const path = new URL(request.url).pathname.slice(root.pathname.length);
        if (!/^trips\/.*\.html$/.test(path)) continue;
        const text = await (await cache.match(request)).text();
        const head = new DOMParser().parseFromString(text, "text/html").querySelector("h1");
        pages.set(request.url, head?.textContent ?? path);
      }
    }
    for (const [address, title] of [...pages].sort((one, other) => one[1].localeCompare(other[1]))) {
      const link = document.createElement("a");
      link.href = address;
      link.dir = "auto";
      link.textContent = title;
      const entry = document.createElement("li");
      entry.append(link);
      list.append(entry);
    }
  }

  async function start() {
    if (isLive) {
      // The same host may have served the published site before.
      for (const registration of await workers.getRegistrations()) {
        if (registration.scope.startsWith(root.href)) await registration.unregister();
      }
      return;
    }
    const list = document.querySelector("[data-openable]");
    if (list) await listOpenable(list);
    const link = document.createElement("link");
    link.rel = "manifest";
    link.href = new URL("site.webmanifest", root).href;
    document.head.append(link);
    const address = new URL("service-worker.js", root).href;
    await workers.register(address, { updateViaCache: "none" });
    const registration = await workers.ready;
    // This page and its pictures came before the worker did.
    const shown = [location.href, ...[...document.images].map((image) => image.src)];
    registration.active?.postMessage({ keep: shown });
  }

  addEventListener("load", () => {
    // Storage may be forbidden or full: then the site needs its network, and all else works.
    start().catch(() => {});
  });
})();
