/**
 * Starting Pyodide from a memory snapshot: what its memory was after py_url had been imported. `build_wheel.py` makes it.
 *
 * The file is gzipped. It holds the length of a header in four bytes, the header in JSON, Pyodide's snapshot and, because that
 * is without files, the files of py_url, which Python needs for the modules that nobody has imported yet. Its name has the
 * version of Pyodide, which must be the same, and the SHA-256 of the file.
 */

const NAME = /pyodide-([\d.a-z]+)-([\da-f]{64})(?![\da-f])/;

/** The Pyodides that were started from a snapshot. */
const restored = new WeakSet();

/** Whether a Pyodide was started from a snapshot. */
export const isRestored = (pyodide) => restored.has(pyodide);

/**
 * What the address of a snapshot says about it. A bundler may change the name of a file: then the fragment says it.
 *
 * @param {string} address
 * @returns {{version: string, sha256: string} | undefined}
 */
export function partsOfName(address) {
  const found = NAME.exec(address.slice(address.lastIndexOf("/") + 1));
  return found === null ? undefined : { version: found[1], sha256: found[2] };
}

/**
 * The name of the file that a lock file names.
 *
 * @param {object} lock The content of Pyodide's lock file.
 * @returns {string | undefined}
 */
export const nameInLock = (lock) => lock.tool?.["py-url"]?.snapshot;

/**
 * Take a snapshot apart, after comparing it with its digest.
 *
 * @param {Uint8Array} file
 * @param {string} sha256
 * @param {object} [zlib] Node's module, which is faster than a DecompressionStream.
 * @returns {Promise<{memory: Uint8Array, files: {path: string, content: Uint8Array}[]}>}
 */
export async function unpackSnapshot(file, sha256, zlib) {
  const { subtle } = globalThis.crypto ?? {};
  const [bytes, digest] = await Promise.all([unzip(file, zlib), subtle?.digest("SHA-256", file)]);
  // A page that is not a secure context has no digests; then fetch has compared it.
  if (digest !== undefined && hex(digest) !== sha256) throw new Error("the snapshot is damaged");
  const start = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, start)));
  let end = start + header.memory;
  const memory = bytes.subarray(start, end);
  const files = header.files.map(([path, size]) => ({ path, content: bytes.subarray(end, (end += size)) }));
  return { memory, files };
}

/** The option that makes fetch compare what it gets with a digest. */
export function integrityOf(sha256) {
  return `sha256-${btoa(sha256.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))))}`;
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function unzip(file, zlib) {
  if (zlib === undefined) {
    const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }
  return new Promise((resolve, reject) => {
    // The last four bytes are the length of the content. In one piece, it need not be copied together.
    const length = new DataView(file.buffer, file.byteOffset + file.length - 4).getUint32(0, true);
    zlib.gunzip(file, { chunkSize: Math.max(length, 64) }, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}

/**
 * Load a Pyodide from a snapshot.
 *
 * @param {Function} loadPyodide
 * @param {object} options Pyodide's.
 * @param {Promise<{memory: Uint8Array, files: object[]}>} unpacked
 * @returns {Promise<object>}
 */
export async function loadFrom(loadPyodide, options, unpacked) {
  const memory = unpacked.then((parts) => parts.memory);
  // Pyodide awaits it only when it has its other files.
  memory.catch(() => {});
  const pyodide = await loadPyodide({ ...options, _loadSnapshot: handedOver(memory) });
  // Pyodide only logs that it could not get the standard library, and what is in memory needs none.
  if (!pyodide.FS.readdir("/lib").some((name) => name.endsWith(".zip"))) throw new Error("there is no standard library");
  const folders = new Set();
  for (const { path, content } of (await unpacked).files) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) pyodide.FS.mkdirTree(folder);
    folders.add(folder);
    pyodide.FS.writeFile(path, content);
  }
  // Otherwise its numbers would be the same in each start.
  const random = pyodide.pyimport("random");
  random.seed();
  random.destroy();
  // As if it had loaded the package: then it does not load it again.
  if (pyodide.lockfile?.packages?.["py-url-whatwg"] !== undefined) pyodide.loadedPackages["py-url-whatwg"] = "default channel";
  restored.add(pyodide);
  return pyodide;
}

/** A promise that is kept until somebody awaits it. Pyodide keeps its options, and would keep the 30 MB of the snapshot. */
function handedOver(promise) {
  let kept = promise;
  return {
    then(resolve, reject) {
      kept.then(resolve, reject);
      kept = undefined;
    },
  };
}
