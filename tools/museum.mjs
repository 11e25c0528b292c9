// museum.mjs SALIENT SOURCE MUSEUM [GAME..]: adds what this version makes to the museum, so that every later one must open it.
// Journals of every scenario, positions, a server's store with its seats, passed files with their owner's key, and the data files
// themselves. A version is kept once; its data files are listed in SOURCE/data/landed.tsv. `./salient museum` runs it.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const SEED = 77,
  RUNNING = 600, // actions after which a running game is kept
  LONGEST = 20000, // a game that has not ended by then is kept as a running one only
  POSITIONS = 3; // of each game

const [salient, source, museum, ...chosen] = process.argv.slice(2);
function die(text) {
  console.error(`salient: ${text}`);
  process.exit(2);
}
if (!museum) die("usage: museum.mjs SALIENT SOURCE MUSEUM [GAME..]");

// ---- engine lines
// One program that answers lines; `ask` sends one and gives the answer.
function engine() {
  const child = spawn(salient, ["engine"], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
    lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(line) {
      child.stdin.write(`${JSON.stringify(line)}\n`);
      const { value, done } = await lines.next();
      if (done) die(`the engine ended at ${JSON.stringify(line)}`);
      const answer = JSON.parse(value);
      if (!answer.ok)
        die(`${JSON.stringify(line)}: ${JSON.stringify(answer.error)}`);
      return answer;
    },
    end: () => child.stdin.end(),
  };
}

// Random play to the end; returns the journal after RUNNING actions, and the whole one when the game ended.
async function journalsOf(game, scenario) {
  const e = engine();
  let state = await e.ask({ cmd: "new", game, scenario, seed: SEED }),
    running = null,
    n = 0;
  for (; !state.over && n < LONGEST; n++) {
    if (n === RUNNING) running = (await e.ask({ cmd: "save" })).journal;
    const side = state.to_move[0],
      { action } = await e.ask({ cmd: "think", side, bot: "random" });
    state = await e.ask({ cmd: "do", side, action });
  }
  const finished = state.over ? (await e.ask({ cmd: "save" })).journal : null;
  e.end();
  return { running, finished };
}

// ---- positions: of the choices that bots are tested on, with a scenario that takes them
function positionsOf(game, scenarios, folder) {
  const rows = readFileSync(
    join(source, `tests/probes/${game}.tsv`),
    "utf8",
  ).split("\n");
  let kept = 0;
  for (const row of rows) {
    const [name, , , fields] = row.split("\t");
    if (row.startsWith("#") || !fields?.startsWith('"')) continue;
    for (const scenario of scenarios) {
      const path = join(folder, `${game}-${name}.json`);
      writeFileSync(
        path,
        `{"v":1,"game":"${game}","scenario":"${scenario}",${fields}}\n`,
      );
      const tried = spawnSync(salient, [
        "draw",
        "--position",
        path,
        "-o",
        "/dev/null",
      ]);
      if (tried.status === 0) {
        kept++;
        break;
      }
      rmSync(path);
    }
    if (kept === POSITIONS) return;
  }
  if (!kept) die(`${game}: no position was accepted`);
}

// ---- a server's store
const freePort = () =>
  new Promise((yes) => {
    const s = createServer().listen(0, "127.0.0.1", () => {
      const { port } = s.address();
      s.close(() => yes(port));
    });
  });

// A server on a new database; ended in order, so that the file is whole.
async function serveInto(db) {
  const port = await freePort(),
    child = spawn(salient, ["serve", "--port", String(port), "--db", db], {
      stdio: ["ignore", "pipe", "inherit"],
    });
  process.on("exit", () => child.kill("SIGKILL"));
  await new Promise((yes) => {
    let said = "";
    child.stdout.on("data", (bytes) => {
      said += bytes;
      if (/ready/.test(said)) yes();
    });
    child.on("exit", (code) => die(`the server ended with ${code}`));
  });
  return {
    async post(path, body) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      const said = await answer.json();
      if (!said.ok) die(`${path}: ${JSON.stringify(said.error)}`);
      return said;
    },
    stop: () =>
      new Promise((yes) => {
        child.removeAllListeners("exit");
        child.on("exit", yes);
        child.kill("SIGTERM");
      }),
  };
}

