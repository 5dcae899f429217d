/** <table-end>: the summary of a finished match (luck, rating, turning point, one thing to learn), as the site sends
 *  it. While something is still being computed it asks again, and also when the page becomes visible again. */

const POLL = 3000;
const PATIENCE = 15 * 60_000;

class TableEnd extends HTMLElement {
  private readonly since = performance.now();
  private readonly seen = (): void => void this.ask();
  /** The button that asks for an analysis; its answer is the same part with more progress. */
  private readonly sent = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.ask({ method: "POST", body: new FormData(event.target as HTMLFormElement) });
  };
  private shown = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    document.addEventListener("visibilitychange", this.seen);
    this.addEventListener("submit", this.sent);
    void this.ask();
  }

  disconnectedCallback(): void {
    document.removeEventListener("visibilitychange", this.seen);
    this.removeEventListener("submit", this.sent);
    clearTimeout(this.timer);
  }

  private async ask(how: RequestInit = {}): Promise<void> {
    clearTimeout(this.timer);
    const at = this.closest<HTMLElement>("gin-table")?.dataset["end"];
    if (!at) return;
    let waits = true;
    if (!document.hidden) {
      const said = await fetch(at, how).then((answer) => (answer.ok ? answer.text() : null), () => null);
      if (said !== null && said !== this.shown) this.innerHTML = this.shown = said;
      this.toggleAttribute("data-bare", said !== null && this.querySelector("dl > *") === null);
      waits = said === null || this.querySelector("[data-waits]") !== null;
    }
    if (waits && this.isConnected && performance.now() - this.since < PATIENCE)
      this.timer = setTimeout(() => void this.ask(), POLL);
  }
}

customElements.define("table-end", TableEnd);
