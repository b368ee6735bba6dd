/** What a snapshot of Pyodide's memory and Pyodide's WebAssembly both have: the data with which a module begins. */

const DATA_SECTION = 11;
const I32_CONST = 0x41;

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
