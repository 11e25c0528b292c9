// One game on the page: its seats, what is selected, what a tap means, what is sent. It knows no rule: every choice is an
// action the server offered, every refusal the server's own words.
import {
  type Action, type BoardDoc, type Card, type Die, type Fault, type GameEvent, type On, type OrderSet, type Overlay, type Prompt, type Reach, type Result, type Side, type Unit, type View, other, points, sideName,
} from './doc';
import { MapView, emptyScene, type Hit } from './map';
import { type Chat, type ClockDoc, type Ended, type Joined, type PresenceAll, Refused, Seat, type Saved, type Settings, store } from './net';
import { closePop, openPop, openRule } from './rules';
import { fill, h } from './dom';
import { hexWords, unitName } from './speak';

export type Who = Side | 'watch';
export interface SeatState {
  side: Who; seat: Seat; view: View | null; events: GameEvent[]; prompt: Prompt | null; actions: Action[]; orders: OrderSet[]; up: boolean; ended: Ended | null;
  past: { seq: number; view: View }[]; recapFrom: number; dice: Map<number, Die[]>; presence: PresenceAll; clock: ClockDoc | null; clockAt: number; chat: Chat[];
}
export interface Proposal { hex: number; title: string; note: string; rule?: string; go: () => void; unit?: string }
export interface Ui { refresh(): void; top(): void; log(): void; legend(): void; cover(side: Side): void; toast(text: string): void; speak(text: string, force?: boolean): void; panel(name: string | null): void; ground(): void; failed(f: Fault): void; sound(kind: string): void; busy(): void }

const wordIn = (text: string, word: string): boolean => text.split(' ').includes(word);
const swap = (text: string, from: string, to: string): string => text.split(' ').map(w => (w === from ? to : w)).join(' ');

// The rule that most hexes of a reach cite: what a way costs.
function usual(r: Reach): string | undefined {
  const n = new Map<string, number>();
  for (const x of r.hexes) if (x.rule && x.from !== null) n.set(x.rule, (n.get(x.rule) ?? 0) + 1);
  return [...n].sort((a, b) => b[1] - a[1])[0]?.[0];
}

export class Play {
  board: BoardDoc | null = null;
  seats = new Map<Who, SeatState>();
  active: Who = 'watch';
  map: MapView;
  settings: Settings = store.settings();
  sel: string | null = null;
  reach: Reach | null = null;
  proposal: Proposal | null = null;
  confirming: Action | null = null;
  refusal: (Fault & { hex?: number }) | null = null;
  overlay: Overlay | null = null;
  overlayName = '';
  overlayArgs: string[] = [];
  lastCard: { card: Card; dice: Die[]; fresh: boolean } | null = null;
  hint: { action: string; why: string } | null = null;
  thinking = false;
  busy = false;
  replayAt: number | null = null; // event shown instead of the present
  owedAt = -1;
  nextAt = -1;
  cursor = -1;
  covered = false;
  result: Result | null = null;
  beforeTap: ((t: Hit) => boolean) | null = null;
  onMoved: (() => void) | null = null;
  bots = ['planner:1500', 'greedy', 'random'];
  private hover = -1;
  private asked = 0;

  constructor(public saved: Saved, canvas: HTMLCanvasElement, private ui: Ui) {
    this.map = new MapView(canvas, {
      tap: t => { if (!this.beforeTap?.(t)) this.tap(t); }, hover: (hex, unit) => this.onHover(hex, unit), inspect: hex => this.inspect(hex), moved: () => this.onMoved?.(),
    });
    for (const [side, token] of Object.entries(saved.seats) as [Who, string][]) this.sit(side, token);
    const sides = [...this.seats.keys()];
    this.active = sides.includes('german') && !this.hotseat ? 'german' : sides[0] ?? 'watch';
  }
  get hotseat(): boolean { return this.seats.has('german') && this.seats.has('soviet'); }
  get me(): SeatState { return this.seats.get(this.active)!; }
  get view(): View | null { return this.me?.view ?? null; }
  get prompt(): Prompt | null { return this.me?.prompt ?? null; }
  get actions(): Action[] { return this.me?.actions ?? []; }
  get deciding(): boolean { return !!this.view && this.active !== 'watch' && this.view.to_move.includes(this.active as Side) && !this.view.over; }
  get waits(): boolean { return this.busy || [...this.seats.values()].some(s => !s.up || s.seat.waits); }
  get live(): boolean { return this.replayAt === null; }

