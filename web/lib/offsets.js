/**
 * §4.5 URL serializing, undone: where each component lies in a serialized URL. `split` in py_url/standard/urls/components.py says
 * the same in Python. Nothing is decided here, because each delimiter can stand only where the serializer wrote it.
 */

import { charCodeAt, indexOf, slice } from "./primordials.js";

/** The indexes of the offsets, named after what starts or ends there. The search ends where the hash starts. */
export const SCHEME_END = 0;
export const USERNAME = 1;
export const USERNAME_END = 2;
export const PASSWORD = 3;
export const PASSWORD_END = 4;
export const HOSTNAME = 5;
export const HOSTNAME_END = 6;
export const PORT = 7;
export const HOST_END = 8;
export const PATHNAME = 9;
export const PATHNAME_END = 10;
export const SEARCH_END = 11;
export const START = 12;
export const END = 13;

const SLASH = 0x2f;
const OPENING_BRACKET = 0x5b;

/**
 * Find the components of a serialized URL. One that is missing is an empty span.
 *
 * @param {string} href
 * @returns {number[]} Fourteen offsets.
 */
export function offsetsIn(href) {
  const schemeEnd = indexOf(href, ":") + 1;
  const searchEnd = before(href, "#", schemeEnd, href.length);
  const pathnameEnd = before(href, "?", schemeEnd, searchEnd);
  let username = schemeEnd;
  let usernameEnd = schemeEnd;
  let password = schemeEnd;
  let passwordEnd = schemeEnd;
  let hostname = schemeEnd;
  let hostnameEnd = schemeEnd;
  let port = schemeEnd;
  let hostEnd = schemeEnd;
  let pathname = schemeEnd;
  if (charCodeAt(href, schemeEnd) === SLASH && charCodeAt(href, schemeEnd + 1) === SLASH) {
    hostname = schemeEnd + 2;
    hostEnd = before(href, "/", hostname, pathnameEnd);
    const at = before(href, "@", hostname, hostEnd);
    if (at < hostEnd) {
      username = hostname;
      usernameEnd = before(href, ":", username, at);
      password = usernameEnd < at ? usernameEnd + 1 : at;
      passwordEnd = at;
      hostname = at + 1;
    }
    const address = charCodeAt(href, hostname) === OPENING_BRACKET;
    hostnameEnd = before(href, ":", address ? indexOf(href, "]", hostname) : hostname, hostEnd);
    port = hostnameEnd < hostEnd ? hostnameEnd + 1 : hostEnd;
    pathname = hostEnd;
  } else if (slice(href, schemeEnd, schemeEnd + 4) === "/.//") {
    // The serializer wrote "/." because the path would otherwise look like a host.
    pathname = schemeEnd + 2;
  }
  return [
    schemeEnd, username, usernameEnd, password, passwordEnd, hostname, hostnameEnd, port, hostEnd, pathname, pathnameEnd, searchEnd,
    0, href.length,
  ];
}

/** Where a delimiter is first found before an end; the end if it is not there. */
function before(href, delimiter, start, end) {
  const place = indexOf(href, delimiter, start);
  return place === -1 || place > end ? end : place;
}
