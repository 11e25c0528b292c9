// What a review says, worked out for the page: curves, the sum of where the game went, and the ways
// of a mistake on the map. It reads words of actions only as names of units and places.
import type { Side, View } from './doc';
import type { P } from './geom';
import type { Arrow } from './map/scene';
import type { Board } from './model';

export interface Chance {
  german: number;
  soviet: number;
  draw: number;
}
export interface Point {
  n: number; // the line of the journal
  turn: number;
  side: Side;
  begins: boolean; // a side's part of a turn begins here
  chance: Chance;
  error: number;
  open: Chance;
}
export interface Mistake {
  n: number;
  turn: number;
  side: Side;
  played: string;
  says: string;
  then: string[]; // the rest of the move
  then_says?: string[]; // not in reviews of older versions
  better: string[];
  better_says: string[];
  chance: number; // that the better way leaves
  loss: number;
  error: number;
  kind: 'inaccuracy' | 'mistake' | 'blunder';
}
export interface ReviewDoc {
  nodes: number;
  points: Point[];
  end: Chance;
  luck: { n: number; side: Side; by: number }[];
  mistakes: Mistake[];
  totals: Record<Side, { luck: number; accuracy: number }>;
  over: boolean;
}
export interface ReviewAnswer {
  state: 'none' | 'waiting' | 'running' | 'done' | 'failed';
  done?: number;
  of?: number;
  points?: Point[];
  review?: ReviewDoc;
}

export const share = (c: Chance, side: Side): number => c[side] + c.draw / 2;
const sign = (of: Side, side: Side): number => (of === side ? 1 : -1);

export interface Dot {
  x: number; // in turns
  y: number; // chance, 0 to 1
  dry: number; // the same with average dice
  line: number;
  turn: number;
}
// One dot for each point: the turn, and how far into it.
export function course(points: Point[], doc: ReviewDoc | null, side: Side): Dot[] {
  const perTurn = new Map<number, number>(),
    at = new Map<number, number>();
  for (const p of points) perTurn.set(p.turn, (perTurn.get(p.turn) ?? 0) + 1);
  let dice = 0,
    rolled = 0;
  const dots = points.map(p => {
    const k = at.get(p.turn) ?? 0;
    at.set(p.turn, k + 1);
    for (const l = doc?.luck; l && rolled < l.length && l[rolled].n < p.n; rolled++)
      dice += sign(l[rolled].side, side) * l[rolled].by;
    const y = share(p.open, side);
    return { x: p.turn + k / perTurn.get(p.turn)!, y, dry: y - dice, line: p.n, turn: p.turn };
  });
  const last = points[points.length - 1];
  if (doc && last) {
    const all = doc.luck.reduce((sum, l) => sum + sign(l.side, side) * l.by, 0),
      y = share(doc.end, side);
    dots.push({ x: last.turn + 1, y, dry: y - all, line: last.n, turn: last.turn });
  }
  return dots;
}

// Whole points of chance for one side that add up: start + own + theirs + dice = end.
export interface Sum {
  start: number;
  own: number;
  theirs: number;
  dice: number;
  end: number;
}
export function sumUp(doc: ReviewDoc, side: Side): Sum {
  const value = doc.points.map(p => share(p.open, side)),
    part = { own: 0, theirs: 0, dice: 0 };
  value.push(share(doc.end, side));
  let rolled = 0;
  doc.points.forEach((p, i) => {
    const next = doc.points[i + 1]?.n ?? Infinity;
    let dice = 0;
    for (; rolled < doc.luck.length && doc.luck[rolled].n < next; rolled++)
      dice += sign(doc.luck[rolled].side, side) * doc.luck[rolled].by;
    part.dice += dice;
    part[p.side === side ? 'own' : 'theirs'] += value[i + 1] - value[i] - dice;
  });
  const start = Math.round(100 * value[0]),
    end = Math.round(100 * value[value.length - 1]),
    names = ['own', 'theirs', 'dice'] as const,
    whole = names.map(k => ({ k, exact: 100 * part[k], n: Math.round(100 * part[k]) })),
    off = end - start - whole.reduce((s, w) => s + w.n, 0),
    rest = (w: { exact: number; n: number }) => (w.exact - w.n) * Math.sign(off);
  whole.sort((a, b) => rest(b) - rest(a)); // the largest remainder is rounded the other way
  for (let i = 0; i < Math.abs(off); i++) whole[i % 3].n += Math.sign(off);
  const of = (k: string) => whole.find(w => w.k === k)!.n;
  return { start, own: of('own'), theirs: of('theirs'), dice: of('dice'), end };
}

