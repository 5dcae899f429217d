/** The service worker that shows notices by push while no page of the site is open. It serves no page: its scope is the
 *  folder of scripts. */

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Pushed extends Lasting {
  readonly data: { json(): { title: string; says: string; id: string } } | null;
}
interface Clicked extends Lasting {
  readonly notification: Notification;
}
const worker = self as unknown as EventTarget & {
  registration: ServiceWorkerRegistration;
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { openWindow(address: string): Promise<unknown> };
};

worker.addEventListener("install", () => {
  void worker.skipWaiting();
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
export {};
