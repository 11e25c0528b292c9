// The panels on the left: stack, forces, tables, rules, layers, orders, chat, records.
import {
  type Card,
  type Counter,
  type Mark,
  type Rule,
  type Side,
  type Unit,
  points,
  sideName,
} from '../doc';
import { anyCard, tableOf } from '../card';
import { counterCanvas, figuresOf, symbolWord } from '../counter';
import { fill, h, plural } from '../dom';
import type { Play } from '../play';
import { chip, rulesOf } from '../rules';
import { type DiceRow, diceTable, fairness, verdict } from '../dice';
import { capital, terrainWords, unitName } from '../speak';
import { ordersForm } from './decision';
import { cardContext } from './parts';
import { chatTools } from './order';
import { hookForm } from './hook';
import { keysList, settingsForm } from './settings';
import { api } from '../net';

export const panelTitles: Record<string, string> = {
  stack: 'Stack',
  forces: 'Forces',
  tables: 'Tables',
  rules: 'Rules',
  layers: 'Layers',
  orders: 'Standing orders',
  chat: 'Chat',
  records: 'Records',
  sources: 'Where figures come from',
  dice: 'Dice',
  settings: 'Settings',
  keys: 'Keys',
};
export const widePanels = new Set([
  'orders',
  'tables',
  'rules',
  'records',
  'forces',
  'sources',
  'keys',
  'dice',
]);

