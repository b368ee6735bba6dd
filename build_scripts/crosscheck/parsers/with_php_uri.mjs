/** PHP's Uri\WhatWg\Url, in PHP as WebAssembly. It has no query object; its setters raise errors where the standard's do nothing. */

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const load = createRequire(`${process.argv[2]}/`);
const { PHP, loadPHPRuntime } = load("@php-wasm/universal");
const code = String.raw`<?php
$asked = json_decode(file_get_contents("/asked.json"), true);
$base = ($asked["base"] ?? null) === null ? null : Uri\WhatWg\Url::parse($asked["base"]);
$failed = isset($asked["base"]) && $base === null;
$url = $failed || !isset($asked["input"]) ? null : Uri\WhatWg\Url::parse($asked["input"], $base);
echo json_encode(["id" => $asked["id"]] + (!isset($asked["input"]) ? ["unsupported" => true] : ($url === null ? ["failure" => true] : [
    "href" => $url->toAsciiString(),
    "protocol" => $url->getScheme() . ":",
    "username" => $url->getUsername() ?? "",
    "password" => $url->getPassword() ?? "",
    "hostname" => $url->getAsciiHost() ?? "",
    "port" => (string) $url->getPort(),
    "pathname" => $url->getPath(),
    "search" => ($url->getQuery() ?? "") === "" ? "" : "?" . $url->getQuery(),
    "hash" => ($url->getFragment() ?? "") === "" ? "" : "#" . $url->getFragment(),
])));`;
let php, answered = 0;
for await (const line of createInterface({ input: process.stdin })) {
  // It leaves a file open each time, and may have 2,048.
  if (answered++ % 1_000 === 0) php = new PHP(await loadPHPRuntime(await load("@php-wasm/node-8-5").getPHPLoaderModule()));
  php.writeFile("/asked.json", line);
  console.log((await php.run({ code })).text);
}
