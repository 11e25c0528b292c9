// Makes puzzles/GAME.jsonl: node tools/puzzles.mjs [--games N] [--seeds N] GAME/SCENARIO.. plays games of unequal opponents, looks for puzzles
// (`salient puzzles`), looks at each again with another seed, and keeps those that hold. SALIENT names the program.
// node tools/puzzles.mjs --from FILE takes what was found before. A puzzle that is there already is not written twice.
// node tools/puzzles.mjs --weed takes out those that do not hold by today's rules and scripts (`salient puzzles --check`).
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), ".."),
  program = process.env.SALIENT ?? join(root, "build/salient"),
  folder = join(root, "puzzles"),
  bots = [
    ["planner:300n", "planner:300n"],
    ["planner:300n", "greedy"],
    ["greedy", "planner:300n"],
  ];

// A whole game by engine lines; gives its journal.
async function play(name, seed) {
  const [game, scenario] = name.split("/"),
    [german, soviet] = bots[seed % bots.length],
    engine = spawn(program, ["engine"], { stdio: ["pipe", "pipe", "inherit"] }),
    lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const ask = async (doc) => {
    engine.stdin.write(`${JSON.stringify(doc)}\n`);
    return JSON.parse((await lines.next()).value);
  };
  let now = await ask({ cmd: "new", game, scenario, seed });
  while (now.ok && now.to_move?.length) {
    const side = now.to_move[0],
      { action } = await ask({
        cmd: "think",
        side,
        bot: side === "german" ? german : soviet,
      });
    now = await ask({ cmd: "do", side, action });
  }
  const { journal } = await ask({ cmd: "save" });
  engine.stdin.end();
  return journal;
}
function look(file, out, ...more) {
  execFileSync(program, ["puzzles", file, "-o", out, "--jobs", "1", ...more]);
  return readFileSync(out, "utf8").split("\n").filter(Boolean).map(JSON.parse);
}
// The journal without numbers and checks: what still holds when data files change.
function told(journal) {
  const body = journal.slice(journal.indexOf("\n---\n") + 5);
  return body
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [head, dice] = line.split(" | ");
      return `${head.replace(/^\d+ /, "").replace(/^(german|soviet)\*/, "$1")} | ${dice.replace(/\|.*/, "").trim()}`.trim();
    });
}
// Harder: more choices, a smaller gap, fewer of them right. A guess of what a solver of even strength is rated.
const rating = (p) =>
  Math.round(
    Math.max(
      700,
      Math.min(
        2300,
        1250 +
          320 * Math.log2(p.ways.length / p.best.length / 5) -
          1500 * (p.gap - 0.15),
      ),
    ),
  );
const fileOf = (p) => join(folder, `${p.game}.jsonl`);
const kept = (p) =>
  existsSync(fileOf(p))
    ? readFileSync(fileOf(p), "utf8")
        .split("\n")
        .filter(Boolean)
        .map(JSON.parse)
    : [];
function keep(p) {
  const lines = told(p.journal),
    there = kept(p);
  if (there.some((x) => x.lines.join() === lines.join())) return false;
  mkdirSync(folder, { recursive: true });
  const {
      journal: _journal,
      again: _again,
      from: _from,
      v,
      game,
      scenario,
      turn,
      side,
      best,
      second,
      gap,
      error,
      ways,
    } = p,
    // a number is not given twice while a later one is there: players' ratings know puzzles by it
    last = Math.max(0, ...there.map((x) => Number(x.id.split("-").at(-1)))),
    id = `${game}-${last + 1}`;
  const doc = {
    v,
    id,
    game,
    scenario,
    turn,
    side,
    rating: rating(p),
    best,
    second,
    gap,
    error,
    ways,
    lines,
  };
  appendFileSync(fileOf(p), `${JSON.stringify(doc)}\n`);
  return true;
}

// Those that do not hold any more leave the file.
function weed(file) {
  const { stdout } = spawnSync(
      program,
      ["puzzles", "--check", file, "--jobs", "1"],
      { encoding: "utf8" },
    ),
    holds = new Set(
      [...stdout.matchAll(/^(\S+): holds/gm)].map((found) => found[1]),
    ),
    lines = readFileSync(file, "utf8").split("\n").filter(Boolean),
    good = lines.filter((line) => holds.has(JSON.parse(line).id));
  writeFileSync(file, good.map((line) => `${line}\n`).join(""));
  console.log(`${file}: ${good.length} of ${lines.length} hold`);
}

const words = process.argv.slice(2),
  option = (name, or) => {
    const at = words.indexOf(name);
    return at < 0 ? or : words.splice(at, 2)[1];
  },
  from = option("--from"),
  most = Number(option("--games", 12)),
  seeds = Number(option("--seeds", 60));
if (from) {
  let n = 0;
  for (const line of readFileSync(from, "utf8").split("\n").filter(Boolean))
    n += keep(JSON.parse(line));
  console.log(`${n} puzzles added`);
}
const weeds = words.indexOf("--weed");
if (weeds >= 0) {
  words.splice(weeds, 1);
  for (const name of readdirSync(folder)) weed(join(folder, name));
}
const dir = mkdtempSync(join(tmpdir(), "salient-puzzles-"));
for (const name of words) {
  let n = 0;
  for (let seed = 1; seed <= seeds && n < most; seed++) {
    const file = join(dir, "game.journal");
    writeFileSync(file, await play(name, seed));
    for (const p of look(file, join(dir, "found"))) {
      const again = look(
        file,
        join(dir, "again"),
        "--line",
        String(p.line),
        "--seed",
        "777",
      );
      if (
        again.length &&
        p.best.every((a) => again[0].best.includes(a)) &&
        keep(p)
      )
        n++;
    }
    console.log(`${name}, game ${seed}: ${n} puzzles`);
  }
}
