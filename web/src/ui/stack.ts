// The units of one place laid out beside it: all of them or some go together. It lies where nothing
// can be clicked.
import { type Unit, points } from '../doc';
import { counterCanvas } from '../counter';
import { cramped, fill, h } from '../dom';
import type { Play } from '../play';
import { unitName } from '../speak';

function cell(p: Play, u: Unit, i: number): HTMLElement {
  const moves = !!p.reach,
    inside = p.group.length ? p.group.includes(u.id) : p.sel === u.id,
    left = u.mp ? `${points(u.mp[0])} points` : '';
  return h(
    'button',
    {
      type: 'button',
      class: 'stack-unit',
      'data-unit': u.id,
      'aria-pressed': String(inside),
      title: unitName(p.map.sprites, u),
      onclick: () => (moves ? p.toggle(u.id) : void p.tapUnit(u.id, false, p.openStack)),
    },
    counterCanvas(p.map.sprites, u, 54),
    h('b', null, unitName(p.map.sprites, u).split('/')[0]),
    h('span', { class: 'soft' }, left || (i < 9 ? `key ${i + 1}` : '')),
  );
}
export function renderStack(e: HTMLElement, p: Play): void {
  const units = p.live ? p.stackUnits : [];
  if (units.length < 2) {
    e.hidden = true;
    return;
  }
  const hex = p.map.board.hex[p.openStack].id,
    moves = !!p.reach,
    all = p.group.length === units.length;
  e.hidden = false;
  fill(
    e,
    h(
      'div',
      { class: 'spread' },
      h('b', null, `${hex}, ${units.length} units`),
      moves
        ? h(
            'button',
            {
              class: 'btn dense all',
              type: 'button',
              'aria-pressed': String(all),
              onclick: () => p.takeAll(),
            },
            `All ${units.length}`,
            h('kbd', null, 'A'),
          )
        : null,
    ),
    h(
      'div',
      { class: 'stack-units' },
      units.map((u, i) => cell(p, u, i)),
    ),
    h(
      'p',
      { class: 'least' },
      moves ? 'Click a counter to take it into the group or out of it.' : 'Choose one of them.',
    ),
  );
  place(e, p);
}
// The corner of the free board that hides the fewest choices.
function place(e: HTMLElement, p: Play): void {
  if (cramped()) {
    e.style.cssText = '';
    return;
  }
  const m = p.map,
    i = m.insets,
    w = e.offsetWidth,
    hgt = e.offsetHeight,
    x1 = innerWidth - i.right - w - 10,
    y1 = innerHeight - i.bottom - hgt - 10,
    spots = [
      [i.left + 12, y1],
      [x1, y1],
      [i.left + 12, i.top + 110],
      [x1, i.top + 10],
    ],
    hexes = [...(m.scene.reach?.keys() ?? []), ...m.scene.targets, p.openStack],
    hidden = ([x, y]: number[]) =>
      hexes.filter(k => {
        const s = m.screen(m.board.hex[k].at);
        return s.x > x - 20 && s.x < x + w + 20 && s.y > y - 20 && s.y < y + hgt + 20;
      }).length;
  const best = spots.map(s => ({ s, n: hidden(s) })).sort((a, b) => a.n - b.n)[0].s;
  e.style.left = `${Math.round(best[0])}px`;
  e.style.top = `${Math.round(best[1])}px`;
}
