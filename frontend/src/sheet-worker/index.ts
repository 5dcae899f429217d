/** The worker of a score sheet's page: without a connection the page and its parts come from the copy that the page
 *  keeps (shared/fetching/page-copy). Requests of the page itself, deals above all, go to the site directly. */

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetched extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
const worker = self as unknown as EventTarget & { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } };

worker.addEventListener("install", () => {
  void worker.skipWaiting();
});
worker.addEventListener("activate", (event) => {
  (event as Lasting).waitUntil(worker.clients.claim());
});
worker.addEventListener("fetch", (event) => {
  const { request } = event as Fetched;
  if (request.method === "GET" && request.destination !== "") (event as Fetched).respondWith(answered(request));
});

async function answered(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (lost) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw lost;
  }
}
export {};
