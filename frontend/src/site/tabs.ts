/** Rows of tabs that are wider than the screen: they scroll to the present tab, and fade where more of them follow. */

const ROUNDING = 2;

function fade(tabs: HTMLElement): void {
  const left = tabs.scrollLeft > ROUNDING ? "start" : "";
  const right = tabs.scrollLeft + tabs.clientWidth < tabs.scrollWidth - ROUNDING ? "end" : "";
  tabs.dataset["more"] = `${left} ${right}`.trim();
}

/** Only the row is scrolled; the page stays where it is. */
function begin(tabs: HTMLElement): void {
  const current = tabs.querySelector("[aria-current]")?.getBoundingClientRect();
  const row = tabs.getBoundingClientRect();
  if (current) tabs.scrollLeft += current.left + current.width / 2 - row.left - row.width / 2;
  fade(tabs);
}

export function runTabs(): void {
  const rows = document.querySelectorAll<HTMLElement>(".tabs, nav.side-nav");
  const widths = new ResizeObserver((seen) => seen.forEach(({ target }) => fade(target as HTMLElement)));
  rows.forEach((tabs) => {
    begin(tabs);
    tabs.addEventListener("scroll", () => fade(tabs), { passive: true });
    widths.observe(tabs);
  });
}
