// The key to what lies on the board: a layer, the reach of a unit or a stack, or what happened; and
// the row of view buttons.
import { type Overlay, type Reach, type ReachHex, type Style, other } from '../doc';
import { cramped, fill, h } from '../dom';
import type { Play } from '../play';
import { chip } from '../rules';

const COLOUR: Record<Style, string> = {
  good: 'var(--good)',
  bad: 'var(--bad)',
  warn: 'var(--warn)',
  own: 'var(--act)',
  enemy: 'var(--soviet)',
  none: 'var(--ink3)',
};
const MOST_LINES = 6;

function keyOf(style: Style): HTMLElement {
  const c = COLOUR[style],
    striped = ['bad', 'enemy', 'warn'].includes(style),
    css = [
      `background:color-mix(in srgb, ${c} 24%, transparent)`,
      `border:2px ${style === 'none' ? 'dashed' : 'solid'} ${c}`,
      striped
        ? `background-image:repeating-linear-gradient(135deg, ${c} 0 1px, transparent 1px 6px)`
        : '',
    ];
  return h('span', { class: 'key', style: css.join(';') });
}
function sample(text: string, colour: string, width: number): HTMLElement {
  const css = `color:${colour};border:${width}px solid ${colour};background:var(--panel)`;
  return h('span', { class: 'key', style: css }, text);
}
function layerKey(p: Play, o: Overlay, close: HTMLElement | null): HTMLElement[] {
  const seen = new Set<string>(),
    lines = o.lines.filter(l => !seen.has(l.text) && seen.add(l.text)),
    few = lines.length > MOST_LINES ? [] : lines,
    styles = new Set<string>(),
    legend = o.legend.filter(l => {
      const word = `${l.style}/${l.text.replace(/\d+/g, 'n')}`;
      return !styles.has(word) && styles.add(word);
    });
  return [
    h('h3', null, o.title, close),
    h(
      'ul',
      null,
      legend.map(l => h('li', null, keyOf(l.style), h('span', null, l.text))),
      few.map(l => h('li', null, h('span', { class: 'grow' }, l.text), chip(p.view!.game, l.rule))),
    ),
  ];
}
// What a way risks is told by its text: a number of shots that may answer it, or the words.
const isAnswer = (x: ReachHex): boolean => /^\d/.test(x.risk ?? '');
function risksOf(r: Reach): ReachHex[] {
  const kinds = new Map(r.hexes.filter(x => x.risk).map(x => [isAnswer(x) ? '' : x.risk, x]));
  return [...kinds.values()];
}
function riskWords(x: ReachHex, small: boolean): string {
  if (!isAnswer(x)) return x.risk!;
  return small ? 'enemy may answer' : 'the enemy may answer on the way';
}
function reachKey(p: Play): HTMLElement[] {
  const r = p.reach!,
    must = r.hexes.find(x => x.must),
    group = p.group.length,
    only = !p.deciding || !r.hexes.some(x => x.do),
    some = group > 1 && r.hexes.some(x => p.fewer.has(x.hex));
  const title = group > 1 ? `Reach of the group, ${group} units` : `Reach of ${p.nameOf(r.unit)}`,
    small = cramped(), // one line over the board
    risks = risksOf(r),
    spent = group > 1 ? 'points of the slowest' : 'points spent on arrival',
    stop = group > 1 ? 'all must stop' : 'must stop there';
  return [
    h('h3', null, title),
    h(
      'ul',
      null,
      h('li', null, sample('2½', 'var(--act)', 1), small ? 'points' : spent),
      must
        ? h(
            'li',
            null,
            sample('stop', 'var(--bad)', 2),
            small ? null : h('span', { class: 'grow' }, stop),
            chip(p.view!.game, must.rule),
          )
        : null,
      some ? h('li', null, h('span', { class: 'key dotted' }, '3/5'), 'only some get there') : null,
      risks.map(x =>
        h(
          'li',
          null,
          sample('2!', 'var(--act)', 1),
          h('span', { class: 'grow' }, riskWords(x, small)),
          chip(p.view!.game, x.rule),
        ),
      ),
      only ? h('li', { class: 'soft' }, 'to look at only') : null,
    ),
  ];
}
// Moves and attacks are the other side's, a retreat is one's own.
function arrowKey(p: Play): HTMLElement[] {
  const own = p.recap!.side,
    row = (cls: string, word: string) => {
      const side = cls === 'back' ? own : other(own);
      return h('li', null, h('span', { class: `key arrow ${cls} ${side}` }), word);
    };
  return [
    h('h3', null, p.recap!.opening ? 'Before your decision' : 'Since you decided'),
    h('ul', null, row('move', 'move'), row('attack', 'attack'), row('back', 'retreat')),
  ];
}

