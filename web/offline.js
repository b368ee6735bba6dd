/**
 * Keep the site for visits without a network. A page calls this when it has nothing better to do, because it fetches all files.
 *
 * @returns {Promise<boolean>} Whether the site is being kept: not where a browser has no service workers, or forbids them.
 */
export async function keepOffline() {
  try {
    await navigator.serviceWorker.register(new URL("service_worker.js", import.meta.url));
    return true;
  } catch {
    return false;
  }
}
