#!/usr/bin/env node
// mutants.mjs - would the tests notice? Small wrong changes to a ruleset's sources, each run against that ruleset's tests.
//
//   node tools/mutants.mjs GAME [--count 40] [--seed 1] [--show] [--lines]
//   node tools/mutants.mjs GAME --list [--lines]
//   node tools/mutants.mjs GAME --secrets
//
// A mutant drops a condition, flips a comparison, shifts a constant, skips an effect, negates a decision or swaps and/or, anywhere
// in a function that cites a rule; with --lines only on the lines that cite one themselves. With --secrets it leaves in what a view
// hides, each place in turn, and the secrecy test must find two states that are told apart by it. With --list it builds
// nothing and says all mutants there are: file:line, kind, before, after, with tabs between. Nothing in the source tree is touched:
// the changed file is compiled aside and linked in front of the archive that holds the original, so a mutant costs one compilation
// and one link. Array bounds are checked, as in the tests of `check`: what reads beside an array is caught. Mutants that do not compile, or compile to the same bytes, are not counted. Recorded games are left out: they would
// notice everything and explain nothing.
import { spawn, spawnSync } from "node:child_process";
import {
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
  show = process.argv.includes("--show"),
  only_lines = process.argv.includes("--lines");
if (!game || game.startsWith("-") || !(count > 0) || !Number.isInteger(seed))
  stop(
    "usage: mutants.mjs GAME [--count N] [--seed S] [--show] [--lines] | GAME --list [--lines] | GAME --secrets",
  );
const sources = join(root, "src/rules", game);

// ---- finding places ---------------------------------------------------------------------------------------------

// Comments and strings blanked, everything else in its place.
function code_only(text) {
  return text.replace(
    /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    (s) => s.replace(/[^\n]/g, " "),
  );
}

const CITES = /\bR_\w|\/\*[^*]*\b\d+\.\d+/;

// Functions as [first, last] lines whose text, or the comment right above them, cites a rule.
function citing_functions(lines) {
  const found = [];
  for (let i = 0; i < lines.length; i++) {
    if (!/^[a-z].*\)\s*\{/.test(lines[i])) continue;
    let end = i;
    while (
      !/\}\s*(\/\*.*\*\/)?\s*$/.test(lines[end]) ||
      (end > i && !/^\}/.test(lines[end]))
    ) {
      if (end === i && lines[i].trimEnd().endsWith("}")) break;
      if (++end >= lines.length) break;
    }
    const above =
      /\*\/\s*$/.test(lines[i - 1] ?? "") || (lines[i - 1] ?? "").trim() === ""
        ? lines.slice(Math.max(0, i - 3), i)
        : [];
    const name = /(\w+)\(/.exec(lines[i])[1];
    if (
      !/prompt|_card$|words|title/.test(name) &&
      CITES.test([...above, ...lines.slice(i, end + 1)].join("\n"))
    )
      found.push([i, end]);
    i = Math.max(i, end);
  }
  return found;
}

// Only words for people, or only a check on the program itself: no rule is decided there.
const TALK =
  /sal_prompt|sal_form_|sal_format|sal_card_|sal_fail|SAL_ASSERT|sal_overlay|\(void\)/;
// What an opponent thinks good is no rule: the probes judge it.
const ADVICE = /^advise/;
const DECLARES =
  /^\s*(const |static |struct |enum |unsigned |u?int(8|16|32|64)?(_t)? |bool |char |sal_hex |sal_unit )/;

// From an operator outwards to where its operand ends.
function operand(code, at, step) {
  let depth = 0,
    i = at;
  for (; i >= 0 && i < code.length; i += step) {
    const c = code[i],
      two = step > 0 ? code.slice(i, i + 2) : code.slice(i - 1, i + 1);
    if ((step > 0 ? "([{" : ")]}").includes(c)) depth++;
    else if ((step > 0 ? ")]}" : "([{").includes(c)) {
      if (depth-- === 0) break;
    } else if (
      depth === 0 &&
      (two === "&&" ||
        two === "||" ||
        ",;?".includes(c) ||
        (c === ":" && two !== "::") ||
        (step < 0 &&
          c === "=" &&
          !/[=!<>]/.test(code[i - 1]) &&
          code[i + 1] !== "="))
    )
      break;
  }
  return step > 0 ? i : i + 1;
}

