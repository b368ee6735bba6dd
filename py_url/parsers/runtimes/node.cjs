// What Node reads: with `new URL`, or with its legacy `url.parse` and `url.resolve` if the argument is "legacy". None
// of them sends anything. py_url/parsers/runtimes/__init__.py describes the two lines.
"use strict";
const legacy = require("node:url");

function modern(string, base) {
  const url = new URL(string, base);
  return [
    url.protocol.slice(0, -1), url.username, url.password, url.hostname, url.port, url.pathname,
    url.search.slice(1), url.hash.slice(1),
  ];
}

function old(string, base) {
  const url = legacy.parse(base === undefined ? string : legacy.resolve(base, string));
  // It is percent-decoded here, and not in the header that Node makes of it.
  const [username, ...password] = (url.auth ?? "").split(":");
  return [
    url.protocol?.slice(0, -1), encodeURIComponent(username), encodeURIComponent(password.join(":")), url.hostname,
    url.port, url.pathname, url.search?.slice(1), url.hash?.slice(1),
  ];
}

const encoded = (text) => Buffer.from(text).toString("base64");

function answer(question) {
  const [string, base] = question.split(" ").map((text) => Buffer.from(text, "base64").toString());
  try {
    const components = (process.argv[2] === "legacy" ? old : modern)(string, base);
    return ["ok", ...components.map((text) => (text == null ? "-" : encoded(text)))].join(" ");
  } catch (error) {
    return ["no", encoded(error.name), encoded(error.message)].join(" ");
  }
}

let read = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (piece) => (read += piece));
process.stdin.on("end", () => process.stdout.write(`${answer(read.slice(0, -1))}\n`));
process.stdout.write("ready\n");
