// The decision panel: prompt, refusal, what is owed, the card, what the selected may do, and the
// pinned buttons.
import {
  type Action,
  type Card,
  type Side,
  type Unit,
  points,
  pointsValue,
  sideName,
} from '../doc';
import type { Brief } from '../brief';
import { anyCard, landed } from '../card';
import { counterCanvas, faceOf, symbolWord } from '../counter';
import { fill, h, icons, plural, svg, warnMark } from '../dom';
import type { Play } from '../play';
import { chip } from '../rules';
import { terrainWords, unitName } from '../speak';
import { followBlocks, followHead, followTitle } from './follow';
import { buttons, phoneBar } from './foot';
import { totals } from './forms';
import { overBlocks } from './over';
import { recapBlocks } from './recap';
import type { Review } from './review';
import {
  type Decision,
  actOf,
  actRow,
  button,
  cardContext,
  figures,
  figureNames,
  idleWord,
  keyCap,
  underName,
  vary,
} from './parts';

export type { Decision } from './parts';

// One sentence that says what is decided now: the rules' own words, or what the selection asks for.
function promptText(p: Play): string {
  const q = p.prompt!,
    group = p.group.length,
    own = q.text.replace(/^(German|Soviet): (.)/, (_, _s, c: string) => c.toUpperCase());
  if (p.follow.on) return followTitle(p);
  if (p.recap && (p.deciding || p.active === 'watch')) return p.recap.title;
  if (!p.deciding) return q.text;
  if (!p.sel || q.selected.length || !p.reach?.hexes.some(x => x.do)) return own;
  if (group > 1) {
    const hex = p.unit(p.sel)?.at ?? '';
    return `Choose where the ${group} units of ${hex} go, or let go.`;
  }
  const left = p.reach.hexes.find(x => x.from === null)?.left,
    words = left === undefined ? '' : ` ${points(left)} points left.`;
  return `Choose where ${p.nameOf(p.sel)} goes, or let go.${words}`;
}
function whoWords(p: Play): string {
  const v = p.view!,
    q = p.prompt!,
    side = p.follow.on ? ((p.map.view?.to_move[0] ?? q.side) as Side) : q.side,
    seat = p.me.presence[side],
    name = seat?.name || (seat?.kind === 'bot' ? 'computer' : ''),
    decides = `${sideName(side)} decides${name ? `, ${name}` : ''}`;
  if (p.follow.on) return decides;
  if (v.to_move.length > 1)
    return p.deciding
      ? `${sideName(p.active)}, your decision, sealed: both decide`
      : 'Both decide, sealed';
  if (p.deciding) {
    const again = p.recap && !p.recap.opening;
    return `${sideName(p.active)}, your ${again ? 'move again' : 'decision'}`;
  }
  return p.active === 'watch' ? `${decides}; you watch` : decides;
}
function overPrompt(p: Play): HTMLElement {
  const r = p.result,
    winner = r?.winner === 'draw' ? 'A draw' : `${sideName(r?.winner ?? '')} victory`,
    text = r ? r.text || `${winner}: ${r.level}` : (p.prompt?.text ?? '');
  return h(
    'div',
    { class: 'prompt' },
    h('div', { class: 'who' }, 'The game is over', r ? chip(p.view!.game, r.rule) : null),
    h('h2', { role: 'status' }, text),
  );
}
function prompt(p: Play): HTMLElement {
  const v = p.view,
    q = p.prompt;
  if (!v || !q) return h('div', { class: 'prompt waiting' }, h('h2', null, 'Opening the game'));
  if (v.over && !p.follow.on) return overPrompt(p);
  const side = p.follow.on ? (p.map.view?.to_move[0] ?? q.side) : q.side;
  return h(
    'div',
    { class: `prompt${p.deciding ? '' : ' waiting'}` },
    h(
      'div',
      { class: 'who' },
      h('i', { class: `sw ${side}` }),
      h('span', null, whoWords(p)),
      chip(v.game, q.rule),
    ),
    h('h2', { role: 'status', id: 'prompt' }, promptText(p)),
  );
}

