/** The island of a table of more than two: <gin-table> with more seats. */

import { SeatsTable } from "./more-seats";

customElements.define("gin-table", SeatsTable);
