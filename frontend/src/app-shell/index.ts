/** The site as an app: registers its worker for people who play here, offers to put it on the home screen, and lists on
 *  the page without a connection what this phone keeps. */

import { appWorker, canHaveWorker, isInstalled } from "../shared/fetching/app-worker";
import { SHEETS } from "../shared/fetching/page-copy";
import { SLIPS } from "../shared/fetching/kept-result";

/** What Chromium fires before it would offer to install the site. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

const isKnown = !!document.querySelector("link[rel=manifest][data-known]");

function register(): void {
  if (canHaveWorker() && (isKnown || isInstalled())) void appWorker().catch(() => undefined);
}

/** Shows the button of the page, if it has one, while the browser offers to install. */
function offer(event: Event): void {
  const button = document.querySelector<HTMLButtonElement>("[data-install]");
  if (!button) return;
  event.preventDefault();
  button.hidden = false;
  button.onclick = () => {
    button.hidden = true;
    void (event as Offer).prompt();
  };
}

/** On the page without a connection: score sheets that open all the same, and results that are not sent. */
async function list(box: HTMLElement): Promise<void> {
  const sheets = "caches" in window ? (await caches.keys()).filter((name) => name.startsWith(`${SHEETS} `)) : [];
  for (const name of sheets) {
    const link = document.createElement("a");
    link.href = name.slice(SHEETS.length + 1);
    link.textContent = box.dataset["sheet"] ?? "";
    add(box, link);
  }
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(SLIPS))) {
    const { words } = JSON.parse(localStorage.getItem(key) ?? "{}") as { words?: string };
    if (words) add(box, `${box.dataset["slip"] ?? ""} ${words}`);
  }
}

function add(box: HTMLElement, what: Node | string): void {
  const line = document.createElement("li");
  line.append(what);
  box.append(line);
  box.closest<HTMLElement>("[hidden]")?.removeAttribute("hidden");
}

const box = document.querySelector<HTMLElement>("[data-kept-here]");
if (box) {
  void list(box);
  window.addEventListener("online", () => location.reload());
}
window.addEventListener("beforeinstallprompt", offer);
if (document.readyState === "complete") register();
else window.addEventListener("load", register);
