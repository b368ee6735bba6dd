#!/usr/bin/env node
/**
 * Put what makes a page start sooner beside the Pyodide that it serves: py-url's snapshot, its core and whole, and shorter forms of
 * Pyodide's own files. They are compressed with Zstandard, and Pyodide's lock file names them. `load({ indexURL })` then uses them,
 * and so does `py_url_pyodide.mjs`, for PyScript. The lock file also names py-url's wheel, for a Pyodide that starts plainly.
 *
 *     npx py-url-beside-pyodide public/pyodide
 */

import { createHash } from "node:crypto";
import { copyFile, readFile, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import zlib from "node:zlib";

import { unpack } from "../lib/unpacking.js";

const LEVEL = 19;
const [WASM, LIBRARY, LOCK] = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
const INTERPRETER = "py_url_pyodide.mjs";
const OWN = fileURLToPath(new URL("..", import.meta.url));

const sha256 = (content) => createHash("sha256").update(content).digest("hex");

function compress(content) {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_contentSizeFlag: size } = zlib.constants;
  return zlib.zstdCompressSync(content, { params: { [level]: LEVEL, [size]: 1 }, pledgedSrcSize: content.length });
}

/** A zip archive with the same files, which are not compressed in it: as a whole, they are compressed better than one by one. */
export function stored(archive) {
  const END = 0x06054b50;
  let end = archive.length - 22;
  while (archive.readUInt32LE(end) !== END) end -= 1;
  const files = [];
  for (let at = archive.readUInt32LE(end + 16), count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
    const start = archive.readUInt32LE(at + 42);
    const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const compressed = archive.subarray(data, data + archive.readUInt32LE(at + 20));
    const content = archive.readUInt16LE(at + 10) === 0 ? compressed : zlib.inflateRawSync(compressed);
    files.push({ name: archive.subarray(at + 46, at + 46 + nameLength), check: archive.readUInt32LE(at + 16), content });
    at += 46 + nameLength + extra + comment;
  }
  const [parts, directory] = [[], []];
  let place = 0;
  for (const { name, check, content } of files.sort((a, b) => Buffer.compare(a.name, b.name))) {
    // Version 2.0, no flags, not compressed, the first date that there is.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(check, 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, name, content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(place, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\0"), fields, rest, name);
    parts.push(local);
    place += local.length;
  }
  const listed = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(END, 0);
  last.writeUInt16LE(files.length, 8);
  last.writeUInt16LE(files.length, 10);
  last.writeUInt32LE(listed.length, 12);
  last.writeUInt32LE(place, 16);
  return Buffer.concat([...parts, listed, last]);
}

/** Put the wheel beside Pyodide. Returns what a lock file says about it. */
async function putWheel(folder) {
  const { version } = JSON.parse(await readFile(join(OWN, "package.json"), "utf8"));
  const wheel = await readFile(join(OWN, "wheels", "py_url.whl"));
  const name = `py_url_whatwg-${version}-py3-none-any.whl`;
  await writeFile(join(folder, name), wheel);
  return {
    name: "py-url-whatwg", version, file_name: name, install_dir: "site", sha256: sha256(wheel), package_type: "package",
    imports: ["py_url"], depends: [], unvendored_tests: false,
  };
}

async function main(folder) {
  if (zlib.zstdCompressSync === undefined) throw new Error("compressing with Zstandard needs Node.js 22.15 or later");
  const { version } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")));
  const snapshot = (await readdir(join(OWN, "snapshot"))).find((name) => name.endsWith(".bin"));
  const [, wanted] = /-pyodide-([\d.a-z]+)-[\da-f]{64}/.exec(snapshot);
  if (version !== wanted) throw new Error(`py-url's snapshot is for Pyodide ${wanted}, and this is Pyodide ${version}: install pyodide@${wanted}`);
  const contents = {
    [WASM]: await readFile(join(folder, WASM)),
    [LIBRARY]: stored(await readFile(join(folder, LIBRARY))),
  };
  const files = {};
  for (const [name, content] of Object.entries(contents)) {
    files[name] = [`${name}.zst`, sha256(content)];
    await writeFile(join(folder, `${name}.zst`), compress(content));
  }
  const decoder = await import("../lib/fzstd.mjs");
  for (const part of ["core", "whole"]) {
    const pieces = [new Uint8Array(await readFile(join(OWN, "wheels", `${part}.zst`)))];
    const [compressed] = pieces;
    const content = await unpack(async () => ({ done: pieces.length === 0, value: pieces.shift() }), decoder);
    files[part] = [`py_url-${part}.zst`, sha256(content)];
    await writeFile(join(folder, `py_url-${part}.zst`), compressed);
  }
  await copyFile(join(OWN, "snapshot", snapshot), join(folder, snapshot));
  await copyFile(join(OWN, "snapshot", INTERPRETER), join(folder, INTERPRETER));
  await copyFile(join(OWN, "lib", "fzstd.mjs"), join(folder, "fzstd.mjs"));
  const lock = JSON.parse(await readFile(join(folder, LOCK), "utf8"));
  lock.tool = { ...lock.tool, "py-url": { version, snapshot, decoder: "fzstd.mjs", files } };
  lock.packages["py-url-whatwg"] = await putWheel(folder);
  await writeFile(join(folder, LOCK), JSON.stringify(lock));
  console.log(`${folder} has what a page needs to start sooner, and ${LOCK} names it`);
}

const [folder] = process.argv.slice(2);
try {
  if (folder === undefined) throw new Error("usage: py-url-beside-pyodide FOLDER, where FOLDER has Pyodide's files");
  await main(folder);
} catch (error) {
  console.error(`py-url-beside-pyodide: ${error.message}`);
  process.exitCode = 2;
}