// Units that have not acted in this phase, the nearest first, one row a place.
const FEW = 5,
  UNABLE = 12; // of those in a box who cannot be chosen now
function idleBlock(p: Play, d: Decision): HTMLElement | null {
  const ids = p.deciding && p.live ? p.idle() : [],
    places = new Map<string, Unit[]>();
  if (!ids.length) return null;
  for (const id of p.nearest()) {
    const u = p.unit(id);
    if (u && ids.includes(id)) places.set(u.at, [...(places.get(u.at) ?? []), u]);
  }
  const word = `Not yet ${idleWord(p)}`,
    all = [...places],
    shown = d.allIdle || all.length <= FEW + 1 ? all : all.slice(0, FEW),
    row = ([hex, units]: [string, Unit[]]) =>
      h(
        'li',
        null,
        h(
          'button',
          { type: 'button', 'data-idle': hex, onclick: () => p.takeUnit(units[0].id) },
          counterCanvas(p.map.sprites, units[0], 30),
          h('b', { class: 'tab' }, hex),
          h('span', { class: 'grow clip' }, units.map(u => unitName(p.map.sprites, u)).join(', ')),
          units.length > 1 ? h('span', { class: 'pill' }, String(units.length)) : null,
          h('span', { 'aria-hidden': 'true' }, '›'),
        ),
      );
  return h(
    'section',
    { class: 'block idle' },
    h(
      'div',
      { class: 'head' },
      h('span', { class: 'label' }, `${word}: ${plural(ids.length, 'unit')}, nearest first`),
      h(
        'button',
        { class: 'btn quiet dense', type: 'button', onclick: () => p.nextUnit() },
        'next ',
        keyCap('N'),
      ),
    ),
    h('ul', { class: 'list' }, shown.map(row)),
    shown.length < all.length
      ? h(
          'button',
          {
            class: 'link',
            type: 'button',
            onclick: () => {
              d.allIdle = true;
              p.update();
            },
          },
          `${plural(all.length - shown.length, 'more place')} ▾`,
        )
      : null,
  );
}
// Whose they are, where they are of one formation, and what their first figures add up to.
function groupSum(p: Play, units: Unit[], brief: Brief | null): HTMLElement {
  const counters = units.map(u => p.map.sprites.counter(u)),
    formations = new Set(counters.map(k => k?.formation ?? '')),
    lists = units.map((u, i) => (counters[i] ? faceOf(counters[i], u.steps).face?.figures : null)),
    name = figureNames(lists.find(l => l?.length)?.length ?? 0, brief)?.[0],
    sum = lists.reduce((n, l) => n + (parseInt(l?.[0] ?? '', 10) || 0), 0);
  return h(
    'div',
    { class: 'group-sum' },
    formations.size === 1 ? h('b', null, [...formations][0]) : null,
    name && sum ? h('span', { class: 'soft' }, `${sum} ${name}`) : null,
  );
}
// The units that go together, what they are, and whom the cost is counted for.
function groupBlock(p: Play, brief: Brief | null): HTMLElement | null {
  if (p.group.length < 2 || !p.deciding) return null;
  const units = p.group.map(id => p.unit(id)).filter((u): u is Unit => !!u),
    slow = [...p.reaches.values()]
      .map(r => ({ unit: r.unit, left: r.hexes.find(x => x.from === null)?.left ?? 0 }))
      .sort((a, b) => pointsValue(a.left) - pointsValue(b.left))[0];
  return h(
    'section',
    { class: 'block' },
    h(
      'div',
      { class: 'spread' },
      h(
        'div',
        { class: 'row minis' },
        units.map(u => counterCanvas(p.map.sprites, u, 36)),
      ),
      groupSum(p, units, brief),
    ),
    p.wayLine,
    h(
      'p',
      { class: 'band' },
      `Blue is what all ${p.group.length} reach; the cost is that of the slowest on that way: `,
      h('b', null, p.nameOf(slow.unit)),
      `, ${points(slow.left)} points.`,
      p.fewer.size ? ' Dotted places only some of them reach; going there leaves the rest.' : '',
    ),
  );
}

