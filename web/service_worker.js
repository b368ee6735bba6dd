/**
 * Keeps the site for visits without a network, and for a second visit that is as fast as a disk.
 *
 * `building/offline_site.py` puts the digest of each file here. A file is kept under its path and its digest: so a new version
 * of the site fetches only what has changed, and no page gets a file of another version. A site whose digests are not here,
 * such as the one that `serve.py` serves, is not kept at all.
 */

/** The digests of the site's files: SHA-256 in base64, by paths relative to this file. */
const DIGESTS = {};

const here = new URL("./", self.location).href;
// Pages of other projects may have the same origin.
const CACHE = `py-url ${here}`;
const keys = new Map(Object.entries(DIGESTS).map(([path, digest]) => [new URL(path, here).href, `${new URL(path, here)}?${digest}`]));

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => self.clients.claim())));
// The user wants this version now.
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const key = keys.get(pathOf(event.request));
  if (key !== undefined) event.respondWith(answer(event.request, key));
});

/** Fetch what is not there yet. Every file must be the one of this version, or the old version stays. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.entries(DIGESTS).map(async ([path, digest]) => {
    const address = new URL(path, here).href;
    const key = keys.get(address);
    if ((await cache.match(key)) !== undefined) return;
    const response = await fetch(address, { cache: "no-cache", integrity: `sha256-${digest}` });
    if (!response.ok) throw new Error(`${address} could not be kept: ${response.status}`);
    await cache.put(key, response);
  }));
}

async function dropOthers() {
  const cache = await caches.open(CACHE);
  const kept = new Set(keys.values());
  await Promise.all((await cache.keys()).filter(({ url }) => !kept.has(url)).map((request) => cache.delete(request)));
}

/** A page may have been opened with any query. */
function pathOf({ mode, url }) {
  return mode === "navigate" ? url.replace(/[?#].*/, "").replace(/\/index\.html$/, "/") : url.replace(/#.*/, "");
}

async function answer(request, key) {
  const kept = request.method === "GET" || request.method === "HEAD" ? await (await caches.open(CACHE)).match(key) : undefined;
  if (kept === undefined) return fetch(request);
  return request.method === "HEAD" ? new Response(null, kept) : kept;
}
