// The seats of one game on this page: what the server says to each, and who may look at the board
// now.
import {
  type Action,
  type BoardDoc,
  type Card,
  type Die,
  type Fault,
  type GameEvent,
  type On,
  type OrderSet,
  type Overlay,
  type Prompt,
  type Reach,
  type Result,
  type Side,
  type Unit,
  type View,
  other,
  phaseSide,
  sideName,
} from '../doc';
import { MapView, type Hit } from '../map';
import { embedded, type Joined, Refused, Seat, type Saved, type Settings, store } from '../net';
import { codesOf, toldWords } from '../outcome';
import { unitName } from '../speak';
import type { Shown } from '../review';
import { Story, kept } from '../story';
import { Follow, type Frame } from './follow';
import { type Recap, recapOf } from './recap';
import type { Proposal, Question, SeatState, Ui, Who } from './types';

const SEEN = 11; // pixels from the middle of a hex to its corner: smaller ones cannot be pointed at
export abstract class Seats {
  board: BoardDoc | null = null;
  seats = new Map<Who, SeatState>();
  active: Who = 'watch';
  map: MapView;
  settings: Settings = store.settings();
  sel: string | null = null;
  reach: Reach | null = null;
  group: string[] = []; // units that go together; the selected one is among them
  reaches = new Map<string, Reach>();
  fewer = new Map<string, number>(); // places that only so many of the group reach
  slowest = new Map<string, string>();
  // what may still be added to the attack that stands
  adds: { text: string; to: string; do: string }[] = [];
  arrows = true; // of what happened, on the board
  lit: number | null = null; // the item of the recap under the pointer
  proposal: Proposal | null = null;
  confirming: Action | null = null;
  weighed: Card | null = null; // the odds of what is to be confirmed
  question: Question | null = null;
  refusal: (Fault & { hex?: number }) | null = null;
  recap: Recap | null = null; // what happened since this side decided, until its first act
  follow = new Follow({
    speed: () => (this.settings.speed === 'step' || !this.map.still ? this.settings.speed : 'once'),
    lines: events => this.story?.lines(events) ?? [],
    draw: (frame, line) => this.drawFrame(frame, line),
    ended: () => this.followed(),
    changed: () => this.update(),
  });
  story: Story | null = null;
  overlay: Overlay | null = null;
  sight: Overlay | null = null; // the line of sight of the shot that is being decided on
  overlayName = '';
  overlayArgs: string[] = [];
  lastCard: { card: Card; dice: Die[]; fresh: boolean } | null = null;
  hint: { action: string; why: string } | null = null;
  thinking = false;
  busy = false;
  replayAt: number | null = null; // event shown instead of the present
  lineAt: number | null = null; // or the position before this line of the journal
  ways: Shown | null = null; // drawn on it
  owedAt = -1;
  cursor = -1;
  covered = false;
  result: Result | null = null;
  beforeTap: ((t: Hit) => boolean) | null = null;
  onMoved: (() => void) | null = null;
  puzzling = false; // a puzzle that is not answered yet: no hint, nothing taken back
  onActed: ((actions: string[]) => void) | null = null; // the rules have taken them
  bots = ['planner:1500', 'greedy', 'random'];
  protected asked = 0;

  constructor(
    public saved: Saved,
    canvas: HTMLCanvasElement,
    protected ui: Ui,
  ) {
    this.map = new MapView(canvas, {
      tap: t => {
        if (!this.beforeTap?.(t)) this.tap(t);
      },
      hover: hex => this.onHover(hex),
      inspect: hex => this.inspect(hex),
      moved: () => this.onMoved?.(),
      grab: hex => this.grab(hex),
      drop: hex => this.drop(hex),
    });
    for (const [side, token] of Object.entries(saved.seats) as [Who, string][])
      this.sit(side, token);
    const sides = [...this.seats.keys()];
    this.active = sides.includes('german') && !this.hotseat ? 'german' : (sides[0] ?? 'watch');
  }
  protected abstract tap(t: Hit): void;
  protected abstract grab(hex: number): boolean;
  protected abstract drop(hex: number): void;
  protected abstract onHover(hex: number): void;
  abstract inspect(hex: number): void;
  abstract update(): void;
  abstract letGo(redraw?: boolean): void;
  abstract askReach(id: string): Promise<void>;
  protected abstract goOnNow(): Promise<boolean>; // sends what is left of a way

