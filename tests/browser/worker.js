/** A module worker that runs the exercises with py_url's classes and with its own native classes. */
import { load } from "/py_url.js";
import { compare } from "/tests/javascript/face.mjs";

self.onmessage = async ({ data: options }) => {
  const native = { URL: self.URL, URLSearchParams: self.URLSearchParams };
  self.postMessage(compare(await load(options), native));
};
