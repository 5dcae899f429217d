/** The way to the talk (T19): a chip in the head of the table and the key `/`. The talk itself (chat.ts) comes when somebody opens it, or once something has been said. */

import { button } from "./elements";
import type { GinTable } from "./gin-table";

void customElements.whenDefined("gin-table").then(() => {
  const table = document.querySelector<GinTable>("gin-table"), { chat, heard } = table?.dataset ?? {};
  if (!table || !chat) return;
  let coming: Promise<unknown> | undefined;
  const come = (): Promise<unknown> => coming ??= import(chat);
  const chip = button({ class: "button small gt-chat-chip", "aria-keyshortcuts": "/" }, table.words.t("chat.title"), () => {
    if (!coming) void come().then(() => chip.click());
  });
  const told = table.told.bind(table);
  table.told = (frame) => {
    if ((frame.k === "said" || frame.k === "silence") && !coming) void come().then(() => table.told(frame));
    else told(frame);
  };
  table.addController({ hostUpdated: () => { if (!chip.isConnected) table.querySelector(".gt-head")?.append(chip); } });
  table.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || (event.target as Element).closest("dialog, input, select, textarea")) return;
    event.preventDefault();
    chip.click();
  });
  table.requestUpdate();
  if (heard || localStorage.getItem("undercut.chat")) void come();
});