// What is owed, in full unless a card is to be read as well: then the first few, and the rest on
// demand.
function owed(p: Play, d: Decision): HTMLElement | null {
  const list = p.deciding ? (p.prompt?.owed ?? []) : [],
    few = !d.allOwed && list.length > 5 && p.prompt!.cards.length ? 3 : list.length;
  if (!list.length) return null;
  return h(
    'section',
    { class: 'block' },
    h(
      'div',
      { class: 'head' },
      h('span', { class: 'label' }, `Still owed: ${list.length}, before this can end`),
      h(
        'button',
        { class: 'btn quiet dense', type: 'button', onclick: () => p.nextOwed() },
        'next ',
        keyCap('O'),
      ),
    ),
    h(
      'ul',
      { class: 'list' },
      list
        .slice(0, few)
        .map(o =>
          h(
            'li',
            null,
            h(
              'button',
              { type: 'button', onclick: () => p.jump(o.on) },
              warnMark(),
              h('span', { class: 'grow' }, o.text),
              h('span', { class: 'chip', 'aria-hidden': 'true' }, o.rule),
              h('span', { 'aria-hidden': 'true' }, '›'),
            ),
          ),
        ),
    ),
    few < list.length
      ? h(
          'button',
          {
            class: 'btn quiet dense',
            type: 'button',
            onclick: () => {
              d.allOwed = true;
              p.update();
            },
          },
          `and ${list.length - few} more`,
        )
      : null,
  );
}

// What a unit may do: beside each other where one rule is behind all, else a line each.
function actsOf(p: Play, acts: Action[], name: string): HTMLElement {
  const one = acts.length > 1 && acts.every(a => a.rule === acts[0].rule),
    head = h(
      'span',
      { class: 'label' },
      `${name} may `,
      one ? chip(p.view!.game, acts[0].rule) : null,
    );
  return h(
    'div',
    { class: 'acts', style: 'margin-top:10px' },
    head,
    one
      ? h(
          'div',
          { class: 'row flow' },
          acts.map(a => button(p, underName(a, name), false)),
        )
      : acts.map(a => actRow(p, underName(a, name))),
  );
}
function selectedBlock(p: Play, d: Decision): HTMLElement | null {
  const u = p.sel ? p.unit(p.sel) : undefined,
    v = p.view;
  if (!u || !v) return null;
  const k = p.map.sprites.counter(u),
    face = k ? faceOf(k, u.steps).face : null,
    acts = p.deciding ? p.on({ unit: u.id }).filter(a => !p.reach?.begin.includes(a.id)) : [];
  return h(
    'section',
    { class: 'block' },
    h(
      'div',
      { class: 'unit' },
      counterCanvas(p.map.sprites, u, 68),
      h(
        'div',
        { class: 'grow' },
        h('b', null, unitName(p.map.sprites, u)),
        ' ',
        h('span', { class: 'soft' }, k ? `${symbolWord[k.symbol] ?? k.symbol}, ${u.at}` : u.at),
        h(
          'div',
          { class: 'facts' },
          face ? figures(face.figures, d.brief()) : null,
          u.mp
            ? h('span', null, h('b', null, points(u.mp[0])), ` of ${points(u.mp[1])} points`)
            : null,
          u.steps !== undefined
            ? h('span', null, h('b', null, u.steps), u.steps === 1 ? ' step' : ' steps')
            : null,
          (u.marks ?? []).map(m => {
            const x = p.map.sprites.markOf(m);
            return x ? h('span', null, x.mark.title) : null;
          }),
        ),
        k && k.source && k.source !== 'rulebook'
          ? h('div', { class: 'least' }, `Figures are ${k.source}.`)
          : null,
      ),
    ),
    p.reach?.hexes.some(x => x.do) ? p.wayLine : null,
    acts.length ? actsOf(p, acts, unitName(p.map.sprites, u)) : null,
  );
}
function everyChoice(p: Play, d: Decision): HTMLElement | null {
  if (!p.deciding) return null;
  const reach = p.reach?.hexes.filter(x => x.do && x.from !== null) ?? [];
  const rest = p.actions.filter(a => !a.on.button && !a.on.form),
    total = reach.length + rest.length;
  if (!total) return null;
  const box = h('details', { class: 'block choices', open: d.showAll || null }),
    ways = new Set([...reach.map(x => x.do), ...(p.reach?.begin ?? [])]);
  const rows = [
    ...[...reach]
      .sort((a, b) => pointsValue(a.cost) - pointsValue(b.cost) || a.hex.localeCompare(b.hex))
      .map(x => ({
        id: `go ${x.hex}`,
        name: x.hex,
        words: [
          terrainWords(p.map.board, p.map.board.find(x.hex)),
          x.must ? 'must stop' : '',
          x.risk ?? '',
        ]
          .filter(Boolean)
          .join(', '),
        cost: points(x.cost),
        hex: p.map.board.find(x.hex),
        go: () => p.goTo(p.map.board.find(x.hex)),
      })),
    ...rest
      .filter(a => !ways.has(a.id))
      .map(a => ({
        id: a.id,
        name: '',
        words: a.label,
        cost: '',
        hex: p.hexOf(a.on),
        go: () => {
          if (a.on.unit && !p.sel) void p.tapUnit(a.on.unit, false, p.hexOf(a.on));
          else void p.act(a);
        },
      })),
  ];
  // told by the click, not by `toggle`: that comes later, and the panel may have been made anew by
  // then
  fill(
    box,
    h(
      'summary',
      {
        class: 'label',
        style: 'cursor:pointer;min-height:26px',
        onclick: () => {
          d.showAll = !box.open;
        },
      },
      'Every choice as a list ',
      h(
        'span',
        { class: 'least' },
        reach.length
          ? `${plural(reach.length, 'hex', 'hexes')}, cheapest first`
          : plural(total, 'choice'),
      ),
    ),
    h(
      'ol',
      { class: 'list' },
      rows
        .slice(0, 300)
        .map((r, i) =>
          h(
            'li',
            null,
            h(
              'button',
              { type: 'button', 'data-choice': r.id, onclick: r.go, 'data-hex': r.hex },
              i < 9 ? h('kbd', null, String(i + 1)) : h('span', { style: 'width:20px' }),
              r.name ? h('b', { class: 'tab' }, r.name) : null,
              h('span', { class: 'grow' }, r.words),
              h('b', { class: 'tab' }, r.cost),
            ),
          ),
        ),
    ),
  );
  return box;
}

