// Cards as the rulebook reads: the odds with every step, the dice landing on the same card;
// ledgers, tables, texts.
import { type Card, type Chance, type Die, type Table, points, sideName } from './doc';
import { dieFace, h } from './dom';
import { type Code, type Row, outcomeRows, resultWords } from './outcome';
import { chip } from './rules';
import { gates, ruler, shotBar, strip } from './shot';

export interface CardContext {
  game: string;
  tables: Table[];
  unitName(id: string): string;
  codes?: Code[]; // the tables' codes in words
  // what may be added, and what that would make of it
  adds?: { text: string; to: string; do: string }[];
  act?: (action: string) => void;
  hover?: (unit: string | null) => void;
  dice?: Die[];
  landing?: boolean;
}

function lineCells(
  c: CardContext,
  l: { text: string; value: import('./doc').Points | null; rule?: string; unit?: string },
  plain: string | undefined,
): HTMLElement[] {
  const special = l.rule && l.rule !== plain && !l.unit;
  return [
    h(
      'span',
      {
        onpointerenter: () => l.unit && c.hover?.(l.unit),
        onpointerleave: () => l.unit && c.hover?.(null),
      },
      l.text,
      special ? chip(c.game, l.rule) : null,
    ),
    h('span', { class: 'v' }, l.value === null ? '?' : points(l.value).replace('-', '−')),
  ];
}

// "5 + 4 = 9", where the results go by the sum; dice that count one by one are only named.
function diceWords(card: Card, dice: Die[]): string {
  const named = dice.map(d => String(d.v)),
    list = named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : named[0],
    total = dice.reduce((n, d) => n + (typeof d.v === 'number' ? d.v : 0), 0),
    known = card.strip?.map(s => String(s.roll)) ?? outcomeRows(card, []).flatMap(r => r.rolls),
    summed = dice.filter(d => typeof d.v === 'number').length > 1 && known.includes(String(total));
  return summed ? `${named.join(' + ')} = ${total}` : `Rolled ${list}`;
}
function outcomeRow(r: Row, most: number, two: boolean): HTMLElement {
  const share = r.chance[0] / r.chance[1],
    dice = r.rolls.length ? `; rolls ${r.rolls.join(', ')}` : '',
    cells = r.words.length
      ? r.words.map(w => h('td', { colspan: two && r.words.length < 2 ? 2 : null }, w))
      : two
        ? [h('td', { colspan: 2 })]
        : [];
  return h(
    'tr',
    {
      class: r.hit ? 'hit' : '',
      'aria-current': r.hit ? 'true' : null,
      title: `${r.chance[0]} in ${r.chance[1]}${dice}`,
    },
    h('td', { class: 'code', colspan: r.words.length || two ? null : 2 }, r.code),
    cells,
    h(
      'td',
      { class: 'bar', 'aria-hidden': 'true' },
      h(
        'span',
        null,
        h('i', {
          class: r.grade < 0 ? undefined : `grade${r.grade}`,
          style: `width:${((100 * share) / most).toFixed(1)}%`,
        }),
      ),
    ),
    h('td', { class: 'pc' }, r.percent),
  );
}
function outcomeTable(rows: Row[], done: boolean, card: Card): HTMLElement {
  const two = rows.some(r => r.words.length === 2),
    most = Math.max(0.5, ...rows.map(r => r.chance[0] / r.chance[1])),
    by = card.by ? sideName(card.by) : 'attacker',
    to = card.sides?.find(s => s.side !== card.by)?.side;
  return h(
    'table',
    { class: `outcomes${done ? ' done' : ''}` },
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('th', null, 'Result'),
        two
          ? [h('th', null, by), h('th', null, to ? sideName(to) : 'defender')]
          : h('th', null, ''),
        h('th', null, h('span', { class: 'sr' }, 'bar')),
        h('th', { style: 'text-align:right' }, 'chance'),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map(r => outcomeRow(r, most, two)),
    ),
  );
}
// Both sides with what each brings, line by line, and the sum.
function sideSums(card: Card, c: CardContext): HTMLElement[][] {
  // a figure that the first step gives again is not said twice
  const again = (s: NonNullable<Card['sides']>[number]) =>
    !!card.gates && s.lines.length === 1 && s.lines[0].text === card.steps?.[0]?.text;
  const told = (card.sides ?? []).filter(s => (s.lines.length || s.total !== 0) && !again(s));
  return told.map(s => [
    h(
      'div',
      { class: `side-head ${s.side}` },
      h('i', { class: `sw ${s.side}` }),
      sideName(s.side),
      h('span', { class: 'total' }, points(s.total)),
    ),
    h(
      'div',
      { class: s.lines.length > 2 ? 'lines two' : 'lines' },
      s.lines.map(l => lineCells(c, l, s.lines[0]?.rule)),
    ),
  ]);
}
const answerWords = (a: { text: string; to: string }): string =>
  `${a.text.slice(0, 1).toUpperCase()}${a.text.slice(1)}: ${a.to}`;
