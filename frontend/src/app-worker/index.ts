/** The service worker of the whole site. It shows notices by push while no page is open, and without a connection it
 *  answers with the one page that says so; every other page comes from the site, and none is stored. The worker of a
 *  score sheet serves its own pages, which are its narrower scope. */

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Pushed extends Lasting {
  readonly data: { json(): { title: string; says: string; id: string } } | null;
}
interface Clicked extends Lasting {
  readonly notification: Notification;
}
interface Fetched extends Event {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
const worker = self as unknown as EventTarget & {
  registration: ServiceWorkerRegistration;
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { openWindow(address: string): Promise<unknown> };
};

const KEPT = "undercut.app ";
const LANGUAGE = new URL(worker.location.href).searchParams.get("lang") ?? "";
const PAGE = `/offline/?lang=${LANGUAGE}`;
/** A new release has another address, or other bytes at the same one: either way it installs, and fetches anew. */
const OWN = KEPT + worker.location.href;

let isLost = false; // the last page that was asked for did not come

worker.addEventListener("install", (event) => {
  (event as Lasting).waitUntil(keep().then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (event) => {
  (event as Lasting).waitUntil(Promise.all([dropOthers(), worker.registration.navigationPreload?.enable()]));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event as Fetched;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") (event as Fetched).respondWith(answered(event as Fetched));
  else if (isLost && new URL(request.url).pathname.startsWith("/static/"))
    (event as Fetched).respondWith(fetch(request).catch(() => kept(request)));
});
worker.addEventListener("push", (event) => {
  const told = (event as Pushed).data?.json();
  if (!told) return;
  const shown = worker.registration.showNotification(told.title, { body: told.says, tag: told.id, data: told.id });
  (event as Lasting).waitUntil(shown);
});
worker.addEventListener("notificationclick", (event) => {
  const { notification } = event as Clicked;
  notification.close();
  const address = `${worker.location.origin}/my/notices/${String(notification.data)}/`;
  (event as Lasting).waitUntil(worker.clients.openWindow(address));
});

/** Stores the page without a connection, as a stranger sees it, with its styles, faces and scripts. */
async function keep(): Promise<void> {
  const page = await fetch(PAGE, { credentials: "omit", cache: "reload" });
  if (!page.ok) throw new Error(`${PAGE}: ${page.status}`);
  const text = await page.clone().text();
  const parts = [...text.matchAll(/(?:href|src)="(\/static\/[^"#]+)/g)].map((found) => found[1]!);
  const copy = await caches.open(OWN);
  await copy.addAll(parts);
  await copy.put(PAGE, page);
}

async function dropOthers(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(KEPT) && name !== OWN);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answered({ request, preloadResponse }: Fetched): Promise<Response> {
  try {
    const page = (await preloadResponse) ?? (await fetch(request));
    isLost = false;
    return page;
  } catch {
    isLost = true;
    return kept(PAGE);
  }
}

async function kept(what: Request | string): Promise<Response> {
  return (await (await caches.open(OWN)).match(what, { ignoreVary: true })) ?? Response.error();
}
export {};