function hintBlock(p: Play): HTMLElement | null {
  if (p.thinking)
    return h(
      'section',
      { class: 'block' },
      h('span', { class: 'soft' }, 'The computer is thinking about your side.'),
    );
  if (!p.hint) return null;
  const a = p.actions.find(x => x.id === p.hint!.action);
  return h(
    'section',
    { class: 'block' },
    h(
      'div',
      { class: 'head' },
      svg(icons.hint),
      h('span', { class: 'label' }, 'The computer would'),
    ),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        {
          class: 'btn',
          type: 'button',
          'data-hint': '',
          onclick: () => void p.actText(p.hint!.action),
        },
        a?.label ?? p.hint.action,
      ),
    ),
    h('p', { class: 'soft' }, p.hint.why),
  );
}

function ordersBlock(p: Play): HTMLElement | null {
  if (
    !p.deciding ||
    !p.board?.orders.length ||
    !p.prompt?.cards.some(c => c.kind === 'odds' && !c.table)
  )
    return null;
  const part = p.prompt.node.split('.').at(-1), // `field.react`: the order `react`
    own = p.board.orders.find(o => o.name === part);
  return ordersForm(p, (own ?? p.board.orders[0]).name);
}
export function ordersForm(p: Play, only?: string): HTMLElement {
  return h(
    'section',
    { class: 'block' },
    (p.board?.orders ?? [])
      .filter(o => !only || o.name === only)
      .map(o => {
        const now = p.me.orders.find(x => x.name === o.name) ?? {
          name: o.name,
          choice: o.choices[0],
          n: o.n?.[0],
        };
        const words: Record<string, string> = {
          ask: 'Ask me',
          always: 'Always',
          never: 'Never',
          auto: 'By itself from a chance of',
          save: 'Ask from a chance of',
          chance: 'From a chance of',
        };
        const n = o.n
          ? h('input', {
              type: 'number',
              min: o.n[0],
              max: o.n[1],
              value: String(Math.max(o.n[0], now.n ?? 0)),
              style: 'width:72px',
              'aria-label': 'per cent',
              onchange: (e: Event) =>
                void p.setOrder({
                  name: o.name,
                  choice: now.choice,
                  n: Number((e.target as HTMLInputElement).value),
                }),
            })
          : null;
        return h(
          'div',
          { style: 'margin-bottom:8px' },
          h(
            'div',
            { class: 'label', style: 'margin-bottom:4px' },
            `Standing order: ${o.title.toLowerCase()}`,
          ),
          h(
            'div',
            { class: 'row', style: 'flex-wrap:wrap' },
            h(
              'div',
              { class: 'seg', role: 'radiogroup', 'aria-label': o.title },
              o.choices.map(c =>
                h(
                  'button',
                  {
                    type: 'button',
                    role: 'radio',
                    'aria-checked': String(c === now.choice),
                    onclick: () =>
                      void p.setOrder({
                        name: o.name,
                        choice: c,
                        ...(o.n ? { n: Number(n!.value) || o.n[0] } : {}),
                      }),
                  },
                  words[c] ?? c,
                ),
              ),
            ),
            now.choice === 'chance' ? n : null,
          ),
          h(
            'p',
            { class: 'least' },
            'Answers given for you are ordinary actions and are marked * in the log.',
          ),
        );
      }),
  );
}

