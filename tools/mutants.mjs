#!/usr/bin/env node
// mutants.mjs - would the tests notice? Small wrong changes to a ruleset's sources, each run
// against that ruleset's tests.
//
//   node tools/mutants.mjs GAME [--count 40] [--seed 1] [--show] [--lines] [--file NAME] [--jobs N]
//   node tools/mutants.mjs GAME --list [--lines] [--file NAME]
//   node tools/mutants.mjs GAME --secrets
//
// A mutant drops a condition, flips a comparison, shifts a constant, skips an effect, negates a
// decision or swaps and/or, anywhere in a function that cites a rule; with --lines only on the
// lines that cite one themselves, with --file only in that source. With --secrets it leaves in what
// a view hides, each place in turn, and the secrecy test must find two states that are told apart by
// it. With --list it builds nothing and says all mutants there are: file:line, kind, before, after,
// with tabs between.
//
// The test programs are built once, with the rules as a shared library. A mutant costs the
// compilation of its own file: the result is loaded in front of that library (LD_PRELOAD), and
// since every call from one source file to another goes through the loader, its functions take the
// place of the originals. Nothing in the source tree is touched.
//
// A first run of all tests notes which of them enter which function. A mutant is put to the tests
// that enter its function, no others could notice it, and to no more of them once one has failed.
// The notes are kept until a source, a test or a table changes. A test that takes ten times its
// processor time hangs. mutants_watch.c does the noting and choosing inside the test program.
//
// Array bounds are checked, as in the tests of `check`: what reads beside an array is caught.
// Mutants that do not compile, or compile to the same bytes, are not counted. Recorded games are
// left out: they would notice everything and explain nothing.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { all_places, all_secrets, choose } from "./mutants_places.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const build = join(root, "build-mutants");

function stop(text) {
  console.error(`mutants: ${text}`);
  process.exit(2);
}
function option(name, fallback) {
  const i = process.argv.indexOf(`--${name}`);
  return i < 0 ? fallback : process.argv[i + 1];
}
const game = process.argv[2];
const secrets = process.argv.includes("--secrets");
const count = secrets ? Infinity : Number(option("count", 40)),
  seed = Number(option("seed", 1)),
  jobs = Number(option("jobs", cpus().length)),
  show = process.argv.includes("--show"),
  only_lines = process.argv.includes("--lines"),
  only_file = option("file");
if (
  !game ||
  game.startsWith("-") ||
  !(count > 0) ||
  !(jobs > 0) ||
  !Number.isInteger(seed)
)
  stop(
    "usage: mutants.mjs GAME [--count N] [--seed S] [--show] [--lines] [--file NAME] [--jobs N] | " +
      "GAME --list [--lines] [--file NAME] | GAME --secrets",
  );
const sources = join(root, "src/rules", game);
const places = () =>
  all_places(sources, only_lines).filter(
    (p) => !only_file || p.file === only_file,
  );

if (process.argv.includes("--list")) {
  const lines = places().map((p) =>
    [`${p.file}:${p.at + 1}`, p.kind, p.was.trim(), p.line.trim()].join("\t"),
  );
  // a pipe takes its time: to exit before it has taken all would lose lines
  await new Promise((done) =>
    process.stdout.write(lines.join("\n") + "\n", done),
  );
  process.exit(0);
}

// ---- building ----

function must(command, args) {
  const r = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (r.status !== 0)
    stop(`${command} ${args.join(" ")}\n${(r.stdout + r.stderr).slice(-3000)}`);
  return r.stdout;
}

// Ends after so many seconds of processor time, however busy the machine is.
function run(command, cwd, seconds, env = {}) {
  return new Promise((done) => {
    const limited = `ulimit -t ${seconds}; exec ${command}`;
    const child = spawn("sh", ["-c", limited], {
      cwd,
      env: { ...process.env, ...env },
      stdio: "ignore",
      detached: true,
    });
    const asleep = setTimeout(
      () => process.kill(-child.pid, "SIGKILL"),
      60000 + Math.min(seconds, 3600) * 100000,
    );
    child.on("close", (code) => {
      clearTimeout(asleep);
      done(code);
    });
  });
}