  // ---- seats
  private sit(side: Who, token: string): void {
    const s: SeatState = { side, seat: null as unknown as Seat, view: null, events: [], prompt: null, actions: [], orders: [], up: false, ended: null, past: [], recapFrom: 0, dice: new Map(), presence: {}, clock: null, clockAt: 0, chat: [] };
    this.seats.set(side, s);
    s.seat = new Seat(this.saved.id, token, {
      joined: j => this.joined(s, j), state: (e, v) => this.news(s, e, v), presence: p => { s.presence = p; this.ui.top(); },
      clock: c => { s.clock = c; s.clockAt = Date.now(); this.ui.top(); }, over: e => { s.ended = e; this.result = e.result ?? null; this.ui.refresh(); },
      chat: c => { if (!s.chat.some(x => x.n === c.n)) s.chat.push(c); s.chat.sort((a, b) => a.n - b.n); this.ui.log(); if (s === this.me) this.ui.sound('chat'); },
      online: up => { s.up = up; this.ui.top(); this.ui.refresh(); }, refused: f => this.ui.failed(f), traffic: () => this.ui.busy(),
    });
  }
  private joined(s: SeatState, j: Joined): void {
    if (j.side !== s.side) { // a link does not say which seat it opens; the server does
      this.seats.delete(s.side);
      s.side = j.side;
      this.seats.set(j.side, s);
      if (!this.seats.has(this.active)) this.active = j.side;
this.saved.seats = Object.fromEntries([...this.seats.values()].map(x => [x.side, x.seat.token]));
    }
    s.presence = j.presence ?? {};
    s.clock = j.clock;
    s.clockAt = Date.now();
    s.ended = j.ended;
    if (j.ended?.result) this.result = j.ended.result;
    const have = new Set(s.events.map(e => e.n));
    s.events.push(...j.events.filter(e => !have.has(e.n)));
    if (!s.recapFrom) s.recapFrom = 0;
    this.take(s, j.view);
    if (this.board && s === this.me && this.live && !this.covered) this.map.setView(j.view); // come back after a break
    if (!this.board) void s.seat.ask<{ board: BoardDoc }>({ cmd: 'board' }).then(a => this.haveBoard(a.board));
    if (s.side !== 'watch') void s.seat.ask<{ orders: OrderSet[] }>({ cmd: 'orders' }).then(a => { s.orders = a.orders; this.ui.refresh(); }, () => { });
    if (s.side !== 'watch') void s.seat.ask({ cmd: 'chats' }).catch(() => { });
    void this.askActions(s);
    this.ui.log();
  }
  private haveBoard(doc: BoardDoc): void {
    if (this.board) return;
    this.board = doc;
    this.map.setBoard(doc, this.view);
    if (this.view) this.map.setView(this.view);
    this.ui.ground();
    this.ui.refresh();
    this.whoseTurn(true);
  }
  private take(s: SeatState, view: View): void {
    s.view = view;
    const last = s.past[s.past.length - 1];
    if (!last || last.seq !== view.seq) s.past.push({ seq: view.seq, view });
    else last.view = view;
    if (s.past.length > 1200) s.past.splice(0, 200);
  }
  private news(s: SeatState, events: GameEvent[], view: View): void {
    const undone = s.view && view.seq < s.view.seq;
    if (undone) { s.events = s.events.filter(e => e.n <= view.seq); s.past = s.past.filter(p => p.seq <= view.seq); }
    const have = new Set(s.events.map(e => e.n));
    const fresh = events.filter(e => !have.has(e.n));
    s.events.push(...fresh);
    this.take(s, view);
    if (s === this.me && this.live && !this.covered) {
      const rolled = [...fresh].reverse().find(e => e.card && typeof e.card.rolled === 'number');
      if (rolled?.card) { this.lastCard = { card: rolled.card, dice: s.dice.get(rolled.n) ?? [], fresh: true }; this.ui.sound('dice'); }
      else if (fresh.length) this.ui.sound('step');
      if (this.board) this.map.setView(view, this.lastPath);
      this.lastPath = undefined;
      if (fresh.length) this.ui.speak(fresh.map(e => e.text).join(' '));
    }
    if (s !== this.me || !this.sel || !view.units.some(u => u.id === this.sel)) if (s === this.me) this.letGo(false);
    void this.askActions(s);
    this.ui.log();
    this.ui.top();
    this.remember();
  }
  private lastPath: Map<string, string[]> | undefined;
  private async askActions(s: SeatState): Promise<void> {
    const turn = ++this.asked;
    if (s.side === 'watch') { try { const a = await s.seat.ask<{ prompt: Prompt; actions: Action[] }>({ cmd: 'actions' }); s.prompt = a.prompt; } catch { s.prompt = null; } this.ui.refresh(); return; }
    try {
      const a = await s.seat.ask<{ prompt: Prompt; actions: Action[] }>({ cmd: 'actions' });
      s.prompt = a.prompt;
      s.actions = a.actions;
    } catch (e) { if (e instanceof Refused) this.ui.toast(e.fault.text); return; }
    if (s !== this.me) { this.whoseTurn(); return; }
    if (turn === this.asked || s === this.me) await this.promptChanged();
  }
  private async promptChanged(): Promise<void> {
    const p = this.prompt;
    this.hint = null;
    this.confirming = null;
    this.whoseTurn();
    if (p && this.deciding && p.selected.length === 1 && this.live) { // the mover under way: show where it may go on
      this.sel = p.selected[0];
      await this.askReach(this.sel);
      const on = this.reach as Reach | null;
      if (!on?.hexes.some(x => x.do)) { this.sel = null; this.reach = null; }
    } else if (this.sel && this.deciding) {
      await this.askReach(this.sel);
      const on = this.reach as Reach | null, u = this.unit(this.sel);
      if (u && this.sideOf(u) === this.active && !on?.hexes.some(x => x.do)) { this.sel = null; this.reach = null; } // it has done what it could
    }
    this.update();
    if (p && this.deciding && p.node !== this.lookedAt) { this.lookedAt = p.node; this.lookThere(); }
    if (p && this.deciding) this.ui.speak(p.text);
  }
  // A new kind of decision whose places are out of sight, or too small to see: go there.
  private lookedAt = '';
  private lookThere(): void {
    const hexes = [...new Set(this.actions.map(a => this.hexOf(a.on)).filter(i => i >= 0))];
    if (hexes.length && this.live && !this.map.shows(hexes)) this.map.fit(hexes);
  }
  // With both seats on this machine the board belongs to whoever decides; a change of hands covers it.
  private whoseTurn(first = false): void {
    if (!this.hotseat || !this.board || this.covered) return;
    const v = this.me.view, o = this.seats.get(other(this.active as Side));
    if (!v || v.over || !o) return;
    const mine = v.to_move.includes(this.active as Side), theirs = v.to_move.includes(other(this.active as Side));
    if (first && !mine && theirs) { this.active = other(this.active as Side); this.ui.cover(this.active); return; }
    if (first && this.hotseat) { this.ui.cover(this.active as Side); return; }
    if (!mine && theirs) this.ui.cover(other(this.active as Side));
  }
  switchTo(side: Who): void {
    this.me.recapFrom = this.me.view?.seq ?? 0;
    this.active = side;
    this.letGo(false);
    this.lastCard = null;
    this.replayAt = null;
    this.covered = false;
    if (this.view && this.board) this.map.setView(this.view);
    void this.askActions(this.me);
    this.ui.log();
    this.ui.top();
  }
  private remember(): void {
    const v = this.view;
    if (!v) return;
    store.keep({ ...this.saved, at: Date.now(), note: `${v.turn.date || `turn ${v.turn.n}`}, ${this.board?.phases.find(p => p.id === v.phase)?.title ?? v.phase}`, over: v.over, mine: this.deciding, hotseat: this.hotseat });
  }