function unitRow(p: Play, u: Unit): HTMLElement {
  const k = p.map.sprites.counter(u),
    can = p.deciding ? p.on({ unit: u.id }) : [];
  return h(
    'li',
    null,
    h(
      'button',
      {
        type: 'button',
        onclick: () => {
          const i = p.hexOf({ unit: u.id });
          if (i >= 0) p.map.centreOn(i, false);
          void p.tapUnit(u.id, false, i);
        },
        onpointerenter: () => {
          const i = p.hexOf({ unit: u.id });
          if (i >= 0) p.flash([i]);
        },
        onpointerleave: () => p.flash([]),
      },
      counterCanvas(p.map.sprites, u, 42),
      h(
        'span',
        { class: 'grow' },
        h('b', null, unitName(p.map.sprites, u)),
        h('br'),
        h(
          'span',
          { class: 'soft' },
          k
            ? [
                symbolWord[k.symbol] ?? k.symbol,
                figuresOf(k, u.steps),
                u.steps !== undefined ? plural(u.steps, 'step') : '',
              ]
                .filter(Boolean)
                .join(' · ')
            : 'not identified',
        ),
      ),
      can.length
        ? h('span', { class: 'soft' }, '✓ ', h('span', { class: 'sr' }, 'has a choice'))
        : null,
      (u.marks ?? []).map(m => {
        const x = p.map.sprites.markOf(m);
        return x ? h('span', { class: 'least' }, x.mark.title) : null;
      }),
    ),
  );
}
function stack(p: Play, body: HTMLElement): string {
  const b = p.map.board,
    sel = p.sel ? p.hexOf({ unit: p.sel }) : -1,
    i = p.stackHex >= 0 ? p.stackHex : sel >= 0 ? sel : p.cursor;
  if (i < 0) {
    fill(
      body,
      h(
        'p',
        { class: 'soft' },
        'Choose a hex or a counter; its stack is listed here with every figure and its source.',
      ),
    );
    return 'Stack';
  }
  const hex = b.hex[i],
    units = p.view?.units.filter(u => b.hex[b.find(u.at)]?.same === hex.same) ?? [],
    sources = [...new Set(units.map(u => p.map.sprites.counter(u)?.source).filter(Boolean))];
  const owner = p.view?.control.find(([, l]) => l.includes(hex.id))?.[0];
  fill(
    body,
    h(
      'p',
      { class: 'soft' },
      capital(terrainWords(b, i)),
      owner ? `. ${sideName(owner)} ground` : '',
    ),
    units.length
      ? h(
          'ul',
          { class: 'list' },
          units.map(u => unitRow(p, u)),
        )
      : h('p', null, 'No counters here.'),
    sources.length ? h('p', { class: 'least' }, `Figures: ${sources.join(', ')}.`) : null,
  );
  return hex.id;
}
function forces(p: Play, body: HTMLElement): void {
  const v = p.view!,
    b = p.board!,
    here = new Map(v.units.map(u => [u.counter ?? u.id, u]));
  const side = (s: Side) => {
    const forms = new Map<string, Counter[]>();
    for (const c of b.counters.filter(x => x.side === s)) {
      const l = forms.get(c.formation || 'Independent');
      if (l) l.push(c);
      else forms.set(c.formation || 'Independent', [c]);
    }
    const all = b.counters.filter(c => c.side === s).length,
      known = b.counters.filter(c => c.side === s && here.has(c.id)),
      unknown = v.units.filter(u => u.id.startsWith('?') && u.side === s).length,
      mine = p.active === s || p.active === 'watch';
    return h(
      'section',
      { style: 'margin-bottom:12px' },
      h(
        'div',
        { class: 'row' },
        h('i', { class: `sw ${s}` }),
        h('h3', { style: 'font:700 17px var(--serif);flex:1' }, sideName(s)),
        v.scores[s] !== undefined
          ? h('span', { class: 'soft' }, 'score ', h('b', { class: 'tab' }, points(v.scores[s]!)))
          : null,
      ),
      h(
        'p',
        { class: 'least' },
        [
          `${plural(known.length, 'unit')} in view`,
          unknown ? plural(unknown, 'unidentified stack') : '',
          mine ? `${all - known.length} lost or not yet in play` : '',
        ]
          .filter(Boolean)
          .join(', '),
      ),
      [...forms].map(([name, list]) =>
        h(
          'details',
          null,
          h(
            'summary',
            { style: 'cursor:pointer;min-height:26px' },
            h('b', null, name),
            ' ',
            h(
              'span',
              { class: 'soft' },
              `${list.filter(c => here.has(c.id)).length} of ${list.length}`,
            ),
          ),
          h(
            'ul',
            { class: 'list' },
            list.map(c => {
              const u = here.get(c.id);
              return u
                ? unitRow(p, u)
                : h(
                    'li',
                    { class: 'least', style: 'padding:2px 0' },
                    `${c.name} ${figuresOf(c, undefined)}, `,
                    mine ? 'not on the board' : 'not seen',
                  );
            }),
          ),
        ),
      ),
    );
  };
  const boxes = b.boxes
    .map(x => ({
      x,
      units: v.units.filter(u => u.at === x.id),
      count: v.boxes.find(y => y.id === x.id)?.count,
    }))
    .filter(r => r.units.length || r.count !== undefined);
  fill(
    body,
    side('german'),
    side('soviet'),
    boxes.map(r =>
      h(
        'section',
        null,
        h(
          'div',
          { class: 'label' },
          r.x.title,
          r.count !== undefined && r.count !== null ? `: ${r.count}` : '',
        ),
        h(
          'div',
          { class: 'row', style: 'flex-wrap:wrap' },
          r.units.map(u => counterCanvas(p.map.sprites, u, 42)),
        ),
      ),
    ),
    Object.keys(v.vars).length
      ? h(
          'section',
          { style: 'margin-top:10px' },
          h('div', { class: 'label' }, 'At this moment'),
          h(
            'div',
            { class: 'ledger' },
            Object.entries(v.vars).map(([k, x]) => [
              h('span', null, capital(k.replace(/[_.]/g, ' '))),
              h('span'),
              h('span', { class: 'v' }, points(x)),
            ]),
          ),
        )
      : null,
  );
}
const hit = (text: string, q: string): (string | HTMLElement)[] => {
  if (!q) return [text];
  const out: (string | HTMLElement)[] = [],
    low = text.toLowerCase();
  let i = 0;
  for (let k = low.indexOf(q); k >= 0; k = low.indexOf(q, i)) {
    out.push(text.slice(i, k), h('mark', null, text.slice(k, k + q.length)));
    i = k + q.length;
  }
  out.push(text.slice(i));
  return out;
};
export function rulesList(game: string, body: HTMLElement, query = ''): void {
  const input = h('input', {
      type: 'search',
      placeholder: 'Search the rules',
      'aria-label': 'Search the rules',
      value: query,
      style: 'width:100%;margin-bottom:6px',
    }),
    list = h('div', { class: 'rules-list' }),
    count = h('p', { class: 'least', role: 'status' });
  fill(body, input, count, list);
  void rulesOf(game).then(rules => {
    const show = () => {
      const q = input.value.trim().toLowerCase(),
        found = rules.filter(
          (r: Rule) =>
            !q ||
            r.id === q ||
            r.id.toLowerCase().startsWith(q) ||
            `${r.title} ${r.text} ${r.ruling ?? ''}`.toLowerCase().includes(q),
        );
      count.textContent = rules.length
        ? `${plural(found.length, 'rule')} in our own words`
        : 'The rules could not be loaded.';
      fill(
        list,
        found
          .slice(0, 250)
          .map(r =>
            h(
              'article',
              { class: r.id === q ? 'open' : '' },
              h('h4', null, h('span', { class: 'tab' }, r.id), h('span', null, hit(r.title, q))),
              h('p', null, hit(r.text, q)),
              r.ruling ? h('p', { class: 'ruling' }, 'Ruling: ', hit(r.ruling, q)) : null,
            ),
          ),
      );
    };
    input.addEventListener('input', show);
    show();
  });
}
// "2 hexes", "1 unit"
function argWords(args: string[]): string {
  return plural(args.length, args[0], args[0] === 'hex' ? 'hexes' : `${args[0]}s`);
}
function layers(p: Play, body: HTMLElement, hidden: () => void): void {
  const set = (name: string) => void p.showOverlay(name === p.overlayName ? '' : name);
  fill(
    body,
    h(
      'div',
      { class: 'list', role: 'radiogroup', 'aria-label': 'Layers' },
      h(
        'button',
        {
          class: 'pick',
          type: 'button',
          role: 'radio',
          'aria-checked': String(!p.overlayName),
          onclick: () => set(''),
        },
        h('span', { class: 'grow' }, 'The map alone'),
      ),
      (p.board?.overlays ?? []).map((o, i) =>
        h(
          'button',
          {
            class: 'pick',
            type: 'button',
            role: 'radio',
            'aria-checked': String(o.name === p.overlayName),
            onclick: () => set(o.name),
            style:
              o.name === p.overlayName
                ? 'background:var(--infofill);box-shadow:inset 0 -3px 0 var(--act)'
                : '',
          },
          h('kbd', null, String(i + 1)),
          h('span', { class: 'grow' }, o.title),
          o.args.length ? h('span', { class: 'least' }, `choose ${argWords(o.args)}`) : null,
        ),
      ),
    ),
    h(
      'button',
      { class: 'btn', type: 'button', style: 'margin-top:8px;width:100%', onclick: hidden },
      p.map.scene.hidden ? 'Show the counters' : 'Hide all counters',
      h('kbd', null, 'H'),
    ),
    h(
      'p',
      { class: 'least', style: 'margin-top:8px' },
      'Select any counter, your own or the enemy’s, to see where it can go.',
    ),
    badges(p),
  );
}
// What the badges mean: those that lie on the map now first, the others folded.
function badges(p: Play): HTMLElement {
  const v = p.view,
    now = new Set(
      [...(v?.units.flatMap(u => u.marks ?? []) ?? []), ...(v?.marks.map(m => m.mark) ?? [])].map(
        w => w.split(':')[0],
      ),
    ),
    all = p.board?.marks ?? [],
    row = (m: Mark) =>
      h(
        'li',
        null,
        h('b', { class: `badge ${m.shape}`, 'aria-hidden': 'true' }, m.badge),
        h('span', { class: 'grow' }, capital(m.title)),
        chip(v?.game ?? '', m.rule),
      ),
    here = all.filter(m => now.has(m.id)),
    rest = all.filter(m => !now.has(m.id));
  if (!all.length) return h('div');
  return h(
    'section',
    { class: 'badges', 'aria-label': 'What the badges mean' },
    h('h3', null, 'What the badges mean'),
    here.length ? h('ul', null, here.map(row)) : null,
    rest.length
      ? h(
          'details',
          { open: here.length ? null : true },
          h('summary', null, here.length ? `${rest.length} that are not on the map now` : 'All'),
          h('ul', null, rest.map(row)),
        )
      : null,
  );
}
function chat(p: Play, body: HTMLElement): void {
  const input = h('input', {
    type: 'text',
    maxlength: '1000',
    placeholder: 'Write to the other side',
    'aria-label': 'Chat message',
    style: 'width:100%',
  });
  fill(
    body,
    h(
      'ul',
      { role: 'log', 'aria-label': 'Chat', style: 'min-height:80px;margin-bottom:8px' },
      p.me.chat.map(c =>
        h('li', { style: 'padding:2px 0' }, h('b', null, c.name || sideName(c.from)), ': ', c.text),
      ),
    ),
    p.active === 'watch'
      ? h('p', { class: 'least' }, 'Chat is between the players.')
      : h(
          'form',
          {
            onsubmit: (e: Event) => {
              e.preventDefault();
              if (input.value.trim()) p.say(input.value.trim());
              input.value = '';
            },
          },
          input,
        ),
    chatTools(p, () => chat(p, body)),
  );
}
function records(p: Play, body: HTMLElement): void {
  fill(body, h('p', { class: 'soft' }, 'Asking for the records.'));
  p.me.seat
    .ask<{ records: { id: string; title: string; blocks: Card[] }[] }>({ cmd: 'records' })
    .then(
      a => {
        const content = (): HTMLElement[] =>
          a.records.map(r =>
            h(
              'section',
              { style: 'margin-bottom:16px' },
              h('h3', { style: 'font:700 18px var(--serif)' }, r.title),
              r.blocks.map(c =>
                h('div', { style: 'margin:6px 0 12px' }, anyCard(c, cardContext(p))),
              ),
            ),
          );
        fill(
          body,
          a.records.length
            ? h(
                'button',
                {
                  class: 'btn dense',
                  type: 'button',
                  style: 'margin-bottom:8px',
                  onclick: () => {
                    const e = h('div', { class: 'print' }, content());
                    document.body.append(e);
                    window.print();
                    e.remove();
                  },
                },
                'Print',
              )
            : null,
          a.records.length ? content() : h('p', null, 'This game keeps no records.'),
        );
      },
      e => fill(body, h('p', null, String((e as Error).message))),
    );
}
// Rolled against expected, per side and kind of roll, and whether fair dice do so.
const strays = (r: DiceRow): number => Math.round(100 * fairness(r));
function diceRolled(p: Play, body: HTMLElement): void {
  const b = p.board!,
    tables = new Map(b.tables.map(t => [t.id, t.title])),
    game = p.view!.game;
  const t = diceTable(p.me.events, c =>
    c.table ? (tables.get(c.table) ?? c.table) : `rule ${c.rule ?? ''}`,
  );
  const cells = (r: DiceRow) =>
    [
      String(r.rolls),
      String(r.caused),
      r.causedExpected.toFixed(1),
      String(r.suffered),
      r.sufferedExpected.toFixed(1),
      r.rolls ? (r.place / r.rolls).toFixed(2) : '–',
    ].map(x => h('td', { class: 'n' }, x));
  const rolls = t.total.german.rolls + t.total.soviet.rolls;
  fill(
    body,
    h(
      'p',
      { class: 'soft' },
      rolls
        ? `${plural(rolls, 'roll')} that this seat has seen with a card. Losses in steps; ` +
            '“place” is where the results lie between worst (0) and best (1): ' +
            'fair dice come to 0.50.'
        : 'Nothing has been rolled yet.',
    ),
    (['german', 'soviet'] as Side[])
      .filter(s => t.total[s].rolls)
      .map(s =>
        h(
          'section',
          { style: 'margin-bottom:14px' },
          h(
            'div',
            { class: 'row' },
            h('i', { class: `sw ${s}` }),
            h('h3', { style: 'font:700 17px var(--serif)' }, `${sideName(s)} rolls`),
          ),
          h(
            'div',
            {
              style: 'overflow:auto',
              tabIndex: 0,
              role: 'region',
              'aria-label': `${sideName(s)} rolls`,
            },
            h(
              'table',
              { class: 'grid-table dice' },
              h(
                'thead',
                null,
                h(
                  'tr',
                  null,
                  ['Kind', 'Rolls', 'Caused', 'expected', 'Suffered', 'expected', 'Place'].map(x =>
                    h('th', { scope: 'col' }, x),
                  ),
                ),
              ),
              h(
                'tbody',
                null,
                t.rows
                  .filter(r => r.side === s)
                  .map(r =>
                    h(
                      'tr',
                      null,
                      h(
                        'th',
                        { scope: 'row' },
                        r.kind.startsWith('rule ') ? chip(game, r.kind.slice(5)) : r.kind,
                      ),
                      cells(r),
                    ),
                  ),
                h('tr', { class: 'sum' }, h('th', { scope: 'row' }, 'All'), cells(t.total[s])),
              ),
            ),
          ),
          h(
            'p',
            { class: 'verdict' },
            h('b', null, `${capital(verdict(t.total[s]))}.`),
            t.total[s].rolls >= 5
              ? ` Fair dice stray this far with a chance of ${strays(t.total[s])} %.`
              : '',
          ),
        ),
      ),
  );
}
function sources(p: Play, body: HTMLElement): void {
  const b = p.board!,
    by = new Map<string, number>();
  for (const c of b.counters)
    by.set(c.source || 'not stated', (by.get(c.source || 'not stated') ?? 0) + 1);
  fill(
    body,
    h('h3', null, 'The map'),
    h('p', null, capital(b.source ?? 'not stated'), '.'),
    h('h3', { style: 'margin-top:10px' }, 'Counters'),
    [...by].map(([s, n]) => h('p', null, `${plural(n, 'counter')}: ${s}.`)),
    h('h3', { style: 'margin-top:10px' }, 'Tables'),
    b.tables.map(t => h('p', null, `${t.title}: ${t.source}. `, chip(p.view!.game, t.rule))),
    h(
      'p',
      { class: 'least', style: 'margin-top:10px' },
      'An owner of the printed game can put the printed figures in with a text editor.',
    ),
  );
  void api<{ sources?: { what?: string; source?: string; text?: string }[] }>(
    `/api/sources/${encodeURIComponent(p.view!.game)}`,
  ).then(
    d => {
      if (d.sources?.length)
        body.append(
          h('h3', { style: 'margin-top:10px' }, 'In detail'),
          h(
            'ul',
            null,
            d.sources
              .slice(0, 400)
              .map(s =>
                h(
                  'li',
                  { class: 'least' },
                  [s.what, s.source ?? s.text].filter(Boolean).join(': '),
                ),
              ),
          ),
        );
    },
    () => {},
  );
}
export function renderPanel(
  root: HTMLElement,
  name: string,
  p: Play,
  close: () => void,
  extra: {
    hide: () => void;
    set: (s: Partial<import('../net').Settings>) => void;
  },
): void {
  const old = root.dataset.name === name ? root.querySelector('.body') : null,
    scroll = old?.scrollTop ?? 0;
  if (
    old &&
    (name === 'rules' ||
      name === 'records' ||
      name === 'tables' ||
      name === 'settings' ||
      name === 'keys' ||
      name === 'sources')
  )
    return; // these do not follow the game
  if (old && name === 'chat' && old.contains(document.activeElement)) {
    const l = old.querySelector('ul');
    if (l)
      fill(
        l,
        p.me.chat.map(c =>
          h(
            'li',
            { style: 'padding:2px 0' },
            h('b', null, c.name || sideName(c.from)),
            ': ',
            c.text,
          ),
        ),
      );
    return;
  }
  const body = h('div', { class: 'body', tabIndex: 0 });
  root.className = `panel side${widePanels.has(name) ? ' wide' : ''}`;
  root.dataset.name = name;
  let title = panelTitles[name] ?? name;
  if (name === 'stack') title = stack(p, body);
  else if (name === 'forces') forces(p, body);
  else if (name === 'tables')
    fill(
      body,
      p.board!.tables.length
        ? p.board!.tables.map(t => tableOf(p.view!.game, t))
        : h('p', null, 'This game has no tables.'),
    );
  else if (name === 'rules') rulesList(p.view!.game, body);
  else if (name === 'layers') layers(p, body, extra.hide);
  else if (name === 'orders')
    fill(
      body,
      p.active === 'watch' || !p.board!.orders.length
        ? h('p', null, 'There is nothing to order in advance here.')
        : ordersForm(p),
    );
  else if (name === 'chat') chat(p, body);
  else if (name === 'records') records(p, body);
  else if (name === 'sources') sources(p, body);
  else if (name === 'dice') diceRolled(p, body);
  else if (name === 'keys') keysList(body);
  else if (name === 'settings') {
    const hook = hookForm(p);
    settingsForm({ settings: p.settings, changed: () => {}, set: extra.set, hook }, body);
  }
  fill(
    root,
    h(
      'header',
      null,
      h('h2', null, title),
      h('button', { class: 'x', type: 'button', 'aria-label': 'Close', onclick: close }, '×'),
    ),
    body,
  );
  root.setAttribute('aria-label', title);
  body.scrollTop = scroll;
}