// Builds the game's tests; gives their names and the command that compiles each source of the game.
function build_tests() {
  must("cmake", [
    "-S",
    root,
    "-B",
    build,
    "-G",
    "Ninja",
    "-DCMAKE_BUILD_TYPE=Debug",
    "-DCMAKE_C_FLAGS_DEBUG=-O1 -w -fsanitize=bounds-strict -fno-sanitize-recover=all",
    "-DSALIENT_TESTS=ON",
    "-DSALIENT_SHARED=ON",
    "-DSALIENT_SERVER=OFF",
  ]);
  const targets = must("ninja", ["-C", build, "-t", "targets", "all"]);
  const names = [...targets.matchAll(/^(test_\S+): phony/gm)].map((m) => m[1]);
  const programs = names.filter((n) =>
    secrets
      ? n === "test_props.secrecy"
      : n.startsWith(`test_${game}.`) ||
        n === "test_props.laws" ||
        n === "test_contract.contract",
  );
  if (!programs.some((n) => secrets || n.startsWith(`test_${game}.`)))
    stop(`there are no tests of ${game}`);
  must("ninja", ["-C", build, "-j", String(jobs), ...programs]);
  const compile = JSON.parse(
    readFileSync(join(build, "compile_commands.json"), "utf8"),
  );
  const commands = new Map(
    compile
      .filter((c) => c.file.startsWith(sources + "/"))
      .map((c) => [c.file.slice(sources.length + 1), c.command]),
  );
  return { programs, commands };
}

const { programs, commands } = build_tests();
const work = join(build, "work", game);
rmSync(work, { recursive: true, force: true });

// Tests run in a folder of the worker's own: a mutant that trips an assertion leaves its journal
// there.
function make_folder(id) {
  const folder = join(work, String(id));
  mkdirSync(folder, { recursive: true });
  for (const name of ["data", "tests", "docs"])
    symlinkSync(join(root, name), join(folder, name));
  return folder;
}

// Compiles a source with this text in the folder. It says of itself that it stands among the
// sources, so that the same code gives the same bytes wherever it was compiled.
async function compile_aside(file, text, folder, flags = "") {
  const copy = join(folder, file),
    object = copy.replace(/\.c$/, ".o");
  writeFileSync(copy, text);
  const command = commands
    .get(file)
    .replace(/ -o \S+/, ` -o ${object} -ffile-prefix-map=${folder}=${sources}`)
    .replace(/ -c \S+/, ` ${flags} -iquote ${sources} -c ${copy}`)
    .replace(/ -g\b/, "");
  return (await run(command, build, 600)) === 0 ? object : null;
}
const source_of = (file) => readFileSync(join(sources, file), "utf8");
const shared = (library, ...objects) =>
  must("cc", ["-shared", "-o", library, ...objects]);

// ---- which tests enter which function ----

const env = { SALIENT_GAME: game, ...(secrets && { SALIENT_LEAKS: "1" }) };
delete process.env.SALIENT_COVERAGE; // what a mutant cites is no coverage
const watch = join(build, "watch.so");
must("cc", [
  "-shared",
  "-fPIC",
  "-O1",
  "-o",
  watch,
  join(root, "tools/mutants_watch.c"),
]);
// The library stands in front of the program's own, but not in front of the shell's.
const run_program = (program, folder, seconds, library, more) =>
  run(
    `env LD_PRELOAD="${watch} ${library}" ${join(build, "tests", program)}`,
    folder,
    seconds,
    { ...env, ...more },
  );

// One program's notes: its tests, each with the functions that it enters (static ones of one name
// count as one).
function read_notes(program, file, function_at) {
  const tests = [];
  const always = new Set(); // entered outside any test
  let into = always;
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    const [, ms, name] = /^test (\d+) (.*)$/.exec(line) ?? [];
    if (name) {
      into = new Set();
      tests.push({ program, name, ms: Number(ms), enters: into });
    } else if (line) into.add(function_at.get(parseInt(line, 16)));
  }
  for (const test of tests) test.enters = [...test.enters, ...always];
  return tests;
}

async function note_all() {
  const folder = make_folder("notes"),
    library = join(folder, "noting.so"),
    objects = [];
  for (const file of commands.keys())
    objects.push(
      await compile_aside(
        file,
        source_of(file),
        folder,
        "-finstrument-functions",
      ),
    );
  shared(library, ...objects);
  const function_at = new Map(
    [...must("nm", [library]).matchAll(/^(\w+) [tTwW] ([^.\s]+)/gm)].map(
      ([, at, name]) => [parseInt(at, 16), name],
    ),
  );
  const tests = [];
  for (const program of programs) {
    const file = join(folder, program);
    const code = await run_program(program, folder, 36000, library, {
      WATCH_NOTE: file,
    });
    if (code !== 0) stop(`${program} fails without any mutant`);
    tests.push(...read_notes(program, file, function_at));
  }
  return { tests, functions: [...new Set(function_at.values())] };
}

