// The rules in our own words, fetched once a game, and the popover that opens one in place.
import type { Rule } from './doc';
import { fill, h } from './dom';
import { api } from './net';

const kept = new Map<string, Promise<Rule[]>>();
export function rulesOf(game: string): Promise<Rule[]> {
  let p = kept.get(game);
  if (!p) {
    p = api<{ rules: Rule[] }>(`/api/rules/${encodeURIComponent(game)}`).then(
      d => d.rules,
      () => [],
    );
    kept.set(game, p);
  }
  return p;
}
let pop: HTMLElement | null = null,
  owner: Element | null = null;
export function closePop(): boolean {
  if (!pop) return false;
  const back = owner;
  pop.remove();
  pop = null;
  owner = null;
  if (
    back instanceof HTMLElement &&
    document.contains(back) &&
    document.activeElement === document.body
  )
    back.focus();
  return true;
}
export function popOpen(): boolean {
  return pop !== null;
}
// How far right a card may reach. A card at a point of the map leaves the decision panel free: what
// it says is often followed by a click there.
function rightLimit(at: Element | { x: number }): number {
  const panel = document.querySelector('.decision')?.getBoundingClientRect();
  if (at instanceof Element || !panel || at.x >= panel.left) return innerWidth - 8;
  return panel.left > innerWidth / 2 ? panel.left - 8 : innerWidth - 8;
}
// A card beside a place on the page: an element, or a point.
export function openPop(
  at: Element | { x: number; y: number },
  cls: string,
  build: (e: HTMLElement) => void,
  role = 'dialog',
  label = '',
): HTMLElement {
  closePop();
  const e = h('div', { class: `pop ${cls}`, role, 'aria-label': label, tabIndex: -1 });
  build(e);
  document.body.append(e);
  pop = e;
  owner = at instanceof Element ? at : null;
  const place = () => {
    const r =
        at instanceof Element
          ? at.getBoundingClientRect()
          : { left: at.x, right: at.x, top: at.y, bottom: at.y },
      w = e.offsetWidth,
      hh = e.offsetHeight;
    const right = rightLimit(at) - w;
    let x = Math.min(Math.max(8, r.left), right),
      y = r.bottom + 8;
    if (y + hh > innerHeight - 8) y = Math.max(8, r.top - hh - 8);
    if (!(at instanceof Element)) x = Math.min(Math.max(8, r.left - w / 2), right);
    e.style.left = `${x}px`;
    e.style.top = `${y}px`;
  };
  place();
  requestAnimationFrame(place);
  return e;
}
document.addEventListener(
  'pointerdown',
  e => {
    if (
      pop &&
      !pop.contains(e.target as Node) &&
      e.target !== owner &&
      !owner?.contains(e.target as Node)
    )
      closePop();
  },
  true,
);

export interface RuleOpen {
  game: string;
  id: string;
  head?: string;
  instead?: HTMLElement | null;
}
export async function openRule(
  at: Element | { x: number; y: number },
  r: RuleOpen,
  focus = false,
): Promise<void> {
  const e = openPop(
    at,
    'rulepop',
    x => fill(x, h('h3', null, h('span', { class: 'chip' }, r.id), r.head ?? '')),
    'dialog',
    `Rule ${r.id}`,
  );
  const rule = (await rulesOf(r.game)).find(x => x.id === r.id);
  if (!document.contains(e)) return;
  fill(
    e,
    h('h3', null, h('span', { class: 'chip' }, r.id), r.head ?? rule?.title ?? 'Rule'),
    h('p', { class: 'rule' }, rule ? rule.text : 'The text of this rule could not be loaded.'),
    rule?.ruling ? h('p', { class: 'ruling' }, `Ruling: ${rule.ruling}`) : null,
    r.instead ? h('div', { class: 'instead' }, r.instead) : null,
  );
  if (focus) e.focus();
  const top = parseFloat(e.style.top),
    over = top + e.offsetHeight - innerHeight + 8;
  if (over > 0) e.style.top = `${Math.max(8, top - over)}px`;
}
// The chip: id only; click or Enter opens the rule, so does resting on it. A chip that comes to lie
// under a pointer that rests opens nothing, and what was opened by resting goes when the pointer
// leaves both: it must not lie in the way.
export function chip(game: string, id: string | undefined | null): HTMLElement | null {
  if (!id) return null;
  let timer = 0;
  const open = () => openRule(b, { game, id }),
    left = () =>
      window.setTimeout(() => {
        if (pop && owner === b && !pop.matches(':hover') && !b.matches(':hover')) closePop();
      }, 250);
  const b = h(
    'button',
    {
      class: 'chip',
      type: 'button',
      'aria-label': `Rule ${id}`,
      onclick: (e: MouseEvent) => {
        e.stopPropagation();
        clearTimeout(timer);
        void open();
      },
      onpointermove: (e: PointerEvent) => {
        if (e.pointerType !== 'mouse' || timer || owner === b || !(e.movementX || e.movementY))
          return;
        timer = window.setTimeout(() => {
          void open();
          b.addEventListener('pointerleave', left, { once: true });
          pop?.addEventListener('pointerleave', left);
        }, 400);
      },
      onpointerleave: () => {
        clearTimeout(timer);
        timer = 0;
      },
    },
    id,
  );
  return b;
}
