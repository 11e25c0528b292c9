// What happened since one last decided: numbered as on the board, with dice; and what it did to
// one's own side.
import type { Brief } from '../brief';
import { sideName } from '../doc';
import { dieFace, h } from '../dom';
import type { Play } from '../play';
import { chip } from '../rules';
import type { Item } from '../table/recap';
import { goalBlock } from './top';

export function itemRow(p: Play, item: Item, i: number): HTMLElement {
  const hexes = item.lines
    .flatMap(l => [l.way.at(-1) ?? '', ...l.at.slice(0, 1)])
    .map(x => p.map.board.find(x))
    .filter(x => x >= 0);
  const light = (on: boolean) => {
    p.lit = on ? i : null;
    p.restage();
  };
  return h(
    'li',
    { onpointerenter: () => light(true), onpointerleave: () => light(false) },
    h(
      'button',
      {
        type: 'button',
        class: 'recap-item',
        onfocus: () => light(true),
        onblur: () => light(false),
        onclick: () => {
          if (hexes.length) p.map.centreOn(hexes[0]);
        },
      },
      item.n ? h('span', { class: 'disc' }, String(item.n)) : h('span', { class: 'disc none' }),
      h(
        'span',
        { class: 'grow' },
        h('b', { class: item.bad ? 'bad' : '' }, item.title),
        item.text ? h('span', { class: 'soft block-line' }, item.text) : null,
      ),
      h(
        'span',
        { class: 'row dice-row' },
        item.dice.slice(0, 4).map(d => dieFace(d.v, d.d, true)),
      ),
    ),
    chip(p.view?.game ?? '', item.rule),
  );
}
export function recapBlocks(p: Play, brief: Brief | null): HTMLElement[] {
  const r = p.recap,
    v = p.view;
  if (!r || !v || !p.live || !(p.deciding || p.active === 'watch')) return [];
  const own = r.own.slice(0, 5),
    mine = p.active !== 'watch',
    of = mine ? 'of yours' : `of the ${sideName(r.side)} side`;
  return [
    h(
      'section',
      { class: 'block recap-block' },
      h(
        'ul',
        { class: 'recap-list', 'aria-label': r.title },
        r.items.map((x, i) => itemRow(p, x, i)),
      ),
    ),
    h(
      'section',
      { class: 'block' },
      h('span', { class: 'label' }, `${mine ? 'Your' : sideName(r.side)} side now`),
      own.length
        ? h(
            'ul',
            { class: 'list' },
            own.map(o =>
              h(
                'li',
                null,
                h(
                  'button',
                  { type: 'button', onclick: () => p.jump({ hex: o.hex, unit: o.unit }) },
                  h('span', { class: 'grow' }, o.text),
                  h('span', { 'aria-hidden': 'true' }, '›'),
                ),
              ),
            ),
            r.own.length > own.length
              ? h('li', { class: 'soft' }, `and ${r.own.length - own.length} more`)
              : null,
          )
        : h('p', { class: 'soft' }, `Nothing ${of} was lost, weakened or moved.`),
    ),
    h(
      'section',
      { class: 'block' },
      h('span', { class: 'label' }, 'Score'),
      goalBlock(p, v, brief),
    ),
  ];
}
