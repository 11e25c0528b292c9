// The decision panel: prompt, refusal, what is owed, the card, what the selected may do, and the pinned buttons.
import { type Action, type Card, type Form, type Unit, points, pointsValue, sideName } from '../doc';
import { anyCard, landed, type CardContext } from '../card';
import { counterCanvas, faceOf, symbolWord } from '../counter';
import { fill, h, icons, plural, svg, warnMark } from '../dom';
import type { Play } from '../play';
import { chip, openPop } from '../rules';
import { terrainWords, unitName } from '../speak';

export interface Decision { guide(): HTMLElement | null; open(name: string): void; narrow(): boolean; height(n?: number): number; showAll: boolean; allOwed: boolean }
const key = (k: string | undefined): HTMLElement | null => (k ? h('kbd', { 'aria-hidden': 'true' }, k) : null);

export function cardContext(p: Play): CardContext {
  return { game: p.view?.game ?? '', tables: p.board?.tables ?? [], unitName: id => p.nameOf(id), act: t => void p.actText(t), hover: u => { const x = u ? p.hexOf({ unit: u }) : -1; p.flash(x >= 0 ? [x] : []); } };
}

function prompt(p: Play): HTMLElement {
  const v = p.view, q = p.prompt, mine = p.deciding;
  if (!v || !q) return h('div', { class: 'prompt waiting' }, h('h2', null, 'Opening the game'));
  if (v.over) return h('div', { class: 'prompt' }, h('div', { class: 'who' }, 'The game is over', p.result ? chip(v.game, p.result.rule) : null), h('h2', { role: 'status' }, p.result ? p.result.text || `${p.result.winner === 'draw' ? 'A draw' : `${sideName(p.result.winner)} victory`}: ${p.result.level}` : q.text));
  const text = mine ? q.text.replace(/^(German|Soviet): (.)/, (_, _s, c: string) => c.toUpperCase()) : q.text;
  const who = v.to_move.length > 1 ? (mine ? `${sideName(p.active)}, your decision, sealed: both decide` : 'Both decide, sealed') : mine ? `${sideName(p.active)}, your decision` : p.active === 'watch' ? `${sideName(q.side)} decides; you watch` : `${sideName(q.side)} decides`;
  return h('div', { class: `prompt${mine ? '' : ' waiting'}` },
    h('div', { class: 'who' }, h('i', { class: `sw ${q.side}` }), h('span', null, who), chip(v.game, q.rule)),
    h('h2', { role: 'status', id: 'prompt' }, text));
}

// What is owed, in full unless a card is to be read as well: then the first few, and the rest on demand.
function owed(p: Play, d: Decision): HTMLElement | null {
  const list = p.deciding ? p.prompt?.owed ?? [] : [], few = !d.allOwed && list.length > 5 && p.prompt!.cards.length ? 3 : list.length;
  if (!list.length) return null;
  return h('section', { class: 'block' }, h('div', { class: 'head' }, h('span', { class: 'label' }, `Still owed: ${list.length}, before this can end`), h('button', { class: 'btn quiet dense', type: 'button', onclick: () => p.nextOwed() }, 'next ', key('O'))),
    h('ul', { class: 'list' }, list.slice(0, few).map(o => h('li', null, h('button', { type: 'button', onclick: () => p.jump(o.on) }, warnMark(), h('span', { class: 'grow' }, o.text), h('span', { class: 'chip', 'aria-hidden': 'true' }, o.rule), h('span', { 'aria-hidden': 'true' }, '›'))))),
    few < list.length ? h('button', { class: 'btn quiet dense', type: 'button', onclick: () => { d.allOwed = true; p.update(); } }, `and ${list.length - few} more`) : null);
}

