/**
 * How much two strings have in common at the start, and at the end of what is left, in UTF-16 units.
 *
 * @param {string} first
 * @param {string} second
 * @returns {[start: number, end: number]}
 */
export function commonEnds(first, second) {
  const shortest = Math.min(first.length, second.length);
  let start = 0;
  while (start < shortest && first[start] === second[start]) start += 1;
  let end = 0;
  while (end < shortest - start && first[first.length - 1 - end] === second[second.length - 1 - end]) end += 1;
  return [start, end];
}