// What the other side still can do about it, as far as the viewer may know.
function answerRow(card: Card, c: CardContext): HTMLElement | null {
  if (!card.answer?.length) return null;
  return h(
    'div',
    { class: 'more-row answers' },
    card.answer.map(a => h('span', { class: 'soft' }, answerWords(a), ' ', chip(c.game, a.rule))),
  );
}
// What may still be added, and the column that it would make.
function moreRow(card: Card, c: CardContext): HTMLElement | null {
  const more = card.more?.length ? card.more : card.table ? (c.adds ?? []) : [];
  if (!more.length || wasRolled(card)) return null;
  return h(
    'div',
    { class: 'more-row' },
    'You may add',
    more.map(m =>
      h(
        'button',
        { class: 'btn dense', type: 'button', onclick: () => c.act?.(m.do) },
        m.text,
        h('b', null, m.to === card.column ? 'no change' : `to ${m.to}`),
      ),
    ),
  );
}
// From the raw odds to the column: each shift with its rule.
function stepRows(card: Card, c: CardContext): HTMLElement | null {
  if (!card.steps?.length) return null;
  const shift = (by: number): HTMLElement => {
    const arrow = by > 0 ? '▶ +' : '◀ −';
    return h('span', { class: by > 0 ? 'up' : 'down' }, `${arrow}${Math.abs(by)}`);
  };
  return h(
    'div',
    { class: 'steps' },
    card.steps.map(s => [
      h('span', null, s.text),
      h('span', null, chip(c.game, s.rule)),
      s.shift ? shift(s.shift) : h('span'),
      h('span', { class: 'to' }, s.to),
    ]),
  );
}
// The table's columns. A shot has no table, but its card may bring columns of its own.
function columnsOf(card: Card, c: CardContext): HTMLElement | null {
  if (card.scale) return ruler(card.scale.cols, card.scale.at);
  const cols = c.tables.find(t => t.id === card.table)?.cols;
  if (!cols || !card.column || !cols.includes(card.column)) return null;
  return ruler(cols, card.column, card.steps?.[0]?.to);
}
function diceRow(card: Card, hit: Row | undefined, c: CardContext): HTMLElement | null {
  if (!c.dice?.length) return null;
  const said = diceWords(card, c.dice);
  return h(
    'div',
    { class: `dice${c.landing ? ' landing' : ''}`, role: 'status' },
    c.dice.map(d => dieFace(d.v, d.d)),
    h('span', { class: 'sum' }, h('b', null, said)),
    h('span', { class: 'code' }, hit?.code ?? ''),
  );
}
// The mean loss of each side: "German −0.4".
function expected(card: Card): HTMLElement | null {
  const losses = Object.entries(card.expect ?? {});
  if (!losses.length || wasRolled(card)) return null;
  const words = ([a, b]: Chance): string => {
    const mean = (a / b).toFixed(a % b ? 1 : 0);
    return mean === '0.0' ? 'hardly any' : `−${mean}`;
  };
  return h(
    'p',
    { class: 'expected' },
    'Expected losses: ',
    losses.map(([s, x], i) =>
      h('span', null, i ? ', ' : '', `${sideName(s)} `, h('b', null, words(x))),
    ),
  );
}
const wasRolled = (card: Card): boolean => typeof card.rolled === 'number' && card.rolled >= 0;

