/** A small graph of who is ahead, on top of the side panel, for watchers who see both hands. The server computes the
 *  figures from what these watchers have been shown (games/live/audience/course.py); this only draws them. It stands
 *  beside <gin-table>, which does not know about it. */

import { el } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";
import type { Seat, Stage } from "../shared/table-view";
import { bars, inWords, line, reach, room, stands } from "./course";

const SVG = "http://www.w3.org/2000/svg";

function drawn(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

export class Course {
  private readonly box = el("section", { class: "panel deal-course", "aria-labelledby": "deal-course-title" });
  private readonly now = el("p", { class: "dc-now" });
  private readonly field = el("div", { class: "dc-field" });
  private readonly steps = el("ol", { tabindex: "0" });
  private shown: readonly Stage[] | undefined;

  constructor(private readonly table: GinTable) {
    const { words } = table;
    this.steps.setAttribute("aria-label", words.t("course.steps"));
    this.box.append(
      el("h2", { id: "deal-course-title" }, words.t("course.title")),
      this.now,
      this.field,
      el("details", {}, el("summary", {}, words.t("course.steps")), el("p", {}, words.t("course.how")), this.steps),
    );
    table.addController({ hostUpdated: () => this.draw() });
    table.requestUpdate();
  }

  private readonly name = (seat: Seat): string => this.table.names[seat];

  private draw(): void {
    const { course } = this.table.view,
      side = this.table.querySelector(".gt-side");
    this.table.toggleAttribute("data-course", !!course?.length);
    if (!course?.length || !side) return this.box.remove();
    if (side.firstElementChild !== this.box) side.prepend(this.box);
    if (course === this.shown) return;
    this.shown = course;
    const { words, say } = this.table;
    this.now.textContent = stands(course[course.length - 1]!, words, this.name);
    this.field.replaceChildren(this.side("B"), this.graph(course), this.side("A"));
    this.steps.replaceChildren(
      ...course.map((stage) => {
        const [play, figure] = line(stage, say, this.name);
        return el("li", {}, `${play} `, el("b", {}, figure));
      }),
    );
  }

  private side(seat: Seat): HTMLElement {
    return el("span", { class: `dc-side ${seat.toLowerCase()}`, "aria-hidden": "true" }, this.name(seat));
  }

  private graph(course: readonly Stage[]): SVGElement {
    const most = reach(course),
      found = drawn("svg", {
        viewBox: `0 ${-most} ${room(course)} ${2 * most}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": inWords(course, this.table.words, this.name),
      });
    for (const { x, y, height, seat } of bars(course))
      if (height) found.append(drawn("rect", { x, y, width: 1, height, class: seat.toLowerCase() }));
    found.append(drawn("line", { x1: 0, x2: room(course), y1: 0, y2: 0, "vector-effect": "non-scaling-stroke" }));
    return found;
  }
}

for (const table of document.querySelectorAll<GinTable>("gin-table"))
  void customElements.whenDefined("gin-table").then(() => new Course(table));