// Of a review: what was played, and what would have been better.
function waysKey(title: string): HTMLElement[] {
  const row = (cls: string, text: string) =>
    h('li', null, h('i', { class: `way ${cls}`, 'aria-hidden': 'true' }), h('span', null, text));
  return [
    h('h3', null, title),
    h(
      'ul',
      { class: 'ways' },
      row('played', 'what was played'),
      row('better', 'what the planner does'),
    ),
    h('p', { class: 'soft' }, 'Next mistake ', h('kbd', null, 'N')),
  ];
}
export interface LegendPlace {
  panel: string; // class that moves it beside an open panel
  covered: boolean;
}
export function renderLegend(e: HTMLElement, p: Play, at: LegendPlace): void {
  const o = p.sight ?? p.overlay,
    wants = p.overlayWants,
    recap = p.recap && p.arrows && p.recap.items.some(i => i.n);
  if (p.ways && p.lineAt !== null && !at.covered) {
    e.hidden = false;
    e.className = `panel legend reach${at.panel}`;
    fill(e, waysKey(p.ways.title));
    return;
  }
  if (!p.live || at.covered || (!o && !p.reach && !wants && !recap)) {
    e.hidden = true;
    return;
  }
  e.hidden = false;
  e.className = `panel legend${o || wants ? '' : ' reach'}${at.panel}`;
  const close = h(
    'button',
    {
      class: 'x',
      type: 'button',
      'aria-label': 'Close this layer',
      onclick: () => void p.showOverlay(''),
    },
    '×',
  );
  if (wants) {
    const title = p.board?.overlays.find(x => x.name === p.overlayName)?.title ?? '',
      which = p.overlayArgs.length ? 'the other' : 'a';
    fill(e, h('h3', null, title, close), h('p', null, `Choose ${which} ${wants} on the board.`));
  } else if (o) fill(e, layerKey(p, o, p.sight ? null : close));
  else if (p.reach) fill(e, reachKey(p));
  else fill(e, arrowKey(p));
}
export interface ViewActs {
  panel(name: string): void;
  hide(): void;
  log: (() => void) | null; // where the log is out of sight until it is asked for
}
export function renderZoom(e: HTMLElement, p: Play, act: ViewActs): void {
  const m = p.map,
    o = p.board?.overlays.find(x => x.name === p.overlayName),
    taken = p.deciding && p.actions.some(a => a.key?.toLowerCase() === 'h'),
    press = (label: string, text: string, f: () => void, title?: string) =>
      h('button', { type: 'button', 'aria-label': label, title, onclick: f }, text);
  fill(
    e,
    press('Zoom out', '−', () => m.zoomBy(1 / 1.414)),
    press('Zoom in', '+', () => m.zoomBy(1.414)),
    press('Whole map', '▣', () => m.fit(), 'Whole map (0)'),
    h(
      'button',
      { type: 'button', onclick: () => act.panel('layers') },
      o ? `Layer: ${o.title.toLowerCase()}` : 'Layers',
    ),
    act.log ? press('Log', 'Log', act.log) : null,
    p.recap
      ? h(
          'button',
          { type: 'button', 'aria-pressed': String(!p.arrows), onclick: () => p.toggleArrows() },
          p.arrows ? 'Hide arrows' : 'Show arrows',
          h('kbd', null, 'A'),
        )
      : null,
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(m.scene?.hidden ?? false),
        onclick: () => act.hide(),
      },
      'Hide counters',
      taken ? null : h('kbd', null, 'H'),
    ),
  );
}
