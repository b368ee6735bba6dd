/**
 * Matching a component in linear time, whatever the pattern, as py_url/pattern/matching.py does: a RegExp tries one choice after
 * the other, and their number can double with each character. Here each step is taken at most once at each place of the input.
 */

import { unpackList } from "./calling_python.js";
import { RangeError, Uint8Array, indexOf, newList, slice } from "./primordials.js";

/** More steps than this at all places would take some seconds, and their memory is limited. */
const MOST_STEPS = 400_000_000;

/** A step saves the place for a group, takes a character, compares the place (3 with the end), or prefers one step to another. */
const [SAVE, TAKE, START, SPLIT] = [0, 1, 2, 4];

/**
 * Read a program, as `program` in py_url/programs/pattern_bridge.py packs it.
 *
 * @param {string} packed
 * @returns {{longest: number, steps: object[]} | null} The steps, and the length up to which a RegExp takes no longer. Null if a
 *   RegExp always takes linear time.
 */
export function readProgram(packed) {
  if (packed === "") return null;
  const list = unpackList(packed);
  const steps = newList();
  for (let i = 1; i < list.length; i += 1) {
    const kind = +slice(list[i], 0, 1);
    const rest = slice(list[i], 1);
    const comma = indexOf(rest, ",");
    steps[i - 1] = {
      __proto__: null, kind, set: rest, first: kind === SAVE ? +rest : +slice(rest, 0, comma), second: +slice(rest, comma + 1),
    };
  }
  return { __proto__: null, longest: +list[0], steps };
}

/**
 * The match of the whole input, as a RegExp's `exec` gives it, or null.
 *
 * @throws {RangeError} If it would take too long.
 */
export function match({ steps }, input) {
  const width = input.length + 1;
  if (steps.length * width > MOST_STEPS) {
    throw new RangeError(`a component of ${input.length} characters is too long for a pattern of this length`);
  }
  const seen = new Uint8Array((steps.length + 1) * width);
  const places = newList();
  // What is still to try: a step and a place; or, below 0, a boundary that gets back its place from before.
  const todo = newList();
  todo[0] = 0;
  todo[1] = 0;
  for (let top = 2; top > 0;) {
    top -= 2;
    let step = todo[top];
    let place = todo[top + 1];
    if (step < 0) {
      places[-step - 1] = place;
      continue;
    }
    while (seen[step * width + place] === 0) {
      seen[step * width + place] = 1;
      if (step === steps.length) {
        if (place < input.length) break;
        return groupsOf(input, places);
      }
      const { kind, set, first, second } = steps[step];
      step += 1;
      if (kind === SAVE) {
        todo[top] = -first - 1;
        todo[top + 1] = places[first];
        top += 2;
        places[first] = place;
      } else if (kind === SPLIT) {
        step = first;
        todo[top] = second;
        todo[top + 1] = place;
        top += 2;
      } else if (kind === TAKE) {
        // No set has what is not in ASCII.
        if (place === input.length || indexOf(set, input[place]) === -1) break;
        place += 1;
      } else if (place !== (kind === START ? 0 : input.length)) break;
    }
  }
  return null;
}

function groupsOf(input, places) {
  const groups = newList();
  groups[0] = input;
  for (let i = 0; i < places.length; i += 2) {
    groups[i / 2 + 1] = places[i] === undefined || places[i + 1] === undefined ? undefined : slice(input, places[i], places[i + 1]);
  }
  return groups;
}
