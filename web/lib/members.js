/** The members of a URL that are strings, in the order of the standard. `MEMBERS` in py_url/standard/urls/components.py is the same. */
export const MEMBERS = [
  "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
];
