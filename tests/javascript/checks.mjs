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

/** Run an action while the global object has *values*. */
export async function withGlobals(values, action) {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    return await action();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) delete globalThis[name];
      else Object.defineProperty(globalThis, name, descriptor);
    }
  }
}
