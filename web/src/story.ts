// What happened, told as a story: one line a move, attacks with odds and dice, headings by turn and
// phase. It reads what events hold (units, places, card, dice, turn and phase) and knows no game.
import {
  type BoardDoc,
  type Card,
  type Die,
  type GameEvent,
  type Side,
  phaseSide,
  points,
} from './doc';
import { plural } from './dom';

export type LineKind = 'move' | 'back' | 'fight' | 'note';
export interface Line {
  n: number; // its first and last event
  last: number;
  kind: LineKind;
  side?: Side;
  phase?: string;
  rule: string;
  text: string;
  more: string[]; // what came of it
  unit?: string;
  others: string[]; // units that went the same way with it
  way: string[]; // hexes, the start first
  at: string[];
  card?: Card;
  dice: Die[];
  order: boolean;
  dead: string[]; // units that were lost in it
}
export interface Chapter {
  key: string;
  title: string;
  side?: Side;
  first: number;
  last: number;
  lines: Line[];
}
export interface Teller {
  board: BoardDoc;
  name(unit: string): string;
  date(turn: number): string;
  result(card: Card): string; // what the dice brought, in words
}

// What was taken back is no part of the story, nor is the taking back.
export function kept(events: GameEvent[]): GameEvent[] {
  const out: GameEvent[] = [];
  for (const e of events) {
    if (e.kind !== 'undo') {
      out.push(e);
      continue;
    }
    while (e.back && out.length && out[out.length - 1].n >= e.back) out.pop();
  }
  return out;
}
const isFight = (e: GameEvent): boolean => typeof e.card?.rolled === 'number';
// A unit that is not known moves too: its event names two hexes and nobody.
const isHidden = (e: GameEvent): boolean => !e.units.length && /(^|\.)moves$/.test(e.kind);
const isMove = (e: GameEvent): boolean =>
  !e.card && e.at.length === 2 && (e.units.length === 1 || isHidden(e));
// The next step of the way that `before` ended.
export const goesOnHidden = (before: GameEvent, e: GameEvent): boolean =>
  isHidden(before) && isHidden(e) && e.at.length === 2 && e.at[1] === before.at[0];
const isHeading = (e: GameEvent): boolean => e.kind === 'phase' || e.kind === 'turn';

export function faces(dice: Die[]): string {
  const list = dice.map(d => String(d.v).replace(/^=/, ''));
  if (list.length < 2) return list.length ? `die ${list[0]}` : '';
  return `dice ${list.slice(0, -1).join(', ')} and ${list[list.length - 1]}`;
}
// Odds are read "at 3:1", the name of any other column by itself: "weight 9", "column 3-5".
// A shot that names the faces it hits with needs no column: its dice and its result say it.
function columnWords({ column, table }: Card): string {
  if (!column || (!table && /^\d+(-\d+)?$/.test(column))) return '';
  const [, count, , high] = /^(\d+) x (\d+)(?:-(\d+))?$/.exec(column) ?? [];
  if (count)
    return `${plural(Number(count), 'die', 'dice')}, hits on ${high ? `1 to ${high}` : '1'}`;
  if (/\d:\d/.test(column)) return `at ${column}`;
  if (/ or (less|more)$/.test(column)) return `hits on ${column}`;
  return /^\d/.test(column) ? `column ${column}` : column;
}
// "Attack on 1706: 25 : 8 at 3:1, dice 5 and 4, the defender retreats"
export function fightWords(card: Card, dice: Die[], result: string): string {
  const by = card.sides?.find(s => s.side === card.by),
    to = card.sides?.find(s => s.side !== card.by),
    sums = by?.lines.length && to?.lines.length ? `${points(by.total)} : ${points(to.total)}` : '',
    odds = [sums, columnWords(card)].filter(Boolean).join(' '),
    parts = [odds, faces(dice), result].filter(Boolean);
  return `${card.title}: ${parts.join(', ')}`;
}
const ends = (l: Line): string => `${l.way[0]} ${l.way[l.way.length - 1]}`;
const shortWay = (way: string[]): string =>
  way.length > 4 ? `${way[0]}–${way[1]}–…–${way[way.length - 1]}` : way.join('–');

