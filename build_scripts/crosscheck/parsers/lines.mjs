/** What the adapters in JavaScript share: a request a line, an answer a line. web/docs/evidence/crosscheck.md describes them. */

import { createInterface } from "node:readline";

const MEMBERS = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

function answer({ input, base, href, set, value, pairs }, { URL, URLSearchParams }) {
  if (pairs !== undefined) return { searchParams: new URLSearchParams(pairs).toString() };
  const url = set !== undefined ? new URL(href) : base === null ? new URL(input) : new URL(input, base);
  if (set !== undefined) {
    // Read this before setting, to detect a query object that is not updated.
    url.searchParams.has("");
    url[set] = value;
  }
  const members = Object.fromEntries(MEMBERS.map((name) => [name, url[name]]));
  return { ...members, searchParams: url.searchParams.toString(), pairs: [...url.searchParams] };
}

/** Answer all requests with these classes. */
export async function serve(classes) {
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    let given;
    try {
      given = answer(asked, classes);
    } catch (error) {
      given = error instanceof TypeError ? { failure: true } : { error: String(error) };
    }
    process.stdout.write(`${JSON.stringify({ id: asked.id, ...given })}\n`);
  }
}