// Everything that the notes depend on: sources, tests and data, but not those of other games.
function everything() {
  const key = createHash("sha256");
  for (const folder of ["src", "tests", "data"])
    for (const name of readdirSync(join(root, folder), {
      recursive: true,
    }).sort()) {
      const path = join(folder, name);
      const of =
        /^(?:src\/rules|tests\/rules|data)\/(\w+)\//.exec(path)?.[1] ?? game;
      if (of === game && /\.(c|h|tsv|json|txt)$/.test(path))
        key.update(path).update(readFileSync(join(root, path)));
    }
  return key.digest("hex").slice(0, 16);
}

// The notes of before, if nothing has changed since.
async function noted() {
  const kind = secrets ? "-secrets" : "";
  const file = join(build, `notes-${game}${kind}-${everything()}.json`);
  if (!existsSync(file))
    writeFileSync(file, JSON.stringify(await note_all(), null, 1));
  return JSON.parse(readFileSync(file, "utf8"));
}

const notes = await noted();

// The programs that can notice a change of this function, the quickest first, with their tests.
function runs_for(within) {
  const known = notes.functions.includes(within),
    runs = new Map();
  for (const test of notes.tests) {
    if (known && !test.enters.includes(within)) continue;
    const one = runs.get(test.program) ?? {
      program: test.program,
      names: [],
      ms: 0,
    };
    one.names.push(test.name);
    one.ms += test.ms;
    runs.set(test.program, one);
  }
  return [...runs.values()].sort((a, b) => a.ms - b.ms);
}

// ---- judging ----

// Unchanged files, compiled the same way: a mutant with these bytes is none.
const originals = new Map();
async function original(file) {
  if (!originals.has(file)) {
    const folder = join(work, "original");
    mkdirSync(folder, { recursive: true });
    originals.set(
      file,
      compile_aside(file, source_of(file), folder).then((object) =>
        readFileSync(object),
      ),
    );
  }
  return originals.get(file);
}

// "caught by X", "survived", or null when it is no mutant.
async function judge(place, folder) {
  const text = Object.assign([...place.lines], { [place.at]: place.line });
  const object = await compile_aside(place.file, text.join("\n"), folder);
  if (!object || readFileSync(object).equals(await original(place.file)))
    return null;
  const library = join(folder, "mutant.so");
  shared(library, object);
  for (const { program, names, ms } of runs_for(place.within)) {
    const seconds = 5 + Math.ceil((10 * ms) / 1000);
    const code = await run_program(program, folder, seconds, library, {
      WATCH_ONLY: ` ${names.join(" ")} `,
    });
    if (secrets && !(code > 0)) return "survived"; // to hang or die is no proof of a leak
    if (code !== 0)
      return `caught by ${program.slice(5)}${code === null ? " (it hung or died)" : ""}`;
  }
  return "survived";
}

const queue = secrets ? all_secrets(sources) : choose(places(), seed),
  results = [];
// As each is judged, so that a run that is cut short has said something.
function tell({ place, verdict }) {
  if (!verdict || (verdict !== "survived" && !show && !secrets)) return;
  const survived = verdict === "survived";
  console.log(
    `${survived ? "SURVIVED" : "caught  "} ${game}/${place.file}:${place.at + 1} ${place.kind}` +
      (survived ? "" : `, ${verdict}`),
  );
  console.log(`  - ${place.was.trim()}\n  + ${place.line.trim()}`);
}

let next = 0;
async function worker(id) {
  const folder = make_folder(id);
  while (
    next < queue.length &&
    results.filter((r) => r.verdict).length < count
  ) {
    const place = queue[next++],
      slot = { place, verdict: "running" };
    results.push(slot);
    slot.verdict = await judge(place, folder);
    tell(slot);
  }
}
await Promise.all(Array.from({ length: jobs }, (_, i) => worker(i)));

const counted = results.filter((r) => r.verdict).slice(0, count);
const caught_of = (some) => some.filter((r) => r.verdict !== "survived").length;
const kinds = [...new Set(counted.map((r) => r.place.kind))].sort();
for (const kind of kinds) {
  const of = counted.filter((r) => r.place.kind === kind);
  const caught = String(caught_of(of)).padStart(3);
  console.log(`${kind.padEnd(16)} ${caught} of ${of.length}`);
}
const caught = caught_of(counted);
console.log(`note: ${caught} of ${counted.length} caught`); // for check.sh
console.log(`${caught} of ${counted.length} caught`);
process.exit(caught * 10 >= counted.length * (secrets ? 10 : 9) ? 0 : 1);