  // ---- indexes
  on(where: On): Action[] {
    return this.actions.filter(a => (where.unit !== undefined && a.on.unit === where.unit) || (where.hex !== undefined && a.on.hex === where.hex) || (where.box !== undefined && a.on.box === where.box) ||
      (where.side !== undefined && a.on.side && ((a.on.side[0] === where.side[0] && a.on.side[1] === where.side[1]) || (a.on.side[0] === where.side[1] && a.on.side[1] === where.side[0]))));
  }
  unit(id: string): Unit | undefined { return this.view?.units.find(u => u.id === id); }
  sideOf(u: Unit): Side | undefined { return this.map.sprites?.counter(u)?.side ?? u.side; }
  nameOf(id: string): string { const u = this.unit(id) ?? ({ id, at: '' } as Unit); return this.map.sprites ? unitName(this.map.sprites, u) : id; }
  hexOf(on: On): number {
    if (!this.board) return -1;
    const id = on.hex ?? (on.unit ? this.unit(on.unit)?.at : undefined) ?? on.side?.[0];
    return id ? this.map.board.find(id) : -1;
  }

  // ---- the scene follows from the state
  update(): void {
    if (!this.board) return;
    const s = emptyScene(), b = this.map.board, v = this.view, p = this.prompt, old = this.map.scene;
    s.hidden = old.hidden;
    s.flash = old.flash;
    s.cursor = this.sel && this.hexOf({ unit: this.sel }) === this.cursor ? -1 : this.cursor;
    s.overlay = this.overlay;
    if (this.live && v) {
      if (this.deciding && p) {
        p.selected.forEach(u => s.selected.add(u));
        for (const o of p.owed) { const i = this.hexOf(o.on); if (i >= 0) s.owed.add(b.hex[i].same); }
        const enemyAt = new Set(v.units.filter(u => this.sideOf(u) !== this.active).map(u => u.at));
        const inReach = new Set(this.reach?.hexes.filter(x => x.do).map(x => x.hex));
        for (const a of this.actions) {
          if (a.on.unit) s.hot.add(a.on.unit);
          if (a.on.hex) { const i = b.find(a.on.hex); if (i >= 0) { if (enemyAt.has(a.on.hex)) s.targets.add(i); else if (!inReach.has(a.on.hex)) s.places.add(i); } }
          if (a.on.side) { const x = b.find(a.on.side[0]), y = b.find(a.on.side[1]); if (x >= 0 && y >= 0) s.sides.push([x, y]); }
        }
        const shots = p.cards.filter(c => c.kind === 'odds' && !c.table);
        if (shots.length > 1) shots.forEach((c, i) => { const u = c.sides?.find(x => x.side === this.active)?.lines.find(l => l.unit)?.unit; if (u) s.shots.set(u, i + 1); });
      }
      const card = p?.cards.find(c => c.kind === 'odds') ?? (this.lastCard?.fresh ? this.lastCard.card : undefined);
      if (card) this.arrowsOf(card, s);
      if (this.sel) { s.lifted = this.sel; s.selected.add(this.sel); s.hot.delete(this.sel); }
      if (this.reach) {
        s.reach = new Map();
        for (const x of this.reach.hexes) { const i = b.find(x.hex); if (i >= 0) s.reach.set(i, { cost: x.from === null ? '' : points(x.cost), must: !!x.must, end: !!x.stop }); }
        const to = this.proposal && this.proposal.hex >= 0 ? this.proposal.hex : this.hover >= 0 ? this.hover : this.cursor;
        if (to >= 0) s.path = this.pathTo(to);
      }
      if (this.proposal) s.proposed = this.proposal.hex;
      if (this.refusal?.hex !== undefined) s.refused = this.refusal.hex;
    }
    this.map.scene = s;
    this.map.touch();
    this.ui.refresh();
    this.ui.legend();
  }
  private arrowsOf(card: Card, s: ReturnType<typeof emptyScene>): void {
    const b = this.map.board, at = (u?: string) => { const x = u ? this.unit(u) : undefined; return x ? b.at(x.at) : null; };
    const from = card.sides?.find(x => x.side === card.by), to = card.sides?.find(x => x.side !== card.by);
    const target = to?.lines.map(l => at(l.unit)).find(Boolean) ?? (card.title.match(/\S+/g) ?? []).map(w => b.at(w)).find(Boolean);
    if (!target || !from) return;
    const i = b.hexAt(target), seen = new Set<string>();
    if (i >= 0) s.targets.add(i);
    for (const l of from.lines) {
      const p = at(l.unit), key = p ? `${p.x},${p.y}` : '';
      if (!p || seen.has(key) || Math.hypot(p.x - target.x, p.y - target.y) > 4 || p === target) continue;
      seen.add(key);
      s.arrows.push({ from: p, to: target, style: 'target' });
    }
  }
  pathTo(hex: number): number[] {
    const b = this.map.board, by = new Map(this.reach?.hexes.map(x => [x.hex, x])), out: number[] = [];
    for (let id: string | null = b.hex[hex]?.id ?? null, n = 0; id && by.has(id) && n < 400; n++) { out.unshift(b.find(id)); id = by.get(id)!.from; }
    return out[0] !== undefined && by.get(b.hex[out[0]].id)?.from === null ? out : [];
  }
  private onHover(hex: number, unit: string | null): void {
    if (hex === this.hover) return;
    this.hover = hex;
    if (this.reach && !this.proposal) { this.map.scene.path = hex >= 0 ? this.pathTo(hex) : []; this.map.touch(); }
    void unit;
  }
  flash(hexes: number[]): void { this.map.scene.flash = new Set(hexes.filter(i => i >= 0)); this.map.touch(); }
  inspect(hex: number): void { if (hex < 0) return; this.cursor = hex; this.ui.panel('stack'); this.update(); this.ui.speak(this.hexText(hex)); }
  hexText(hex: number): string { return hexWords(this.map.board, this.map.sprites, this.view, hex, this.reach, this.choicesAt(hex)); }
  choicesAt(hex: number): Action[] { const id = this.map.board.hex[hex]?.id; return id ? [...this.on({ hex: id }), ...(this.view?.units.filter(u => u.at === id) ?? []).flatMap(u => this.on({ unit: u.id }))] : []; }

