// run.mjs - the measurements of bench/run: each section returns rows, a row is one comparison made in this run.
//
// row: { what, ours, theirs, unit, beside, ratio, want } with ratio = ours / theirs where more is better, `want` the least
// that will do. Sections that were not run keep their rows of the last run (build/bench/results.json).
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg } from "node:os";
import { plot } from "./plot.mjs";
import { sizes, write } from "./skirmish/data.mjs";

const salient = "build/salient",
  bin = (name) => `build/bench/${name}`,
  out = "build/bench";
const run = (cmd, args, options = {}) =>
  execFileSync(cmd, args, {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "ignore"],
    ...options,
  });
const json = (cmd, args, options) => JSON.parse(run(cmd, args, options));
const best = (n, one) => Math.max(...Array.from({ length: n }, one));
const games = json(salient, ["games", "--json"]).games;
// What each ruleset's issue names: the scenario that is measured, and its two figures.
const named = {
  sspanzer: ["bloodbath", 400e3, 1e6],
  wb95: ["joined", 250e3, 700e3],
  alea: ["south", 250e3, 700e3],
  stalnie: ["campaign", 400e3, 0],
  nullgame: ["lesson", 2e6, 0],
};

function kernels() {
  const all = json(salient, [
    "bench",
    "--json",
    "--game",
    "nullgame",
    "--seconds",
    "20",
  ]).results;
  const value = (name) => all.find((r) => r.name === name).value;
  const peer = json("node", ["bench/peers/honeycomb.mjs"]);
  return ["flood", "los"].flatMap((k) => {
    const name =
        k === "flood" ? "movement flood, 64 x 36" : "line of sight, 64 x 36",
      ours = value(`${k}.64x36`);
    return [
      {
        what: name,
        ours,
        theirs: value(`kernel.${k}`),
        unit: "/s",
        beside: "bare kernel",
        want: 1 / 1.5,
      },
      {
        what: name,
        ours,
        theirs: peer[k],
        unit: "/s",
        beside: "honeycomb-grid",
        want: 100,
      },
    ];
  });
}

function playout() {
  const peer = json("node", ["bench/peers/boardgameio.mjs", "3"], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  write(`${out}/data/whole`, "whole");
  const ours = best(
    3,
    () =>
      json(bin("bench-playout"), [`${out}/data/whole`, "skirmish/whole", "2"])
        .per_second,
  );
  return [
    {
      what: "skirmish, random steps",
      ours,
      theirs: peer.reducer,
      unit: "steps/s",
      beside: "boardgame.io, bare reducer",
      want: 250,
    },
    {
      what: "skirmish, random steps",
      ours,
      theirs: peer.client,
      unit: "steps/s",
      beside: "boardgame.io, client",
      want: 250,
    },
  ];
}

function instructions(game, scenario, data = []) {
  // callgrind's count per use of each door
  const file = `${out}/callgrind.out`;
  const uses = json("valgrind", [
    "--tool=callgrind",
    `--callgrind-out-file=${file}`,
    bin(data.length ? "bench-ops-skirmish" : "bench-ops"),
    `${game}/${scenario}`,
    ...data,
  ]);
  const text = run("callgrind_annotate", [
    "--inclusive=yes",
    "--threshold=100",
    "--auto=no",
    file,
  ]);
  const count = {};
  for (const [, n, door] of text.matchAll(
    /^ *([\d,]+) \([^)]*\) +\S*:op_(\w+)/gm,
  ))
    count[door] ??= +n.replaceAll(",", "") / uses[door];
  return { ...uses, count };
}