function selectedBlock(p: Play): HTMLElement | null {
  const u = p.sel ? p.unit(p.sel) : undefined, v = p.view;
  if (!u || !v) return null;
  const k = p.map.sprites.counter(u), face = k ? faceOf(k, u.steps).face : null, acts = p.deciding ? p.on({ unit: u.id }).filter(a => !p.reach?.begin.includes(a.id)) : [];
  return h('section', { class: 'block' },
    h('div', { class: 'unit' }, counterCanvas(p.map.sprites, u, 68), h('div', { class: 'grow' }, h('b', null, unitName(p.map.sprites, u)), ' ', h('span', { class: 'soft' }, k ? `${symbolWord[k.symbol] ?? k.symbol}, ${u.at}` : u.at),
      h('div', { class: 'facts' }, face ? h('span', null, h('b', null, face.figures.join('-')), ' figures') : null, u.mp ? h('span', null, h('b', null, points(u.mp[0])), ` of ${points(u.mp[1])} points`) : null,
        u.steps !== undefined ? h('span', null, h('b', null, u.steps), u.steps === 1 ? ' step' : ' steps') : null, (u.marks ?? []).map(m => { const x = p.map.sprites.markOf(m); return x ? h('span', null, x.mark.title) : null; })),
      k && k.source && k.source !== 'rulebook' ? h('div', { class: 'least' }, `Figures are ${k.source}.`) : null)),
    acts.length ? h('div', { class: 'acts', style: 'margin-top:10px' }, h('span', { class: 'label' }, `${unitName(p.map.sprites, u)} may`), acts.map(a => actRow(p, a))) : null);
}
function actRow(p: Play, a: Action): HTMLElement { return h('div', { class: 'row' }, button(p, a, false), chip(p.view!.game, a.rule)); }

function vary(p: Play, a: Action): HTMLElement {
  const v = a.vary!, now = Math.max(v.min, Math.min(v.max, Number(a.id.split(' ')[v.word]) || v.min));
  const input = h('input', { type: 'number', min: v.min, max: v.max, value: String(now), 'aria-label': `${a.label}, from ${v.min} to ${v.max}` });
  const step = (d: number) => { input.value = String(Math.max(v.min, Math.min(v.max, (Number(input.value) || 0) + d))); };
  return h('div', { class: 'row' }, h('span', { class: 'vary' }, h('button', { type: 'button', 'aria-label': 'less', onclick: () => step(-1) }, '−'), input, h('button', { type: 'button', 'aria-label': 'more', onclick: () => step(1) }, '+')),
    h('button', { class: 'btn', type: 'button', onclick: () => void p.act(a, Math.max(v.min, Math.min(v.max, Number(input.value) || v.min))) }, a.label.replace(/\b\d+\b/, '').trim() || a.label, key(a.key)), chip(p.view!.game, a.rule));
}
function button(p: Play, a: Action, main: boolean): HTMLElement {
  return h('button', { class: main ? 'btn main' : 'btn', type: 'button', 'data-action': a.id, 'aria-disabled': p.me.up ? null : 'true', onclick: () => void p.act(a) }, h('span', null, a.label), key(a.key === 'Escape' ? 'Esc' : a.key));
}

function everyChoice(p: Play, d: Decision): HTMLElement | null {
  if (!p.deciding) return null;
  const reach = p.reach?.hexes.filter(x => x.do && x.from !== null) ?? [];
  const rest = p.actions.filter(a => !a.on.button && !a.on.form), total = reach.length + rest.length;
  if (!total) return null;
  const box = h('details', { class: 'block choices', open: d.showAll || null });
  const rows = [
    ...[...reach].sort((a, b) => pointsValue(a.cost) - pointsValue(b.cost) || a.hex.localeCompare(b.hex)).map(x => ({ id: `go ${x.hex}`, name: x.hex, words: `${terrainWords(p.map.board, p.map.board.find(x.hex))}${x.must ? ', must stop' : ''}${x.risk ? `, ${x.risk}` : ''}`, cost: points(x.cost), hex: p.map.board.find(x.hex), go: () => p.goTo(p.map.board.find(x.hex)) })),
    ...rest.filter(a => !reach.some(x => x.do === a.id) && !p.reach?.begin.includes(a.id)).map(a => ({ id: a.id, name: '', words: a.label, cost: '', hex: p.hexOf(a.on), go: () => { if (a.on.unit && !p.sel) void p.tapUnit(a.on.unit, false, p.hexOf(a.on)); else void p.act(a); } }))];
  // told by the click, not by `toggle`: that comes later, and the panel may have been made anew by then
  fill(box, h('summary', { class: 'label', style: 'cursor:pointer;min-height:26px', onclick: () => { d.showAll = !box.open; } }, 'Every choice as a list ', h('span', { class: 'least' }, reach.length ? `${plural(reach.length, 'hex', 'hexes')}, cheapest first` : plural(total, 'choice'))),
    h('ol', { class: 'list' }, rows.slice(0, 300).map((r, i) => h('li', null, h('button', { type: 'button', 'data-choice': r.id, onclick: r.go, 'data-hex': r.hex }, i < 9 ? h('kbd', null, String(i + 1)) : h('span', { style: 'width:20px' }), r.name ? h('b', { class: 'tab' }, r.name) : null, h('span', { class: 'grow' }, r.words), h('b', { class: 'tab' }, r.cost))))));
  return box;
}

