/** Keeping what a page has decoded for its next visit, and forgetting it. */

import { digestOf } from "./unpacking.js";

const TYPES = ["application/wasm", "application/octet-stream"];

/**
 * Keep the WebAssembly and the memory, in the place of all others.
 *
 * @param {string} name The cache's.
 * @param {string} header The one that gets the digest.
 * @param {string[]} keys
 * @param {Uint8Array[]} contents
 */
export async function keep(name, header, keys, contents) {
  const cache = await caches.open(name);
  for (const { url } of await cache.keys()) if (!keys.includes(url)) await cache.delete(url);
  await Promise.all(keys.map(async (key, i) => {
    const headers = { "Content-Type": TYPES[i], [header]: await digestOf(contents[i]) };
    await cache.put(key, new Response(contents[i], { headers }));
  }));
}

/** Delete what is kept, if the browser allows that. */
export const forget = (name) => caches.delete(name);
