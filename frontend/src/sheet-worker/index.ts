/** The service worker of a score sheet's page: without a connection it serves the page and its parts from the copy that
 *  the page has stored (shared/fetching/page-copy). The page's own requests, above all deals, go directly to the site.
 *  */

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
