// run.mjs MODULE PROGRAM SIGNATURE: the module plays as the program does, and each reads the other's games.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { engine } from "./module.mjs";
import { passed } from "./passed.mjs";

const [modulePath, program, signaturePath] = process.argv.slice(2),
  folder = mkdtempSync(join(tmpdir(), "salient-wasm-")),
  LINES = 40,
  MOST_BYTES = 600000,
  REVIEW_NODES = 1000,
  REVIEWED = "nullgame"; // one game is enough: a review knows none
let failed = 0;

function check(what, ok, more = "") {
  if (!ok) failed++;
  console.log(`${ok ? "ok" : "FAIL"} ${what}${ok ? "" : `: ${more}`}`);
}

function native() {
  const child = spawn(program, ["engine"], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
    waiting = [];
  createInterface({ input: child.stdout }).on("line", (l) =>
    waiting.shift()(JSON.parse(l)),
  );
  return {
    ask: (doc) =>
      new Promise((yes) => {
        waiting.push(yes);
        child.stdin.write(JSON.stringify(doc) + "\n");
      }),
    close: () => child.stdin.end(),
  };
}

// Plays some decisions of planner; returns what it chose and what the choice cost.
async function play(ask, game, scenario) {
  const chosen = [];
  await ask({ cmd: "new", game, scenario, seed: 20 });
  for (let i = 0; i < LINES; i++) {
    const { view } = await ask({ cmd: "view", side: "all" });
    if (view.over) break;
    const side = view.to_move[0],
      thought = await ask({ cmd: "think", side, bot: "planner:400n" });
    chosen.push(`${thought.action} (${thought.nodes})`);
    const done = await ask({ cmd: "do", side, action: thought.action });
    if (!done.ok)
      throw new Error(`${game}: ${thought.action}: ${done.error.text}`);
  }
  const { journal } = await ask({ cmd: "save" });
  return { chosen: chosen.join("\n"), journal };
}

// as tools/site.mjs packs it
const xz = ["--format=lzma", "--lzma1=preset=9e,lc=4,lp=0,pb=0", "-c"],
  pack = spawnSync("xz", [...xz, modulePath], { maxBuffer: 1 << 26 }),
  bytes = pack.stdout.length;
console.log(`note: ${bytes} bytes compressed`);
check(
  "the module is small enough",
  pack.status === 0 && bytes <= MOST_BYTES,
  `${bytes} bytes compressed`,
);

const heard = [],
  page = await engine(modulePath, (line) => heard.push(line)),
  desk = native(),
  want = readFileSync(signaturePath, "utf8").trim();
check(
  "the signature is the recorded one",
  `Bench: ${page.signature()}` === want,
  want,
);

const { games } = page.ask({ cmd: "hello" });
check(
  "the list of games is the same",
  JSON.stringify(games) ===
    JSON.stringify((await desk.ask({ cmd: "hello" })).games),
);
// A review in the module is the program's, also when it goes on from what an earlier run has judged.
function review(journal, file) {
  const told = ["--nodes", REVIEW_NODES, "--seed", 1, "--jobs", 1, "--json"],
    theirs = spawnSync(program, ["review", file, ...told], {
      encoding: "utf8",
      maxBuffer: 1 << 26,
    }),
    ours = page.review(journal, "", REVIEW_NODES, 1),
    judged = heard.filter((line) => line.startsWith("K"));
  check(
    "a review is the program's",
    theirs.status === 0 && ours === theirs.stdout.trim(),
    `${theirs.stderr} ${ours.slice(0, 300)}`,
  );
  check("it tells what it has judged", judged.length > 4, heard.join(" "));
  heard.length = 0;
  const half = judged.slice(0, judged.length >> 1),
    again = page.review(journal, `${half.join("\n")}\n`, REVIEW_NODES, 1),
    rest = heard.filter((line) => line.startsWith("K"));
  check(
    "and goes on from there",
    again === ours && rest.length === judged.length - half.length,
    `${rest.length} of ${judged.length}`,
  );
  const none = page.review("nothing", "", REVIEW_NODES, 1);
  check("what is no journal is refused", none.startsWith("E "), none);
}

for (const { id, scenarios } of games) {
  const scenario = (scenarios.find((s) => s.id === "lesson") ?? scenarios[0])
      .id,
    here = await play(page.ask, id, scenario),
    there = await play(desk.ask, id, scenario),
    file = join(folder, `${id}.journal`);
  check(
    `${id}: planner chooses the same`,
    here.chosen === there.chosen,
    here.chosen,
  );
  check(`${id}: the journals are the same`, here.journal === there.journal);
  writeFileSync(file, here.journal);
  const verified = spawnSync(program, ["replay", file, "--verify"], {
    encoding: "utf8",
  });
  check(
    `${id}: the program verifies the module's game`,
    verified.status === 0,
    verified.stderr,
  );
  if (id === REVIEWED) review(here.journal, file);
  const loaded = page.ask({ cmd: "load", journal: there.journal, seed: 1 });
  check(
    `${id}: the module loads the program's game`,
    loaded.ok,
    JSON.stringify(loaded.error),
  );
  for (const side of ["german", "soviet", "all"]) {
    const mine = JSON.stringify(page.ask({ cmd: "view", side }));
    const its = JSON.stringify(await desk.ask({ cmd: "view", side }));
    check(`${id}: what ${side} sees is the same`, mine === its);
  }
  const saved = page.ask({ cmd: "save" }).journal;
  check(`${id}: and writes it as it was`, saved === there.journal);
}
await passed(modulePath, program, folder, games, check);
console.log(`note: ${page.bytes() >> 20} MB of memory`);
desk.close();
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
