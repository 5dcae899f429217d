/** The way to open the chat: the chip in the head of the table, and the key `/`. The chat itself (chat.ts) is loaded
 *  when somebody opens it, or once something has been said. */

import { fetched, lostAt } from "../shared/fetching/fetched";
import type { GinTable } from "../shared/table/gin-table";

void customElements.whenDefined("gin-table").then(async () => {
  const table = document.querySelector<GinTable>("gin-table"),
    { chat, heard } = table?.dataset ?? {};
  if (!table || !chat) return;
  let coming = false;
  const chunk = fetched(
    chat,
    () => null,
    () => {
      coming = false;
      lostAt(table)();
    },
  );
  const come = (use?: () => void): void => {
    coming = true;
    void chunk(use);
  };
  const told = table.told.bind(table);
  table.told = (frame) => {
    if ((frame.k === "said" || frame.k === "silence") && !coming) come(() => table.told(frame));
    else told(frame);
  };
  await table.updateComplete;
  const chip = table.querySelector<HTMLElement>(".gt-chat-chip")!;
  chip.addEventListener("click", () => {
    if (!coming) come(() => chip.click());
  });
  table.addEventListener("keydown", (event) => {
    if (
      event.key !== "/" ||
      event.ctrlKey ||
      event.metaKey ||
      (event.target as Element).closest("dialog, input, select, textarea")
    )
      return;
    event.preventDefault();
    chip.click();
  });
  if (heard || localStorage.getItem("undercut.chat")) come();
});