  // ---- what a tap means
  tap(t: Hit): void {
    closePop();
    if (!this.live) { if (t.hex >= 0) this.inspectQuietly(t.hex); return; }
    this.refusal = null;
    if (t.unit) { this.map.closeFan(); void this.tapUnit(t.unit, t.touch, t.hex); return; }
    if (t.hex < 0) { this.letGo(); return; }
    const b = this.map.board, id = b.hex[t.hex].id;
    this.cursor = -1;
    if (t.side) { const acts = this.on({ side: [b.hex[t.side[0]].id, b.hex[t.side[1]].id] }); if (acts.length) { this.offer(acts, t.hex, t.touch); return; } }
    const step = this.reach?.hexes.find(x => x.hex === id && x.do && x.from !== null);
    if (step && this.deciding && this.sel) {
      if (t.touch && this.proposal?.hex !== t.hex) { this.proposeMove(t.hex); return; }
      this.goTo(t.hex);
      return;
    }
    const acts = this.on({ hex: id });
    if (acts.length) { this.offer(acts, t.hex, t.touch); return; }
    const units = (this.map.stackAt.get(b.hex[t.hex].same)?.units ?? []), able = units.filter(u => this.on({ unit: u.id }).length);
    const choice = able.length ? able : units, mover = this.sel ? this.unit(this.sel) : undefined;
    if (mover && this.sideOf(mover) === this.active && this.deciding && this.reach?.hexes.some(x => x.do) && units.length && units.every(u => this.sideOf(u) !== this.active)) { void this.whyNot(t.hex); return; }
    if (choice.length) {
      const now = choice.findIndex(u => u.id === this.sel), pick = choice[now >= 0 && choice.length > 1 ? (now + 1) % choice.length : 0];
      if (units.length > 1 && t.touch) this.map.openFan(b.hex[t.hex].same);
      if (able.length > 1 && !this.reachable(pick)) { this.map.openFan(b.hex[t.hex].same); this.inspectQuietly(t.hex); return; }
      void this.tapUnit(pick.id, t.touch, t.hex);
      return;
    }
    if (this.sel && this.deciding) { void this.whyNot(t.hex); return; }
    if (this.deciding && this.actions.some(a => a.on.hex)) { void this.whyNot(t.hex); return; }
    this.letGo();
    this.inspectQuietly(t.hex);
  }
  private reachable(u: Unit): boolean { return this.sideOf(u) === this.active && this.on({ unit: u.id }).length === 1; }
  private inspectQuietly(hex: number): void { this.cursor = hex; this.update(); this.cursor = -1; this.stackHex = hex; this.ui.refresh(); }
  stackHex = -1;

