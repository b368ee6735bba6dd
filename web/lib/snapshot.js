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
 * Begin to take a snapshot apart. The sizes in it are known before its content, so that Pyodide can compile its WebAssembly
 * meanwhile.
 *
 * @param {Response | Uint8Array} file A Uint8Array only with *zlib*.
 * @param {string} sha256
 * @param {object} [zlib] Node's module, which is faster than a DecompressionStream.
 * @returns {Promise<{memory: Uint8Array, filled: Promise<{path: string, content: Uint8Array}[]>}>} `filled` is settled when the
 *   memory has its content and the digest has been compared. If it rejects, the memory is empty.
 */
export async function openSnapshot(file, sha256, zlib) {
  const digest = digestOf(zlib === undefined ? file.clone().arrayBuffer() : file);
  // It is awaited only if the rest is right.
  digest.catch(() => {});
  const fill = filler(zlib === undefined ? unzipStream(file.body) : unzipBytes(file, zlib));
  const length = new DataView((await fill(new Uint8Array(4))).buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(await fill(new Uint8Array(length))));
  const memory = new Uint8Array(header.memory);
  const filled = fillAll(fill, memory, header.files, async () => {
    // A page that is not a secure context has no digests; then fetch has compared it.
    const found = await digest;
    if (found !== undefined && found !== sha256) throw new Error("the snapshot is damaged");
  });
  filled.catch(() => {});
  return { memory, filled };
}

async function fillAll(fill, memory, sizes, check) {
  try {
    await fill(memory);
    const files = [];
    for (const [path, size] of sizes) files.push({ path, content: await fill(new Uint8Array(size)) });
    await check();
    return files;
  } catch (error) {
    memory.fill(0);
    throw error;
  }
}

/**
 * A function that fills an array with the next bytes.
 *
 * @param {() => Promise<{done?: boolean, value?: Uint8Array}>} next Gets the next piece.
 */
function filler(next) {
  let piece = new Uint8Array();
  return async (array) => {
    let at = 0;
    while (at < array.length) {
      if (piece.length === 0) {
        const { done, value } = await next();
        if (done) throw new Error("the snapshot is too short");
        piece = value;
      }
      const part = piece.subarray(0, array.length - at);
      array.set(part, at);
      at += part.length;
      piece = piece.subarray(part.length);
    }
    return array;
  };
}

function unzipStream(stream) {
  const reader = stream.pipeThrough(new DecompressionStream("gzip")).getReader();
  return () => reader.read();
}

function unzipBytes(bytes, zlib) {
  const stream = zlib.createGunzip({ chunkSize: 1 << 20 });
  stream.end(bytes);
  const iterator = stream[Symbol.asyncIterator]();
  return () => iterator.next();
}

/** The option that makes fetch compare what it gets with a digest. */
export function integrityOf(sha256) {
  return `sha256-${btoa(sha256.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))))}`;
}

/** The SHA-256 of a file; undefined where there are no digests. */
async function digestOf(file) {
  const { subtle } = globalThis.crypto ?? {};
  const digest = await subtle?.digest("SHA-256", await file);
  return digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Load a Pyodide from a snapshot.
 *
 * @param {Function} loadPyodide
 * @param {object} options Pyodide's.
 * @param {Promise<{memory: Uint8Array, filled: Promise<object[]>}>} opened What `openSnapshot` returns.
 * @returns {Promise<object>}
 */
export async function loadFrom(loadPyodide, options, opened) {
  const [memory, files] = [opened.then((parts) => parts.memory), opened.then((parts) => parts.filled)];
  // Pyodide awaits it only when it has its other files.
  memory.catch(() => {});
  const filling = handedOver(files.catch(() => {}));
  // Pyodide reads the memory after this. It refuses an empty one.
  const pyodide = await loadPyodide({ ...options, _loadSnapshot: handedOver(memory), fsInit: async () => filling });
  // Pyodide only logs that it could not get the standard library, and what is in memory needs none.
  if (!pyodide.FS.readdir("/lib").some((name) => name.endsWith(".zip"))) throw new Error("there is no standard library");
  const folders = new Set();
  for (const { path, content } of await files) {
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