function doors() {
  return games.flatMap(({ id: game }) => {
    const [scenario, play, replay] = named[game];
    const all = json(salient, [
      "bench",
      "--json",
      "--game",
      game,
      "--seconds",
      "20",
    ]).results.filter((r) => r.scenario === scenario);
    const value = (name) => all.find((r) => r.name === name).value;
    const { count, bytes, choices } = instructions(game, scenario);
    return [
      {
        what: `${game}/${scenario} play.random`,
        ours: value("play.random"),
        theirs: play,
        unit: "actions/s",
        beside: "what its issue names",
        want: 1,
      },
      {
        what: `${game}/${scenario} replay`,
        ours: value("replay"),
        theirs: replay || undefined,
        unit: "actions/s",
        beside: replay ? "what its issue names" : "",
        want: replay ? 1 : undefined,
      },
      {
        what: `${game}/${scenario} play.random`,
        ours: value("play.random"),
        theirs: value("replay"),
        unit: "actions/s",
        beside: "its own replay",
        want: 0.2,
      },
      {
        what: `${game}/${scenario} doors`,
        note:
          Object.entries(count)
            .map(([d, n]) => `${d} ${Math.round(n).toLocaleString("en")}`)
            .join(", ") +
          ` (instructions a use; state ${bytes.toLocaleString("en")} bytes, longest list ${choices}: ${value("list.busiest").toFixed(1)} us, clone ${value("clone").toFixed(2)} us)`,
      },
    ];
  });
}