function hintBlock(p: Play): HTMLElement | null {
  if (p.thinking) return h('section', { class: 'block' }, h('span', { class: 'soft' }, 'The computer is thinking about your side.'));
  if (!p.hint) return null;
  const a = p.actions.find(x => x.id === p.hint!.action);
  return h('section', { class: 'block' }, h('div', { class: 'head' }, svg(icons.hint), h('span', { class: 'label' }, 'The computer would')), h('div', { class: 'row' }, h('button', { class: 'btn', type: 'button', onclick: () => void p.actText(p.hint!.action) }, a?.label ?? p.hint.action)), h('p', { class: 'soft' }, p.hint.why));
}

function ordersBlock(p: Play): HTMLElement | null {
  if (!p.deciding || !p.board?.orders.length || !p.prompt?.cards.some(c => c.kind === 'odds' && !c.table)) return null;
  return ordersForm(p, p.board.orders[0].name);
}
export function ordersForm(p: Play, only?: string): HTMLElement {
  return h('section', { class: 'block' }, (p.board?.orders ?? []).filter(o => !only || o.name === only).map(o => {
    const now = p.me.orders.find(x => x.name === o.name) ?? { name: o.name, choice: o.choices[0], n: o.n?.[0] };
    const words: Record<string, string> = { ask: 'Ask me', always: 'Always', never: 'Never', chance: 'From a chance of' };
    const n = o.n ? h('input', { type: 'number', min: o.n[0], max: o.n[1], value: String(Math.max(o.n[0], now.n ?? 0)), style: 'width:72px', 'aria-label': 'per cent', onchange: (e: Event) => void p.setOrder({ name: o.name, choice: now.choice, n: Number((e.target as HTMLInputElement).value) }) }) : null;
    return h('div', { style: 'margin-bottom:8px' }, h('div', { class: 'label', style: 'margin-bottom:4px' }, `Standing order: ${o.title.toLowerCase()}`),
      h('div', { class: 'row', style: 'flex-wrap:wrap' }, h('div', { class: 'seg', role: 'radiogroup', 'aria-label': o.title }, o.choices.map(c => h('button', { type: 'button', role: 'radio', 'aria-checked': String(c === now.choice), onclick: () => void p.setOrder({ name: o.name, choice: c, ...(o.n ? { n: Number(n!.value) || o.n[0] } : {}) }) }, words[c] ?? c))), now.choice === 'chance' ? n : null),
      h('p', { class: 'least' }, 'Answers given for you are ordinary actions and are marked * in the log.'));
  }));
}

function boxesBlock(p: Play): HTMLElement | null {
  const v = p.view, b = p.board;
  if (!v || !b || !p.deciding) return null;
  const shown = b.boxes.map(x => ({ title: x.title, units: v.units.filter(u => u.at === x.id), acts: p.on({ box: x.id }) })).filter(r => r.acts.length || r.units.some(u => p.on({ unit: u.id }).length));
  const away = [...new Set(p.actions.map(a => a.on.unit).filter((u): u is string => !!u && !v.units.some(x => x.id === u)))]; // not in play yet: nowhere to be seen but here
  if (away.length) shown.push({ title: 'Off the map', units: away.map(id => ({ id, at: '' })), acts: [] });
  if (!shown.length) return null;
  return h('section', { class: 'block boxes' }, shown.map(r => h('div', { style: 'margin-bottom:6px' }, h('div', { class: 'label' }, r.title), h('div', { class: 'row', style: 'flex-wrap:wrap' },
    r.units.map(u => { const acts = p.on({ unit: u.id }); return h('button', { class: 'btn dense boxed', type: 'button', style: 'padding:3px', disabled: !acts.length, 'aria-label': `${unitName(p.map.sprites, u)}${acts.length === 1 ? `: ${acts[0].label}` : ''}`, title: unitName(p.map.sprites, u), onclick: () => p.offer(acts, -1, false) }, counterCanvas(p.map.sprites, u, 48)); }), r.acts.map(a => button(p, a, false))))));
}