// ---- in words
// "To 0806", "To 0805", "To 0804" are one way: "To 0806–0805–0804".
const STEP = /^To (\S+)$/;
function joined(says: string[]): string[] {
  const out: string[] = [];
  for (const s of says) {
    const place = STEP.exec(s)?.[1],
      before = out.at(-1);
    if (place && before && STEP.test(before)) out[out.length - 1] = `${before}–${place}`;
    else out.push(s);
  }
  return out;
}
// A move, step by step; of a long one the middle is left out.
export function wayInWords(says: string[]): string {
  const all = joined(says),
    short = all.length > 5 ? [...all.slice(0, 2), '…', ...all.slice(-2)] : all;
  return short.map((s, i) => (i ? s[0].toLowerCase() + s.slice(1) : s)).join(', ');
}
export const playedInWords = (m: Mistake): string => wayInWords([m.says, ...(m.then_says ?? [])]);
export const betterInWords = (m: Mistake): string => wayInWords(m.better_says);

// ---- on the map
type Teller = { board: Board; view: View; sideOf(u: View['units'][number]): Side | undefined };
// Actions name units and places. A unit that is named goes to the free places named after it; a
// place with the enemy on it is attacked by the units named around it.
export function waysOf(actions: string[], side: Side, t: Teller): { ways: P[][]; aims: P[][] } {
  const at = new Map(t.view.units.map(u => [u.id, u])),
    enemyAt = new Set(t.view.units.filter(u => t.sideOf(u) !== side).map(u => u.at)),
    ways = new Map<string, P[]>(),
    aims: P[][] = [];
  let unit = '',
    target: P | null = null;
  const aim = (id: string): void => {
    const from = ways.get(id)?.at(-1) ?? t.board.at(at.get(id)?.at ?? '');
    if (from && target && Math.hypot(from.x - target.x, from.y - target.y) > 0.1)
      aims.push([from, target]);
  };
  for (const word of actions.flatMap(a => a.split(' ').slice(1))) {
    const u = at.get(word),
      place = u && t.sideOf(u) !== side ? t.board.at(u.at) : t.board.at(word);
    if (u && t.sideOf(u) === side) {
      unit = word;
      aim(unit);
    } else if (place && (u || enemyAt.has(word))) {
      target = place;
      if (unit) aim(unit);
    } else if (place) {
      const start = t.board.at(at.get(unit)?.at ?? ''),
        way = ways.get(unit) ?? (start ? [start] : []);
      way.push(place);
      ways.set(unit, way);
    }
  }
  return { ways: [...ways.values()], aims };
}
export interface Shown {
  title: string;
  arrows: Arrow[];
  targets: number[];
}
// Grey: what was played; blue: what would have been better; each with the chance it leaves.
export function drawMistake(m: Mistake, title: string, t: Teller): Shown {
  const arrows: Arrow[] = [],
    targets: number[] = [],
    per = (v: number) => `${Math.round(100 * Math.max(0, Math.min(1, v)))} %`;
  const put = (actions: string[], style: Arrow['style'], text: string): void => {
    const { ways, aims } = waysOf(actions, m.side, t);
    let tag: string | undefined = text;
    for (const [list, kind] of [
      [aims, 'attack'],
      [ways, 'over'],
    ] as const)
      for (const way of list) {
        arrows.push({ way, style, kind, text: tag });
        tag = undefined;
        if (kind === 'attack') targets.push(t.board.hexAt(way[way.length - 1]));
      }
  };
  put([m.played, ...m.then], 'cardSoft', `played, ${per(m.chance - m.loss)}`);
  put(m.better, 'focus', `better, ${per(m.chance)}`);
  return { title, arrows, targets: targets.filter(i => i >= 0) };
}
