// mutants_places.mjs - where tools/mutants.mjs makes its small wrong changes.
//
// A place is one line of a ruleset's source and what it becomes:
// { kind, file, at, was, line, lines, within }, with `within` the function it stands in.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

// Comments and strings blanked, everything else in its place.
function code_only(text) {
  return text.replace(
    /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    (s) => s.replace(/[^\n]/g, " "),
  );
}

const CITES = /\bR_\w|\/\*[^*]*\b\d+\.\d+/;

// Functions as [first, last] lines and a name, whose text, or the comment right above them, cites a
// rule.
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
      found.push([i, end, name]);
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
// Numbers that say nothing: operands that an action or a refusal does not use, "none" (-1), cleared
// structs. A call may stand on several lines and hold other calls, whose own operands do count; so
// this takes a whole file, and every other character keeps its place.
const SPARE_OPERANDS =
  /\b(sal_act|sal_refuse|refuse_with|memset)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
function without_spares(call) {
  let depth = 0;
  return call.replace(/[()]|,\s+0(?=[,)])/g, (s) => {
    if (s === "(") depth++;
    if (s === ")") depth--;
    return depth === 1 && s[0] === "," ? `${s.slice(0, -1)} ` : s;
  });
}
function without_fillers(code) {
  return code
    .replace(SPARE_OPERANDS, without_spares)
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
    // The room of an array decides no rule: what is longer holds the same, and what is too short is
    // for the sanitizers and the crowd law.
    const room =
      DECLARES.test(code) && /\w(\[\w*\])*\[$/.test(code.slice(0, m.index));
    if (room) continue;
    if (!flag)
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

export function all_places(sources, only_lines) {
  const places = [];
  for (const file of readdirSync(sources)
    .filter((f) => f.endsWith(".c") && !ADVICE.test(f))
    .sort()) {
    const text = readFileSync(join(sources, file), "utf8"),
      lines = text.split("\n"),
      only_code = code_only(text),
      code = only_code.split("\n"),
      telling = without_fillers(only_code).split("\n");
    for (const [first, last, within] of citing_functions(lines))
      for (let i = first + (first === last ? 0 : 1); i <= last; i++) {
        if (TALK.test(code[i]) || (only_lines && !CITES.test(lines[i])))
          continue;
        for (const p of places_in_line(lines[i], code[i], telling[i]))
          places.push({ ...p, file, at: i, was: lines[i], lines, within });
      }
  }
  return places;
}

// Every place where a view hides something, with that taken out: the operands stay, so that the
// line compiles.
export function all_secrets(sources) {
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
export function choose(places, seed) {
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
