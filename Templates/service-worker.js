// Keeps what was opened, so that it opens again without a network. The build puts BUILD before this:
// its version, and the files that every page needs.
//
// Each build has one cache. The next build's worker fills a cache of its own with the new files and
// with all that had been opened, as it is now; only when it has everything does it take over, and the
// old cache goes as a whole. So what is kept is always of one build, and a build that cannot be
// fetched to its end changes nothing.
"use strict";

const scope = new URL(self.registration.scope);
const family = `valise ${scope.pathname} `;
const cacheName = family + BUILD.version;
// Pages and pictures beyond what the build itself needs; those not opened for longest go first.
const mostKept = 400;
// How long a page that is kept waits for the network.
const patience = 2500;

// One address for a page, however it was reached.
function kept(address) {
  const url = new URL(address, scope);
  url.search = "";
  url.hash = "";
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  return url.href;
}

const own = BUILD.files.map((file) => kept(file));

function isOurs(url) {
  return url.origin === scope.origin && url.pathname.startsWith(scope.pathname)
    && !url.pathname.startsWith(`${scope.pathname}.`);
}

function isWhole(response) {
  return response.ok && response.status === 200 && !response.redirected && response.type === "basic";
}

async function fetchWhole(address) {
  const response = await fetch(address, { cache: "no-cache" });
  if (!isWhole(response)) throw new Error(`${response.status} ${address}`);
  return response;
}

async function olderCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(family) && name !== cacheName);
}

// The cache of this build; none once a newer build has taken over, whose worker has deleted it: what
// this worker still finishes must not bring it back.
async function ownCache() {
  return await caches.has(cacheName) ? caches.open(cacheName) : null;
}

// In batches: a phone that fetches hundreds of pages at once fetches none.
async function inBatches(addresses, work) {
  for (let start = 0; start < addresses.length; start += 8) {
    await Promise.all(addresses.slice(start, start + 8).map(work));
  }
}

async function install() {
  // What an installation that failed has left is of this build too, but perhaps not whole.
  await caches.delete(cacheName);
  const cache = await caches.open(cacheName);
  try {
    await inBatches(own, async (address) => cache.put(address, await fetchWhole(address)));
    const opened = new Set();
    for (const name of await olderCaches()) {
      for (const request of await (await caches.open(name)).keys()) opened.add(request.url);
    }
    const assets = new URL("assets/", scope).href;
    const again = [...opened].filter((address) => !own.includes(address) && !address.startsWith(assets));
    await inBatches(again.slice(-mostKept), async (address) => {
      const response = await fetch(address, { cache: "no-cache" });
      // A page that is gone is gone; any other failure is the network's, and the old build stays.
      if (response.status === 404 || response.status === 410 || response.redirected) return;
      if (!isWhole(response)) throw new Error(`${response.status} ${address}`);
      await cache.put(address, response);
    });
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
  await self.skipWaiting();
}

async function dropOlder() {
  for (const name of await olderCaches()) await caches.delete(name);
}

async function activate() {
  await dropOlder();
  await self.clients.claim();
  // The old worker may have been in the middle of keeping something.
  await dropOlder();
}

async function keep(address, response) {
  try {
    const cache = await ownCache();
    if (!cache) return;
    await cache.put(address, response);
    const others = (await cache.keys()).filter((request) => !own.includes(request.url));
    for (const request of others.slice(0, Math.max(0, others.length - mostKept))) {
      await cache.delete(request);
    }
  } catch {
    // No room: the page is shown all the same.
  }
}

async function forget(address) {
  await (await ownCache())?.delete(address);
}

// What carries a hash of its content in its name never changes.
async function fromCacheFirst(request, event) {
  const found = await caches.match(request.url);
  if (found) return found;
  const response = await fetch(request);
  if (isWhole(response)) event.waitUntil(keep(request.url, response.clone()));
  return response;
}

async function fromNetwork(request, address, event) {
  const response = await fetch(request);
  if (isWhole(response)) event.waitUntil(keep(address, response.clone()));
  else if (response.status === 404 || response.status === 410) event.waitUntil(forget(address));
  return response;
}

// All else is as new as the network has it, and as it was where there is none.
async function fromNetworkFirst(request, event) {
  const address = kept(request.url);
  const network = fromNetwork(request, address, event);
  const cache = await ownCache();
  const found = await cache?.match(address);
  if (found) {
    const late = new Promise((resolve) => setTimeout(resolve, patience, null));
    const first = await Promise.race([network.catch(() => null), late]);
    if (first && first.status < 500) return first;
    event.waitUntil(network.catch(() => null));
    return found;
  }
  try {
    return await network;
  } catch (error) {
    // By a detour: its links are right in its own place only.
    if (request.mode === "navigate" && await cache?.match(kept("offline.html"))) {
      return Response.redirect(kept("offline.html"));
    }
    throw error;
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !isOurs(url) || request.headers.has("range")) return;
  const isAsset = url.pathname.startsWith(`${scope.pathname}assets/`);
  event.respondWith(isAsset ? fromCacheFirst(request, event) : fromNetworkFirst(request, event));
});

// A page that was opened before there was a worker.
self.addEventListener("message", (event) => {
  const addresses = Array.isArray(event.data?.keep) ? event.data.keep : [];
  const ours = addresses.filter((address) => typeof address === "string" && URL.canParse(address))
    .filter((address) => isOurs(new URL(address)));
  event.waitUntil(inBatches(ours.map(kept), async (address) => {
    const cache = await ownCache();
    if (!cache || await cache.match(address)) return;
    try {
      await cache.put(address, await fetchWhole(address));
    } catch {
      // It is shown already; it only cannot be kept.
    }
  }));
});
