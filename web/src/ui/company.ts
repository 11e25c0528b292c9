// What the pages share that only a server with other players has: their style, which the page's
// first load does not bring, and who they talk to.
import { asset } from '../asset';
import type { Game } from '../doc';
import { h } from '../dom';
import { Refused, type Saved } from '../net';

export interface CompanyDesk {
  games(): Game[];
  name(g: Game): string;
  titles(game: string, scenario: string): [string, string];
  go(g: Saved): void;
  account(): void; // shows the account page
}
// Resolves when the style is there, or did not come: a plain page is better than none.
export function styled(): Promise<void> {
  const href = asset('company.css');
  if (document.head.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise(done => {
    const end = (): void => done();
    document.head.append(h('link', { rel: 'stylesheet', href, onload: end, onerror: end }));
  });
}
export const faultText = (e: unknown): string =>
  e instanceof Refused ? e.fault.text : 'The server does not answer.';

export function select(
  label: string,
  list: [string, string][],
  now: string,
  set: (v: string) => void,
): HTMLSelectElement {
  const e = h(
    'select',
    { 'aria-label': label, 'data-key': label, onchange: () => set(e.value) },
    list.map(([v, w]) => h('option', { value: v, selected: v === now }, w)),
  );
  e.value = now;
  return e;
}
export function seg(
  label: string,
  list: [string, string][],
  now: string,
  set: (v: string) => void,
): HTMLElement {
  const one = ([v, w]: [string, string]): HTMLElement =>
    h(
      'button',
      {
        type: 'button',
        role: 'radio',
        'aria-checked': String(v === now),
        'data-key': `${label}/${v}`,
        onclick: () => set(v),
      },
      w,
    );
  return h('div', { class: 'seg', role: 'radiogroup', 'aria-label': label }, list.map(one));
}
// Every scenario of every game, as GAME/SCENARIO.
export const scenarios = (desk: CompanyDesk): [string, string][] =>
  desk
    .games()
    .flatMap(g =>
      g.scenarios.map((s): [string, string] => [
        `${g.id}/${s.id}`,
        [...new Set(desk.titles(g.id, s.id))].join(', '),
      ]),
    );