export class Story {
  private sideOf = new Map<string, Side>();
  private places: Set<string>;
  constructor(private t: Teller) {
    for (const c of t.board.counters) this.sideOf.set(c.id, c.side);
    this.places = new Set(t.board.hexes.map(h => h[0]));
  }
  // Where a fight is: the hex that its title names comes first.
  private fightAt(e: GameEvent): string[] {
    const named = (e.card!.title.match(/[\w/-]+/g) ?? []).find(w => this.places.has(w));
    return named ? [named, ...e.at.filter(x => x !== named)] : e.at;
  }
  private side(e: GameEvent): Side | undefined {
    const own = e.card?.by ?? this.sideOf.get(e.units[0] ?? '');
    return own ?? phaseSide(this.t.board.phases.find(p => p.id === e.phase));
  }
  resultOf(card: Card): string {
    return this.t.result(card);
  }
  nameOf(unit: string): string {
    return this.t.name(unit);
  }
  private line(e: GameEvent): Line {
    const base = {
      n: e.n,
      last: e.n,
      side: this.side(e),
      phase: e.phase,
      rule: e.rule,
      more: [] as string[],
      unit: e.units[0],
      others: [] as string[],
      at: e.at,
      dice: e.dice ?? [],
      order: !!e.order,
      dead: /^elimin/.test(e.kind) ? e.units.slice(0, 1) : [],
    };
    if (isFight(e)) {
      const text = fightWords(e.card!, e.dice ?? [], this.t.result(e.card!));
      return { ...base, at: this.fightAt(e), kind: 'fight', text, way: [], card: e.card };
    }
    if (isMove(e)) {
      const kind: LineKind = /retreat|falls\.back/.test(e.kind) ? 'back' : 'move';
      return { ...base, kind, text: '', way: [e.at[1], e.at[0]] };
    }
    return { ...base, kind: 'note', text: e.text, way: [] };
  }
  // Whether an event goes on with the line before: another step of the same unit, or what came of a
  // fight or a move.
  private joins(line: Line, e: GameEvent): boolean {
    if (isFight(e) || e.phase !== line.phase) return false;
    if (line.kind === 'fight') return this.follows(line, e);
    if (e.units.length > 1 || e.units[0] !== line.unit) return false;
    if (line.kind === 'note' || !(line.unit || isMove(e))) return false;
    return !isMove(e) || e.at[1] === line.way[line.way.length - 1];
  }
  private follows(fight: Line, e: GameEvent): boolean {
    const units = (fight.card?.sides ?? []).flatMap(s => s.lines).map(l => l.unit);
    if (e.units.length) return units.includes(e.units[0]) || fight.at.includes(e.at[1] ?? '');
    return e.at.length > 0 && fight.at.includes(e.at[0]);
  }
  private join(line: Line, e: GameEvent): void {
    line.last = e.n;
    if (/^elimin/.test(e.kind)) line.dead.push(...e.units.slice(0, 1));
    if (line.kind !== 'fight' && isMove(e)) line.way.push(e.at[0]);
    else line.more.push(e.text);
  }
  lines(events: GameEvent[]): Line[] {
    const out: Line[] = [];
    for (const e of kept(events)) {
      if (isHeading(e)) continue;
      const last = out[out.length - 1];
      if (last && this.joins(last, e)) this.join(last, e);
      else out.push(this.line(e));
    }
    const merged = this.together(out);
    for (const l of merged) this.word(l);
    return merged;
  }
  // Units that went the same way one after the other make one line.
  private together(lines: Line[]): Line[] {
    const out: Line[] = [];
    for (const l of lines) {
      const last = out[out.length - 1],
        same = last?.kind === 'move' && l.kind === 'move' && ends(last) === ends(l);
      if (!same || last.side !== l.side || !l.unit) {
        out.push(l);
        continue;
      }
      last.others.push(l.unit!);
      last.more.push(...l.more);
      last.last = l.last;
    }
    return out;
  }
  private names(l: Line): string {
    if (!l.unit) return 'A hidden unit';
    const all = [l.unit, ...l.others].map(u => this.t.name(u)),
      tail = all[0].replace(/^[^/]*/, ''),
      alike = tail && all.every(n => n.endsWith(tail)),
      list = alike ? all.map(n => n.slice(0, -tail.length)) : all;
    if (list.length === 1) return all[0];
    return `${list.slice(0, -1).join(', ')} and ${list[list.length - 1]}${alike ? tail : ''}`;
  }
  private word(l: Line): void {
    if (l.kind === 'move') l.text = `${this.names(l)} ${shortWay(l.way)}`;
    if (l.kind === 'back') l.text = `${this.t.name(l.unit!)} goes back ${shortWay(l.way)}`;
  }
  chapters(events: GameEvent[]): Chapter[] {
    const parts: { key: string; events: GameEvent[] }[] = [];
    for (const e of kept(events)) {
      const last = parts[parts.length - 1],
        key = e.phase === undefined ? (last?.key ?? '0/') : `${e.turn}/${e.phase}`;
      if (last?.key === key) last.events.push(e);
      else parts.push({ key, events: [e] });
    }
    return parts.map(p => this.chapter(p.key, p.events));
  }
  private chapter(key: string, events: GameEvent[]): Chapter {
    const [turn, id] = [Number(key.split('/')[0]), key.slice(key.indexOf('/') + 1)],
      phase = this.t.board.phases.find(p => p.id === id),
      date = this.t.date(turn) || `Turn ${turn}`;
    return {
      key: `${key}/${events[0].n}`,
      title: [date, phase?.title ?? id].filter(Boolean).join(', '),
      side: phaseSide(phase),
      first: events[0].n,
      last: events[events.length - 1].n,
      lines: this.lines(events),
    };
  }
}
// Who moved in a line; hidden units cannot be told apart, so each line counts as one.
export const movers = (l: Line): (string | number)[] => [l.unit ?? l.n, ...l.others];
// "3 attacks, 12 moves, 1 unit lost"
export function sumOf(lines: Line[]): string {
  const count = (f: (l: Line) => boolean) => lines.filter(f).length,
    fights = count(l => l.kind === 'fight'),
    moves = new Set(lines.filter(l => l.kind === 'move').flatMap(movers)).size,
    dead = lines.reduce((n, l) => n + l.dead.length, 0);
  return [
    fights ? plural(fights, 'roll') : '',
    moves ? plural(moves, 'move') : '',
    dead ? `${plural(dead, 'unit')} lost` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
