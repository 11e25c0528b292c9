// What a shot's card has besides: the columns it climbs, what each sum of the dice brings, the
// rolls on the way, and all results in one bar.
import type { Card, Chance, Die } from './doc';
import { h } from './dom';
import type { Row } from './outcome';
import { chip } from './rules';

const TALL = 6 / 36; // the likeliest sum of two dice fills its column
const share = ([a, b]: Chance): number => a / b;

export function ruler(cols: string[], at: string, first = ''): HTMLElement {
  const of = (col: string): string => (col === at ? 'final' : col === first ? 'start' : '');
  return h(
    'div',
    { class: 'ruler', 'aria-hidden': 'true' },
    cols.map(col => h('span', { class: of(col) }, col)),
  );
}

// A column for each sum: as high as it is likely, with its code below. The sum that was rolled is
// lit. The results in words follow in the table, so a screen reader passes over the strip.
export function strip(card: Card, dice: Die[]): HTMLElement | null {
  if (!card.strip?.length) return null;
  const two = dice.filter(d => typeof d.v === 'number').slice(0, 2),
    done = typeof card.rolled === 'number' && two.length === 2 && !card.gates,
    sum = done ? two.reduce((n, d) => n + Number(d.v), 0) : 0;
  return h(
    'div',
    { class: `dicestrip${done ? ' done' : ''}`, 'aria-hidden': 'true' },
    card.strip.map(s =>
      h(
        'span',
        {
          class: s.roll === sum ? 'hit' : '',
          title: `${s.roll}: ${s.code}, ${s.chance[0]} in ${s.chance[1]}`,
        },
        h(
          'i',
          null,
          h('b', {
            class: `grade${s.grade}`,
            style: `height:${Math.round((100 * share(s.chance)) / TALL)}%`,
          }),
        ),
        h('em', null, String(s.roll)),
        h('small', null, s.code),
      ),
    ),
  );
}

// To hit, then to kill: what is needed, and how likely it is.
export function gates(card: Card, game: string): HTMLElement | null {
  if (!card.gates?.length) return null;
  return h(
    'div',
    { class: 'gates' },
    card.gates.map(g => [
      h('span', null, g.text, ' ', chip(game, g.rule)),
      h('span', { class: 'need' }, g.need),
      h('b', null, `${Math.round(100 * share(g.chance))} %`),
    ]),
    (card.aspects?.faces ?? []).map(f => [
      h(
        'span',
        { class: 'soft' },
        f.struck ? `${f.text} is struck` : `if its ${f.text} showed`,
        ' ',
        chip(game, f.rule),
      ),
      h('span', { class: 'need soft' }, `armour ${f.armour}`),
      h('span', { class: 'soft pc' }, `${Math.round(100 * share(f.kill))} %`),
    ]),
  );
}

const BAR_LETTERS = 66; // so many fit beside each other in the whole bar
// What there is room for on a share of the bar: the name and the per cent, or that alone.
function barWords(r: Row): string {
  const percent = r.percent.replace(' %', ''),
    whole = `${r.code} ${percent}`,
    room = BAR_LETTERS * share(r.chance);
  if (whole.length <= room) return whole;
  return percent.length + 1 <= room ? percent : '';
}
// All results side by side, the worst at the left.
export function shotBar(rows: Row[]): HTMLElement {
  const worst = [...rows].reverse().filter(r => r.chance[0] > 0);
  return h(
    'div',
    { class: 'shotbar', 'aria-hidden': 'true' },
    worst.map(r =>
      h(
        'span',
        {
          class: r.grade < 0 ? '' : `grade${r.grade}`,
          style: `flex:${(100 * share(r.chance)).toFixed(2)}`,
          title: `${r.code} ${r.percent}`,
        },
        barWords(r),
      ),
    ),
  );
}
