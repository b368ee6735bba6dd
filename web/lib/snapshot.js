/**
 * Starting Pyodide from a memory snapshot: what its memory was after py_url had been imported. `build_wheel.py` makes it.
 *
 * The file is compressed with Zstandard. It holds a header and Pyodide's snapshot, without what Pyodide's WebAssembly has too:
 * the header has the SHA-256 of that. Its name has the version of Pyodide, which must be the same, and the SHA-256 of the file.
 * A Pyodide that was started from it has no files: lib/python.js gets them when somebody asks for Python.
 */

import { hasDigest, parted, piecesOf, unpack } from "./unpacking.js";

const DATA_SECTION = 11;
const I32_CONST = 0x41;

/**
 * Begin to take a snapshot apart. Its size is known before its content, so that Pyodide can compile its WebAssembly meanwhile.
 *
 * @param {Response | Uint8Array} file
 * @param {string} sha256
 * @param {object} decoder
 * @param {Promise<Uint8Array>} wasm The bytes of the WebAssembly that is being compiled.
 * @returns {{memory: Promise<Uint8Array>, filled: Promise<void>}} `filled` is settled when the memory has its content and the
 *   digests have been compared. If it rejects, the memory is empty.
 */
export function openSnapshot(file, sha256, decoder, wasm) {
  const pieces = [];
  let begun;
  const memory = new Promise((resolve, reject) => {
    begun = unpack(piecesOf(file, (piece) => pieces.push(piece)), decoder, (content) => resolve(parted(content).content));
    // If there was no block, there is no memory.
    begun.then(() => reject(new Error("the snapshot is damaged")), reject);
  });
  return { memory, filled: fill(memory, begun, () => new Blob(pieces).arrayBuffer(), sha256, wasm) };
}

async function fill(memory, begun, file, sha256, wasm) {
  const { header, content } = parted(await begun);
  try {
    if (!(await hasDigest(await file(), sha256))) throw new Error("the snapshot is damaged");
    const bytes = await wasm;
    if (!(await hasDigest(bytes, header.wasm))) throw new Error("the snapshot is for another WebAssembly");
    exchangeSegments(content, bytes);
  } catch (error) {
    // Pyodide refuses an empty one.
    content.fill(0);
    throw error;
  }
}

/**
 * Load a Pyodide from a snapshot.
 *
 * @param {Function} loadPyodide
 * @param {object} options Pyodide's.
 * @param {{memory: Promise<Uint8Array>, filled: Promise<void>}} opened What `openSnapshot` returns.
 * @returns {Promise<object>}
 */
export async function loadFrom(loadPyodide, options, { memory, filled }) {
  // Pyodide awaits them only when it has its other files.
  memory.catch(() => {});
  const filling = handedOver(filled.catch(() => {}));
  // Pyodide reads the memory after this.
  const pyodide = await loadPyodide({ ...options, _loadSnapshot: handedOver(memory), fsInit: async () => filling });
  await filled;
  // Otherwise its numbers would be the same in each start.
  const random = pyodide.pyimport("random");
  random.seed();
  random.destroy();
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

/**
 * Exchange the part of a snapshot that begins as the WebAssembly's data for the difference from it, or the difference for the part:
 * it is the bitwise exclusive or of both. Most of that data never changes, so most of the difference is zeros.
 *
 * @param {Uint8Array} snapshot Pyodide's, with its header.
 * @param {Uint8Array} wasm
 * @see https://webassembly.github.io/spec/core/binary/modules.html#data-section
 */
export function exchangeSegments(snapshot, wasm) {
  // The second number of the header says where the memory begins.
  const memory = snapshot.subarray(new DataView(snapshot.buffer, snapshot.byteOffset).getUint32(4, true));
  let at = 8;
  const number = () => {
    let value = 0;
    let byte;
    for (let shift = 0; shift === 0 || byte > 127; shift += 7) {
      byte = wasm[at];
      at += 1;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  };
  while (wasm[at] !== DATA_SECTION) {
    if (at >= wasm.length) throw new Error("there is no data in the WebAssembly");
    at += 1;
    const size = number();
    at += size;
  }
  at += 1;
  number();
  for (let count = number(); count > 0; count -= 1) {
    // Pyodide's are all in its first memory, at a constant address; below two gigabytes, signed and unsigned are one.
    if (number() !== 0 || wasm[at] !== I32_CONST) throw new Error("the WebAssembly's data is of another kind");
    at += 1;
    const start = number();
    at += 1;
    const length = number();
    for (let i = 0; i < length; i += 1) memory[start + i] ^= wasm[at + i];
    at += length;
  }
}
