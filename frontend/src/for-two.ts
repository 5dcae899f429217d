/** The island of a table of two: <gin-table>. */

import { GinTable } from "./gin-table";

customElements.define("gin-table", GinTable);
