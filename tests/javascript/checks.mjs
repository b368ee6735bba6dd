/** Checks by name: functions that throw what is wrong. */

/**
 * Run them one after the other, and print as JSON how many were `tried`, and those that were `wrong`, with why.
 *
 * @param {Record<string, () => unknown>} checks
 */
export async function run(checks) {
  const wrong = {};
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
    } catch (error) {
      wrong[name] = error?.stack ?? `${error}`;
    }
  }
  console.log(JSON.stringify({ tried: Object.keys(checks).length, wrong }));
}
