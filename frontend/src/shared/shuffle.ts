/** undercut-shuffle/1 in the browser, byte for byte, and the check of a deal's record. It has its own SHA-256, because
 *  `crypto.subtle` does not exist on plain http. */

const K = new Uint32Array(64),
  START = new Uint32Array(8);
for (let n = 2, found = 0; found < 64; n++) {
  if (Array.from({ length: n }, (_, i) => i).some((i) => i > 1 && n % i === 0)) continue;
  if (found < 8) START[found] = (Math.sqrt(n) % 1) * 2 ** 32;
  K[found++] = (Math.cbrt(n) % 1) * 2 ** 32;
}

/** SHA-256 (FIPS 180-4). */
export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64),
    out = new Uint8Array(32);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer),
    state = START.slice(),
    w = new Uint32Array(64);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = view.getUint32(at + 4 * i);
        continue;
      }
      const a = w[i - 15]!,
        b = w[i - 2]!;
      w[i] =
        w[i - 16]! +
        (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) +
        w[i - 7]! +
        (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => {
      state[i]! += x;
    });
  }
  state.forEach((x, i) => new DataView(out.buffer).setUint32(4 * i, x));
  return out;
}

/** HMAC-SHA256 (RFC 2104) with a key of at most 64 bytes. */
export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const pad = (by: number): Uint8Array => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ by);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), data))));
}

export const text = (value: string): Uint8Array => new TextEncoder().encode(value);
export const hex = (data: Uint8Array): string => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytes = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => {
    all.set(part, at);
    return at + part.length;
  }, 0);
  return all;
}

function number(value: number, size: number): Uint8Array {
  const out = new Uint8Array(size);
  new DataView(out.buffer).setUint32(size - 4, value);
  return out;
}

type Part = string | Uint8Array;
const withLengths = (parts: Part[]): Uint8Array =>
  joined(
    ...["undercut-shuffle/1", ...parts].flatMap((part) => {
      const data = typeof part === "string" ? text(part) : part;
      return [number(data.length, 4), data];
    }),
  );

/** H: SHA-256 over the tag and the parts, each with its length before it. */
export const digest = (...parts: Part[]): Uint8Array => sha256(withLengths(parts));

/** Step 6: the stream of 32-bit words of a key, as fair numbers below a limit. */
export function stream(key: Uint8Array): (limit: number) => number {
  let block: DataView = new DataView(new ArrayBuffer(0)),
    at = 0,
    n = 0;
  const word = (): number => {
    if (at === block.byteLength) {
      block = new DataView(hmac(key, joined(text("stream"), number(n++, 8))).buffer);
      at = 0;
    }
    return block.getUint32((at += 4) - 4);
  };
  return (limit) => {
    for (;;) {
      const w = word();
      if (w < 2 ** 32 - (2 ** 32 % limit)) return w % limit;
    }
  };
}

export interface Context {
  attempt: number;
  board: number;
  deal: number;
  dealer: number;
  mode: string;
  pack: string;
  seats: string[];
  table: string;
  tournament: string;
}

/** Steps 5-7: the numbers of the cards in dealing order, and the stream behind them. */
export function deck(
  ctx: string,
  secret: Uint8Array,
  entropies: Uint8Array[],
  cut: number,
): { cards: number[]; below: (limit: number) => number } {
  const size = 4 * (JSON.parse(ctx) as Context).pack.length;
  const below = stream(hmac(secret, withLengths(["key", ctx, ...entropies])));
  const cards = Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = below(i + 1);
    [cards[i], cards[j]] = [cards[j]!, cards[i]!];
  }
  return { cards: [...cards.slice(cut), ...cards.slice(0, cut)], below };
}

/** Step 9: the eight hex digits that all screens show. */
export const code = (
  ctx: string,
  commitment: string,
  bound: Uint8Array[],
  entropies: Uint8Array[],
  cut: number,
): string => hex(digest("transcript", ctx, bytes(commitment), ...bound, ...entropies, String(cut))).slice(0, 8);

/** Every order of CDHS, as words in a dictionary. */
function renaming(n: number): string {
  let left = [..."CDHS"],
    found = "";
  for (const size of [6, 2, 1, 1]) {
    const at = Math.floor(n / size);
    n %= size;
    found += left[at];
    left = left.filter((_, i) => i !== at);
  }
  return found;
}