  get hotseat(): boolean {
    return this.seats.has('german') && this.seats.has('soviet');
  }
  get me(): SeatState {
    return this.seats.get(this.active)!;
  }
  get view(): View | null {
    return this.me?.view ?? null;
  }
  get prompt(): Prompt | null {
    return this.me?.prompt ?? null;
  }
  get actions(): Action[] {
    return this.me?.actions ?? [];
  }
  get deciding(): boolean {
    return this.toMove && !this.follow.on;
  }
  get toMove(): boolean {
    return (
      !!this.view &&
      this.active !== 'watch' &&
      this.view.to_move.includes(this.active as Side) &&
      !this.view.over
    );
  }
  protected rest: string[] = []; // of a way that stopped, still to be gone
  protected restOf: Who = 'watch'; // whose way it is: at a hot seat the other side answers first
  get waits(): boolean {
    if (this.rest.length && this.restOf === this.active && this.toMove) return true;
    if (this.busy || (this.follow.on && !this.follow.waitsForKey)) return true;
    return [...this.seats.values()].some(s => !s.up || s.seat.waits);
  }
  get live(): boolean {
    return this.replayAt === null && this.lineAt === null;
  }

  // ---- seats
  protected sit(side: Who, token: string): void {
    const s: SeatState = {
      side,
      seat: null as unknown as Seat,
      view: null,
      events: [],
      prompt: null,
      actions: [],
      orders: [],
      up: false,
      ended: null,
      past: [],
      recapFrom: 0,
      decided: false,
      dates: new Map(),
      presence: {},
      clock: null,
      clockAt: 0,
      chat: [],
    };
    this.seats.set(side, s);
    s.seat = new Seat(this.saved.id, token, {
      joined: j => this.joined(s, j),
      state: (e, v) => this.news(s, e, v),
      presence: p => {
        s.presence = p;
        this.ui.top();
      },
      clock: c => {
        s.clock = c;
        s.clockAt = Date.now();
        this.ui.top();
      },
      over: e => {
        s.ended = e;
        this.result = e.result ?? null;
        this.ui.refresh();
      },
      chat: c => {
        if (!s.chat.some(x => x.n === c.n)) s.chat.push(c);
        s.chat.sort((a, b) => a.n - b.n);
        this.ui.log();
        if (s === this.me) this.ui.sound('chat');
      },
      online: up => {
        s.up = up;
        this.ui.top();
        this.ui.refresh();
      },
      refused: f => this.ui.failed(f),
      traffic: () => this.ui.busy(),
    });
  }
  protected joined(s: SeatState, j: Joined): void {
    if (j.side !== s.side) {
      // a link does not say which seat it opens; the server does
      this.seats.delete(s.side);
      s.side = j.side;
      this.seats.set(j.side, s);
      if (!this.seats.has(this.active)) this.active = j.side;
      this.saved.seats = Object.fromEntries(
        [...this.seats.values()].map(x => [x.side, x.seat.token]),
      );
    }
    s.presence = j.presence ?? {};
    s.clock = j.clock;
    s.eyes = j.eyes;
    s.clockAt = Date.now();
    s.ended = j.ended;
    if (j.ended?.result) this.result = j.ended.result;
    const have = new Set(s.events.map(e => e.n));
    s.events.push(...j.events.filter(e => !have.has(e.n)));
    if (!s.recapFrom) s.recapFrom = this.saved.seen ?? 0;
    this.take(s, j.view);
    // come back after a break
    if (this.board && s === this.me && this.live && !this.covered) this.map.setView(j.view);
    if (!this.board)
      void s.seat.ask<{ board: BoardDoc }>({ cmd: 'board' }).then(a => this.haveBoard(a.board));
    if (s.side !== 'watch')
      void s.seat.ask<{ orders: OrderSet[] }>({ cmd: 'orders' }).then(
        a => {
          s.orders = a.orders;
          this.ui.refresh();
        },
        () => {},
      );
    if (s.side !== 'watch') void s.seat.ask({ cmd: 'chats' }).catch(() => {});
    void this.askActions(s);
    this.ui.log();
  }
  protected haveBoard(doc: BoardDoc): void {
    if (this.board) return;
    this.board = doc;
    this.story = new Story({
      board: doc,
      name: id => this.nameOf(id),
      date: turn => this.me?.dates.get(turn) ?? '',
      result: card =>
        toldWords(
          card,
          codesOf(this.view?.game ?? '', () => this.ui.log()),
        ),
    });
    this.map.setBoard(doc, this.view);
    if (this.view) this.map.setView(this.view);
    this.ui.ground();
    this.remember();
    this.ui.log();
    this.ui.refresh();
    this.whoseTurn(true);
  }
  protected take(s: SeatState, view: View): void {
    s.view = view;
    if (view.turn.date) s.dates.set(view.turn.n, view.turn.date);
    const last = s.past[s.past.length - 1];
    if (!last || last.seq !== view.seq) s.past.push({ seq: view.seq, view });
    else last.view = view;
    if (s.past.length > 1200) s.past.splice(0, 200);
  }
  protected news(s: SeatState, events: GameEvent[], view: View): void {
    const undone = s.view && view.seq < s.view.seq;
    if (undone) {
      s.events = s.events.filter(e => e.n <= view.seq);
      s.past = s.past.filter(p => p.seq <= view.seq);
    }
    const have = new Set(s.events.map(e => e.n));
    const fresh = events.filter(e => !have.has(e.n));
    s.events.push(...fresh);
    this.take(s, view);
    if (s === this.me && this.live && !this.covered) {
      if (this.isTheirs(fresh)) this.follow.add({ events: fresh, view });
      else this.showNews(fresh, view);
    }
    if (s !== this.me || !this.sel || !view.units.some(u => u.id === this.sel))
      if (s === this.me) this.letGo(false);
    void this.askActions(s);
    this.ui.log();
    this.ui.top();
    this.remember();
  }
  // News that did not come of one's own act is played out, unless the player wants it all at once.
  private isTheirs(fresh: GameEvent[]): boolean {
    if (this.follow.on) return true;
    if (this.busy || !fresh.length || !this.board || this.follow.skipping) return false;
    const speed = this.settings.speed === 'step' || !this.map.still ? this.settings.speed : 'once';
    return speed !== 'once';
  }
  private showNews(fresh: GameEvent[], view: View): void {
    const rolled = [...fresh].reverse().find(e => typeof e.card?.rolled === 'number');
    if (rolled?.card) {
      this.lastCard = { card: rolled.card, dice: rolled.dice ?? [], fresh: true };
      this.ui.sound('dice');
    } else if (fresh.length) this.ui.sound('step');
    if (this.board) this.map.setView(view, this.lastPath);
    this.lastPath = undefined;
    if (fresh.length) this.ui.speak(fresh.map(e => e.text).join(' '));
  }
  // One move of the other side on the board; the view goes there if it is out of sight.
  private drawFrame(frame: Frame, line: import('../story').Line | null): void {
    const rolled = frame.events.find(e => typeof e.card?.rolled === 'number');
    this.lastCard = rolled?.card
      ? { card: rolled.card, dice: rolled.dice ?? [], fresh: true }
      : null;
    const way = line?.way.length && line.unit ? new Map([[line.unit, line.way]]) : undefined;
    this.map.setView(frame.view, way);
    const hex = this.map.board.find(line?.at[0] ?? line?.way.at(-1) ?? '');
    if (hex >= 0 && !this.map.panned) this.map.centreOn(hex, false);
    this.ui.sound(rolled ? 'dice' : 'step');
    if (line && this.settings.speed === 'step') this.ui.speak(line.text);
    this.ui.log();
    this.ui.top();
  }
  private followed(): void {
    if (this.view && this.board) this.map.setView(this.view);
    void this.promptChanged();
  }
  // What the decision panel says when the decision comes back: only where this side plans its own
  // part of the turn, not in the middle of the other side's.
  private makeRecap(): void {
    const s = this.me,
      q = s.prompt;
    if (!this.story || !q || !this.toMove || this.follow.on || s.side === 'watch') return;
    if (q.cards.length || q.owed.length || q.selected.length || this.recap) return;
    const owner = phaseSide(this.board?.phases.find(x => x.id === s.view?.phase));
    if (owner && owner !== s.side) return;
    if (!this.ownPartOnly(s)) {
      this.recap = this.recapSince(s, s.side);
      this.lastRecap = this.recap ?? this.lastRecap;
    }
    s.recapFrom = s.view!.seq;
  }
  // What the other side answered in one's own part of the turn was seen when it came.
  private ownPartOnly(s: SeatState): boolean {
    const owner = (e: GameEvent) => phaseSide(this.board?.phases.find(x => x.id === e.phase));
    return s.events.every(e => e.n <= s.recapFrom || owner(e) === s.side);
  }
  // For who watches: what one side did, once the decision has passed to the other.
  private watchedSide: Side | null = null;
  private watchRecap(): void {
    const s = this.me,
      v = s.view,
      now = v && phaseSide(this.board?.phases.find(x => x.id === v.phase));
    if (!this.story || !v || !now || this.follow.on || v.over) return;
    if (now === this.watchedSide) return;
    const recap = this.watchedSide ? this.recapSince(s, now) : null,
      who = sideName(other(now));
    if (recap)
      this.recap = { ...recap, title: recap.title.replace('Since you decided', `${who} side`) };
    this.lastRecap = this.recap ?? this.lastRecap;
    this.watchedSide = now;
    s.recapFrom = v.seq;
  }
  private lastRecap: Recap | null = null;
  recapSince(s: SeatState, side: Side): Recap | null {
    const events = s.events.filter(e => e.n > s.recapFrom),
      before = s.past.filter(v => v.seq <= s.recapFrom).at(-1)?.view ?? null;
    if (!this.story || !s.view || !this.board) return null;
    const opening = s.side === side && s.recapFrom === 0 && !s.decided;
    return recapOf(this.story.lines(events), side, before, s.view, this.story, this.board, opening);
  }
  // The last card once more, when it was closed.
  recapAgain(): boolean {
    this.recap = this.lastRecap;
    if (!this.recap) this.ui.toast('The other side has done nothing yet.');
    this.update();
    return this.recap !== null;
  }
  protected lastPath: Map<string, string[]> | undefined;
  protected async askActions(s: SeatState): Promise<void> {
    const turn = ++this.asked;
    if (s.side === 'watch') {
      try {
        const a = await s.seat.ask<{ prompt: Prompt; actions: Action[] }>({ cmd: 'actions' });
        s.prompt = a.prompt;
      } catch {
        s.prompt = null;
      }
      this.watchRecap();
      this.update();
      return;
    }
    try {
      const a = await s.seat.ask<{ prompt: Prompt; actions: Action[] }>({ cmd: 'actions' });
      s.prompt = a.prompt;
      s.actions = a.actions;
    } catch (e) {
      if (e instanceof Refused) this.ui.toast(e.fault.text);
      return;
    }
    if (s !== this.me) {
      this.whoseTurn();
      return;
    }
    if (turn === this.asked || s === this.me) await this.promptChanged();
  }
  // Several of one hex that go together: where they may go, if going is what is decided.
  private async groupGoes(p: Prompt): Promise<boolean> {
    const at = (id: string) => this.unit(id)?.at,
      [first] = p.selected,
      before = { sel: this.sel, reach: this.reach };
    if (p.selected.length < 2 || !p.selected.every(id => at(id) === at(first))) return false;
    this.sel = first;
    await this.askReach(first);
    const on = this.reach as Reach | null;
    if (on?.hexes.some(x => x.do && this.actions.some(a => a.id === x.do))) return true;
    this.sel = before.sel;
    this.reach = before.reach; // their way is not what is decided: it would only cover the board
    return false;
  }
  protected async promptChanged(): Promise<void> {
    const p = this.prompt;
    this.hint = null;
    this.confirming = null;
    this.weighed = null;
    this.whoseTurn();
    if (await this.goOnNow()) return;
    if (this.deciding) {
      this.follow.skipping = false;
      this.makeRecap();
    } else if (this.active === 'watch') this.watchRecap();
    const group = p && this.deciding && this.live && (await this.groupGoes(p));
    if (p && this.deciding && p.selected.length === 1 && this.live) {
      // the mover under way: show where it may go on
      this.sel = p.selected[0];
      await this.askReach(this.sel);
      const on = this.reach as Reach | null;
      if (!on?.hexes.some(x => x.do)) {
        this.sel = null;
        this.reach = null;
      }
    } else if (!group && this.sel && this.deciding) {
      await this.askReach(this.sel);
      const on = this.reach as Reach | null,
        u = this.unit(this.sel);
      if (u && this.sideOf(u) === this.active && !on?.hexes.some(x => x.do)) {
        this.sel = null;
        this.reach = null;
      } // it has done what it could
    }
    void this.askAdds();
    this.update();
    const about = `${p?.node} ${p?.cards[0]?.title ?? ''}`;
    if (p && this.deciding && (about !== this.lookedAt || this.outOfSight())) {
      this.lookedAt = about;
      this.lookThere();
    }
    if (p && this.deciding) this.ui.speak(p.text);
  }
  // Of the units that may join the attack on the panel: the column each would make of it. Asked,
  // not worked out here.
  private async askAdds(): Promise<void> {
    const s = this.me,
      q = s.prompt,
      card = q?.cards.find(c => c.kind === 'odds' && c.table),
      may = this.actions.filter(a => a.on.unit && !a.vary).slice(0, 8),
      seq = s.view?.seq;
    this.adds = [];
    if (!card?.column || card.more?.length || !this.deciding || !may.length) return;
    const cards = await Promise.all(
      may.map(a =>
        s.seat.ask<{ card: Card }>({ cmd: 'odds', actions: [a.id] }).then(
          r => r.card,
          () => null,
        ),
      ),
    );
    if (s.view?.seq !== seq || s.prompt !== q) return;
    this.adds = may.flatMap((a, i) => {
      const to = cards[i]?.column;
      return to && to !== card.column ? [{ text: this.nameOf(a.on.unit!), to, do: a.id }] : [];
    });
    if (this.adds.length) this.update();
  }
  // Where there is something to choose. What a prompt is not about is offered beside its business
  // and draws nobody's eyes. Where places are offered, who stands off the map (-1) is put there.
  private choiceHexes(): number[] {
    const about = this.prompt?.about,
      beside = (a: Action) => !!a.on.unit && !!about && !about.includes(a.id.split(' ')[0]),
      choices = this.actions.filter(a => (a.on.unit || a.on.hex || a.on.side) && !beside(a)),
      hexes = [...new Set(choices.map(a => this.hexOf(a.on)))],
      placed = choices.some(a => a.on.hex || a.on.side);
    return placed ? hexes.filter(i => i >= 0) : hexes;
  }
  // After an act nothing that is left to choose is in sight; who looks from far off sees it all.
  private outOfSight(): boolean {
    const hexes = this.choiceHexes(),
      near = this.map.cam.r >= SEEN;
    return near && hexes.length > 0 && !hexes.includes(-1) && !this.map.shows(hexes);
  }
  // A new kind of decision whose places are out of sight, or too small to see: go there.
  protected lookedAt = '';
  lookThere(): void {
    const card = this.prompt?.cards.find(c => c.kind === 'odds'),
      fought = card ? this.placeOf(card) : -1;
    if (fought >= 0 && this.live) this.map.centreOn(fought, false);
    const hexes = this.choiceHexes();
    if (!hexes.length || !this.live) return;
    if (hexes.every(i => i < 0)) this.lookAtUnits();
    if (hexes.includes(-1)) return;
    if (!this.map.panned && this.gatherFront(hexes)) return;
    this.lookAt(hexes);
  }
  // All who can be chosen wait off the map: the view goes to those who are on it.
  private lookAtUnits(): void {
    const at = this.view!.units.map(u => this.map.board.find(u.at)).filter(i => i >= 0);
    if (at.length) this.lookAt(at);
  }
  // To the nearest of these places, unless one of them is in sight.
  private lookAt(hexes: number[]): void {
    if (this.map.shows(hexes)) return;
    const mid = this.map.middle,
      away = (i: number) => {
        const p = this.map.board.hex[i].at;
        return Math.hypot(p.x - mid.x, p.y - mid.y);
      };
    if (this.map.cam.r < SEEN) this.map.fit(hexes);
    else this.map.centreOn([...hexes].sort((a, b) => away(a) - away(b))[0]);
  }
  // All places of the decision and the enemies nearest to them, or at least the places.
  private gatherFront(hexes: number[]): boolean {
    const b = this.map.board,
      foes = this.view!.units.filter(u => this.sideOf(u) !== this.active)
        .map(u => b.find(u.at))
        .filter(i => i >= 0),
      gap = (i: number) => Math.min(...hexes.map(h => b.distance(h, i))),
      least = Math.min(...foes.map(gap)),
      near = foes.filter(i => gap(i) <= least + 1);
    return this.map.gather([...hexes, ...near]) || this.map.gather(hexes);
  }
  // Where a card is fought: the hex its title names, or where the other side's units stand.
  protected placeOf(card: Card): number {
    const b = this.map.board,
      named = (card.title.match(/[\w-]+/g) ?? []).map(w => b.find(w)).find(i => i >= 0);
    if (named !== undefined) return named;
    const foes = card.sides?.find(s => s.side !== card.by)?.lines ?? [];
    return foes.map(l => this.hexOf({ unit: l.unit })).find(i => i >= 0) ?? -1;
  }
  // With both seats on this machine the board belongs to whoever decides; a change of hands covers
  // it.
  protected whoseTurn(first = false): void {
    if (!this.hotseat || !this.board || this.covered) return;
    const v = this.me.view,
      o = this.seats.get(other(this.active as Side));
    if (!v || v.over || !o) return;
    const mine = v.to_move.includes(this.active as Side),
      theirs = v.to_move.includes(other(this.active as Side));
    if (first && !mine && theirs) {
      this.active = other(this.active as Side);
      this.ui.cover(this.active);
      return;
    }
    if (first && this.hotseat) {
      this.ui.cover(this.active as Side);
      return;
    }
    if (!mine && theirs) this.ui.cover(other(this.active as Side));
  }
  switchTo(side: Who): void {
    this.me.recapFrom = this.me.view?.seq ?? 0;
    this.follow.reset();
    this.recap = null;
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
  protected remember(): void {
    const v = this.view;
    if (!v || embedded) return;
    store.keep({
      ...this.saved,
      at: Date.now(),
      note: this.phaseWords(v),
      over: v.over,
      mine: this.toMove,
      hotseat: this.hotseat,
      turn: `turn ${v.turn.n} of ${v.turn.of}`,
      seen: this.me.recapFrom,
      ...this.opponent(),
    });
  }
  private phaseWords(v: View): string {
    const phase = this.board?.phases.find(p => p.id === v.phase)?.title ?? v.phase;
    return `${v.turn.date || `turn ${v.turn.n}`}, ${phase}`;
  }
  // Who plays the other side, in a word.
  opponent(): { foe?: string; foeSide?: Side } {
    if (this.hotseat) return { foe: 'hot seat' };
    if (this.active === 'watch') return { foe: 'you watch' };
    const side = other(this.active),
      p = this.me.presence[side];
    if (!p) return {};
    if (p.kind === 'bot') return { foe: 'computer', foeSide: side };
    return { foe: p.name || (p.taken ? 'another player' : 'not joined yet'), foeSide: side };
  }

  // What has happened and was not taken back.
  private kept: { of: GameEvent[]; n: number; out: GameEvent[] } = { of: [], n: -1, out: [] };
  happened(): GameEvent[] {
    const of = this.me.events;
    if (this.kept.of !== of || this.kept.n !== of.length)
      this.kept = { of, n: of.length, out: kept(of) };
    return this.kept.out;
  }

  // ---- what is where
  on(where: On): Action[] {
    return this.actions.filter(
      a =>
        (where.unit !== undefined && a.on.unit === where.unit) ||
        (where.hex !== undefined && a.on.hex === where.hex) ||
        (where.box !== undefined && a.on.box === where.box) ||
        (where.side !== undefined &&
          a.on.side &&
          ((a.on.side[0] === where.side[0] && a.on.side[1] === where.side[1]) ||
            (a.on.side[0] === where.side[1] && a.on.side[1] === where.side[0]))),
    );
  }
  private byId = { of: null as View | null, units: new Map<string, Unit>() };
  unit(id: string): Unit | undefined {
    const v = this.view;
    if (this.byId.of !== v) this.byId = { of: v, units: new Map(v?.units.map(u => [u.id, u])) };
    return this.byId.units.get(id);
  }
  sideOf(u: Unit): Side | undefined {
    return this.map.sprites?.counter(u)?.side ?? u.side;
  }
  nameOf(id: string): string {
    const u = this.unit(id) ?? ({ id, at: '' } as Unit);
    return this.map.sprites ? unitName(this.map.sprites, u) : id;
  }
  hexOf(on: On): number {
    if (!this.board) return -1;
    const id = on.hex ?? (on.unit ? this.unit(on.unit)?.at : undefined) ?? on.side?.[0];
    return id ? this.map.board.find(id) : -1;
  }
}
