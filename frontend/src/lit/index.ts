/** The parts of Lit that the islands use, bundled once: every island imports "lit", and the browser loads this file for
 *  all of them. */

export { html, LitElement, nothing, svg } from "lit";
export { repeat } from "lit/directives/repeat.js";