export interface Proof {
  ctx: string;
  secret: string;
  commitment: string;
  commitments: string[];
  entropies: string[];
  cut: number;
  house: number[];
  code: string;
  chain: { before: string; head: string };
  aborted: { secret: string; commitment: string }[];
  at: string[];
  of?: [string, number];
  suits?: string;
}
interface Told {
  e: string;
  card?: string | null;
  from?: string;
  upcard?: string | null;
}
export interface Checked {
  table: string;
  deal: number;
  board?: number;
  deck: string[];
  steps: { event: Told; hands: Record<string, string[]> }[];
  shuffle: Proof;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Everything that can be checked in a deal's record, each with whether it holds; the names are keys of the page's
 *  words. */
export function checks(record: Checked): [name: string, right: boolean][] {
  const { shuffle: proof, steps } = record;
  const ctx = JSON.parse(proof.ctx) as Context,
    seats = ctx.seats.length,
    players = ctx.mode === "players";
  const tries = [...proof.aborted, proof],
    entropies = proof.entropies.map(bytes),
    secret = bytes(proof.secret);
  const order = ctx.seats.map((_, k) => (ctx.dealer + k) % seats),
    who = players ? order : [];
  const of = [...(proof.of ?? [record.table, record.deal]), record.board ?? 0, tries.length];
  const truth = tries.map((one, n) =>
    hex(digest("server", proof.ctx.replace(`"attempt":${tries.length},`, `"attempt":${n + 1},`), bytes(one.secret))),
  );
  const free = who.slice(0, -1).filter((place) => !proof.house.includes(place));
  const bound = free.map((place) =>
    digest("player", String(place), proof.ctx, entropies[order.indexOf(place)] ?? new Uint8Array()),
  );
  const fixed = who.every(
    (place, k) =>
      !proof.house.includes(place) || hex(digest("house", String(place), proof.ctx, secret)) === proof.entropies[k],
  );
  const kept =
    fixed &&
    entropies.length === who.length &&
    same(
      proof.house,
      who.filter((place) => proof.house.includes(place)),
    );
  const { cards, below } = deck(proof.ctx, secret, entropies, proof.cut),
    suits = proof.suits ?? "CDHS";
  const named = cards.map((card) => ctx.pack[card % ctx.pack.length]! + suits[Math.floor(card / ctx.pack.length)]!);
  const hands = Object.entries(steps[0]!.hands).filter(([, held]) => held.length),
    top = hands.reduce((sum, [, held]) => sum + held.length, 0);
  const dealt = [...order.slice(1), order[0]!].map(
    (place, k) =>
      [
        proof.at[place],
        named
          .slice(0, top)
          .filter((_, at) => at % seats === k)
          .sort(),
      ] as const,
  );
  const shown = Object.fromEntries(hands.map(([seat, held]) => [seat, [...held].sort()]));
  const events = steps.map((step) => step.event),
    up = events[0]!.upcard;
  const drawn = events
    .filter((event) => event.e === "turned" || (event.e === "drew" && event.from === "stock"))
    .map((event) => event.card);
  const next = [...(up ? [up] : []), ...drawn];
  return [
    ["deal", same(of, [ctx.table, ctx.deal, ctx.board, ctx.attempt])],
    [
      "server",
      same(
        truth,
        tries.map((one) => one.commitment),
      ),
    ],
    ["chain", hex(digest("link", bytes(proof.chain.before), proof.ctx, bytes(truth.at(-1)!))) === proof.chain.head],
    ["players", kept && same(bound.map(hex), proof.commitments)],
    ["code", proof.code === code(proof.ctx, truth.at(-1)!, bound, entropies, proof.cut)],
    ["deck", (suits === "CDHS" || suits === renaming(below(24))) && same(named, record.deck)],
    [
      "hands",
      proof.at.length === seats &&
        dealt.length === hands.length &&
        dealt.every(([seat, held]) => same(held, shown[seat ?? ""])),
    ],
    ["draws", same(next, named.slice(top, top + next.length))],
  ];
}