function boxesBlock(p: Play): HTMLElement | null {
  const v = p.view,
    b = p.board;
  if (!v || !b || !p.deciding) return null;
  const shown = b.boxes
    .map(x => ({
      title: x.title,
      units: v.units.filter(u => u.at === x.id),
      acts: p.on({ box: x.id }),
    }))
    .filter(r => r.acts.length || r.units.some(u => p.on({ unit: u.id }).length));
  const away = [
    ...new Set(
      p.actions
        .map(a => a.on.unit)
        .filter((u): u is string => !!u && !v.units.some(x => x.id === u)),
    ),
  ]; // not in play yet: nowhere to be seen but here
  if (away.length)
    shown.push({ title: 'Off the map', units: away.map(id => ({ id, at: '' })), acts: [] });
  // who can be chosen, or was, comes first; of the others a few
  const chosen = (u: Unit) => !!p.prompt?.selected.includes(u.id),
    able = (u: Unit) => chosen(u) || p.on({ unit: u.id }).length > 0,
    rest = (units: Unit[]) => units.filter(u => !able(u));
  if (!shown.length) return null;
  return h(
    'section',
    { class: 'block boxes' },
    shown.map(r =>
      h(
        'div',
        { style: 'margin-bottom:6px' },
        h('div', { class: 'label' }, r.title),
        h(
          'div',
          { class: 'row', style: 'flex-wrap:wrap' },
          [...r.units.filter(able), ...rest(r.units).slice(0, UNABLE)].map(u => {
            const acts = p.on({ unit: u.id }),
              name = unitName(p.map.sprites, u);
            return h(
              'button',
              {
                class: 'btn dense boxed',
                type: 'button',
                style: 'padding:3px',
                disabled: !acts.length,
                'aria-pressed': chosen(u) ? 'true' : null,
                'aria-label': acts.length === 1 ? `${name}: ${acts[0].label}` : name,
                title: name,
                onclick: () => p.offer(acts, -1, false),
              },
              counterCanvas(p.map.sprites, u, 48),
            );
          }),
          r.acts.map(a => button(p, a, false)),
        ),
        rest(r.units).length > UNABLE
          ? h(
              'p',
              { class: 'soft' },
              `and ${rest(r.units).length - UNABLE} more that cannot be chosen now`,
            )
          : null,
      ),
    ),
  );
}