  async tapUnit(id: string, touch: boolean, hex: number): Promise<void> {
    const acts = this.on({ unit: id }), u = this.unit(id);
    this.stackHex = hex;
    if (!u) return;
    this.proposal = null;
    this.refusal = null;
    if (this.prompt?.selected.length === 1 && this.prompt.selected[0] === id && this.reach) { this.update(); return; }
    // In the middle of another unit's decision a tap on a third one asks why not.
    this.sel = id;
    this.reach = null;
    await this.askReach(id);
    const moves = this.reach && (this.reach as Reach).hexes.some(x => x.do);
    if (this.deciding && acts.length && !moves) {
      this.sel = null;
      this.reach = null;
      this.update();
      this.offer(acts, hex, touch);
      return;
    }
    this.update();
    this.ui.speak(`${this.nameOf(id)} selected.${moves ? ` It can reach ${(this.reach as unknown as Reach).hexes.length - 1} hexes.` : ''}`);
    if (this.deciding && !acts.length && !moves && this.sideOf(u) === this.active && this.actions.some(a => a.on.unit)) void this.whyNotUnit(id);
  }
  async askReach(id: string): Promise<void> {
    if (id.startsWith('?')) { this.reach = null; return; }
    try { const a = await this.me.seat.ask<{ reach: Reach }>({ cmd: 'reach', unit: id }); if (this.sel === id) this.reach = a.reach.hexes.length > 1 ? a.reach : null; }
    catch { if (this.sel === id) this.reach = null; }
  }
  letGo(redraw = true): void {
    this.sel = null;
    this.reach = null;
    this.proposal = null;
    this.refusal = null;
    this.confirming = null;
    this.map.closeFan();
    if (this.prompt?.selected.length === 1 && this.deciding && this.live) void this.promptChanged();
    if (redraw) this.update();
  }
  // One choice is made (on touch: proposed first); several open a menu.
  offer(acts: Action[], hex: number, touch: boolean): void {
    if (acts.length === 1 && !acts[0].vary) {
      const a = acts[0];
      if (touch && this.proposal?.hex !== hex) { this.proposal = { hex, title: a.label, note: '', rule: a.rule, go: () => void this.act(a) }; this.update(); return; }
      void this.act(a);
      return;
    }
    const p = hex >= 0 ? this.map.screen(this.map.board.hex[hex].at) : { x: innerWidth / 2, y: innerHeight / 2 }, r = this.map.canvas.getBoundingClientRect();
    this.menu(acts, { x: p.x + r.left, y: p.y + r.top + this.map.cam.r * .6 });
  }
  menu(acts: Action[], at: { x: number; y: number }): void {
    const e = openPop(at, 'menu', x => fill(x, acts.map((a, i) => h('button', { type: 'button', role: 'menuitem', onclick: () => { closePop(); void this.act(a); } }, i < 9 ? h('kbd', null, String(i + 1)) : null, h('span', { class: 'grow' }, a.label), h('span', { class: 'chip' }, a.rule)))), 'menu', 'Choices here');
    (e.querySelector('button') as HTMLElement | null)?.focus();
    e.addEventListener('keydown', k => {
      const items = [...e.querySelectorAll('button')], now = items.indexOf(document.activeElement as HTMLButtonElement);
      if (k.key === 'ArrowDown' || k.key === 'ArrowUp') { items[(now + (k.key === 'ArrowDown' ? 1 : items.length - 1)) % items.length].focus(); k.preventDefault(); k.stopPropagation(); }
      if (/^[1-9]$/.test(k.key) && items[+k.key - 1]) { items[+k.key - 1].click(); k.preventDefault(); k.stopPropagation(); }
    });
  }
  proposeMove(hex: number): void {
    const x = this.reach!.hexes.find(r => r.hex === this.map.board.hex[hex].id)!, name = this.nameOf(this.sel!);
    this.proposal = { hex, unit: this.sel!, title: `${name} to ${x.hex}: ${points(x.cost)} spent, ${points(x.left)} left.`, note: x.risk ? `Risk: ${x.risk}.` : '', rule: x.rule, go: () => this.goTo(hex) };
    this.update();
  }
  goTo(hex: number): void {
    const r = this.reach, id = this.map.board.hex[hex].id;
    if (!r) return;
    const by = new Map(r.hexes.map(x => [x.hex, x])), steps: string[] = [], way: string[] = [];
    for (let x = by.get(id); x && x.from !== null; x = by.get(x.from)) { if (x.do) steps.unshift(x.do); way.unshift(x.hex); if (x.from) { const f = by.get(x.from); if (f && f.from === null) way.unshift(f.hex); } }
    if (!steps.length) return;
    this.lastPath = new Map([[r.unit, way]]);
    void this.send([...r.begin, ...steps, ...r.end]);
  }

