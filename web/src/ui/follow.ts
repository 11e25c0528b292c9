// The panel while the other side decides: who moves, what has moved so far, how fast it is shown.
import { type Side, other, sideName } from '../doc';
import type { Brief } from '../brief';
import { counterCanvas, faceOf, symbolWord } from '../counter';
import { h, plural } from '../dom';
import type { Speed } from '../net';
import type { Play } from '../play';
import { chip } from '../rules';
import { figures } from './parts';
import { type Line, movers } from '../story';

const SPEEDS: [Speed, string, string][] = [
  ['step', 'Step', 'One move for each key or click.'],
  ['slow', 'Slow', 'One whole move each 600 ms; the view goes there if it is out of sight.'],
  ['quick', 'Quick', 'One whole move each 200 ms; the view goes there if it is out of sight.'],
  ['once', 'At once', 'Nothing is played out; you read what happened afterwards.'],
];
const MOST_ROWS = 5;

export function speedChoice(now: Speed, set: (s: Speed) => void): HTMLElement {
  return h(
    'section',
    { class: 'block' },
    h(
      'div',
      { class: 'spread' },
      h('span', { class: 'label' }, 'Opponent’s moves'),
      h('span', { class: 'least' }, 'kept for all games'),
    ),
    h(
      'div',
      { class: 'seg wide', role: 'radiogroup', 'aria-label': 'Opponent’s moves' },
      SPEEDS.map(([id, word]) =>
        h(
          'button',
          {
            type: 'button',
            role: 'radio',
            'aria-checked': String(id === now),
            onclick: () => set(id),
          },
          word,
        ),
      ),
    ),
    h('p', { class: 'least' }, SPEEDS.find(s => s[0] === now)?.[2] ?? ''),
  );
}
// "Soviet movement: 12 so far, now 175 INF."
export function followTitle(p: Play): string {
  const v = p.map.view ?? p.view,
    phase = p.board?.phases.find(x => x.id === v?.phase)?.title ?? 'The other side',
    n = new Set(p.follow.shown.map(l => l.unit ?? l.n)).size,
    now = p.follow.now?.unit,
    who = now ? `, now ${p.nameOf(now)}` : '';
  return n ? `${phase}: ${n} so far${who}.` : `${phase}.`;
}
function unitCard(p: Play, l: Line, brief: Brief | null): HTMLElement | null {
  const u = l.unit ? p.map.view?.units.find(x => x.id === l.unit) : undefined,
    k = u ? p.map.sprites.counter(u) : null;
  if (!u || !k) return null;
  return h(
    'section',
    { class: 'block unit' },
    counterCanvas(p.map.sprites, u, 58),
    h(
      'div',
      { class: 'grow' },
      h('b', null, p.nameOf(u.id)),
      ' ',
      h('span', { class: 'soft' }, symbolWord[k.symbol] ?? k.symbol),
      h('div', { class: 'facts' }, figures(faceOf(k, u.steps).face?.figures ?? [], brief)),
      h('div', { class: 'soft' }, l.way.length ? l.way.join(' – ') : l.text),
    ),
    chip(p.view!.game, l.rule),
  );
}
function row(p: Play, l: Line): HTMLElement {
  const u = l.unit ? p.map.view?.units.find(x => x.id === l.unit) : undefined,
    hex = p.map.board.find(l.way.at(-1) ?? l.at[0] ?? '');
  return h(
    'li',
    null,
    h(
      'button',
      {
        type: 'button',
        onclick: () => {
          if (hex >= 0) p.map.centreOn(hex);
        },
      },
      u ? counterCanvas(p.map.sprites, u, 30) : h('i', { class: `stripe ${l.side ?? ''}` }),
      h('span', { class: `grow${l.kind === 'fight' ? ' strong' : ''}` }, l.text),
      h('span', { 'aria-hidden': 'true' }, '›'),
    ),
  );
}
function progress(p: Play, side: Side): HTMLElement {
  const all = p.view?.units.filter(u => p.sideOf(u) === side).length ?? 0,
    done = new Set(p.follow.shown.filter(l => l.kind === 'move').flatMap(movers)).size,
    share = all ? Math.min(1, done / all) : 0,
    seconds = Math.round((Date.now() - p.follow.thinking) / 1000);
  return h(
    'div',
    { class: 'progress' },
    h(
      'div',
      { class: `progress-bar ${side}`, 'aria-hidden': 'true' },
      h('i', { style: `width:${(100 * share).toFixed(1)}%` }),
    ),
    h(
      'div',
      { class: 'spread soft' },
      h('span', null, `${done} moved of ${plural(all, 'counter')} you see`),
      h('span', { class: 'thinks' }, thinkingWords(p, seconds)),
    ),
  );
}
export function thinkingWords(p: Play, seconds: number): string {
  const foe = p.active === 'watch' ? undefined : p.me.presence[other(p.active)];
  if (foe?.kind === 'pass') return 'plays by file';
  if (p.me.eyes) return '';
  if (p.follow.on) return p.follow.paused ? 'paused' : '';
  return seconds > 1 ? `thinking, ${seconds} s` : 'thinking';
}
// How far the other side has come; it stands first on the panel.
export function followHead(p: Play): HTMLElement | null {
  const v = p.view;
  if (!v || (v.over && !p.follow.on) || (p.toMove && !p.follow.on)) return null;
  const side = p.map.view?.to_move[0] ?? v.to_move[0];
  return side ? progress(p, side) : null;
}
export function followBlocks(p: Play, brief: Brief | null, set: (s: Speed) => void): HTMLElement[] {
  const v = p.view;
  if (!v || (v.over && !p.follow.on) || (p.toMove && !p.follow.on)) return [];
  const side = (p.map.view?.to_move[0] ?? v.to_move[0]) as Side | undefined,
    shown = [...p.follow.shown].reverse(),
    now = p.follow.on ? p.follow.now : null;
  const out: (HTMLElement | null)[] = [
    now && now.kind !== 'fight' ? unitCard(p, now, brief) : null,
    shown.length
      ? h(
          'section',
          { class: 'block' },
          h('span', { class: 'label' }, 'So far in this phase, newest first'),
          h(
            'ul',
            { class: 'list moves' },
            shown.slice(0, MOST_ROWS).map(l => row(p, l)),
          ),
          shown.length > MOST_ROWS
            ? h(
                'details',
                null,
                h('summary', { class: 'link' }, `Earlier: ${shown.length - MOST_ROWS}`),
                h(
                  'ul',
                  { class: 'list moves' },
                  shown.slice(MOST_ROWS, 60).map(l => row(p, l)),
                ),
              )
            : null,
        )
      : h(
          'section',
          { class: 'block soft' },
          `The ${sideName(side ?? '')} side has moved nothing yet that you can see.`,
        ),
    speedChoice(p.settings.speed, set),
  ];
  return out.filter((e): e is HTMLElement => !!e);
}
