/** The browser's part in a shuffle, without the page: what the protocol asks of its seat, and whether it is the coming
 *  shuffle. */

import { bytes, digest, hex, type Context } from "../shared/shuffle";

export type Letter = string;
export interface Asked {
  ctx: string;
  commitment: string;
  commitments: Record<Letter, string>;
  awaits: Letter[];
  others?: Letter[];
  board?: number;
}
export interface Seen {
  deal: number;
  dealer: Letter | null;
  over: boolean;
  result: { next_dealer?: Letter | null } | null;
  shuffle?: Partial<Asked> & { code?: string };
}
export interface Kept {
  ctx: string;
  commitment: string;
  entropy: string;
  cut?: number;
}
export type Wish = { do: string; [key: string]: unknown };

/** The next message that the protocol asks of a seat, with the data to keep until the deal is final; null if there is
 *  none. */
export function wish(
  asked: Asked,
  me: Letter,
  kept: Kept | null,
  chosen: number | null,
  random: (size: number) => Uint8Array,
): { wish: Wish; keep: Kept | null } | null {
  if (!asked.awaits.includes(me)) return null;
  const about = JSON.parse(asked.ctx) as Context,
    letters = Object.keys(asked.commitments),
    place = letters.indexOf(me);
  const own = kept?.ctx === asked.ctx && kept.commitment === asked.commitment ? kept : null;
  const bind = (entropy: string): string => hex(digest("player", String(place), asked.ctx, bytes(entropy)));
  if (place === (about.dealer + letters.length - 1) % letters.length) {
    const cut = own?.cut ?? chosen ?? below(4 * about.pack.length, random);
    const keep = { ctx: asked.ctx, commitment: asked.commitment, entropy: own?.entropy ?? hex(random(32)), cut };
    return { wish: { do: "cut", entropy: keep.entropy, at: cut }, keep };
  }
  if (!asked.commitments[me]) {
    const keep = { ctx: asked.ctx, commitment: asked.commitment, entropy: own?.entropy ?? hex(random(32)) };
    return { wish: { do: "commit", commitment: bind(keep.entropy) }, keep };
  }
  if (own && bind(own.entropy) === asked.commitments[me])
    return { wish: { do: "reveal", entropy: own.entropy }, keep: own };
  return { wish: { do: "lost" }, keep: null };
}

/** A fair number below a limit of at most 256. */
function below(limit: number, random: (size: number) => Uint8Array): number {
  for (;;) {
    const byte = random(1)[0]!;
    if (byte < 256 - (256 % limit)) return byte % limit;
  }
}

/** The seat or team that cuts the next deck, as far as the seats know: the one that does not deal it. */
export function cuts(me: Letter | null, view: Seen & { boards?: unknown[] }): boolean {
  const next = view.result?.next_dealer,
    side = (seat: Letter): number => (view.boards?.length ? seat.charCodeAt(0) % 2 : seat.charCodeAt(0));
  return !!me && !view.over && !!next && side(next) !== side(me) && !view.shuffle?.ctx;
}

/** The seats that the shuffle waits for, at one's own board and at the others. */
export function waits(me: Letter | null, { shuffle }: Seen): Letter[] {
  return [...(shuffle?.awaits ?? []), ...(shuffle?.others ?? [])].filter((seat) => seat !== me);
}

/** Is this the shuffle that the page expects: of this table, for the deal to come, by attempts that count up? */
export function fits(asked: Asked, table: string, view: Seen, last: Kept | null): boolean {
  const about = JSON.parse(asked.ctx) as Context;
  const before = last ? (JSON.parse(last.ctx) as Context) : null;
  const isNext = about.deal === (view.dealer === null ? 0 : view.deal + 1);
  const again = before?.deal === about.deal && last!.ctx !== asked.ctx;
  return (
    about.table === table &&
    about.board === (asked.board ?? 0) &&
    about.mode === "players" &&
    isNext &&
    (!again || about.attempt > before.attempt)
  );
}