// Of several shots on offer, the unit that tells this one from the others (the one who fires, or the one fired at), and its button.
function shotOf(p: Play, card: Card): { unit: Unit; acts: Action[] } | null {
  const of = (own: boolean) => card.sides?.filter(s => (s.side === p.active) === own).flatMap(s => s.lines).map(l => (l.unit ? p.unit(l.unit) : undefined)).find(u => u);
  const mine = of(true), theirs = of(false), able = [mine, theirs].find(u => u && p.on({ unit: u.id }).length) ?? mine ?? theirs;
  return able ? { unit: able, acts: p.on({ unit: able.id }) } : null;
}
// The recent result stays on the panel until the next decision is made.
function cards(p: Play): HTMLElement[] {
  const out: HTMLElement[] = [], c = cardContext(p), q = p.prompt, asked = p.live && p.deciding && q?.cards.some(x => x.kind === 'odds');
  const last = p.lastCard ? { card: p.lastCard.card, with: { ...c, dice: p.lastCard.dice, landing: p.lastCard.fresh && p.settings.motion !== 'instant' } } : null;
  if (last && asked) out.push(landed(last.card, last.with));
  if (p.live && p.deciding && q) {
    const shots = q.cards.filter(x => x.kind === 'odds' && !x.table);
    for (const card of q.cards) {
      const n = shots.length > 1 ? shots.indexOf(card) : -1, shot = n >= 0 ? shotOf(p, card) : null;
      out.push(h('section', { class: 'block' }, n >= 0 ? h('div', { class: 'row shot', style: 'margin-bottom:6px' }, h('b', { class: 'pill' }, String(n + 1)), shot ? counterCanvas(p.map.sprites, shot.unit, 44) : null, shot?.acts.length ? null : h('span', { class: 'grow' }, shot ? unitName(p.map.sprites, shot.unit) : ''), shot?.acts.slice(0, 1).map(a => button(p, a, n === 0 && !p.actions.some(x => x.on.button === 'main')))) : null, anyCard(card, c)));
    }
  }
  if (last && !asked) out.push(h('section', { class: 'block' }, anyCard(last.card, last.with)));
  return out;
}

