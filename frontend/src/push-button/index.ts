/** The button with which this browser accepts notices by push. */

const box = document.querySelector<HTMLElement>("[data-push]");
const said = document.querySelector<HTMLElement>("[data-push-said]");

function say(what: "on" | "denied" | "failed" | "none"): void {
  if (said) said.textContent = said.dataset[what] ?? "";
}

/** The service worker, once it is active. */
async function atWork(worker: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker);
  const coming = registration.installing ?? registration.waiting;
  if (!registration.active && coming)
    await new Promise<void>((done) => {
      coming.addEventListener("statechange", () => coming.state === "activated" && done());
    });
  return registration;
}

function bytes(key: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

async function turnOn({ push, worker, add }: DOMStringMap): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return say("denied");
  const registration = await atWork(worker!);
  const old = await registration.pushManager.getSubscription();
  await old?.unsubscribe();
  const key = bytes(push!);
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const token = document.querySelector<HTMLInputElement>("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams({ endpoint: endpoint!, ...keys, csrfmiddlewaretoken: token });
  const answer = await fetch(add!, { method: "POST", body });
  if (answer.ok) location.reload();
  else say("failed");
}

async function begin(box: HTMLElement): Promise<void> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return say("none");
  box.hidden = false;
  box.querySelector("button")?.addEventListener("click", () => {
    turnOn(box.dataset).catch(() => say("failed"));
  });
  const known = await navigator.serviceWorker.getRegistration(box.dataset["worker"]);
  if (await known?.pushManager.getSubscription()) say("on");
}

if (box) void begin(box);
export {};
