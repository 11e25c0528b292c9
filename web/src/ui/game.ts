// The game page: top line, rail, panels, drawer, decision panel; keys; and how they fold on narrow screens.
import { type Fault, type Side, other, points, sideName } from '../doc';
import { fill, h, icons, svg } from '../dom';
import type { Hit } from '../map';
import { type Saved, type Settings, Refused, api, linkOf, store } from '../net';
import { Play, type Ui } from '../play';
import { chip, closePop, openPop, popOpen } from '../rules';
import { sound } from '../sound';
import { cardWords, eventWords, terrainWords } from '../speak';
import { CommandBox } from './command';
import { cover } from './cover';
import { type Decision, renderDecision, renderForms } from './decision';
import { Drawer } from './drawer';
import { Guide } from './guide';
import { renderPanel, widePanels } from './panels';
import { PassBar } from './pass';

export const isDark = (s: Settings): boolean => s.theme === 'dark' || (s.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
export function applySettings(s: Settings): void {
  document.documentElement.dataset.theme = isDark(s) ? 'dark' : 'light';
  document.documentElement.dataset.motion = s.motion;
  document.documentElement.style.setProperty('--scale', String(s.scale / 100));
}

const rail: [string, string, keyof typeof icons, string, boolean][] = [['stack', 'Stack', 'stack', 'S', false], ['forces', 'Forces', 'forces', 'F', false], ['tables', 'Tables', 'tables', 'T', false], ['rules', 'Rules', 'rules', 'R', false], ['layers', 'Layers', 'layers', 'Y', true], ['orders', 'Orders', 'orders', 'D', false], ['chat', 'Chat', 'chat', 'J', false]];

export class GamePage implements Ui {
  root = h('div', { class: 'game has-right' });
  play: Play;
  private canvas = h('canvas', { class: 'board', tabIndex: 0, role: 'application', 'aria-label': 'Board', 'aria-describedby': 'board-help' });
  private bar = h('header', { class: 'top' });
  private strip = h('div', { class: 'strip', 'aria-hidden': 'true' });
  private railEl = h('nav', { class: 'rail', 'aria-label': 'Panels' });
  private side = h('section', { class: 'panel side', hidden: true });
  private decision = h('section', { class: 'panel decision h1', 'aria-label': 'Decision' });
  private form = h('section', { class: 'panel form', 'aria-label': 'Form', hidden: true });
  private legendEl = h('section', { class: 'panel legend', 'aria-label': 'Legend', hidden: true });
  private zoom = h('div', { class: 'zoom' });
  private over = h('div', { class: 'overview' });
  private live = h('div', { class: 'sr', 'aria-live': 'polite', role: 'status' });
  private spokenEl = h('div', { class: 'spoken', hidden: true, 'aria-hidden': 'true' });
  private spots = h('div', { class: 'spots', 'aria-label': 'Choices on the board', role: 'group' });
  private drawer: Drawer;
  private cmd: CommandBox;
  private guide: Guide;
  private panelName: string | null = null;
  private coverEl: HTMLElement | null = null;
  private formAt = { tab: 0 };
  private formHidden = false;
  private d: Decision;
  private pass: PassBar | null;
  private tick = 0;
  private pending = false;

  constructor(private saved: Saved, private title: string, private leave: () => void) {
    this.play = new Play(saved, this.canvas, this);
    this.pass = PassBar.of(saved.id);
    this.drawer = new Drawer(() => this.play, () => void this.branch());
    this.cmd = new CommandBox(() => this.play, () => this.canvas.focus({ preventScroll: true }));
    this.guide = new Guide(() => this.set({ guided: false }));
    this.d = { guide: () => (this.guide.root.hidden ? null : this.guide.root), open: n => this.open(n), narrow: () => innerWidth <= 820, height: n => { if (n !== undefined) { for (let i = 0; i < 3; i++) this.decision.classList.toggle(`h${i}`, i === n); this.insets(); } return [0, 1, 2].find(i => this.decision.classList.contains(`h${i}`)) ?? 1; }, showAll: false, allOwed: false };
    fill(this.railEl, rail.map(([name, word, icon, k, phone]) => h('button', { type: 'button', class: phone ? 'phone-ok' : '', 'data-panel': name, 'aria-expanded': 'false', title: `${word} (${k})`, onclick: () => this.panel(this.panelName === name ? null : name) }, svg(icons[icon]), h('span', null, word))), h('button', { type: 'button', class: 'phone-ok only-phone', title: 'Hide counters (H)', 'data-hide': '1', onclick: () => this.hide(), 'aria-label': 'Hide counters' }, svg(icons.eye), h('span', null, 'Hide')));
    const ov = h('canvas', { 'aria-label': 'Overview map', role: 'img' });
    this.play.map.overview = ov;
    fill(this.over, ov);
    const help = h('div', { id: 'board-help', class: 'sr' }, 'Arrow keys move a hex cursor and say each hex. Enter acts there. The same choices stand as a list in the decision panel. Slash opens a command box, question mark the keys.');
    fill(this.root, this.bar, this.strip, h('main', null, this.canvas, help, this.railEl, this.side, this.legendEl, this.form, this.decision, this.drawer.root, this.zoom, this.over, this.spots, this.cmd.root), this.live, this.spokenEl);
    const map = this.play.map;
    map.still = this.still;
    map.setDark(isDark(this.play.settings));
    this.play.beforeTap = (t: Hit) => { if (this.play.feedOverlay(t)) return true; this.formHidden = true; return false; };
    this.play.onMoved = () => { clearTimeout(this.spotTimer); this.spotTimer = window.setTimeout(() => { this.spotTimer = 0; this.placeSpots(); this.busy(); }, 120); this.busy(); };
    document.addEventListener('keydown', this.onKey);
    this.root.addEventListener('pointerdown', this.onPress);
    for (const k of ['pointerup', 'pointercancel'] as const) addEventListener(k, this.onRelease);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', this.theme);
    addEventListener('resize', this.onResize);
    this.tick = window.setInterval(() => this.clockText(), 1000);
    this.insets();
    this.top();
    this.zoomBar();
  }
  private get still(): boolean { return this.play?.settings.motion === 'instant' || matchMedia('(prefers-reduced-motion: reduce)').matches; }
  private theme = (): void => { applySettings(this.play.settings); this.play.map.setDark(isDark(this.play.settings)); };
  private onResize = (): void => { this.insets(); };
  close(): void {
    document.removeEventListener('keydown', this.onKey);
    for (const k of ['pointerup', 'pointercancel'] as const) removeEventListener(k, this.onRelease);
    matchMedia('(prefers-color-scheme: dark)').removeEventListener('change', this.theme);
    removeEventListener('resize', this.onResize);
    clearInterval(this.tick);
    closePop();
    this.coverEl?.remove();
    this.play.close();
  }
  private insets(): void {
    const w = innerWidth, m = this.play.map;
    if (w <= 820) m.insets = { left: 0, top: 64, right: 0, bottom: Math.min(innerHeight * .6, this.decision.offsetHeight || 240) };
    if (w <= 820) this.root.style.setProperty('--sheet', `${this.decision.offsetHeight}px`);
    else m.insets = { left: (w <= 1180 ? 48 : 64) + (this.panelName ? (widePanels.has(this.panelName) ? 440 : 310) : 0), top: 48, right: w <= 1180 ? 410 : 466, bottom: (this.drawer.root.offsetHeight || 150) + 10 };
    const lift = this.drawer.root.offsetHeight + 20;
    if (w > 820) this.zoom.style.bottom = `${lift}px`;
  }

  // ---- Ui
  // Panels are made anew at every change, but never between press and release: the click would be lost.
  private pressing = false;
  private onPress = (e: PointerEvent): void => { if (e.target !== this.canvas) { this.pressing = true; this.busy(); } };
  private onRelease = (e: PointerEvent): void => { if (this.pressing) setTimeout(() => { this.pressing = false; this.refresh(); }, e.pointerType === 'touch' ? 60 : 0); }; // a finger's click comes a little after it
  refresh(): void {
    if (this.pending || this.pressing) return;
    this.pending = true;
    this.busy();
    requestAnimationFrame(() => { this.pending = false; if (!this.pressing) this.draw(); this.busy(); });
  }
  // Said on the panel for whoever listens: not all that was asked has been answered and drawn yet.
  private calm = 0;
  busy(): void {
    clearTimeout(this.calm);
    if (this.unsettled) this.decision.setAttribute('aria-busy', 'true');
    else this.calm = window.setTimeout(() => this.decision.setAttribute('aria-busy', String(this.unsettled)), 0);
  }
  private get unsettled(): boolean { const p = this.play; return !p?.board || !p.view || this.pending || this.pressing || this.spotTimer !== 0 || p.waits || p.map.moving; }
  private draw(): void {
    const p = this.play;
    if (!p.me) return;
    this.guide.render(p, p.settings.guided && p.view?.scenario === 'lesson');
    renderDecision(this.decision, p, this.d);
    if (this.pass) { this.pass.show(p.actions.length > 0); this.decision.append(this.pass.root); }
    this.placeSpots();
    this.sheet();
    const forms = p.deciding && p.live ? p.prompt?.forms ?? [] : [];
    const busy = forms.length && forms.some(f => f.rows.length);
    if (!busy) this.formHidden = false;
    this.form.hidden = !busy || this.formHidden || this.panelName !== null;
    this.root.classList.toggle('has-form', !this.form.hidden);
    this.root.classList.toggle('has-side', this.panelName !== null);
    this.railEl.hidden = innerWidth <= 820 && !this.form.hidden;
    if (busy) renderForms(this.form, p, this.formAt);
    if (busy && this.formHidden) this.decision.querySelector('.buttons')?.prepend(h('button', { class: 'btn', type: 'button', onclick: () => { this.formHidden = false; this.refresh(); } }, `Open ${forms[0].title.toLowerCase()}`));
    if (busy && !this.formHidden) this.form.querySelector('header')?.append(h('button', { class: 'x', type: 'button', 'aria-label': 'Look at the board', onclick: () => { this.formHidden = true; this.refresh(); } }, '×'));
    if (this.panelName && p.board && p.view) renderPanel(this.side, this.panelName, p, () => this.panel(null), { hide: () => this.hide(), set: s => this.set(s), share: b => this.share(b) });
    this.top();
    for (const b of this.railEl.querySelectorAll<HTMLElement>('[data-panel]')) b.setAttribute('aria-expanded', String(b.dataset.panel === this.panelName));
    if (innerWidth <= 820) this.insets();
    p.map.touch();
    if (p.lastCard?.fresh) setTimeout(() => { if (p.lastCard) p.lastCard.fresh = false; }, 700);
  }
  // On a phone the sheet is as tall as the decision needs, until it is dragged otherwise; it rises once more when the choices come after the question.
  private sheetFor = '';
  private sheetTall = false;
  private sheet(): void {
    const p = this.play, key = `${p.prompt?.node}${p.deciding}`;
    const tall = p.deciding && !!(p.prompt?.cards.length || p.prompt?.owed.length || p.prompt?.forms.length || this.decision.querySelector('.mid .acts, .mid .boxes'));
    if (innerWidth > 820 || (key === this.sheetFor && (this.sheetTall || !tall || p.sel))) return; // a unit on its way needs the map
    this.sheetFor = key;
    this.sheetTall = tall;
    this.d.height(tall ? 1 : 0);
  }
  top(): void {
    if (this.pressing) return;
    const p = this.play, v = p.view, b = p.board;
    if (!v) { fill(this.bar, this.menuButton(), h('span', { class: 'title' }, this.title)); return; }
    const phases = b?.phases ?? [], now = phases.findIndex(x => x.id === v.phase), mine = (id: string) => (id.startsWith('german') ? 'german' : id.startsWith('soviet') ? 'soviet' : '');
    const group = mine(v.phase), parts: HTMLElement[] = [];
    const groups = ['german', 'soviet'].filter(g => phases.some(x => mine(x.id) === g));
    const short = (t: string) => t.replace(/^(German|Soviet)\s+/i, '').replace(/^./, c => c.toUpperCase());
    const shown = group ? phases.map((x, i) => ({ x, i })).filter(({ x }) => mine(x.id) === group) : phases.map((x, i) => ({ x, i })).filter(({ x, i }) => !mine(x.id) && (!x.id.startsWith('setup') || i >= now)); // a set-up that is over is over
    const at = shown.findIndex(({ i }) => i === now), few = shown.length > 9 ? shown.slice(Math.max(0, Math.min(at - 2, shown.length - 8)), Math.max(8, at + 6)) : shown; // a long sequence: what is near
    if (group) parts.push(h('li', { class: 'whose' }, h('i', { class: `sw ${group}` }), sideName(group).toUpperCase()));
    for (const { x, i } of few) parts.push(h('li', { class: i === now ? 'now' : i < now ? 'past' : '', 'aria-current': i === now ? 'step' : null, title: x.title }, short(x.title)));
    for (const g of groups) if (g !== group) parts.push(h('li', null, h('i', { class: `sw ${g}` }), sideName(g), h('span', { class: 'dots', 'aria-hidden': 'true' }, '○'.repeat(phases.filter(x => mine(x.id) === g).length))));
    const who = v.over ? 'Game over' : v.to_move.length > 1 ? 'Both decide, sealed' : p.deciding ? 'You decide' : `${sideName(v.to_move[0] ?? '')} decides`;
    const o = p.active !== 'watch' ? p.me.presence[other(p.active as Side)] : undefined, away = o && o.kind !== 'bot' && !p.hotseat && !o.online;
    fill(this.bar, this.menuButton(), h('span', { class: 'title' }, this.title),
      h('span', { class: 'bit two date' }, h('b', null, v.turn.date || `Turn ${v.turn.n}`), ' ', h('span', { class: 'soft' }, `turn ${v.turn.n} of ${v.turn.of}`)), h('ol', { class: 'track', 'aria-label': 'Phases' }, parts),
      h('span', { class: 'bit right' }, h('span', { class: 'decides' }, h('i', { class: `sw ${v.to_move[0] ?? ''}` }), who), h('span', { class: 'clock', id: 'clock' })), away ? h('span', { class: 'soft', title: 'The other player is not connected now' }, 'away') : null);
    fill(this.strip, phases.map((_, i) => h('i', { class: i === now ? 'now' : i < now ? 'past' : '' })));
    this.clockText();
  }
  private clockText(): void {
    const e = this.bar.querySelector('#clock'), p = this.play;
    if (!e || !p.me) return;
    if (!p.me.up) { fill(e, 'Offline, retrying'); return; }
    const c = p.me.clock as { left?: Record<string, number>; german?: number; soviet?: number; running?: string[] | string } | null, v = p.view;
    const side = v?.to_move[0] ?? (p.active as Side), left = c?.left?.[side] ?? (c?.[side as 'german'] as number | undefined);
    if (left === undefined || left === null) { e.replaceChildren(); return; }
    const runs = c?.running === undefined || c.running === side || (Array.isArray(c.running) && c.running.includes(side)), ms = Math.max(0, left - (runs ? Date.now() - p.me.clockAt : 0)), min = Math.floor(ms / 60000);
    fill(e, svg(icons.clock), h('b', { class: 'tab' }, min >= 60 ? `${Math.floor(min / 60)}:${String(min % 60).padStart(2, '0')}` : `${min}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`), h('span', { class: 'soft word' }, min >= 60 ? 'hours left' : 'min left'));
  }
  private menuButton(): HTMLElement {
    const b: HTMLElement = h('button', { class: 'menu-btn', type: 'button', 'aria-label': 'Menu', 'aria-haspopup': 'menu', onclick: () => this.menu(b) }, svg(icons.menu));
    return b;
  }
  menu(at: Element): void {
    const item = (t: string, f: () => void, k?: string) => h('button', { type: 'button', role: 'menuitem', onclick: () => { closePop(); f(); } }, h('span', { class: 'grow' }, t), k ? h('kbd', null, k) : null);
    const e = openPop(at, 'menu', x => fill(x, item('To the lobby', () => this.leave()), item('Links for the other seat and watchers', () => this.panel('share')), h('hr'), item('Stack', () => this.panel('stack'), 'S'), item('Forces and losses', () => this.panel('forces'), 'F'), item('Tables', () => this.panel('tables'), 'T'), item('Rules', () => this.panel('rules'), 'R'), item('Records', () => this.panel('records')), item('Dice: rolled and expected', () => this.panel('dice')), item('Where figures come from', () => this.panel('sources')), item('Standing orders', () => this.panel('orders'), 'D'), item('Chat', () => this.panel('chat'), 'J'), h('hr'), item('Hint: what would the computer do', () => void this.play.askHint(), 'I'), this.play.prompt?.undo_turn ? item('Undo the turn', () => void this.play.undo(true), '⇧U') : null, h('hr'), item('Download the journal', () => void this.download()), item('Branch a private game from here', () => void this.branch()), h('hr'), item('Keys', () => this.panel('keys'), '?'), item('Settings', () => this.panel('settings'))), 'menu', 'Menu');
    (e.querySelector('button') as HTMLElement).focus();
  }
  open(n: string): void { if (n === 'log') { this.drawer.root.classList.toggle('open'); this.drawer.render(); this.drawer.root.querySelector<HTMLElement>('.log')?.focus(); } else if (n === 'menu') this.menu(this.bar.querySelector('.menu-btn')!); else this.panel(n); }
  log(): void { this.drawer.render(); if (this.panelName === 'chat') this.refresh(); }
  legend(): void {
    const p = this.play, e = this.legendEl, o = p.overlay;
    this.zoomBar();
    if (!p.live || (!o && !p.reach && !p.overlayWants)) { e.hidden = true; return; }
    e.hidden = !this.form.hidden;
    e.className = `panel legend${o || p.overlayWants ? '' : ' reach'}${this.panelName ? (widePanels.has(this.panelName) ? ' far' : ' moved') : ''}`;
    const css: Record<string, string> = { good: 'var(--good)', bad: 'var(--bad)', warn: 'var(--warn)', own: 'var(--act)', enemy: 'var(--soviet)', none: 'var(--ink3)' };
    if (p.overlayWants) fill(e, h('h3', null, p.board?.overlays.find(x => x.name === p.overlayName)?.title ?? '', this.closeLayer()), h('p', null, `Choose ${p.overlayArgs.length ? 'the other' : 'a'} ${p.overlayWants} on the board.`));
    else if (o) fill(e, h('h3', null, o.title, this.closeLayer()), h('ul', null, o.legend.map(l => h('li', null, h('span', { class: 'key', style: `background:color-mix(in srgb, ${css[l.style]} 24%, transparent);border:2px ${l.style === 'none' ? 'dashed' : 'solid'} ${css[l.style]};${['bad', 'enemy', 'warn'].includes(l.style) ? `background-image:repeating-linear-gradient(135deg, ${css[l.style]} 0 1px, transparent 1px 6px)` : ''}` }), h('span', null, l.text))), o.lines.map(l => h('li', null, h('span', { class: 'grow' }, l.text), chip(p.view!.game, l.rule)))));
    else {
      const must = p.reach!.hexes.find(x => x.must), risk = p.reach!.hexes.find(x => x.risk);
      fill(e, h('h3', null, `Reach of ${p.nameOf(p.reach!.unit)}`), h('ul', null, h('li', null, h('span', { class: 'key', style: 'color:var(--act);border:1px solid var(--act);background:var(--panel)' }, '2½'), 'points spent on arrival'), must ? h('li', null, h('span', { class: 'key', style: 'color:var(--bad);border:2px solid var(--bad);background:var(--panel)' }, 'stop'), h('span', { class: 'grow' }, 'must stop there'), chip(p.view!.game, must.rule)) : null, risk ? h('li', null, h('span', { class: 'key' }, '!'), h('span', { class: 'grow' }, 'some ways are under fire: see the list'), chip(p.view!.game, risk.rule)) : null, p.deciding && p.reach!.hexes.some(x => x.do) ? null : h('li', { class: 'soft' }, 'to look at only')));
    }
  }
  private closeLayer(): HTMLElement { return h('button', { class: 'x', type: 'button', 'aria-label': 'Close this layer', onclick: () => void this.play.showOverlay('') }, '×'); }
  private zoomBar(): void {
    const m = this.play.map, o = this.play.board?.overlays.find(x => x.name === this.play.overlayName);
    fill(this.zoom, h('button', { type: 'button', 'aria-label': 'Zoom out', onclick: () => m.zoomBy(1 / 1.414) }, '−'), h('button', { type: 'button', 'aria-label': 'Zoom in', onclick: () => m.zoomBy(1.414) }, '+'), h('button', { type: 'button', 'aria-label': 'Whole map', title: 'Whole map (0)', onclick: () => m.fit() }, '▣'), h('button', { type: 'button', onclick: () => this.panel('layers') }, o ? `Layer: ${o.title.toLowerCase()}` : 'Layers'), h('button', { type: 'button', 'aria-pressed': String(m.scene?.hidden ?? false), onclick: () => this.hide() }, 'Hide counters', h('kbd', null, 'H')));
  }
  hide(): void { const s = this.play.map.scene; s.hidden = !s.hidden; this.play.map.touch(); this.zoomBar(); this.refresh(); this.speak(s.hidden ? 'Counters hidden.' : 'Counters shown.'); }
  panel(name: string | null): void {
    const was = this.panelName;
    this.panelName = name;
    this.side.hidden = !name;
    this.over.hidden = !!name && widePanels.has(name);
    this.side.dataset.name = '';
    this.insets();
    this.play.update();
    this.refresh();
    if (name) requestAnimationFrame(() => requestAnimationFrame(() => (this.side.querySelector<HTMLElement>('input[type=search], input[type=text], .body button, .x'))?.focus({ preventScroll: true })));
    else if (was) this.canvas.focus({ preventScroll: true });
  }
// At the start: where one's own counters are, as near as they fit; the whole map when it is small.
  ground(): void {
    const p = this.play, m = p.map, own = m.stacks.filter(x => x.units.some(u => p.sideOf(u) === p.active));
    this.insets();
    m.fit(m.stacks.length && m.board.hex.length > 120 ? (own.length ? own : m.stacks).map(x => x.hex) : undefined);
  }
  failed(f: Fault): void { fill(this.root, h('div', { class: 'cover' }, h('section', { style: 'padding:30px;max-width:520px' }, h('h1', null, 'This seat does not open'), h('p', { style: 'margin:14px 0' }, f.text), h('button', { class: 'btn main', type: 'button', onclick: () => this.leave() }, 'To the lobby')))); if (f.code === 'state') store.forget(this.saved.id); }
  toast(text: string): void { const e = h('div', { class: 'toast', role: 'status' }, text); this.root.append(e); setTimeout(() => e.remove(), 3600); }
  private said = 0;
  speak(text: string, force = false): void {
    if (this.play?.covered && !force) return;
    this.live.textContent = text + (++this.said % 2 ? ' ' : '');
    this.spokenEl.hidden = !this.play.settings.spoken;
    fill(this.spokenEl, h('small', null, 'Spoken'), h('span', { class: 'sr-text' }, text));
  }
  sound(kind: string): void { if (this.play.settings.sound) sound(kind); }
  set(s: Partial<Settings>): void { this.play.settings = store.set(s); applySettings(this.play.settings); this.play.map.still = this.still; if (s.theme) this.play.map.setDark(isDark(this.play.settings)); this.spokenEl.hidden = !this.play.settings.spoken; this.refresh(); }
  cover(side: Side): void {
    if (this.coverEl || this.play.covered) return;
    this.play.covered = true;
    this.play.map.blank();
    this.root.inert = true;
    this.root.style.visibility = 'hidden';
    const lift = (then: () => void) => { this.coverEl?.remove(); this.coverEl = null; this.root.inert = false; this.root.style.visibility = ''; then(); this.canvas.focus({ preventScroll: true }); };
    const s = this.play.seats.get(side)!, from = s.recapFrom;
    this.coverEl = cover(this.play, side, this.title, () => lift(() => this.play.switchTo(side)), () => lift(() => { this.play.switchTo(side); this.play.me.recapFrom = from; void this.play.showAt(Math.max(1, from + 1)); }));
    document.body.append(this.coverEl);
  }
  private async download(): Promise<void> {
    try {
      const text = await this.play.journal(), url = URL.createObjectURL(new Blob([text], { type: 'text/plain' })), a = h('a', { href: url, download: `${this.saved.game}-${this.saved.id}.journal` });
      document.body.append(a);
      a.click();
      a.remove();
      setTimeout(() => URL.revokeObjectURL(url), 5000);
    } catch (e) { this.toast(e instanceof Refused ? e.fault.text : 'The journal did not come.'); }
  }
  // A private game for both sides from the point shown. Before the end only of a game one plays alone, and asked for twice.
  private warned = false;
  private async branch(): Promise<void> {
    const p = this.play, here = `/api/games/${encodeURIComponent(this.saved.id)}`;
    try {
      if (!p.view?.over && !(await api<{ alone: boolean }>(here)).alone) { this.toast('A branch shows what is hidden: between players it can be made when the game is over.'); return; }
      if (!p.view?.over && !this.warned) { this.warned = true; this.toast('A branch shows what the other side hides. Press Branch again to make it.'); return; }
      const at = p.replayAt ?? undefined, made = await api<{ id: string; seats: Saved['seats'] }>(`${here}/branch`, at === undefined ? {} : { at }, this.saved.seats[p.active]);
      const g: Saved = { id: made.id, game: this.saved.game, title: this.saved.title, scenario: `${this.saved.scenario}, analysis`, seats: made.seats, at: Date.now(), hotseat: true };
      store.keep(g);
      open(linkOf(g.id, Object.values(g.seats) as string[]), '_blank');
      this.toast('The branch is open in a new tab, and among your games.');
    } catch (e) { this.toast(e instanceof Refused ? `No branch from here: ${e.fault.text}` : 'No branch from here.'); }
  }
  private share(body: HTMLElement): void {
    const links = { ...(this.saved.links ?? {}) }, row = (title: string, token: string) => { const i = h('input', { type: 'text', readonly: true, value: linkOf(this.saved.id, [token]), 'aria-label': title, onfocus: (e: Event) => (e.target as HTMLInputElement).select() }); return h('div', null, h('div', { class: 'label' }, title), h('div', { class: 'row' }, i, h('button', { class: 'btn dense', type: 'button', onclick: () => { i.select(); void navigator.clipboard?.writeText(i.value).catch(() => { }); this.toast('Copied.'); } }, 'Copy'))); };
    fill(body, h('p', { class: 'soft' }, 'A seat link is the seat: whoever has it plays that side. It is kept in the part of the address that is never sent.'), h('div', { class: 'links' }, links.german ? row('German seat', links.german) : null, links.soviet ? row('Soviet seat', links.soviet) : null, links.watch ? row('To watch', links.watch) : null, this.play.active !== 'watch' ? row('Your own seat, to go on elsewhere', this.saved.seats[this.play.active] ?? '') : null));
  }

  // Where the choices lie, as elements: whoever explores the screen by touch and speech finds them at their places.
  private spotTimer = 0;
  private placeSpots(): void {
    const p = this.play, out: HTMLElement[] = [];
    if (p.board && p.view && p.live && !p.covered) {
      const put = (hex: number, label: string, kind: string, unit: string | null) => {
        const s = p.map.screen(p.map.board.hex[hex].at);
        if (s.x < 0 || s.y < 48 || s.x > innerWidth || s.y > innerHeight || out.length > 400) return;
        out.push(h('button', { class: 'spot', type: 'button', tabIndex: -1, 'data-hex': p.map.board.hex[hex].id, 'data-kind': kind, style: `left:${s.x.toFixed(0)}px;top:${s.y.toFixed(0)}px`, onclick: () => p.tap({ hex, unit, side: null, touch: false, shift: false }) }, label));
      };
      for (const x of p.reach?.hexes ?? []) if (x.do && x.from !== null && p.deciding) put(p.map.board.find(x.hex), `${x.hex}: go there for ${points(x.cost)}`, 'go', null);
      for (const a of p.deciding ? p.actions : []) { const i = p.hexOf(a.on); if (i >= 0 && (a.on.hex || a.on.unit) && !p.reach?.hexes.some(x => x.do === a.id)) put(i, `${p.map.board.hex[i].id}: ${a.label}`, a.on.unit ? 'unit' : 'hex', a.on.unit ?? null); }
    }
    fill(this.spots, out);
  }

  // ---- keys
  private onKey = (e: KeyboardEvent): void => {
    const p = this.play, el = e.target as HTMLElement;
    if (this.coverEl || e.ctrlKey || e.metaKey || e.altKey) return;
    const typing = el.tagName === 'TEXTAREA' || el.tagName === 'SELECT' || (el.tagName === 'INPUT' && !['range', 'checkbox'].includes((el as HTMLInputElement).type));
    if (e.key === 'Escape') { this.escape(); e.preventDefault(); return; }
    if (typing) return;
    const onControl = el !== this.canvas && el !== document.body && (el.tagName === 'BUTTON' || el.tagName === 'SUMMARY' || el.tagName === 'INPUT');
    if ((e.key === 'Enter' || e.key === ' ') && onControl) return; // the control's own
    if (e.key.startsWith('Arrow') && (el === this.canvas || el === document.body)) { this.moveCursor(e.key as 'ArrowUp', e.shiftKey ? 5 : 1); e.preventDefault(); return; }
    if (e.key === 'Enter') { this.enter(); e.preventDefault(); return; }
    if (e.key === ' ') { const a = p.actions.find(x => x.on.button === 'end') ?? p.actions.find(x => x.key === 'Space'); if (a && p.deciding) void p.act(a); e.preventDefault(); return; }
    if (e.key === 'Tab' && el === this.canvas && this.nextInStack(e.shiftKey)) { e.preventDefault(); return; }
    if (e.key === '/') { this.cmd.show(); e.preventDefault(); return; }
    if (e.key === '?') { this.panel(this.panelName === 'keys' ? null : 'keys'); e.preventDefault(); return; }
    if (e.key === '+' || e.key === '=') { p.map.zoomBy(1.26); return; }
    if (e.key === '-') { p.map.zoomBy(1 / 1.26); return; }
    if (e.key === '0') { p.map.fit(); return; }
    if (!p.settings.keys || e.key.length !== 1) return;
    this.letter(e.key.toLowerCase(), e.shiftKey, e);
  };
  private letter(k: string, shift: boolean, e: KeyboardEvent): void {
    const p = this.play, m = p.settings.remap, is = (name: string, d: string) => k === (m[name] ?? d);
    const own = p.deciding && p.live ? p.actions.find(a => a.key && a.key.length === 1 && a.key.toLowerCase() === k && (a.on.button || a.on.unit === p.sel)) : undefined;
    if (own) void p.act(own);
    else if (is('undo', 'u')) void p.undo(shift);
    else if (is('owed', 'o')) p.nextOwed();
    else if (is('next', 'n')) p.nextUnit();
    else if (is('hide', 'h')) this.hide();
    else if (is('hint', 'i')) void p.askHint();
    else if (k === 's' || k === 'f' || k === 't' || k === 'r' || k === 'y' || k === 'd' || k === 'j') { const name = rail.find(x => x[3].toLowerCase() === k)![0]; this.panel(this.panelName === name ? null : name); }
    else if (k === 'g') this.cmd.show('go ');
    else if (k === 'p') this.speak(p.prompt?.text ?? '');
    else if (k === 'l') { const last = p.me.events[p.me.events.length - 1]; this.speak(last ? eventWords(last) : 'Nothing has happened yet.'); }
    else if (k === 'c') this.speak(this.bar.querySelector('#clock')?.textContent || 'No clock.');
    else if (k === 'k') { const c = p.prompt?.cards[0] ?? p.lastCard?.card; this.speak(c ? cardWords(c) : 'There is no card.'); }
    else if (k === '.') { if (p.cursor >= 0) this.speak(p.hexText(p.cursor)); }
    else if (k === ';') { if (p.cursor >= 0) this.speak(this.around(p.cursor)); }
    else if (/^[1-9]$/.test(k)) { if (this.panelName === 'layers') { const o = p.board?.overlays[+k - 1]; if (o) void p.showOverlay(o.name === p.overlayName ? '' : o.name); } else this.nth(+k); }
    else return;
    e.preventDefault();
  }
  private nth(n: number): void { this.d.showAll = true; const shots = [...this.decision.querySelectorAll<HTMLElement>('.shot .btn')]; if (shots[n - 1]) { shots[n - 1].click(); return; } this.decision.querySelectorAll<HTMLElement>('.choices li > button')[n - 1]?.click(); }
  private around(i: number): string { const b = this.play.map.board; return b.hex[i].next.filter(n => n >= 0).map(n => `${b.hex[n].id} ${terrainWords(b, n)}${this.play.map.stackAt.has(n) ? `, ${this.play.map.stackAt.get(n)!.units.length} counters` : ''}`).join('; '); }
  private escape(): void {
    const p = this.play;
    if (this.cmd.open) this.cmd.close();
    else if (popOpen()) closePop();
    else if (p.confirming || p.proposal) { p.confirming = null; p.proposal = null; p.update(); }
    else if (!p.live) void p.showAt(null);
    else if (p.map.fan) p.map.closeFan();
    else if (p.sel && !(p.prompt?.selected[0] === p.sel && p.prompt.selected.length === 1)) p.letGo();
    else if (p.refusal) { p.refusal = null; p.update(); }
    else if (this.panelName) this.panel(null);
    else if (p.overlayName) void p.showOverlay('');
    else if (p.cursor >= 0) { p.cursor = -1; p.update(); }
    else if (p.deciding) { const a = p.actions.find(x => x.key === 'Escape' || x.key === 'Esc'); if (a) void p.act(a); }
  }
  private enter(): void {
    const p = this.play;
    if (p.confirming) { void p.act(p.confirming); return; }
    if (p.proposal) { p.proposal.go(); return; }
    if (p.cursor >= 0 && p.live) { const keep = p.cursor; p.tap({ hex: keep, unit: null, side: null, touch: false, shift: false }); p.cursor = keep; p.update(); return; }
    const a = p.actions.find(x => x.on.button === 'main' && !x.vary) ?? p.actions.find(x => x.key === 'Enter');
    if (a && p.deciding) void p.act(a);
  }
  private moveCursor(k: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight', n: number): void {
    const p = this.play, b = p.map.board;
    if (!b) return;
    if (p.cursor < 0) { const sel = p.sel ? p.hexOf({ unit: p.sel }) : -1; p.cursor = sel >= 0 ? sel : Math.max(0, b.hexAt(p.map.world(p.map.canvas.clientWidth / 2 - 200, p.map.canvas.clientHeight / 2))); }
    else for (let i = 0; i < n; i++) { const t = b.neighbourToward(p.cursor, k); if (t >= 0) p.cursor = t; }
    p.stackHex = p.cursor;
    p.map.centreOn(p.cursor, false);
    p.update();
    this.speak(p.hexText(p.cursor));
  }
  private nextInStack(back: boolean): boolean {
    const p = this.play, hex = p.sel ? p.hexOf({ unit: p.sel }) : p.cursor, st = hex >= 0 ? p.map.stackAt.get(p.map.board.hex[hex].same) : undefined;
    if (!st || st.units.length < 2) return false;
    const i = st.units.findIndex(u => u.id === p.sel);
    if (!back && i === st.units.length - 1) return false;
    void p.tapUnit(st.units[(i + (back ? st.units.length - 1 : 1)) % st.units.length].id, false, hex);
    return true;
  }
  scoreText(): string { const v = this.play.view; return v ? Object.entries(v.scores).map(([s, x]) => `${sideName(s)} ${points(x!)}`).join(', ') : ''; }
}
