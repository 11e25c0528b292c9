// What a hex, a unit, the prompt and the card say, in words: for the hex cursor, the inspector and
// whoever listens.
import {
  type Action,
  type Card,
  type GameEvent,
  type Reach,
  type Unit,
  type View,
  points,
  sideName,
} from './doc';
import { figuresOf, symbolWord, type Sprites } from './counter';
import { percent, plural } from './dom';
import type { Board } from './model';

export function unitName(s: Sprites, u: Unit): string {
  const k = s.counter(u);
  if (!k) return u.count && u.count > 1 ? `${u.count} unknown units` : 'an unknown unit';
  return k.label && k.label.length < 40 ? k.label : [k.name, k.formation].filter(Boolean).join(' ');
}
export function unitWords(s: Sprites, u: Unit): string {
  const k = s.counter(u);
  if (!k) return `${sideName(u.side ?? '')} unit, not identified`;
  const marks = (u.marks ?? []).map(m => s.markOf(m)?.mark.title).filter(Boolean);
  return [
    `${sideName(k.side)} ${unitName(s, u)}`,
    symbolWord[k.symbol] ?? k.symbol,
    figuresOf(k, u.steps).replace(/-/g, ' '),
    u.steps !== undefined && k.faces.length > 1 ? plural(u.steps, 'step') : '',
    ...marks,
  ]
    .filter(Boolean)
    .join(', ');
}
export function terrainWords(b: Board, i: number): string {
  const title = new Map(b.doc.terrain.map(t => [t.id, t.title]));
  const words = b.hex[i].terrain.map(t => (title.get(t) ?? t).toLowerCase());
  const label = b.doc.labels.filter(l => l.hex === b.hex[i].id).map(l => l.text);
  const roads = new Set(
    b.paths.filter(p => p.hexes.includes(i)).map(p => title.get(p.kind) ?? p.kind),
  );
  return [
    ...label,
    ...words.slice(words.length > 1 ? 1 : 0),
    ...[...roads].map(r => r.toLowerCase()),
  ].join(', ');
}
// What stands beside the pointer: the place, its terrain, and what every badge there means.
export function tipWords(b: Board, s: Sprites, view: View | null, i: number): string {
  const h = b.hex[i],
    name = b.doc.labels.find(l => l.hex === h.id)?.text,
    lines = [`${h.id}${name ? ` ${name}` : ''}, ${terrainWords(b, i)}`],
    badge = (word: string): string => {
      const m = s.markOf(word);
      return m ? `${m.letter || m.mark.badge} = ${m.mark.title}` : '';
    },
    here = view?.units.filter(u => u.at === h.id) ?? [],
    words = [
      ...here.flatMap(u => u.marks ?? []),
      ...(view?.marks.filter(m => m.hex === h.id).map(m => m.mark) ?? []),
    ];
  lines.push(...new Set(words.map(badge).filter(Boolean)));
  return lines.join('\n');
}
export function hexWords(
  b: Board,
  s: Sprites,
  view: View | null,
  i: number,
  reach: Reach | null,
  acts: Action[],
): string {
  const h = b.hex[i],
    out = [`${h.id}. ${capital(terrainWords(b, i))}.`];
  const sides = b.sides
      .filter(x => x.hex === i || b.hex[x.hex].next[x.dir] === i)
      .flatMap(x => x.kinds),
    seen = [...new Set(sides)];
  if (seen.length) {
    const title = new Map(b.doc.terrain.map(t => [t.id, t.title]));
    out.push(`At its sides: ${seen.map(k => (title.get(k) ?? k).toLowerCase()).join(', ')}.`);
  }
  const units = view?.units.filter(u => u.at === h.id) ?? [];
  out.push(
    units.length
      ? `${plural(units.length, 'unit')}: ${units.map(u => unitWords(s, u)).join('; ')}.`
      : 'Empty.',
  );
  for (const m of view?.marks.filter(x => x.hex === h.id) ?? []) {
    const k = s.marks.get(m.mark.split(':')[0]);
    if (k) out.push(`${capital(k.title)}${m.side ? `, ${sideName(m.side)}` : ''}.`);
  }
  const owner = view?.control.find(([, hs]) => hs.includes(h.id));
  if (owner) out.push(`${sideName(owner[0])} ground.`);
  const r = reach?.hexes.find(x => x.hex === h.id);
  if (r && r.from !== null)
    out.push(
      `Reached for ${points(r.cost)}, ${points(r.left)} left.${r.risk ? ` Risk: ${r.risk}.` : ''}`,
    );
  if (acts.length)
    out.push(
      `${plural(acts.length, 'choice')}: ${acts
        .slice(0, 6)
        .map(a => a.label)
        .join('; ')}.`,
    );
  return out.join(' ');
}
export function cardWords(c: Card): string {
  if (c.kind !== 'odds') return `${c.title}. ${c.text ?? ''}`;
  const sides = (c.sides ?? []).map(s => {
    const lines = s.lines.map(l => `${l.text} ${points(l.value)}`).join(', ');
    return `${sideName(s.side)} ${points(s.total)}: ${lines}.`;
  });
  const steps = (c.steps ?? []).map(s => {
    const way = (s.shift ?? 0) > 0 ? 'right' : 'left',
      shift = s.shift ? `, ${way} ${Math.abs(s.shift)}` : '';
    return `${s.text}${shift}, ${s.to}.`;
  });
  return [
    c.title + '.',
    ...sides,
    ...steps,
    ...(c.outcomes ?? []).filter(o => o.chance[0]).map(o => `${o.text}, ${percent(o.chance)}.`),
  ].join(' ');
}
export const eventWords = (e: GameEvent): string => `${e.text} Rule ${e.rule}.`;
export const capital = (s: string): string => (s ? s[0].toUpperCase() + s.slice(1) : s);
