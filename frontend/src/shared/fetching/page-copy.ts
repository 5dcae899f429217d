/** The copy of a score sheet's page on the phone, so that it opens again without a connection. The site forbids every
 *  other copy of it (no-store). The phone that has the slip's code keeps this one, for one sheet at a time, until the
 *  result is sent. */

export const SHEETS = "undercut.sheet";

let last: Promise<void> = Promise.resolve(); // one after the other: an older page never comes over a newer one

/** Stores this page as the site has it now, with its styles and scripts, for the service worker at this address.
 *  Without an address, or in a browser without workers (plain http), nothing is stored. */
export function keepCopy(worker: string): Promise<void> {
  return after(() => keep(worker));
}

/** Deletes the copies, including one that is being made. */
export function dropCopies(): Promise<void> {
  return after(() => drop());
}

function after(work: () => Promise<void>): Promise<void> {
  return (last = last.then(work, work));
}

async function keep(worker: string): Promise<void> {
  if (!worker || !("serviceWorker" in navigator)) return;
  const own = `${SHEETS} ${location.pathname}`;
  try {
    await navigator.serviceWorker.register(worker, { scope: location.pathname });
    const page = await fetch(location.pathname, { credentials: "same-origin" });
    if (!page.ok || page.redirected) return;
    const parts = [
      ...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>("link[rel=stylesheet], script[src]"),
    ];
    const copy = await caches.open(own);
    await copy.addAll(parts.map((part) => (part instanceof HTMLLinkElement ? part.href : part.src)));
    await copy.put(location.pathname, page);
    await drop(own);
  } catch {
    /* no connection: the copy that is there stays */
  }
}

/** Deletes the copies except the one with this name. */
async function drop(but = ""): Promise<void> {
  if (!("caches" in window)) return;
  const kept = (await caches.keys()).filter((name) => name.startsWith(SHEETS) && name !== but);
  await Promise.all(kept.map((name) => caches.delete(name)));
}