// Of several shots on offer, the unit that tells this one from the others (the one who fires, or
// the one fired at), and its button.
function shotOf(p: Play, card: Card): { unit: Unit; acts: Action[] } | null {
  const of = (own: boolean) =>
    card.sides
      ?.filter(s => (s.side === p.active) === own)
      .flatMap(s => s.lines)
      .map(l => (l.unit ? p.unit(l.unit) : undefined))
      .find(u => u);
  const act = actOf(p, card),
    at = act?.on.unit ? p.unit(act.on.unit) : undefined;
  if (act && at) return { unit: at, acts: [act] };
  const mine = of(true),
    theirs = of(false),
    able = [mine, theirs].find(u => u && p.on({ unit: u.id }).length) ?? mine ?? theirs;
  return able ? { unit: able, acts: p.on({ unit: able.id }) } : null;
}
// The recent result stays on the panel until the next decision is made.
function cards(p: Play): HTMLElement[] {
  const out: HTMLElement[] = [],
    c = cardContext(p),
    q = p.prompt,
    asked = p.live && p.deciding && q?.cards.some(x => x.kind === 'odds');
  const last = p.lastCard
    ? {
        card: p.lastCard.card,
        with: {
          ...c,
          dice: p.lastCard.dice,
          landing: p.lastCard.fresh && p.settings.motion !== 'instant',
        },
      }
    : null;
  if (last && asked) out.push(landed(last.card, last.with));
  if (p.weighed && p.confirming && p.live && p.deciding)
    return [h('section', { class: 'block' }, anyCard(p.weighed, c))];
  if (p.live && p.deciding && q) {
    const shots = q.cards.filter(x => x.kind === 'odds' && !x.table);
    for (const card of q.cards) {
      const n = shots.length > 1 ? shots.indexOf(card) : -1,
        shot = n >= 0 ? shotOf(p, card) : null;
      out.push(
        h(
          'section',
          { class: 'block' },
          n >= 0
            ? h(
                'div',
                { class: 'row shot', style: 'margin-bottom:6px' },
                h('b', { class: 'pill' }, String(n + 1)),
                shot ? counterCanvas(p.map.sprites, shot.unit, 44) : null,
                shot?.acts.length
                  ? null
                  : h('span', { class: 'grow' }, shot ? unitName(p.map.sprites, shot.unit) : ''),
                shot?.acts
                  .slice(0, 1)
                  .map(a => button(p, a, n === 0 && !p.actions.some(x => x.on.button === 'main'))),
              )
            : null,
          anyCard(card, c),
        ),
      );
    }
  }
  // what happened lists its dice itself
  if (last && !asked && !p.recap)
    out.push(h('section', { class: 'block' }, anyCard(last.card, last.with)));
  return out;
}

function grip(d: Decision): HTMLElement {
  return h('button', {
    class: 'grip',
    type: 'button',
    'aria-label': 'Taller or lower',
    onclick: () => d.height((d.height() + 1) % 3),
  });
}
function renderReview(root: HTMLElement, p: Play, d: Decision, review: Review): void {
  const scroll = root.querySelector('.mid')?.scrollTop ?? 0,
    held = root.contains(document.activeElement) ? document.activeElement?.textContent : null,
    mid = h(
      'div',
      { class: 'mid', tabIndex: -1 },
      d.narrow() ? h('section', { class: 'block reviewbar' }, review.curveParts()) : null,
      review.blocks(),
    );
  fill(root, grip(d), overPrompt(p), mid, review.buttons());
  if (scroll) mid.scrollTop = scroll;
  if (held)
    [...root.querySelectorAll<HTMLElement>('button')]
      .find(b => b.textContent === held)
      ?.focus({ preventScroll: true });
}

