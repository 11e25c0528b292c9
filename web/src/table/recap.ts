// What happened since this side last decided, in a few numbered items: moves by formation, then
// each fight, then what that did to one's own units.
import type { BoardDoc, Die, Side, Unit, View } from '../doc';
import { plural } from '../dom';
import { type Line, type Story, fightWords, movers } from '../story';

export interface Item {
  n: number; // its number on the board; 0: none
  title: string;
  text: string;
  rule: string;
  dice: Die[];
  lines: Line[];
  bad: boolean; // it cost this side something
  quiet?: boolean; // on the board only while one points at it
}
export interface Recap {
  title: string;
  side: Side; // whose decision it is now
  items: Item[];
  own: { text: string; unit?: string; hex?: string }[];
  opening: boolean; // this side has decided nothing before
  first: number; // events, for playing it again
  last: number;
}
const MOST = 8;

function moveItem(formation: string, lines: Line[]): Item {
  const units = new Set(lines.flatMap(movers)),
    to = [...new Set(lines.map(l => l.way[l.way.length - 1]))],
    from = [...new Set(lines.map(l => l.way[0]))],
    some = (list: string[]) => `${list.slice(0, 3).join(', ')}${list.length > 3 ? ' …' : ''}`,
    many =
      formation === 'Hidden' ? `${units.size} hidden units` : `${formation}: ${units.size} units`,
    title = units.size === 1 ? lines[0].text.replace(/ \S+$/, '') : many;
  return {
    n: 0,
    title,
    text: `${some(from)} to ${some(to)}`,
    rule: lines[0].rule,
    dice: [],
    lines,
    bad: false,
  };
}
function fightItem(l: Line, story: Story): Item {
  const words = fightWords(l.card!, [], ''),
    result = [story.resultOf(l.card!), ...l.more].filter(Boolean).join('. ');
  return {
    n: 0,
    title: words.replace(/: $/, ''),
    text: result.replace(/\.\./g, '.'),
    rule: l.rule,
    dice: l.dice,
    lines: [l],
    bad: false,
  };
}
// Of many rolls those that brought nothing are one line, and leave the board to the others.
const NOTHING = /^(no effect|miss|nothing)$|as before$/i;
function fightItems(fights: Line[], story: Story): { told: Item[]; quiet: Item[] } {
  const idle = (l: Line) => !l.dead.length && NOTHING.test(story.resultOf(l.card!)),
    vain = fights.length > MOST ? fights.filter(idle) : [],
    told = fights.filter(l => !vain.includes(l)).map(l => fightItem(l, story));
  if (!vain.length) return { told, quiet: [] };
  const title = `${plural(vain.length, told.length ? 'other roll' : 'roll')} without effect`;
  return {
    told,
    quiet: [
      { n: 0, title, text: '', rule: vain[0].rule, dice: [], lines: vain, bad: false, quiet: true },
    ],
  };
}
function noteItem(l: Line): Item {
  return { n: 0, title: l.text, text: '', rule: l.rule, dice: l.dice, lines: [l], bad: false };
}

// What one's own units have come to since the position before.
// `went`: units that this side has moved itself; their owner knows.
function ownNews(before: View, now: View, board: BoardDoc, went: Set<string>, story: Story) {
  const out: Recap['own'] = [],
    is = new Map(now.units.map(u => [u.id, u])),
    boxes = new Map(board.boxes.map(x => [x.id, x.title])),
    from = (at: string) => boxes.get(at) ?? at;
  for (const u of before.units) {
    const k = is.get(u.id),
      name = story.nameOf(u.id);
    if (u.id.startsWith('?')) continue;
    if (k && boxes.has(u.at) && boxes.has(k.at)) continue; // from one box to the next
    const box = k && !boxes.has(u.at) ? boxes.get(k.at) : undefined, // taken off the map
      states = k ? newStates(u, k, board) : [];
    if (!k || box) out.push({ text: `${box ?? 'Lost'}: ${name}, last in ${u.at}`, hex: u.at });
    else if ((k.steps ?? 0) < (u.steps ?? 0))
      out.push({ text: `Weaker: ${name} in ${k.at}`, unit: u.id, hex: k.at });
    else if (states.length)
      out.push({ text: `Now ${states.join(', ')}: ${name} in ${k.at}`, unit: u.id, hex: k.at });
    else if (k.at !== u.at && !went.has(u.id))
      out.push({ text: `Moved: ${name}, ${from(u.at)} to ${k.at}`, unit: u.id, hex: k.at });
  }
  return out;
}
// Square and diamond badges are states of a unit, as pinned or out of supply: it has come into
// these.
const STATES = ['square', 'diamond'];
function newStates(was: Unit, is: Unit, board: BoardDoc): string[] {
  const had = new Set(was.marks ?? []),
    fresh = (is.marks ?? []).filter(m => !had.has(m)).map(m => m.split(':')[0]);
  return board.marks
    .filter(m => STATES.includes(m.shape) && fresh.includes(m.id))
    .map(m => m.title);
}

export function recapOf(
  lines: Line[],
  side: Side,
  before: View | null,
  now: View,
  story: Story,
  board: BoardDoc,
  opening: boolean,
): Recap | null {
  const counters = new Map(board.counters.map(c => [c.id, c])),
    theirs = lines.filter(l => l.side && l.side !== side);
  if (!theirs.length) return null;
  const moves = theirs.filter(l => l.kind === 'move'),
    fights = lines.filter(l => l.kind === 'fight'),
    notes = theirs.filter(l => l.kind === 'note' && l.at.length > 0 && l.dead.length > 0),
    groups = new Map<string, Line[]>();
  for (const l of moves) {
    const name = l.unit ? counters.get(l.unit)?.formation || 'Others' : 'Hidden';
    groups.set(name, [...(groups.get(name) ?? []), l]);
  }
  const moved = [...groups].map(([name, list]) => moveItem(name, list)),
    { told: fought, quiet } = fightItems(fights, story),
    noted = notes.map(noteItem),
    room = Math.max(2, MOST - fought.length - noted.length),
    large = moved.sort((a, b) => b.lines.length - a.lines.length),
    items = [...large.slice(0, room), ...fought, ...noted],
    rest = large.slice(room).flatMap(i => i.lines);
  if (!items.length && !quiet.length) return null;
  items.forEach((item, i) => (item.n = i + 1));
  if (rest.length) {
    const other = moveItem('', rest);
    items.push({ ...other, title: `${plural(rest.length, 'other move')}`, text: 'no number' });
  }
  items.push(...quiet);
  const mine = (u: Unit) => (counters.get(u.id)?.side ?? u.side) === side,
    ours = lines.filter(l => l.side === side && l.kind === 'move'),
    went = new Set(ours.flatMap(l => [l.unit ?? '', ...l.others])),
    held = before && { ...before, units: before.units.filter(mine) },
    own = held ? ownNews(held, now, board, went, story) : [],
    hurt = new Set(own.map(o => o.hex));
  for (const i of items) i.bad = i.lines.some(l => l.at.some(h => hurt.has(h)));
  const parts = [
    moves.length ? plural(new Set(moves.flatMap(movers)).size, 'move') : '',
    fights.length ? plural(fights.length, 'roll') : '',
  ].filter(Boolean);
  const head = opening ? 'Before your first decision' : 'Since you decided';
  return {
    side,
    opening,
    title: parts.length ? `${head}: ${parts.join(', ')}.` : `${head}.`,
    items,
    own,
    first: lines[0].n,
    last: lines[lines.length - 1].last,
  };
}
