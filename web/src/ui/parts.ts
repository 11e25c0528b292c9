// What the pieces of the decision panel share: buttons of actions, numbers to set, the context of a
// card.
import type { Action, Card } from '../doc';
import type { Brief } from '../brief';
import type { CardContext } from '../card';
import { h } from '../dom';
import { codesOf } from '../outcome';
import type { Play } from '../play';
import { chip } from '../rules';
import type { Review } from './review';

export interface Decision {
  guide(): HTMLElement | null;
  open(name: string): void;
  narrow(): boolean;
  height(n?: number): number;
  brief(): Brief | null;
  invite(): void;
  rematch(): void;
  canReview(): boolean;
  reviewGame(): void;
  review(): Review | null; // while it is open
  puzzle(): HTMLElement | null;
  showAll: boolean;
  allOwed: boolean;
  allIdle: boolean;
}
// A letter stands as on the key.
export const keyCap = (k: string | undefined): HTMLElement | null =>
  k ? h('kbd', { 'aria-hidden': 'true' }, k.length === 1 ? k.toUpperCase() : k) : null;

export function cardContext(p: Play): CardContext {
  return {
    game: p.view?.game ?? '',
    tables: p.board?.tables ?? [],
    codes: codesOf(p.view?.game ?? '', () => p.update()),
    adds: p.adds,
    unitName: id => p.nameOf(id),
    act: t => void p.actText(t),
    hover: u => {
      const x = u ? p.hexOf({ unit: u }) : -1;
      p.flash(x >= 0 ? [x] : []);
    },
  };
}

// What units that are left over have not done, by what the phase is about.
export function idleWord(p: Play): string {
  const phase = p.board?.phases.find(x => x.id === p.view?.phase)?.title ?? '';
  return /\bmove/i.test(phase) ? 'moved' : 'acted';
}

export function figureNames(n: number, brief: Brief | null): string[] | undefined {
  const named = brief?.find(r => r.what === 'figures' && r.need === String(n));
  return named?.text.split(',').map(w => w.trim());
}
// The figures of a counter with the names the game gives them; without names, as they are printed.
export function figures(list: string[], brief: Brief | null): HTMLElement[] {
  const names = figureNames(list.length, brief);
  if (names?.length !== list.length)
    return [h('span', null, h('b', null, list.join('-')), ' on the counter')];
  return list.map((f, i) => h('span', null, h('b', null, f), ` ${names[i]}`));
}

// The choice that a card tells about: it names it, or has its words for a title.
export const actOf = (p: Play, card: Card): Action | undefined =>
  p.actions.find(a => a.id === card.do) ?? p.actions.find(a => a.label === card.title);

// What a unit may do stands under its name, which need not be on every button again.
export function underName(a: Action, name: string): Action {
  const at = a.label.indexOf(name),
    rest = a.label.slice(at + name.length);
  if (at < 0 || !name || /^[^\s,.:]/.test(rest)) return a;
  const before = a.label.slice(0, at).replace(/(^| )(for|of) $/, ''),
    label = `${before.trimEnd()} ${rest.trimStart()}`.trim();
  return label ? { ...a, label: label[0].toUpperCase() + label.slice(1) } : a;
}
export function actRow(p: Play, a: Action): HTMLElement {
  return h('div', { class: 'row' }, button(p, a, false), chip(p.view!.game, a.rule));
}

export function vary(p: Play, a: Action): HTMLElement {
  const v = a.vary!,
    said = a.id.split(' ')[v.word],
    now = Math.max(v.min, Math.min(v.max, Number(said) || v.min));
  const input = h('input', {
    type: 'number',
    min: v.min,
    max: v.max,
    value: String(now),
    'aria-label': `${a.label}, from ${v.min} to ${v.max}`,
  });
  const step = (d: number) => {
    input.value = String(Math.max(v.min, Math.min(v.max, (Number(input.value) || 0) + d)));
  };
  return h(
    'div',
    { class: 'row' },
    h(
      'span',
      { class: 'vary' },
      h('button', { type: 'button', 'aria-label': 'less', onclick: () => step(-1) }, '−'),
      input,
      h('button', { type: 'button', 'aria-label': 'more', onclick: () => step(1) }, '+'),
    ),
    h(
      'button',
      {
        class: 'btn',
        type: 'button',
        onclick: () =>
          void p.act(a, Math.max(v.min, Math.min(v.max, Number(input.value) || v.min))),
      },
      a.label.replace(new RegExp(`\\b${said}\\b`), '').trim() || a.label,
      keyCap(a.key),
    ),
    chip(p.view!.game, a.rule),
  );
}
export function button(p: Play, a: Action, main: boolean, more = ''): HTMLElement {
  return h(
    'button',
    {
      class: main ? 'btn main' : 'btn',
      type: 'button',
      'data-action': a.id,
      'aria-disabled': p.me.up ? null : 'true',
      onclick: () => void p.act(a),
    },
    h('span', null, a.label + more),
    keyCap(a.key === 'Escape' ? 'Esc' : a.key),
  );
}
