// Results of a card as they are read: codes of a table in words, equal results added up, per cents
// that make a hundred.
import type { Card, Chance } from './doc';
import { rowsOf } from './brief';
import { api } from './net';

export interface Code {
  table: string;
  token: RegExp;
  words: string;
}
export interface Row {
  code: string;
  words: string[]; // one, or the attacker's and the defender's
  chance: Chance;
  percent: string;
  rolls: string[]; // of the dice that bring it, where the card names them
  hit: boolean;
  grade: number; // of a shot: from none (0) to the worst (4); -1 where the order says nothing
}
const WORST = 4;
// A shot names its results from the mildest to the worst; a table names them by its dice.
const gradeOf = (card: Card, i: number): number =>
  card.table ? -1 : Math.ceil((WORST * i) / Math.max(1, (card.outcomes?.length ?? 1) - 1));
const kept = new Map<string, Code[]>();
const asked = new Set<string>();

// The words of a game's codes; fetched once, and `then` is called when they are there.
export function codesOf(game: string, then: () => void): Code[] {
  if (!asked.has(game)) {
    asked.add(game);
    void api<{ guide: string }>(`/api/guide/${encodeURIComponent(game)}/codes`).then(
      d => {
        kept.set(game, rowsOf(d.guide).map(readCode));
        then();
      },
      () => {},
    );
  }
  return kept.get(game) ?? [];
}
function readCode(r: Record<string, string>): Code {
  const plain = r.token.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replace('#', '(\\d+)');
  return { table: r.table, token: new RegExp(`^${plain}`), words: r.words };
}
function plural(words: string, n: string): string {
  const text = words.replace('#', n);
  return n === '1' ? text.replace(/\bhits\b/, 'hit') : text;
}
// "A1-1" as "goes back 1, loses 1"; null where a piece of it has no words.
export function inWords(code: string, table: string, codes: Code[]): string | null {
  const fit = [...codes.filter(c => c.table === table), ...codes.filter(c => c.table === '*')],
    out: string[] = [];
  for (let rest = code.trim(); rest; rest = rest.trim()) {
    const found = fit.map(c => ({ c, m: c.token.exec(rest) })).find(x => x.m);
    if (!found?.m) return null;
    out.push(plural(found.c.words, found.m[1] ?? ''));
    rest = rest.slice(found.m[0].length);
  }
  return out.join(', ');
}
function split(text: string): { roll: string; code: string; words: string } {
  const m = /^([^:]{1,9}): (.+)$/.exec(text);
  if (!m) return { roll: '', code: text, words: '' };
  return /^\d+$/.test(m[1])
    ? { roll: m[1], code: m[2], words: '' }
    : { roll: '', code: m[1], words: m[2] };
}
const common = (a: number, b: number): number => (b ? common(b, a % b) : a);
function sum([a, b]: Chance, [c, d]: Chance): Chance {
  const n = a * d + c * b,
    m = b * d,
    g = common(n, m) || 1;
  return [n / g, m / g];
}
// Whole per cents by the largest remainder; what is possible is never 0.
export function percents(chances: Chance[]): string[] {
  const exact = chances.map(([a, b]) => (100 * a) / b),
    whole = exact.map(Math.floor),
    total = Math.round(exact.reduce((s, x) => s + x, 0)),
    order = exact.map((x, i) => ({ i, rest: x - whole[i] })).sort((p, q) => q.rest - p.rest);
  let left = total - whole.reduce((s, x) => s + x, 0);
  for (const { i } of order) if (left-- > 0) whole[i]++;
  return whole.map((n, i) => (n === 0 && exact[i] > 0 ? '<1 %' : `${n} %`));
}
export function outcomeRows(card: Card, codes: Code[]): Row[] {
  const rows = new Map<string, Row>();
  (card.outcomes ?? []).forEach((o, i) => {
    const { roll, code, words } = split(o.text),
      parts = words ? [words] : wordsOf(code, card.table ?? '', codes),
      key = `${code}|${words}`,
      old = rows.get(key),
      hit = card.rolled === i;
    if (old) {
      old.chance = sum(old.chance, o.chance);
      old.hit ||= hit;
      if (roll) old.rolls.push(roll);
    } else
      rows.set(key, {
        code,
        words: parts,
        chance: o.chance,
        percent: '',
        rolls: roll ? [roll] : [],
        hit,
        grade: gradeOf(card, i),
      });
  });
  const out = [...rows.values()].filter(r => r.chance[0] > 0 || r.hit),
    pc = percents(out.map(r => r.chance));
  out.forEach((r, i) => (r.percent = pc[i]));
  return out;
}
function wordsOf(code: string, table: string, codes: Code[]): string[] {
  const parts = code.split('/').map(p => inWords(p, table, codes));
  return parts.every((p): p is string => p !== null) ? parts : [];
}
// One sentence: "attacker goes back 1, loses 1; defender nothing".
export function resultWords(card: Card, codes: Code[]): string {
  const row = outcomeRows(card, codes).find(r => r.hit);
  if (!row) return '';
  if (row.words.length === 2) {
    const [a, d] = row.words;
    return [a === 'nothing' ? '' : `attacker ${a}`, d === 'nothing' ? '' : `defender ${d}`]
      .filter(Boolean)
      .join('; ');
  }
  return row.words[0] ? `${row.words[0]}` : row.code;
}
// The same in a line of the log, where no code stands before it: of a shot "hit, a step".
export function toldWords(card: Card, codes: Code[]): string {
  const words = resultWords(card, codes),
    code = outcomeRows(card, codes).find(r => r.hit)?.code ?? '';
  if (card.table || words === code || /^0\b/.test(code)) return words;
  return `${code.slice(0, 1).toLowerCase()}${code.slice(1)}, ${words}`;
}
