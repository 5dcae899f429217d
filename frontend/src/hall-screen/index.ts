/** The hall screen: a clock that runs on, panes in turn and page by page, and a stamp of what was last received. */

const TURN = 8_000;

function two(n: number): string {
  return String(n).padStart(2, "0");
}

function figures(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Runs every second; it looks the region up again, because htmx may have swapped it. */
export function tick(clock: HTMLElement | null, now: number): void {
  if (!clock) return;
  const { until, since, over } = clock.dataset;
  if (since) clock.textContent = figures(Math.max(0, Math.floor(now / 1000) - Number(since)));
  if (!until) return;
  const left = Number(until) - Math.floor(now / 1000);
  clock.classList.toggle("soon", left > 0 && left <= 300);
  clock.classList.toggle("over", left <= 0 && over !== undefined);
  clock.textContent = left > 0 ? figures(left) : (over ?? "0:00");
}

/** Shows the next page of the pane, or the next pane after its last page. */
function turn(state: { pane: number }): void {
  const panes = [...document.querySelectorAll<HTMLElement>(".hall-pane")];
  if (!panes.length) return;
  const current = panes[state.pane % panes.length] as HTMLElement;
  const isShown = current.classList.contains("current");
  const step = current.clientHeight * 0.9;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  if (isShown && current.scrollTop + current.clientHeight < current.scrollHeight - 4) {
    current.scrollBy({ top: step, behavior });
    return;
  }
  if (isShown) state.pane = (state.pane + 1) % panes.length;
  show(panes, state.pane);
  if (isShown) panes[state.pane]?.scrollTo({ top: 0, behavior: "instant" });
}

function show(panes: HTMLElement[], chosen: number): void {
  panes.forEach((pane, place) => pane.classList.toggle("current", place === chosen % panes.length));
}

function stamp(isLost: boolean, at: Date): void {
  const line = document.getElementById("hall-stamp");
  if (!line) return;
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  line.textContent = `${(isLost ? line.dataset["lost"] : line.dataset["asOf"]) ?? ""} ${time}`;
  line.classList.toggle("lost", isLost);
}

function start(): void {
  const state = { pane: 0 };
  let received = new Date();
  let scrolled = 0;
  const clock = (): void => tick(document.querySelector<HTMLElement>(".hall-clock"), Date.now());
  const shown = (): HTMLElement | null => document.querySelector<HTMLElement>(".hall-pane.current");
  document.querySelector(".page.hall")?.classList.add("turning");
  show([...document.querySelectorAll<HTMLElement>(".hall-pane")], 0);
  clock();
  stamp(false, received);
  setInterval(clock, 1000);
  setInterval(() => turn(state), TURN);
  document.addEventListener("htmx:beforeSwap", () => {
    scrolled = shown()?.scrollTop ?? 0;
  });
  document.addEventListener("htmx:afterSwap", () => {
    show([...document.querySelectorAll<HTMLElement>(".hall-pane")], state.pane);
    shown()?.scrollTo({ top: scrolled, behavior: "instant" });
    clock();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const status = (event as CustomEvent<{ xhr: XMLHttpRequest }>).detail.xhr.status;
    const isLost = status === 0 || status >= 400;
    if (!isLost) received = new Date();
    stamp(isLost, received);
  });
  window.addEventListener("offline", () => stamp(true, received));
}

if (typeof document !== "undefined") start();
