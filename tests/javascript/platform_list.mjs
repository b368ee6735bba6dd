/**
 * Imitates a browser, for `node --import`: URLSearchParams is code of the platform, so each change of py_url's list is made to the
 * platform's list too.
 */

// A bound function looks like one of the platform.
globalThis.URLSearchParams = Object.assign(URLSearchParams.bind(), { prototype: URLSearchParams.prototype });
globalThis.URL = Object.assign(URL.bind(), { prototype: URL.prototype });
