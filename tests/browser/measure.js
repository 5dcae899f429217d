/* For test_table_fits.py: draws prepared views in the frame of a page, at any size, and says what does not fit. */
window.drawn = class {
  constructor() {
    this.frame = document.querySelector("iframe");
  }

  /** Opens the page of a game. Nobody answers at its socket. */
  async open(path) {
    await new Promise((ready) => {
      this.frame.onload = ready;
      this.frame.src = path;
    });
    this.page = this.frame.contentDocument;
    this.table = this.page.querySelector("gin-table");
    await this.frame.contentWindow.customElements.whenDefined("gin-table");
    await this.table.updateComplete;
  }

  /** Shows a view, and what has happened at the table with it. */
  async show(frame, state) {
    const { table } = this,
      letters = Object.keys(table.people),
      others = letters.filter((one) => one !== table.me);
    Object.assign(table, { picked: [], drafting: null, note: "", presence: null, next: null, active: true });
    table.state("open", "");
    table.changed([], frame.view, frame.clk, true);
    if (state === "away" || state === "left") {
      const grace = Object.fromEntries(others.map((one) => [one, state === "away" ? 42 : 0]));
      table.told({ k: "pres", ...Object.fromEntries(others.map((one) => [one, "gone"])), grace });
    }
    if (state === "tab") table.told({ k: "seat", active: false });
    if (state === "lost") table.state("lost", "");
    if (frame.view.phase === "done" && !frame.view.over) table.told({ k: "next", in_ms: 12000, ready: [] });
    if (state === "chosen") table.choose(table.order.at(-1));
    if (state === "draft") table.verb("u")?.click();
    table.requestUpdate();
    await table.updateComplete;
    if (state === "ruling") {
      table.remark(table.words.t("why.deadwood", { deadwood: 16, limit: 10 }), ".gt-card:last-child");
      await table.updateComplete;
    }
  }

  /** What is wrong at this size, in words; empty: all fits. */
  measure([width, height], wanted) {
    const { frame, page, table } = this,
      view = page.defaultView;
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
    const said = [],
      all = (css) => [...table.querySelectorAll(css)].filter((one) => one.getClientRects().length),
      box = (one) => one.getBoundingClientRect(),
      named = (one) => `${(one.getAttribute("class") || one.localName).split(" ").slice(0, 2).join(".")}` +
        ` “${one.textContent.trim().replace(/\s+/g, " ").slice(0, 28)}”`,
      at = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");
    const hidden = (one) => !!one.closest(".visually-hidden") || // kept for those who hear the page
      !!table.querySelector(".gt-result") && !!one.closest(".gt-status, .gt-foot");
    if (view.innerWidth !== width) said.push(`the window is ${view.innerWidth} wide`);
    const root = page.documentElement;
    if (root.scrollHeight > height) said.push(`the page scrolls: ${root.scrollHeight} high`);
    if (root.scrollWidth > width) said.push(`the page scrolls: ${root.scrollWidth} wide`);
    const felt = table.querySelector(".felt"),
      edge = box(felt);
    if (felt.scrollHeight > felt.clientHeight + 1) said.push(`the felt holds ${felt.scrollHeight} in ${felt.clientHeight}`);

    // what must lie apart from each other
    const units = all(`.gt-head > *, .felt .gt-seat, .gt-pile, .gt-stack p, .gt-coin, .felt > .gt-status, .gt-verb,
      .gt-sort-open, .gt-sort .chip-button, .gs-boards, .gs-queue, .felt > .gt-table .gt-meld, .gt-claim, .gt-thrown,
      .gt-wait .button, .gt-result > h2, .gt-open > p, .gt-slip, .gt-ways, .gt-next, .gt-pick,
      .gt-law`).filter((one) => one.closest(".felt") && !hidden(one));
    for (const card of all(".gt-cards .gt-card")) units.push(card);
    for (const line of all(".gt-cards .gt-bracket b")) units.push(line);
    const boxes = units.map((one) => [one, box(one)]);
    for (const [one, its] of boxes) {
      if (its.left < -1 || its.top < -1 || its.right > width + 1 || its.bottom > height + 1)
        said.push(`outside: ${named(one)} ${at(its)}`);
      else if (its.bottom > edge.bottom + 1 || its.right > edge.right + 1) said.push(`off the felt: ${named(one)} ${at(its)}`);
    }
    boxes.forEach(([one, a], n) => {
      for (const [two, b] of boxes.slice(n + 1)) {
        if (one.contains(two) || two.contains(one)) continue;
        if (one.matches(".gt-card") && two.matches(".gt-card")) continue;
        if (one.matches(".gt-pick") && two.matches(".gt-pick")) continue;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left),
          high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 2) said.push(`overlap: ${named(one)} ${at(a)} / ${named(two)} ${at(b)}`);
      }
    });

    // words that are cut
    const texts = all(`.felt :is(.gt-name strong, .gt-rating, .gt-points, .gt-points *, .gt-clock, .gt-chips, .chip,
      .badge, .cluster, .gt-status, .gt-status span, .gt-verb, .gt-stack p, .gt-coin, .chip-button, .gt-bracket b,
      .gs-boards p, .gs-queue *, .gt-result h2, .gt-slip li, .gt-slip span, .gt-ways dt, .gt-next p, .button, .gt-open p)`);
    for (const one of texts) {
      if (hidden(one) || one.closest(".gt-cards .gt-card")) continue;
      const style = view.getComputedStyle(one),
        cuts = style.overflowX !== "visible" || one.matches("button, .button");
      if (cuts && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2) && one.clientWidth)
        said.push(`cut: ${named(one)} ${one.scrollWidth}×${one.scrollHeight} in ${one.clientWidth}×${one.clientHeight}`);
      const paper = one.closest(".gt-slip");
      if (paper && paper.scrollHeight > paper.clientHeight + 1) continue; // the paper alone may scroll
      const range = page.createRange();
      for (const node of one.childNodes) {
        if (node.nodeType !== 3 || !node.data.trim()) continue;
        range.selectNodeContents(node);
        const its = range.getBoundingClientRect(),
          around = one.closest(".gt-seat, .gt-verb, .gt-status, .gt-head, .gs-boards, .gs-queue, .gt-slip, .button");
        const room = around ? box(around) : { left: 0, top: 0, right: width, bottom: height };
        if (its.left < room.left - 2 || its.right > room.right + 2 || its.top < room.top - 3 || its.bottom > room.bottom + 3)
          said.push(`out of its place: ${named(one)} ${at(its)} in ${at(room)}`);
      }
    }

    // cards
    const hand = all(".gt-cards .gt-card");
    if (hand.length && wanted) {
      const card = box(hand.at(-1).querySelector("svg")).width;
      if (card < wanted.card - 0.6) said.push(`a card of the hand is ${Math.round(card)} wide, not ${wanted.card}`);
      const narrow = Math.min(...hand.map((one) => box(one).width));
      if (narrow < wanted.strip - 0.6) said.push(`of a card in the hand ${Math.round(narrow)} are seen, not ${wanted.strip}`);
      for (const pile of all(".gt-centre .gt-pile .card"))
        if (box(pile).width < wanted.pile - 0.6) said.push(`a card of a pile is ${Math.round(box(pile).width)}, not ${wanted.pile}`);
    }

    // a hand without groups that lies in one line is one fan: of every covered card the same is seen
    const plain = all(".gt-cards .gt-run.plain .gt-card").map(box);
    if (new Set(plain.map(({ top }) => Math.round(top))).size === 1) {
      const seen = plain.slice(1).map(({ left }, n) => left - plain[n].left);
      if (Math.max(...seen) - Math.min(...seen) > 2) said.push(`of the cards of one fan ${seen.map(Math.round)} are seen`);
    }
    // a slip with the hands of two shows all that stands on it
    for (const one of all(".gt-slip"))
      if (all(".gt-open").length < 3 && one.scrollHeight > one.clientHeight + 1)
        said.push(`the slip scrolls: ${one.scrollHeight} in ${one.clientHeight}`);
    // on a phone a verb that is alone has the whole bar
    for (const bar of width < 640 ? all(".gt-bar") : []) {
      const verbs = [...bar.children].filter((one) => one.getClientRects().length);
      if (verbs.length === 1 && box(bar).width - box(verbs[0]).width > 2)
        said.push(`beside the one verb ${named(verbs[0])} are ${Math.round(box(bar).width - box(verbs[0]).width)} empty`);
    }
    // on a phone the way to the next deal lies at the foot, where the verbs of a deal lie
    const next = table.querySelector(".gt-result > .gt-next"),
      cut = box(table.querySelector(".felt > deal-shuffle"));
    if (next && width < 640 && edge.bottom - cut.height - box(next).bottom > 40)
      said.push(`under the next deal are ${Math.round(edge.bottom - cut.height - box(next).bottom)} empty`);
    return [...new Set(said)];
  }
};