function buttons(p: Play, d: Decision): HTMLElement {
  const q = p.prompt, bar = h('div', { class: 'buttons' });
  if (!p.live) { fill(bar, h('button', { class: 'btn main', type: 'button', onclick: () => void p.showAt(null) }, 'Back to the present ', key('Esc'))); return bar; }
  if (p.proposal) {
    const x = p.proposal;
    fill(bar, h('div', { class: 'confirm' }, x.title, ' ', x.rule ? chip(p.view!.game, x.rule) : null, x.note ? h('div', { class: 'soft', style: 'font-weight:400' }, x.note) : null), h('button', { class: 'btn main', type: 'button', onclick: x.go }, x.unit ? `Go to ${p.map.board.hex[x.hex].id}` : x.title), h('button', { class: 'btn', type: 'button', onclick: () => { p.proposal = null; p.update(); } }, 'Cancel'),
      h('div', { class: 'least', style: 'flex:1 1 100%;text-align:center' }, x.hex >= 0 ? `Tap ${p.map.board.hex[x.hex].id} again to do it, or another hex to change.` : ''));
    return bar;
  }
  if (p.confirming) {
    const a = p.confirming;
    fill(bar, h('div', { class: 'confirm', role: 'alert' }, a.confirm ?? ''), h('button', { class: 'btn main', type: 'button', onclick: () => void p.act(a) }, a.label, key('Enter')), h('button', { class: 'btn', type: 'button', onclick: () => { p.confirming = null; p.update(); } }, 'Not yet', key('Esc')));
    return bar;
  }
  if (p.deciding && q) {
    const of = (b: string) => p.actions.filter(a => a.on.button === b && !a.vary);
    const main = of('main'), more = of('more'), end = of('end'), few = main.length + more.length + end.length <= 5;
    const shots = q.cards.some(c => c.kind === 'odds' && !c.table) ? p.actions.filter(a => a.on.unit).slice(0, 2) : []; // a reaction: its answer belongs here too
    [...main, ...shots].forEach((a, i) => bar.append(button(p, a, i === 0)));
    end.forEach(a => bar.append(button(p, a, !main.length && !shots.length && !p.prompt!.owed.length)));
    if (few) more.forEach(a => bar.append(button(p, a, false)));
    if (p.sel && !(q.selected.length === 1 && q.selected[0] === p.sel)) bar.append(h('button', { class: 'btn', type: 'button', onclick: () => p.letGo() }, 'Let go', key('Esc')));
    if (!d.narrow()) bar.append(q.undo ? h('button', { class: 'btn', type: 'button', onclick: () => void p.undo() }, 'Undo', key('U')) : h('button', { class: 'btn', type: 'button', 'aria-disabled': 'true', title: 'Undo stops at dice, at something revealed, and at the other side’s decision.' }, 'Nothing to undo'));
    if (q.undo_turn && !d.narrow()) bar.append(h('button', { class: 'btn', type: 'button', onclick: () => void p.undo(true) }, 'Undo turn', key('⇧U')));
    if (!d.narrow()) bar.append(h('button', { class: 'btn', type: 'button', 'aria-disabled': p.thinking ? 'true' : null, title: 'What would the computer do, and why', onclick: () => void p.askHint() }, svg(icons.hint), 'Hint'));
  } else if (p.view?.over) {
    bar.append(h('button', { class: 'btn main', type: 'button', onclick: () => d.open('log') }, 'Look back'), h('button', { class: 'btn', type: 'button', onclick: () => { location.hash = ''; } }, 'To the lobby'));
  } else if (q?.undo) bar.append(h('button', { class: 'btn', type: 'button', onclick: () => void p.undo() }, 'Undo', key('U')));
  else if (p.board?.orders.length && p.active !== 'watch') bar.append(h('button', { class: 'btn', type: 'button', onclick: () => d.open('orders') }, 'Standing orders', key('D')));
  return bar;
}

export function renderDecision(root: HTMLElement, p: Play, d: Decision): void {
  const mid0 = root.querySelector('.mid'), scroll = mid0?.scrollTop ?? 0, focus = document.activeElement instanceof HTMLElement && root.contains(document.activeElement) ? document.activeElement.dataset.choice ?? document.activeElement.dataset.action ?? document.activeElement.textContent : null;
  const more = p.deciding && p.live ? p.actions.filter(a => a.on.button === 'more' && !a.vary) : [], varied = p.deciding && p.live ? p.actions.filter(a => a.vary && a.on.button) : [];
  const crowded = p.deciding && p.actions.filter(a => a.on.button && !a.vary).length > 5;
  const mid = h('div', { class: 'mid', tabIndex: -1 },
    p.live ? owed(p, d) : h('section', { class: 'block' }, h('b', null, `Looking back at event ${p.replayAt}.`), h('p', { class: 'soft' }, 'This is what your side saw then.')),
    d.guide(), hintBlock(p), cards(p), varied.length ? h('section', { class: 'block acts' }, varied.map(a => vary(p, a))) : null,
    crowded && more.length ? h('section', { class: 'block acts' }, h('span', { class: 'label' }, 'You may'), more.map(a => actRow(p, a))) : null,
    p.live ? selectedBlock(p) : null, boxesBlock(p), totals(p.deciding ? p.prompt?.forms ?? [] : [], p), ordersBlock(p), p.live ? everyChoice(p, d) : null,
    p.view?.over && p.result ? h('section', { class: 'block' }, h('div', { class: 'label' }, 'Final scores'), h('div', { class: 'ledger' }, Object.entries(p.result.scores ?? {}).map(([k, v]) => [h('span', null, sideName(k)), h('span'), h('span', { class: 'v' }, points(v))]))) : null);
  const r = p.refusal;
  fill(root, h('button', { class: 'grip', type: 'button', 'aria-label': 'Taller or lower', onclick: () => d.height((d.height() + 1) % 3) }), prompt(p),
    r ? h('div', { class: 'refusal', role: 'alert' }, svg(icons.no), h('span', null, r.text), chip(p.view!.game, r.rule)) : null, mid, buttons(p, d), phoneBar(p, d));
  mid.scrollTop = scroll;
  if (focus) { const again = [...root.querySelectorAll<HTMLElement>('button, summary, input')].find(e => (e.dataset.choice ?? e.dataset.action ?? e.textContent) === focus); (again ?? root.querySelector<HTMLElement>('.btn.main') ?? null)?.focus({ preventScroll: true }); }
}
function phoneBar(p: Play, d: Decision): HTMLElement {
  return h('div', { class: 'phone', style: 'display:none' }, h('button', { type: 'button', onclick: () => void p.undo(), 'aria-disabled': p.prompt?.undo ? null : 'true' }, 'Undo'), h('button', { type: 'button', onclick: () => p.nextOwed() }, `Owed ${p.prompt?.owed.length ?? 0}`), h('button', { type: 'button', onclick: () => p.nextUnit() }, 'Next unit'), h('button', { type: 'button', onclick: () => d.open('log') }, 'Log'), h('button', { type: 'button', onclick: () => d.open('menu') }, 'More'));
}
function totals(forms: Form[], p: Play): HTMLElement | null {
  const all = forms.flatMap(f => f.totals ?? []);
  if (!all.length) return null;
  return h('section', { class: 'block' }, all.map((t, i) => (i === 0 ? h('div', { class: 'big-total' }, h('b', null, points(t.value)), h('span', { class: 'grow' }, t.label), chip(p.view!.game, t.rule)) : h('div', { class: 'spread' }, h('span', null, t.label), h('span', { class: 'row' }, chip(p.view!.game, t.rule), h('b', { class: 'tab' }, points(t.value)))))));
}

