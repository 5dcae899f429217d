/** The one service worker of the site (app-worker): its address stands beside the manifest in the head of each page. */

const manifest = (): HTMLLinkElement | null => document.querySelector("link[rel=manifest][data-worker]");

/** Registers the worker for all pages, in the language of this one; a newer release takes the place of an older. */
export function appWorker(): Promise<ServiceWorkerRegistration> {
  const address = `${manifest()?.dataset["worker"] ?? ""}?lang=${document.documentElement.lang}`;
  return navigator.serviceWorker.register(address, { scope: "/" });
}

/** Whether this browser and this page can have it: not without https, and not in a page without a manifest. */
export function canHaveWorker(): boolean {
  return "serviceWorker" in navigator && !!manifest();
}

/** Whether the site is played from the home screen. */
export function isInstalled(): boolean {
  return window.matchMedia("(display-mode: standalone)").matches;
}
