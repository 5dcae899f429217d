/** The button with which this browser accepts notices by push: in the settings always, elsewhere (`data-ask`) only
 *  where nobody has answered yet. */

import { appWorker, canHaveWorker } from "../shared/fetching/app-worker";

const NOT_NOW = "undercut.push.not-now";
const box = document.querySelector<HTMLElement>("[data-push]");
const said = document.querySelector<HTMLElement>("[data-push-said]");

function say(what: "on" | "denied" | "failed" | "none"): void {
  if (said) said.textContent = said.dataset[what] ?? "";
}

/** The service worker, once it is active. */
async function atWork(): Promise<ServiceWorkerRegistration> {
  const registration = await appWorker();
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

async function turnOn({ push, add }: DOMStringMap): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return say("denied");
  const registration = await atWork();
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
  if (!canHaveWorker() || !("PushManager" in window)) return say("none");
  const known = await navigator.serviceWorker.getRegistration("/");
  const isOn = !!(await known?.pushManager.getSubscription());
  if ("ask" in box.dataset && (isOn || Notification.permission !== "default" || localStorage.getItem(NOT_NOW))) return;
  box.hidden = false;
  box.querySelector("button")?.addEventListener("click", () => {
    turnOn(box.dataset).catch(() => say("failed"));
  });
  box.querySelector("[data-not-now]")?.addEventListener("click", () => {
    localStorage.setItem(NOT_NOW, "1");
    box.hidden = true;
  });
  if (isOn) say("on");
}

if (box) void begin(box);