// ---- forms: purchases, set-ups, results; one table a section
export function renderForms(root: HTMLElement, p: Play, at: { tab: number }): void {
  const forms = p.prompt?.forms ?? [];
  if (at.tab >= forms.length) at.tab = 0;
  const f = forms[at.tab], scroll = root.querySelector('.body')?.scrollTop ?? 0, numeric = (c: number) => f.rows.every(r => /^[−–-]?[\d./½¼¾]*$/.test(r.cells[c] ?? ''));
  const nums = f.cols.map((_, i) => i > 0 && numeric(i)), ok = new Set(p.actions.map(a => a.id));
  const control = (x: Form['rows'][0]['do'][0]) => {
    const off = !!x.why || !ok.has(x.action), why = x.why ?? (off ? { text: 'Not open now.', rule: '' } : null);
    const b = h('button', { class: 'btn dense', type: 'button', 'aria-disabled': off ? 'true' : null, title: why?.text, 'data-action': x.action,
      onclick: () => { if (!off) { const a = p.actions.find(y => y.id === x.action); if (a) void p.act(a); } else openPop(b, '', e => fill(e, h('p', null, why!.text, ' ', chip(p.view!.game, why!.rule))), 'dialog', 'Why not'); } }, x.label);
    return b;
  };
  fill(root, h('header', null, h('h2', null, f.title), chip(p.view!.game, f.rule), h('span', { class: 'grow' })),
    forms.length > 1 ? h('div', { class: 'tabs', role: 'tablist' }, forms.map((x, i) => h('button', { type: 'button', role: 'tab', 'aria-selected': String(i === at.tab), onclick: () => { at.tab = i; renderForms(root, p, at); } }, x.title))) : null,
    h('div', { class: 'body', style: 'padding:0 8px 8px' }, h('table', null, h('thead', null, h('tr', null, f.cols.map((c, i) => h('th', { class: nums[i] ? 'n' : '', scope: 'col' }, c)), h('th', null, h('span', { class: 'sr' }, 'choices')))),
      h('tbody', null, f.rows.map(r => {
        const all = r.do.length > 0 && r.do.every(x => x.why || !ok.has(x.action)), why = r.do.find(x => x.why)?.why;
        return h('tr', { class: all ? 'off' : '' }, r.cells.map((c, i) => h('td', { class: nums[i] ? 'n' : '' }, c)), h('td', { class: 'do' }, all && why ? h('span', { class: 'why' }, why.text, ' ', chip(p.view!.game, why.rule)) : r.do.map(control)));
      })))));
  const body = root.querySelector('.body');
  if (body) body.scrollTop = scroll;
}
