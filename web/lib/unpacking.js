/** Decoding what is compressed with Zstandard, into the one array that it is wanted in, while it arrives. */

const MAGIC = 0xfd2fb528;
/** The longest header of a frame with the first bytes of a block. */
const BEGINNING = 18;
/** A block begins with as many bytes. */
const OF_BLOCK = 3;

/**
 * Decode a frame. What is not a frame is taken for the content: a host may have decoded it on the way.
 *
 * @param {() => Promise<{done?: boolean, value?: Uint8Array}>} next Gets the next piece.
 * @param {object} decoder The functions of fzstd, under the names that `building/pyodide_files.py` exports them by.
 * @param {(content: Uint8Array, length: number) => void} [tell] Called after each block, with how much of the content is there.
 * @returns {Promise<Uint8Array>}
 */
export async function unpack(next, { readHeader, readBlock }, tell = () => {}) {
  let rest = new Uint8Array();
  let ended = false;
  const more = async (from) => {
    const { done, value } = await next();
    if (done) ended = true;
    else rest = from === rest.length ? value : joined([rest.subarray(from), value]);
  };
  while (rest.length < BEGINNING && !ended) await more(0);
  if (rest.length < BEGINNING || new DataView(rest.buffer, rest.byteOffset).getUint32(0, true) !== MAGIC) {
    while (!ended) await more(0);
    return rest;
  }
  // The state's names are fzstd's: the place in what has arrived (b) and in the content (y), the end of what a block may repeat
  // (e), whether it is the last block (l), the content (w) and its size (u).
  const state = readHeader(rest, 1);
  const content = state.w;
  if (content.length !== state.u) throw new Error("the size of the content is missing");
  while (!state.l || state.y < content.length) {
    if (rest.length < state.b + OF_BLOCK || !readBlock(rest, state, content)) {
      state.l = 0;
      await more(state.b);
      state.b = 0;
      if (ended) throw new Error("the file is too short");
    } else {
      state.e = state.y;
      if (state.y > content.length || (state.l && state.y < content.length)) throw new Error("the file is damaged");
      tell(content, state.y);
    }
  }
  return content;
}

/** Pieces in one array. */
function joined(pieces) {
  let length = 0;
  for (let i = 0; i < pieces.length; i += 1) length += pieces[i].length;
  const all = new Uint8Array(length);
  let at = 0;
  for (let i = 0; i < pieces.length; i += 1) {
    all.set(pieces[i], at);
    at += pieces[i].length;
  }
  return all;
}

/** The header and the content that `building/packing.py` puts in one: as soon as the header is there. */
export function parted(packed) {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  return { header: JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + length))), content: packed.subarray(4 + length) };
}

/** Whether bytes have this SHA-256. Where there are no digests, nobody knows, and they count as if they had it. */
export async function hasDigest(bytes, sha256) {
  const digest = await digestOf(bytes);
  return digest === undefined || sha256 === digest;
}

const HEX = "0123456789abcdef";

/** The SHA-256 of bytes, in hexadecimal; undefined where there are no digests. Pages replace what could be written in its place. */
export async function digestOf(bytes) {
  const digest = await globalThis.crypto?.subtle?.digest("SHA-256", bytes);
  if (digest === undefined) return undefined;
  const all = new Uint8Array(digest);
  let text = "";
  for (let i = 0; i < all.length; i += 1) text += HEX[all[i] >> 4] + HEX[all[i] & 15];
  return text;
}

/** A function that gets the pieces of an answer, or bytes in one piece; *seen* gets each of them. */
export function piecesOf(source, seen = () => {}) {
  const reader = source.body?.getReader();
  let left = source;
  const next = reader === undefined
    ? async () => {
      const value = left;
      left = undefined;
      return { done: value === undefined, value };
    }
    : () => reader.read();
  return async () => {
    const piece = await next();
    if (!piece.done) seen(piece.value);
    return piece;
  };
}
