/** Named checks: functions that throw if something is wrong. */

/**
 * Run the checks in order, and print as JSON how many were `tried` and which were `wrong`, with the reasons.
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