async function served(work) {
  const db = `${out}/load.db`;
  const clean = () => {
    for (const end of ["", "-wal", "-shm", ".lock"])
      rmSync(db + end, { force: true });
  };
  clean();
  const child = spawn(
    salient,
    ["serve", "--port", "0", "--address", "127.0.0.1", "--db", db],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const url = await new Promise((done, fail) => {
    let text = "";
    child.stdout.on("data", (d) => {
      text += d;
      const m = /http:\S+/.exec(text);
      if (m) done(m[0]);
    });
    child.on("exit", () => fail(new Error("the server did not start")));
  });
  try {
    return work(url, child.pid);
  } finally {
    child.kill();
    clean();
  }
}
// Who plays, how far ahead of the answers each sends, and how many games that takes in two seconds.
const crowds = [
  {
    who: "one player who waits for each",
    players: 1,
    ahead: 1,
    games: { nullgame: 200, sspanzer: 20 },
  },
  {
    who: "one player who sends ahead",
    players: 1,
    ahead: 8,
    games: { nullgame: 800, sspanzer: 40 },
    want: 0.8,
  },
  {
    who: "64 players",
    players: 64,
    ahead: 1,
    games: { nullgame: 960, sspanzer: 192 },
    want: 10,
  },
];
async function server() {
  const commits = () => {
    rmSync(`${out}/commits.db`, { force: true });
    return json(bin("bench-commits"), [`${out}/commits.db`, "1"]);
  };
  const middle = (list, by) =>
    list.toSorted((x, y) => by(x) - by(y))[list.length >> 1];
  const rows = [];
  for (const game of ["nullgame", "sspanzer"]) {
    for (const { who, players, ahead, games: n, want } of crowds) {
      const rounds = [];
      for (let i = 0; i < 3; i++) {
        // the disk is shared: it is measured right before and right after
        const before = commits();
        const got = await served((url, pid) =>
          json(
            bin("bench-acks"),
            [
              url,
              pid,
              `${game}/${named[game][0]}`,
              players,
              ahead,
              2,
              n[game],
            ].map(String),
          ),
        );
        const after = commits();
        rounds.push({
          ours: got.per_second,
          theirs: (before.per_second + after.per_second) / 2,
          got,
          commit: (before.commit_us + after.commit_us) / 2,
          over: (before.over_per_second + after.over_per_second) / 2,
        });
      }
      const { ours, theirs, got, commit, over } = middle(
        rounds,
        (r) => r.ours / r.theirs,
      );
      rows.push({
        what: `${game}, acknowledged actions, ${who}`,
        ours,
        theirs,
        unit: "/s",
        beside: "SQLite's own commits, one writer",
        want,
      });
      rows.push({
        what: `${game}, ${who}`,
        note:
          `an action costs ${got.server_us.toFixed(0)} us of processor time in the server and ${got.player_us.toFixed(0)} us in the player, a bare commit ` +
          `${commit.toFixed(0)} us (${figure(over)} /s into a log that has its length, like the server's); ${got.views_per_action.toFixed(2)} views are pushed for each; answers after ${got.ms.p50.toFixed(2)} ms, 99 % within ${got.ms.p99.toFixed(2)} ms`,
      });
    }
  }
  return rows;
}

async function cores() {
  const n = cpus().length;
  const spin = () =>
    new Promise((done) => {
      let text = "";
      spawn(bin("bench-spin"), ["3"], { stdio: ["ignore", "pipe", "ignore"] })
        .stdout.on("data", (d) => {
          text += d;
        })
        .on("end", () => done(JSON.parse(text).per_second));
    });
  const sim = (jobs) => {
    const t = performance.now();
    run(salient, [
      "sim",
      "sspanzer/bloodbath",
      "--games",
      "1000",
      "--jobs",
      String(jobs),
      "--no-audit",
      "--json",
    ]);
    return (1000 / (performance.now() - t)) * 1000;
  };
  const top = { bare1: 0, bareN: 0, sim1: 0, simN: 0 }; // the best of three rounds, in turn: a neighbour's noise only ever takes away
  const keep = (name, v) => {
    top[name] = Math.max(top[name], v);
  };
  for (let round = 0; round < 3; round++) {
    keep("bare1", await spin());
    keep(
      "bareN",
      (await Promise.all(Array.from({ length: n }, spin))).reduce(
        (x, y) => x + y,
      ),
    );
    keep("sim1", sim(1));
    keep("simN", sim(n));
  }
  const { bare1, bareN, sim1, simN } = top;
  return [
    {
      what: `sim on ${n} cores against one`,
      ours: simN / sim1,
      theirs: bareN / bare1,
      unit: "times",
      beside: `bare kernel in ${n} processes`,
      want: 0.95,
    },
  ];
}

// Instructions of an action (list, choose, check, apply) as board and counters grow together: counts, so that they repeat.
function size() {
  const cost = sizes.map(({ id }) => {
    write(`${out}/data/${id}`, id);
    const { count } = instructions("skirmish", id, [`${out}/data/${id}`]);
    return count.list + count.check + count.apply;
  });
  return sizes.map((s, i) => ({
    what: `skirmish, ${s.units} counters on ${s.width} x ${s.height}`,
    ours: cost[i],
    theirs: (cost[1] * s.units) / sizes[1].units,
    unit: "instructions an action",
    beside: "linear in counters from the 1x board",
    less: true,
    want: i > 1 ? 1 : undefined,
  }));
}

function processor(cmd, args, env = {}) {
  // seconds of processor time, so that a busy machine does not matter
  const quote = (w) => `'${w}'`;
  const r = spawnSync(
    "sh",
    ["-c", `${[cmd, ...args].map(quote).join(" ")} >/dev/null 2>&1; times`],
    { encoding: "utf8", env: { ...process.env, ...env } },
  );
  const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(
    r.stdout.trim().split("\n").pop(),
  );
  return +minutes * 60 + +seconds;
}
function wesnoth(turns) {
  // a whole headless game of so many turns, its AI on both sides
  return processor(
    "/usr/games/wesnoth-1.16",
    [
      "--nogui",
      "--nosound",
      "--multiplayer",
      "--controller",
      "1:ai",
      "--controller",
      "2:ai",
      "--exit-at-end",
      "--turns",
      String(turns),
    ],
    { SDL_VIDEODRIVER: "dummy", SDL_AUDIODRIVER: "dummy" },
  );
}
function opponent() {
  const turns = { sspanzer: 2, nullgame: 5 }; // of a lesson
  const theirs = existsSync("/usr/games/wesnoth-1.16")
    ? (wesnoth(30) - wesnoth(10)) / 40
    : undefined;
  return Object.keys(turns)
    .filter((game) => games.some((g) => g.id === game))
    .map((game) => ({
      what: `planner, a side's turn of ${game}/lesson`,
      unit: "s of processor time",
      less: true,
      theirs,
      ours:
        processor(salient, [
          "sim",
          `${game}/lesson`,
          "--german",
          "planner",
          "--soviet",
          "planner",
          "--games",
          "2",
          "--jobs",
          "1",
          "--json",
        ]) /
        2 /
        2 /
        turns[game],
      beside:
        theirs === undefined
          ? "Wesnoth is not installed"
          : "Wesnoth's AI, a side's turn of its default two-player map (turns 11 to 30)",
    }));
}

// The module of the browser beside the program: one worker against one thread.
function browser() {
  const module = "build/salient.wasm";
  if (!existsSync(module))
    return [
      { what: "planner", note: "the module is not built: ninja -C build wasm" },
    ];
  return json("node", ["bench/browser.mjs", module, salient]).map((r) => ({
    what: `planner in WebAssembly, ${r.game}/${r.scenario}`,
    unit: "nodes/s",
    ours: r.module,
    theirs: r.program,
    beside: "the program, one thread",
    want: 0.7,
  }));
}

// ---- the page
const figure = (v) =>
  v === undefined
    ? ""
    : v >= 1000
      ? Math.round(v).toLocaleString("en")
      : v >= 10
        ? v.toFixed(1)
        : v.toPrecision(3);
function ratioOf(r) {
  if (r.theirs === undefined || r.ours === undefined) return undefined;
  return r.less ? r.theirs / r.ours : r.ours / r.theirs;
}
function verdict(r) {
  if (r.want === undefined || ratioOf(r) === undefined) return "";
  return ratioOf(r) >= r.want ? "met" : "**not met**";
}
const titles = {
  kernels: "Geometry",
  playout: "A whole engine",
  doors: "The engine's doors, per ruleset",
  server: "The server",
  cores: "Cores",
  size: "Cost against size",
  opponent: "The opponent",
  browser: "In the browser",
};
const timed = new Set(["server", "cores"]); // by the clock: the others count instructions or processor time
function page(all) {
  const lines = [
    "# Performance",
    "",
    "Written by `bench/run`: every comparison is made in one run on one machine, so read the ratios, not the figures.",
    "",
    "![Ratios](performance.svg)",
    "",
  ];
  for (const [key, title] of Object.entries(titles)) {
    const s = all[key];
    if (!s) continue;
    lines.push(
      `## ${title}`,
      "",
      `*${s.when}, ${s.machine}, load ${s.load}*`,
      "",
      "| what | ours | beside | theirs | ratio | wanted | |",
      "| --- | ---: | --- | ---: | ---: | ---: | --- |",
    );
    if (timed.has(key) && +s.load > parseInt(s.machine))
      lines.splice(
        -2,
        0,
        "The machine was busy, and these figures are timed by the clock. Measure again on a quiet machine.",
        "",
      );
    for (const r of s.rows.filter((x) => !x.note))
      lines.push(
        `| ${r.what} | ${figure(r.ours)} ${r.unit ?? ""} | ${r.beside ?? ""} | ${figure(r.theirs)} | ${figure(ratioOf(r))} | ${figure(r.want)} | ${verdict(r)} |`,
      );
    lines.push("");
    for (const r of s.rows.filter((x) => x.note))
      lines.push(`- ${r.what}: ${r.note}`);
    if (s.rows.some((x) => x.note)) lines.push("");
  }
  return lines.join("\n").trimEnd() + "\n";
}

// What was measured by hand stands at the end of the page, and stays.
function byHand(old) {
  const start = old.indexOf("\n## Measured by hand\n");
  return start < 0 ? "" : old.slice(start);
}

const sections = {
  kernels,
  playout,
  doors,
  server,
  cores,
  size,
  opponent,
  browser,
};
const saved = `${out}/results.json`;
mkdirSync(out, { recursive: true });
const all = existsSync(saved) ? JSON.parse(readFileSync(saved, "utf8")) : {};
for (const name of process.argv.length > 2
  ? process.argv.slice(2)
  : Object.keys(sections)) {
  if (!sections[name]) {
    console.error(
      `bench: there is no section ${name}; there are ${Object.keys(sections).join(" ")}`,
    );
    process.exit(2);
  }
  const load = loadavg()[0].toFixed(1);
  const rows = await sections[name]();
  all[name] = {
    rows,
    when: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores of ${cpus()[0].model.trim()}`,
    load,
  };
  writeFileSync(saved, JSON.stringify(all, null, 1));
  for (const r of rows)
    console.log(
      r.note
        ? `${r.what}: ${r.note}`
        : `${r.what}: ${figure(r.ours)} ${r.unit}; ${r.beside} ${figure(r.theirs)}; ratio ${figure(ratioOf(r))} (wanted ${figure(r.want)}) ${verdict(r)}`,
    );
}
const record = "docs/performance.md";
writeFileSync(record, page(all) + byHand(readFileSync(record, "utf8")));
writeFileSync(
  "docs/performance.svg",
  plot(
    Object.values(all)
      .flatMap((s) => s.rows)
      .filter((r) => r.want !== undefined && ratioOf(r) !== undefined)
      .map((r) => ({
        label: `${r.what} / ${r.beside}`,
        value: ratioOf(r),
        want: r.want,
      })),
  ),
);