  // ---- sending
  async act(a: Action, n?: number): Promise<void> {
    if (!this.deciding || this.busy) return;
    if (a.confirm && this.settings.confirm && this.confirming !== a) { this.confirming = a; this.update(); this.ui.speak(a.confirm); return; }
    let text = a.id;
    if (a.vary && n !== undefined) { const w = text.split(' '); w[a.vary.word] = String(n); text = w.join(' '); }
    await this.send([text], this.hexOf(a.on));
  }
  async actText(text: string): Promise<void> { await this.send([text]); }
  async send(actions: string[], hex = -1): Promise<void> {
    const s = this.me;
    if (!s.view || !s.up) { this.ui.toast('Not connected.'); return; }
    this.busy = true;
    this.confirming = null;
    this.proposal = null;
    this.refusal = null;
    this.lastCard = null;
    const before = s.events.length;
    try {
      const a = await s.seat.change<{ events: GameEvent[]; dice: Die[]; done?: number; stopped?: Fault }>(actions.length === 1 ? { cmd: 'do', action: actions[0] } : { cmd: 'do', actions }, s.view.seq);
      const rolled = a.events.find(e => e.card && typeof e.card.rolled === 'number');
      if (rolled && a.dice.length) {
        s.dice.set(rolled.n, a.dice);
        const shown = this.lastCard as Play['lastCard'];
        if (shown) shown.dice = a.dice;
      }
      void this.askActions(s); // the view may be the same as before, and then nothing is pushed
      if (a.stopped && a.stopped.code === 'refused' && s.events.length === before) this.refuse(a.stopped, hex);
    } catch (e) {
      this.lastPath = undefined;
      if (e instanceof Refused) {
        if (e.fault.code === 'stale') { this.ui.toast('Something has happened since; look again.'); void this.askActions(s); }
        else this.refuse(e.fault, hex);
      } else this.ui.toast('That did not reach the server.');
    } finally { this.busy = false; }
    this.update();
  }
  private refuse(f: Fault, hex: number): void {
    this.refusal = { ...f, hex: hex >= 0 ? hex : undefined };
    this.ui.sound('no');
    this.update();
    if (f.rule && hex >= 0 && this.board) {
      const p = this.map.screen(this.map.board.hex[hex].at), r = this.map.canvas.getBoundingClientRect();
      if (matchMedia('(min-width: 821px)').matches) void openRule({ x: p.x + r.left, y: p.y + r.top + this.map.cam.r * .9 }, { game: this.view!.game, id: f.rule, head: f.text, instead: this.instead(hex) });
    }
  }
  // What is open instead: the nearest hex of the reach.
  private instead(hex: number): HTMLElement | null {
    const b = this.map.board, open = this.reach?.hexes.filter(x => x.do && x.from !== null && x.stop).map(x => ({ x, d: b.distance(b.find(x.hex), hex) })).sort((p, q) => p.d - q.d)[0];
    if (!open) return null;
    return h('div', { class: 'row' }, 'Open instead: ', h('button', { class: 'btn dense', type: 'button', onclick: () => { closePop(); this.goTo(b.find(open.x.hex)); } }, h('b', null, open.x.hex), `for ${points(open.x.cost)}`));
  }
  // An offered action with another place put in: the server says why not.
  private async whyNot(hex: number): Promise<void> {
    const id = this.map.board.hex[hex].id;
    const near = this.reach?.hexes.find(x => x.do && wordIn(x.do, x.hex)), one = this.actions.find(a => a.on.hex && wordIn(a.id, a.on.hex));
    const text = near ? swap(near.do!, near.hex, id) : one ? swap(one.id, one.on.hex!, id) : null;
    if (!text) { this.letGo(); this.inspectQuietly(hex); return; }
    const begun = !near || !this.reach!.begin.length; // before it has begun the step itself is no choice yet: say what the reach says
    if (!begun && this.reach && this.sel) { this.refuse({ code: 'refused', rule: usual(this.reach), text: `${id} is not within reach of ${this.nameOf(this.sel)}, which has ${points(this.reach.hexes.find(x => x.from === null)?.left ?? 0)} points.` }, hex); return; }
    try {
      await this.me.seat.ask({ cmd: 'why', action: text });
      this.refuse({ code: 'refused', text: `${id} is too far for now.` }, hex);
    } catch (e) { if (e instanceof Refused && e.fault.code === 'refused') this.refuse(e.fault, hex); else { this.letGo(); this.inspectQuietly(hex); } }
  }
  private async whyNotUnit(id: string): Promise<void> {
    const one = this.actions.find(a => a.on.unit && wordIn(a.id, a.on.unit));
    if (!one) return;
    try { await this.me.seat.ask({ cmd: 'why', action: swap(one.id, one.on.unit!, id) }); }
    catch (e) { if (e instanceof Refused && e.fault.code === 'refused') { this.refusal = { ...e.fault }; this.update(); } }
  }
  async undo(turn = false): Promise<void> {
    if (!this.view) return;
    try { this.letGo(false); await this.me.seat.ask({ cmd: 'undo', key: crypto.randomUUID?.() ?? String(Math.random()), ...(turn ? { to: 'turn' } : {}) }); this.lastCard = null; void this.askActions(this.me); this.ui.speak(turn ? 'The turn is undone.' : 'Undone.'); }
    catch (e) { if (e instanceof Refused) { this.refusal = e.fault; this.update(); } }
  }
  async askHint(): Promise<void> {
    if (!this.deciding || this.thinking) return;
    this.thinking = true;
    this.ui.refresh();
    for (const bot of this.bots) {
      try {
        this.hint = await this.me.seat.ask<{ action: string; why: string }>({ cmd: 'think', bot });
        const a = this.actions.find(x => x.id === this.hint!.action), i = a ? this.hexOf(a.on) : -1;
        if (i >= 0) { this.map.centreOn(i, false); this.flash([i]); }
        this.ui.speak(`The computer would: ${a?.label ?? this.hint.action}. ${this.hint.why}`);
        break;
      } catch (e) { if (!(e instanceof Refused) || e.fault.code !== 'input') { if (e instanceof Refused) this.ui.toast(e.fault.text); break; } }
    }
    this.thinking = false;
    this.ui.refresh();
  }
  async setOrder(o: OrderSet): Promise<void> {
    try { const a = await this.me.seat.ask<{ orders: OrderSet[] }>({ cmd: 'orders', orders: [o] }); this.me.orders = a.orders; void this.askActions(this.me); } catch (e) { if (e instanceof Refused) this.ui.toast(e.fault.text); }
    this.ui.refresh();
  }
  async showOverlay(name: string, args: string[] = []): Promise<void> {
    this.overlayName = name;
    this.overlayArgs = args;
    if (!name) { this.overlay = null; this.update(); return; }
    const kind = this.board?.overlays.find(o => o.name === name);
    if (kind && kind.args.length > args.length) { this.overlay = null; this.ui.toast(`${kind.title}: choose ${args.length ? 'the other' : 'a'} ${kind.args[args.length]} on the board.`); this.update(); return; }
    try { this.overlay = (await this.me.seat.ask<{ overlay: Overlay }>({ cmd: 'overlay', name, args })).overlay; this.ui.speak(`${this.overlay.title}. ${this.overlay.legend.map(l => l.text).join('. ')}. ${this.overlay.lines.map(l => l.text).join('. ')}`); }
    catch (e) { this.overlay = null; if (e instanceof Refused) this.ui.toast(e.fault.text); }
    this.update();
  }
  get overlayWants(): string | null { const k = this.board?.overlays.find(o => o.name === this.overlayName); return k && !this.overlay && k.args.length > this.overlayArgs.length ? k.args[this.overlayArgs.length] : null; }
  feedOverlay(hit: Hit): boolean {
    const want = this.overlayWants;
    if (!want || hit.hex < 0) return false;
    const b = this.map.board, id = b.hex[hit.hex].id, unit = hit.unit ?? this.map.stackAt.get(b.hex[hit.hex].same)?.units[0]?.id;
    const arg = want === 'unit' ? unit : id;
    if (!arg || arg.startsWith('?')) { this.ui.toast(`No ${want} there.`); return true; }
    void this.showOverlay(this.overlayName, [...this.overlayArgs, arg]);
    return true;
  }