// Every journal as a game, and one of two computers begun there.
async function storeOf(journals, games, folder) {
  const home = mkdtempSync(join(tmpdir(), "salient-museum-")),
    db = join(home, "games.db"),
    server = await serveInto(db),
    kept = [];
  for (const [journal, text] of journals) {
    const { id, seats } = await server.post("/api/import", {
      journal: text,
      seats: { german: "hotseat", soviet: "hotseat" },
    });
    kept.push({ journal, id, seats });
  }
  const bots = await server.post("/api/games", {
    game: games[0].id,
    scenario: games[0].scenarios[0].id,
    seats: { german: "bot:random", soviet: "bot:random" },
  });
  kept.push({ bots: true, id: bots.id, owner: bots.owner });
  await server.stop();
  execFileSync(salient, ["backup", db, join(folder, "games.db")]); // one file, whatever the log still held
  writeFileSync(
    join(folder, "games.json"),
    `${JSON.stringify(kept, null, 1)}\n`,
  );
  rmSync(home, { recursive: true });
}

// ---- passed files
function passedOf(game, scenario, folder) {
  for (const mode of ["sealed", "honour"])
    execFileSync(
      salient,
      [
        "pass",
        "new",
        `${game}/${scenario}`,
        join(folder, "passed", `${game}-${mode}.pass`),
        "--side",
        "german",
        "--mode",
        mode,
        "--home",
        join(folder, "home-german"),
      ],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
}

// ---- the list of landed data files: a version's lines are written once and never changed
function listLanded(version, games) {
  const path = join(source, "data/landed.tsv"),
    text = readFileSync(path, "utf8"),
    lines = games
      .map((g) => `${version}\t${g.id}\t${g.data}`)
      .filter((line) => !text.includes(line));
  if (lines.length) writeFileSync(path, `${text}${lines.sort().join("\n")}\n`);
}

// ---- all of it
const first = engine(),
  hello = await first.ask({ cmd: "hello" }),
  version = hello.version,
  games = hello.games.filter((g) => !chosen.length || chosen.includes(g.id)),
  folder = join(museum, version);
first.end();
if (existsSync(folder))
  die(
    `${folder} is there already: a version is kept once. Raise the version in CMakeLists.txt first`,
  );
if (!games.length) die(`there is no game ${chosen.join(", ")}`);
for (const name of ["journals", "positions", "passed", "home-german", "data"])
  mkdirSync(join(folder, name), { recursive: true });
const journals = [];
for (const g of games) {
  console.log(`${g.id}: ${g.scenarios.map((s) => s.id).join(", ")}`);
  for (const s of g.scenarios) {
    const made = await journalsOf(g.id, s.id);
    for (const [how, text] of Object.entries(made)) {
      // the whole games of long scenarios would be megabytes: a lesson's is enough
      if (!text || (how === "finished" && made.running && s.id !== "lesson"))
        continue;
      const name = `${g.id}-${s.id}-${how}.journal`;
      writeFileSync(join(folder, "journals", name), text);
      journals.push([name, text]);
    }
  }
  positionsOf(
    g.id,
    g.scenarios.map((s) => s.id),
    join(folder, "positions"),
  );
  passedOf(g.id, g.scenarios[0].id, folder);
  cpSync(join(source, "data", g.id), join(folder, "data", g.id), {
    recursive: true,
  });
}
await storeOf(journals, games, folder);
if (!chosen.length) listLanded(version, games);
console.log(
  `${folder}: ${journals.length} journals. Now run tests/museum/store.sh and commit it with data/landed.tsv`,
);
process.exit(0);
