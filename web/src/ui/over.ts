// The end of a game: who won and by what, losses, the course of the score, and what to do next.
import type { Brief } from '../brief';
import { type Side, type View, points, pointsValue, sideName } from '../doc';
import { h, plural } from '../dom';
import type { Play } from '../play';
import { goals } from './top';

interface Mark {
  turn: number;
  german: number;
  soviet: number;
}
// The score at the end of each turn, as far as this page has seen it.
function course(views: { view: View }[]): Mark[] {
  const by = new Map<number, Mark>();
  for (const { view: v } of views)
    by.set(v.turn.n, {
      turn: v.turn.n,
      german: pointsValue(v.scores.german ?? 0),
      soviet: pointsValue(v.scores.soviet ?? 0),
    });
  return [...by.values()].sort((a, b) => a.turn - b.turn);
}
function curve(marks: Mark[]): SVGSVGElement {
  const NS = 'http://www.w3.org/2000/svg',
    e = document.createElementNS(NS, 'svg'),
    w = 400,
    hgt = 110,
    most = Math.max(1, ...marks.map(m => Math.max(m.german, m.soviet))),
    x = (i: number) => 20 + ((w - 40) * i) / Math.max(1, marks.length - 1),
    y = (v: number) => hgt - 18 - ((hgt - 34) * v) / most;
  e.setAttribute('viewBox', `0 0 ${w} ${hgt}`);
  e.setAttribute('class', 'curve');
  e.setAttribute('aria-hidden', 'true');
  for (const side of ['german', 'soviet'] as Side[]) {
    const line = document.createElementNS(NS, 'polyline');
    line.setAttribute('points', marks.map((m, i) => `${x(i)},${y(m[side])}`).join(' '));
    line.setAttribute('class', side);
    e.append(line);
  }
  marks.forEach((m, i) => {
    const t = document.createElementNS(NS, 'text');
    t.setAttribute('x', String(x(i)));
    t.setAttribute('y', String(hgt - 3));
    t.textContent = String(m.turn);
    e.append(t);
  });
  return e;
}
// Units that the view of the start shows and the last one does not, and steps lost by the others.
function losses(p: Play, side: Side): string {
  const first = p.me.past[0]?.view,
    last = p.view;
  if (!first || !last) return '';
  const own = (v: View) => v.units.filter(u => p.sideOf(u) === side && !u.id.startsWith('?')),
    now = new Map(own(last).map(u => [u.id, u])),
    gone = own(first).filter(u => !now.has(u.id)).length,
    weak = own(first).filter(u => (now.get(u.id)?.steps ?? u.steps ?? 0) < (u.steps ?? 0)).length;
  if (!gone && !weak) return 'no loss that was seen';
  const parts = [gone ? `${plural(gone, 'unit')} lost` : '', weak ? `${weak} weakened` : ''];
  return parts.filter(Boolean).join(', ');
}
export function overBlocks(p: Play, brief: Brief | null): HTMLElement[] {
  const v = p.view;
  if (!v?.over) return [];
  const marks = course(p.me.past),
    words = marks.map(m => `turn ${m.turn}: ${m.german} to ${m.soviet}`).join('; '),
    scores = p.result?.scores ?? v.scores;
  return [
    h(
      'section',
      { class: 'block' },
      h('span', { class: 'label' }, 'Final score'),
      h(
        'table',
        { class: 'outcome' },
        h(
          'tbody',
          null,
          (['german', 'soviet'] as Side[]).map(s =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, h('i', { class: `sw ${s}` }), '\u00a0', sideName(s)),
              h('td', { class: 'big tab' }, points(scores[s] ?? 0)),
              h('td', { class: 'soft' }, losses(p, s)),
            ),
          ),
        ),
      ),
      h('div', { class: 'goal' }, goals(v, brief)),
    ),
    marks.length > 1
      ? h(
          'section',
          { class: 'block' },
          h('span', { class: 'label' }, 'The score by turns'),
          curve(marks),
          h('p', { class: 'sr' }, `German to Soviet, ${words}.`),
        )
      : h('div'),
  ];
}