// A loop's counting is not a rule: it begins at the beginning and ends at the end.
function without_counting(code) {
  return code.replace(/\bfor \(([^;]*;[^;]*;[^)]*)\)/g, (all, head) => {
    const variable = /(\w+) = /.exec(head)?.[1];
    const counted = head
      .replace(/^[^;]*/, (s) => " ".repeat(s.length))
      .replace(
        new RegExp(`\\b${variable}( \\+ 1)? (<=?|>=?) [\\w>.-]+`, "g"),
        (s) => " ".repeat(s.length),
      );
    return `for (${counted})`;
  });
}
// Numbers that say nothing: operands that an action or a refusal does not use, "none" (-1), cleared structs. A call may stand on
// several lines, so this takes a whole file; every other character keeps its place.
function without_fillers(code) {
  return code
    .replace(/\b(sal_act|sal_refuse|memset)\([^;]*?\)(?=[;),]|$)/g, (s) =>
      s.replace(/(?<=,\s)(\s*)0(?=[,)])/g, "$1 "),
    )
    .replace(/-1\b|\{0(, 0)*\}/g, (s) => " ".repeat(s.length));
}

function places_in_line(line, code, telling) {
  const out = [];
  code = without_counting(code);
  telling = without_counting(telling);
  const put = (kind, from, to, text) => {
    const changed = line.slice(0, from) + text + line.slice(to);
    if (changed !== line) out.push({ kind, line: changed });
  };
  for (const m of code.matchAll(/&&|\|\|/g)) {
    let left = operand(code, m.index - 1, -1),
      right = operand(code, m.index + 2, 1);
    const word = /^\s*return\b/.exec(code.slice(left, m.index));
    if (word) left += word[0].length;
    put("swap and/or", m.index, m.index + 2, m[0] === "&&" ? "||" : "&&");
    put("drop condition", left, m.index + 2, " ");
    put("drop condition", m.index, right, "");
  }
  for (const m of code.matchAll(
    /(?<![-<>=!+*/|&^])(<=|>=|==|!=|<|>)(?![<>=])/g,
  )) {
    if (m[0] === ">" && code[m.index - 1] === "-") continue;
    const other = {
      "<": [">=", "<="],
      ">": ["<=", ">="],
      "<=": [">", "<"],
      ">=": ["<", ">"],
      "==": ["!="],
      "!=": ["=="],
    }[m[0]];
    for (const o of other)
      put("flip comparison", m.index, m.index + m[0].length, o);
  }
  for (const m of telling.matchAll(/(?<![\w.])\d+(?![\w.])/g)) {
    const flag =
      m[0] === "1" && /[^=!<>]= 1;/.test(code.slice(m.index - 4, m.index + 2)); // on is on: only off is another thing
    const longer =
      DECLARES.test(code) && /\w(\[\w*\])*\[$/.test(code.slice(0, m.index)); // a longer array holds the same
    if (!flag && !longer)
      put(
        "shift constant",
        m.index,
        m.index + m[0].length,
        String(Number(m[0]) + 1),
      );
    if (m[0] !== "0")
      put(
        "shift constant",
        m.index,
        m.index + m[0].length,
        String(Number(m[0]) - 1),
      );
  }
  for (const m of code.matchAll(/\bif \(/g)) {
    const from = m.index + m[0].length,
      to = operand(code, from, 1);
    let end = to;
    while (end < code.length && code[end] !== ")")
      end = operand(code, end + 2, 1); // over && and ||
    if (code[end] === ")")
      put("negate", from, end, `!(${line.slice(from, end)})`);
  }
  const effect =
    /^(\s*(?:(?:else )?if \(.*\) |else )?)((?:[\w>.[\]()*&-]+(?: [-+|&^]?= |\+\+|--)|sal_|[a-z]\w*_\w+\()[^;]*);\s*$/.exec(
      code.trimEnd(),
    );
  if (
    effect &&
    !DECLARES.test(code) &&
    !/^\s*(return|break|continue|for|while|case)\b/.test(effect[2])
  )
    put("skip effect", effect[1].length, code.trimEnd().length - 1, "");
  return out;
}

function all_places() {
  const places = [];
  for (const file of readdirSync(sources)
    .filter((f) => f.endsWith(".c") && !ADVICE.test(f))
    .sort()) {
    const text = readFileSync(join(sources, file), "utf8"),
      lines = text.split("\n"),
      only_code = code_only(text),
      code = only_code.split("\n"),
      telling = without_fillers(only_code).split("\n");
    for (const [first, last] of citing_functions(lines))
      for (let i = first + (first === last ? 0 : 1); i <= last; i++) {
        if (TALK.test(code[i]) || (only_lines && !CITES.test(lines[i])))
          continue;
        for (const p of places_in_line(lines[i], code[i], telling[i]))
          places.push({ ...p, file, at: i, was: lines[i], lines });
      }
  }
  return places;
}

// Every place where a view hides something, with that taken out: the operands stay, so that the line compiles.
function all_secrets() {
  const places = [];
  for (const file of readdirSync(sources)
    .filter((f) => f.endsWith(".c"))
    .sort()) {
    const lines = readFileSync(join(sources, file), "utf8").split("\n");
    lines.forEach((was, at) => {
      for (const m of was.matchAll(/\bsal_(blank|hides)\((?=r, "([^"]+)")/g))
        places.push({
          kind: m[2],
          file,
          at,
          was,
          lines,
          line: `${was.slice(0, m.index)}${m[1] === "blank" ? "(void)" : "!"}sizeof(${was.slice(m.index + m[0].length)}`,
        });
    });
  }
  return places;
}

// The same seed, the same mutants: kinds in turn, places of a kind in random order.
function choose(places) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const kinds = new Map();
  for (const p of places) kinds.set(p.kind, [...(kinds.get(p.kind) ?? []), p]);
  for (const list of kinds.values())
    for (let i = list.length - 1; i > 0; i--) {
      const k = Math.floor(random() * (i + 1));
      [list[i], list[k]] = [list[k], list[i]];
    }
  const order = [];
  for (let i = 0; order.length < places.length; i++)
    for (const list of kinds.values()) if (list[i]) order.push(list[i]);
  return order;
}

// ---- building ---------------------------------------------------------------------------------------------------

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
function run(command, cwd, timeout, env = {}) {
  return new Promise((done) => {
    const child = spawn("sh", ["-c", command], {
      cwd,
      env: { ...process.env, ...env },
      stdio: "ignore",
      detached: true,
    });
    const began = Date.now();
    const timer = setTimeout(
      () => process.kill(-child.pid, "SIGKILL"),
      timeout,
    );
    child.on("close", (code) => {
      clearTimeout(timer);
      done({ code, ms: Date.now() - began });
    });
  });
}

function set_up() {
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
  ]);
  const targets = must("ninja", ["-C", build, "-t", "targets", "all"]);
  const names = [...targets.matchAll(/^(test_\S+): phony/gm)].map((m) => m[1]);
  const tests = names.filter((n) =>
    secrets
      ? n === "test_props.secrecy"
      : n.startsWith(`test_${game}.`) ||
        n === "test_props.laws" ||
        n === "test_contract.contract",
  );
  if (!tests.some((n) => secrets || n.startsWith(`test_${game}.`)))
    stop(`there are no tests of ${game}`);
  must("ninja", ["-C", build, "-j", String(cpus().length), ...tests]);
  const compile = JSON.parse(
    readFileSync(join(build, "compile_commands.json"), "utf8"),
  );
  const command = new Map(
    compile
      .filter((c) => c.file.startsWith(sources + "/"))
      .map((c) => [c.file.slice(sources.length + 1), c]),
  );
  return {
    command,
    tests: tests.map((name) => ({
      name,
      link: must("ninja", ["-C", build, "-t", "commands", name])
        .trim()
        .split("\n")
        .pop()
        .replace(/^: && /, "")
        .replace(/ && :$/, ""),
    })),
  };
}

const env = { SALIENT_GAME: game, ...(secrets && { SALIENT_LEAKS: "1" }) };
delete process.env.SALIENT_COVERAGE; // what a mutant cites is no coverage

// Tests run in a folder of the worker's own: a mutant that trips an assertion leaves its journal there.
async function run_test(test, program, folder) {
  return run(`exec ${program}`, folder, test.limit ?? 600000, env);
}
function make_folder(id) {
  const folder = join(work, String(id));
  mkdirSync(folder, { recursive: true });
  for (const name of ["data", "tests", "docs"])
    symlinkSync(join(root, name), join(folder, name));
  return folder;
}

async function compile_aside(command, place, folder) {
  const text = place.lines.with
    ? place.lines.with(place.at, place.line)
    : Object.assign([...place.lines], { [place.at]: place.line });
  const changed = join(folder, place.file),
    object = join(folder, "mutant.o");
  writeFileSync(changed, text.join("\n"));
  const c = command.get(place.file);
  const line = c.command
    .replace(/ -o \S+/, ` -o ${object}`)
    .replace(/ -c \S+/, ` -iquote ${sources} -c ${changed}`)
    .replace(/ -g\b/, "");
  const r = await run(line, c.directory, 60000);
  return r.code === 0 ? readFileSync(object) : null;
}

// "caught by X", "survived", or null when it is no mutant.
async function judge(setup, place, folder) {
  const object = await compile_aside(setup.command, place, folder);
  if (!object || object.equals(setup.original.get(place.file))) return null;
  for (const test of setup.tests) {
    const program = join(folder, test.name);
    const link = test.link.replace(
      / -o \S+/,
      ` -o ${program} ${join(folder, "mutant.o")}`,
    );
    if ((await run(link, build, 60000)).code !== 0) return null;
    const r = await run_test(test, program, folder);
    if (secrets && !(r.code > 0)) return "survived"; // to hang or die is no proof of a leak
    if (r.code !== 0)
      return `caught by ${test.name.slice(5)}${r.code === null ? " (it hung or died)" : ""}`;
  }
  return "survived";
}

if (process.argv.includes("--list")) {
  const lines = all_places().map((p) =>
    [`${p.file}:${p.at + 1}`, p.kind, p.was.trim(), p.line.trim()].join("\t"),
  );
  // a pipe takes its time: to exit before it has taken all would lose lines
  await new Promise((done) =>
    process.stdout.write(lines.join("\n") + "\n", done),
  );
  process.exit(0);
}

const setup = set_up(),
  work = join(build, "work");
rmSync(work, { recursive: true, force: true });
const first = make_folder("first");
for (const test of setup.tests) {
  const r = await run_test(test, join(build, "tests", test.name), first);
  if (r.code !== 0) stop(`${test.name} fails without any mutant`);
  test.ms = r.ms;
  test.limit = 5000 + 10 * r.ms;
}
setup.tests.sort((a, b) => a.ms - b.ms);
setup.original = new Map(); // the unchanged file, compiled the same way: a mutant with these bytes is none
for (const [file] of setup.command) {
  const lines = readFileSync(join(sources, file), "utf8").split("\n");
  setup.original.set(
    file,
    await compile_aside(
      setup.command,
      { file, lines, at: 0, line: lines[0] },
      first,
    ),
  );
}

const queue = secrets ? all_secrets() : choose(all_places()),
  results = [];
// As each is judged, so that a run that is cut short has said something.
function tell({ place, verdict }) {
  if (!verdict || (verdict !== "survived" && !show && !secrets)) return;
  console.log(
    `${verdict === "survived" ? "SURVIVED" : "caught  "} ${game}/${place.file}:${place.at + 1} ${place.kind}${verdict === "survived" ? "" : `, ${verdict}`}`,
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
    slot.verdict = await judge(setup, place, folder);
    tell(slot);
  }
}
await Promise.all(cpus().map((_, i) => worker(i)));

const counted = results.filter((r) => r.verdict).slice(0, count);
const caught = counted.filter((r) => r.verdict !== "survived").length;
const kinds = [...new Set(counted.map((r) => r.place.kind))].sort();
for (const kind of kinds) {
  const of = counted.filter((r) => r.place.kind === kind);
  console.log(
    `${kind.padEnd(16)} ${String(of.filter((r) => r.verdict !== "survived").length).padStart(3)} of ${of.length}`,
  );
}
console.log(`note: ${caught} of ${counted.length} caught`); // for check.sh
console.log(`${caught} of ${counted.length} caught`);
process.exit(caught * 10 >= counted.length * (secrets ? 10 : 9) ? 0 : 1);
