// Plays brackets of brackets-manager to the end and prints who met whom: tests/data/brackets/reference.json.
// By hand only; how to run it stands in tests/data/brackets/README.md.
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");

// Who wins: the better seed; or, with upsets, the worse one whenever the two seeds sum to a multiple of three.
const RULES = {
  favourites: (a, b) => a < b,
  upsets: (a, b) => (a + b) % 3 === 0 ? a > b : a < b,
};

async function played(n, type, settings, wins) {
  const db = new InMemoryDatabase();
  const manager = new BracketsManager(db);
  let size = 2;
  while (size < n) size *= 2;
  const seeding = Array.from({ length: size }, (_, k) => (k < n ? String(k + 1) : null));
  await manager.create.stage({ tournamentId: 0, name: "cup", type, seeding, settings });
  for (;;) {
    const ready = (await db.select("match")).filter((match) => match.status === 2);
    if (!ready.length) break;
    const { id, opponent1, opponent2 } = ready[0];
    const first = wins(opponent1.id + 1, opponent2.id + 1);
    await manager.update.match({
      id,
      opponent1: first ? { result: "win" } : {},
      opponent2: first ? {} : { result: "win" },
    });
  }
  return written(await db.select("match"), await db.select("round"), await db.select("group"));
}

// One line a round: "group.round: match:first-second …", without the matches that nobody played.
function written(matches, rounds, groups) {
  const lines = {};
  for (const match of matches) {
    const { opponent1, opponent2 } = match;
    if (opponent1?.id == null || opponent2?.id == null || !(opponent1.result || opponent2.result)) continue;
    const round = rounds.find((one) => one.id === match.round_id);
    const group = groups.find((one) => one.id === round.group_id);
    const key = `${group.number}.${round.number}`;
    (lines[key] ??= []).push(`${match.number}:${opponent1.id + 1}-${opponent2.id + 1}`);
  }
  return Object.fromEntries(Object.entries(lines).map(([key, line]) => [key, line.join(" ")]));
}

async function main() {
  const found = {};
  for (let n = 4; n <= 64; n++) {
    for (const [rule, wins] of Object.entries(RULES)) {
      for (const [type, settings] of [
        ["single_elimination", { seedOrdering: ["inner_outer"], consolationFinal: true }],
        ["double_elimination", { grandFinal: "double" }],
      ]) {
        try {
          ((found[type] ??= {})[rule] ??= {})[n] = await played(n, type, settings, wins);
        } catch (error) {
          console.error(`${type} ${rule} ${n}: ${error.message}`);
        }
      }
    }
  }
  console.log(JSON.stringify(found, null, 1));
}

main();