export function oddsCard(card: Card, c: CardContext): HTMLElement {
  const rows = outcomeRows(card, c.codes ?? []),
    hit = rows.find(r => r.hit),
    steps = stepRows(card, c),
    columns = columnsOf(card, c);
  return h(
    'section',
    { class: 'odds', 'aria-label': card.title },
    h('div', { class: 'spread' }, h('h3', null, card.title), chip(c.game, card.rule)),
    sideSums(card, c),
    answerRow(card, c),
    moreRow(card, c),
    card.scale ? [columns, steps] : [steps, columns],
    gates(card, c.game),
    strip(card, c.dice ?? []),
    wasRolled(card) ? diceRow(card, hit, c) : null,
    card.gates && rows.length ? shotBar(rows) : null,
    rows.length ? outcomeTable(rows, wasRolled(card), card) : null,
    expected(card),
  );
}

// A result in one line, for above a card that is still to be decided on.
export function landed(card: Card, c: CardContext): HTMLElement {
  const codes = c.codes ?? [],
    code = outcomeRows(card, codes).find(r => r.hit)?.code ?? '',
    words = resultWords(card, codes),
    text = words && words !== code ? `${code}: ${words}` : code;
  return h(
    'section',
    { class: `block landed${c.landing ? ' landing' : ''}`, 'aria-label': 'The last roll' },
    (c.dice ?? []).slice(0, 6).map(d => dieFace(d.v, d.d, true)),
    h(
      'span',
      { class: 'grow' },
      h('span', { class: 'soft' }, card.title),
      h('br'),
      h('b', null, text),
    ),
    chip(c.game, card.rule),
  );
}
export function anyCard(card: Card, c: CardContext): HTMLElement {
  if (card.kind === 'odds') return oddsCard(card, c);
  const head = h('div', { class: 'spread' }, h('h3', null, card.title), chip(c.game, card.rule));
  if (card.kind === 'ledger')
    return h(
      'section',
      { class: 'cardbox' },
      head,
      h(
        'div',
        { class: 'ledger' },
        (card.lines ?? []).map(l => [
          h('span', null, l.text),
          chip(c.game, l.rule) ?? h('span'),
          h('span', { class: 'v' }, points(l.value).replace('-', '−')),
        ]),
        h('span', { class: 'sum' }, 'Total'),
        h('span', { class: 'sum' }),
        h('span', { class: 'sum v' }, points(card.total)),
      ),
    );
  if (card.kind === 'table')
    return h(
      'section',
      { class: 'cardbox' },
      head,
      h(
        'table',
        { class: 'grid-table' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            (card.cols ?? []).map(x => h('th', { scope: 'col' }, x)),
          ),
        ),
        h(
          'tbody',
          null,
          (card.rows ?? []).map(r =>
            h(
              'tr',
              null,
              r.map(x => h('td', null, x)),
            ),
          ),
        ),
      ),
    );
  return h('section', { class: 'cardbox' }, head, h('p', null, card.text ?? ''));
}

export function tableOf(game: string, t: Table): HTMLElement {
  return h(
    'section',
    { class: 'block', style: 'padding-left:0;padding-right:0' },
    h('div', { class: 'spread' }, h('h3', null, t.title), chip(game, t.rule)),
    h(
      'div',
      { style: 'overflow:auto', tabIndex: 0, role: 'region', 'aria-label': t.title },
      h(
        'table',
        { class: 'grid-table' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th'),
            t.cols.map(x => h('th', { scope: 'col' }, x)),
          ),
        ),
        h(
          'tbody',
          null,
          t.rows.map((r, i) =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, r),
              t.cells[i].map(x => h('td', null, x)),
            ),
          ),
        ),
      ),
    ),
    h(
      'p',
      { class: 'least' },
      t.source === 'rulebook' ? 'As printed in the rulebook.' : `Source: ${t.source}.`,
    ),
  );
}
