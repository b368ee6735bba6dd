/** Keep the site for visits without a network, and say when a newer version of it is there. */

const { serviceWorker } = navigator;

/**
 * Keep the site for visits without a network. A page calls this when it has nothing better to do, because it fetches all files.
 *
 * @param {() => void} [newer] Called when a newer version is ready. It is shown when all pages are closed, or after `takeOver`.
 * @returns {Promise<boolean>} Whether the site is being kept: not where a browser has no service workers, or forbids them.
 */
export async function keepOffline(newer = () => {}) {
  try {
    const registration = await serviceWorker.register(new URL("service_worker.js", import.meta.url));
    const look = () => registration.waiting !== null && serviceWorker.controller !== null && newer();
    look();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    // Another page let the newer version take over. What this page has not loaded yet would be of that version.
    if (serviceWorker.controller !== null) serviceWorker.addEventListener("controllerchange", () => newer());
    return true;
  } catch {
    return false;
  }
}

/** Show the newer version. */
export async function takeOver() {
  const registration = await serviceWorker.getRegistration(new URL("./", import.meta.url));
  if (registration?.waiting) {
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting.postMessage("take over");
  } else {
    location.reload();
  }
}