  // ---- replay: past positions as this seat saw them
  async showAt(n: number | null): Promise<void> {
    const s = this.me, last = s.view?.seq ?? 0;
    if (n === null || n >= last) {
      this.replayAt = null;
      if (s.view) this.map.setView(s.view);
      this.update();
      this.ui.log();
      return;
    }
    this.replayAt = Math.max(0, n);
    this.letGo(false);
    let view = [...s.past].reverse().find(p => p.seq <= n)?.view ?? null;
    const exact = s.past.some(p => p.seq === n);
    if (!exact) try { view = (await s.seat.ask<{ view: View }>({ cmd: 'view', at: n })).view; s.past.push({ seq: n, view }); s.past.sort((a, b) => a.seq - b.seq); } catch { view ??= s.past[0]?.view ?? s.view; }
    if (this.replayAt !== Math.max(0, n)) return;
    if (view) this.map.setView(view);
    const e = s.events.find(x => x.n === n);
    this.lastCard = e?.card ? { card: e.card, dice: s.dice.get(n) ?? [], fresh: false } : null;
    this.update();
    if (e) { const at = e.at.map(x => this.map.board.find(x)).filter(i => i >= 0); this.flash(at); if (at[0] !== undefined) this.map.centreOn(at[0], false); this.ui.speak(e.text); }
    this.ui.log();
  }
  nextOwed(): void {
    const owed = this.prompt?.owed ?? [];
    if (!owed.length) { this.ui.toast('Nothing is owed.'); return; }
    this.owedAt = (this.owedAt + 1) % owed.length;
    this.jump(owed[this.owedAt].on);
    this.ui.speak(owed[this.owedAt].text);
  }
  nextUnit(): void {
    const ids = [...new Set(this.actions.filter(a => a.on.unit).map(a => a.on.unit!))];
    if (!ids.length) { this.ui.toast('No unit has a choice now.'); return; }
    const now = this.sel ? ids.indexOf(this.sel) : -1;
    const id = ids[(now + 1) % ids.length], hex = this.hexOf({ unit: id });
    if (hex >= 0) this.map.centreOn(hex, false);
    this.cursor = hex;
    this.sel = id;
    this.refusal = null;
    this.reach = null;
    void this.askReach(id).then(() => this.update());
    this.ui.speak(this.nameOf(id));
  }
  jump(on: On): void {
    const i = this.hexOf(on);
    if (i < 0) return;
    this.map.centreOn(i);
    this.flash([i]);
    this.stackHex = i;
    if (on.unit && this.on({ unit: on.unit }).length) { this.sel = on.unit; void this.askReach(on.unit).then(() => this.update()); }
    this.update();
    setTimeout(() => this.flash([]), 1600);
  }
  async journal(): Promise<string> { return (await this.me.seat.ask<{ journal: string }>({ cmd: 'save' })).journal; }
  say(text: string): void { void this.me.seat.ask({ cmd: 'chat', text }).catch(e => { if (e instanceof Refused) this.ui.toast(e.fault.text); }); }
  close(): void { for (const s of this.seats.values()) s.seat.close(); this.map.close(); }
  sideTitle(s: string): string { return sideName(s); }
}