// A card that comes up is scrolled to, so that its results are in sight before anything is rolled.
let cardSeen = '';
function showResults(p: Play, mid: HTMLElement): void {
  const odds = p.deciding && p.live ? (p.prompt?.cards.filter(c => c.kind === 'odds') ?? []) : [],
    open = odds.find(c => c.table) ?? (odds.length === 1 ? odds[0] : null),
    quiet = !open && !odds.length && p.live && !p.view?.over && !p.recap,
    rolled = quiet ? p.lastCard : null,
    landed = rolled ? `${rolled.card.title} ${rolled.dice.map(x => x.v).join(' ')}` : '',
    now = open ? `${p.view?.seq} ${open.title}` : landed;
  if (now === cardSeen) return;
  cardSeen = now;
  const card = now ? mid.querySelector('.odds') : null;
  if (!card) return;
  const room = mid.getBoundingClientRect(),
    at = card.getBoundingClientRect(),
    under = at.bottom + 8 - room.bottom;
  if (under > 0) mid.scrollTop += Math.min(under, at.top - room.top);
}

export function renderDecision(root: HTMLElement, p: Play, d: Decision): void {
  const mid0 = root.querySelector('.mid'),
    scroll = mid0?.scrollTop ?? 0,
    focus =
      document.activeElement instanceof HTMLElement && root.contains(document.activeElement)
        ? (document.activeElement.dataset.choice ??
          document.activeElement.dataset.action ??
          document.activeElement.textContent)
        : null;
  const review = d.review();
  if (review) {
    renderReview(root, p, d, review);
    return;
  }
  const more = p.deciding && p.live ? p.actions.filter(a => a.on.button === 'more' && !a.vary) : [],
    varied = p.deciding && p.live ? p.actions.filter(a => a.vary && a.on.button) : [];
  const crowded = p.deciding && p.actions.filter(a => a.on.button && !a.vary).length > 5;
  const mid = h(
    'div',
    { class: 'mid', tabIndex: -1 },
    p.live
      ? owed(p, d)
      : h(
          'section',
          { class: 'block' },
          h('b', null, `Looking back at event ${p.replayAt}.`),
          h('p', { class: 'soft' }, 'This is what your side saw then.'),
        ),
    p.live ? followHead(p) : null,
    d.puzzle(),
    d.guide(),
    hintBlock(p),
    p.live ? recapBlocks(p, d.brief()) : null,
    p.live ? overBlocks(p, d.brief()) : null,
    cards(p),
    p.live && !p.recap ? groupBlock(p, d.brief()) : null,
    p.live ? followBlocks(p, d.brief(), speed => p.setSpeed(speed)) : null,
    varied.length
      ? h(
          'section',
          { class: 'block acts' },
          varied.map(a => vary(p, a)),
        )
      : null,
    crowded && more.length
      ? h(
          'section',
          { class: 'block acts' },
          h('span', { class: 'label' }, 'You may'),
          more.map(a => actRow(p, a)),
        )
      : null,
    p.live && p.group.length < 2 ? selectedBlock(p, d) : null,
    p.recap ? null : idleBlock(p, d),
    p.recap ? null : boxesBlock(p),
    totals(p.deciding ? (p.prompt?.forms ?? []) : [], p),
    ordersBlock(p),
    p.live ? everyChoice(p, d) : null,
  );
  const r = p.refusal;
  fill(
    root,
    grip(d),
    prompt(p),
    r
      ? h(
          'div',
          { class: 'refusal', role: 'alert' },
          svg(icons.no),
          h(
            'span',
            { class: 'grow' },
            r.text,
            r.hex !== undefined && !r.rule && p.insteadOf(r.hex)
              ? [' Open instead: ', p.insteadOf(r.hex)]
              : null,
          ),
          chip(p.view!.game, r.rule),
        )
      : null,
    mid,
    buttons(p, d),
    phoneBar(p, d),
  );
  if (scroll) mid.scrollTop = scroll; // asking for nothing spares a layout
  showResults(p, mid);
  if (focus) {
    const again = [...root.querySelectorAll<HTMLElement>('button, summary, input')].find(
      e => (e.dataset.choice ?? e.dataset.action ?? e.textContent) === focus,
    );
    (again ?? root.querySelector<HTMLElement>('.btn.main') ?? null)?.focus({ preventScroll: true });
  }
}
