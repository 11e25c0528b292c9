// What a tap means, and what is sent: every choice is an action the server offered, every refusal
// its own words.
import {
  type Action,
  type Card,
  type Fault,
  type GameEvent,
  type Reach,
  type ReachHex,
  type Unit,
  phaseSide,
  points,
} from '../doc';
import type { Hit } from '../map';
import { fill, h, plural } from '../dom';
import { Refused } from '../net';
import { closePop, openPop, openRule } from '../rules';
import { together, wayTo } from './group';
import { Stage } from './stage';

const wordIn = (text: string, word: string): boolean => text.split(' ').includes(word);
const swap = (text: string, from: string, to: string): string =>
  text
    .split(' ')
    .map(w => (w === from ? to : w))
    .join(' ');

export abstract class Choosing extends Stage {
  // ---- what a tap means
  private lastTap = { hex: -1, at: 0 };
  // The second tap of a double click does nothing when the first has sent something.
  private isSecondTap(t: Hit): boolean {
    const { hex, at } = this.lastTap,
      now = performance.now();
    this.lastTap = { hex: t.hex, at: now };
    return t.hex >= 0 && t.hex === hex && now - at < 400 && this.sentAt >= at;
  }
  protected sentAt = 0;
  tap(t: Hit): void {
    closePop();
    if (this.isSecondTap(t)) return;
    if (this.follow.on) {
      this.follow.skip();
      return;
    }
    this.question = null;
    if (!this.live) {
      if (t.hex >= 0) this.inspectQuietly(t.hex);
      return;
    }
    this.refusal = null;
    if (t.unit) {
      this.map.closeFan();
      void this.tapUnit(t.unit, t.touch, t.hex);
      return;
    }
    if (t.hex < 0) {
      this.letGo();
      return;
    }
    this.cursor = -1;
    if (!this.tapChoice(t) && !this.tapStack(t)) this.tapEmpty(t);
  }
  // A hexside, a hex of the reach, or a hex with a choice of its own.
  private tapChoice(t: Hit): boolean {
    const b = this.map.board,
      id = b.hex[t.hex].id,
      sides = t.side ? this.on({ side: [b.hex[t.side[0]].id, b.hex[t.side[1]].id] }) : [];
    if (sides.length) {
      this.offer(sides, t.hex, t.touch);
      return true;
    }
    const step = this.reach?.hexes.find(x => x.hex === id && x.do && x.from !== null);
    if (step && this.deciding && this.sel) {
      if (t.touch && this.proposal?.hex !== t.hex) this.proposeMove(t.hex);
      else this.goTo(t.hex);
      return true;
    }
    const acts = this.on({ hex: id });
    if (acts.length) this.offer(acts, t.hex, t.touch);
    return acts.length > 0;
  }
  private tapStack(t: Hit): boolean {
    const units = this.map.stackAt.get(this.map.board.hex[t.hex].same)?.units ?? [],
      able = units.filter(u => this.on({ unit: u.id }).length),
      choice = able.length ? able : units;
    if (!choice.length) return false;
    if (this.aimsAtEnemies(units)) {
      void this.whyNot(t.hex);
      return true;
    }
    if (able.length > 1 && this.deciding) {
      void this.takeStack(able, t);
      return true;
    }
    const now = choice.findIndex(u => u.id === this.sel),
      pick = choice[now >= 0 && choice.length > 1 ? (now + 1) % choice.length : 0];
    if (units.length > 1 && t.touch && !able.length) this.map.openFan(units.length ? t.hex : -1);
    void this.tapUnit(pick.id, t.touch, t.hex);
    return true;
  }
  // A unit on its way and a tap on enemies: not a choice, so the reason is wanted.
  private aimsAtEnemies(units: Unit[]): boolean {
    const mover = this.sel ? this.unit(this.sel) : undefined,
      goes = this.deciding && this.reach?.hexes.some(x => x.do);
    if (!mover || !goes || this.sideOf(mover) !== this.active) return false;
    return units.every(u => this.sideOf(u) !== this.active);
  }
  private tapEmpty(t: Hit): void {
    if (this.deciding && (this.sel || this.actions.some(a => a.on.hex))) {
      void this.whyNot(t.hex);
      return;
    }
    this.letGo();
    this.inspectQuietly(t.hex);
  }
  // The first tap takes the top unit and opens the stack; the second takes all that can go.
  private async takeStack(able: Unit[], t: Hit): Promise<void> {
    const mains = able.filter(u => this.on({ unit: u.id }).some(a => this.isMain(a))),
      list = mains.length ? mains : able,
      again = list.some(u => u.id === this.sel) && this.openStack === t.hex;
    if (again && !this.reach) {
      await this.tapUnit(this.sel!, t.touch, t.hex); // looked at by key, now meant
      return;
    }
    if (again && this.group.length < list.length) {
      await this.setGroup(list.map(u => u.id));
      return;
    }
    if (again) return;
    await this.enterStack(
      list.map(u => u.id),
      t.hex,
      t.touch,
    );
  }
  // Of a stack the first unit that can go is taken; where none can, the card asks which is meant.
  protected async enterStack(ids: string[], hex: number, touch: boolean): Promise<void> {
    const first = await this.firstToGo(ids);
    this.openStack = hex;
    await this.tapUnit(first, touch, hex, true);
  }
  protected async firstToGo(ids: string[]): Promise<string> {
    const reaches = await this.reachesOf(ids);
    return reaches.find(r => r.hexes.some(x => x.do))?.unit ?? ids[0];
  }
  // A place where the unit must stop says so by `must`; that alone is no risk.
  private async reachOf(unit: string): Promise<Reach | null> {
    try {
      const { reach } = await this.me.seat.ask<{ reach: Reach }>({ cmd: 'reach', unit });
      for (const x of reach.hexes) if (x.risk === 'must stop') delete x.risk;
      return reach;
    } catch {
      return null;
    }
  }
  private async reachesOf(ids: string[]): Promise<Reach[]> {
    const asked = await Promise.all(ids.map(id => this.reachOf(id))),
      all = asked.filter((r): r is Reach => !!r);
    for (const r of all) if (!r.hexes.some(x => x.do)) this.fixed.set(r.unit, this.place);
    return all;
  }
  private fixed = new Map<string, string>(); // units found unable to go, and at which decision
  // ---- several units together
  openStack = -1; // the hex whose units are laid out
  get stackUnits(): Unit[] {
    const hex = this.openStack,
      units = hex >= 0 ? (this.map.stackAt.get(this.map.board.hex[hex].same)?.units ?? []) : [];
    return this.deciding ? units.filter(u => this.on({ unit: u.id }).length) : [];
  }
  async setGroup(ids: string[]): Promise<void> {
    const goes = (await this.reachesOf(ids)).filter(r => r.hexes.some(x => x.do));
    if (!goes.length) return;
    this.reaches = new Map(goes.map(r => [r.unit, r]));
    this.group = goes.map(r => r.unit);
    if (!this.sel || !this.group.includes(this.sel)) this.sel = this.group[0];
    this.proposal = null;
    this.refusal = null;
    if (goes.length === 1) {
      this.reach = goes[0];
      this.fewer.clear();
    } else {
      const g = together(goes);
      this.reach = g.reach;
      this.fewer = g.fewer;
      this.slowest = g.slowest;
    }
    this.update();
    this.ui.speak(`${plural(this.group.length, 'unit')} selected.`);
  }
  toggle(id: string): void {
    const now = this.group.length ? this.group : this.sel ? [this.sel] : [],
      next = now.includes(id) ? now.filter(x => x !== id) : [...now, id];
    if (next.length) void this.setGroup(next);
    else this.letGo();
  }
  takeAll(): boolean {
    const units = this.stackUnits;
    if (units.length < 2) return false;
    void this.setGroup(units.map(u => u.id));
    return true;
  }
  protected grab(hex: number): boolean {
    if (hex < 0 || !this.sel || !this.deciding || !this.live) return false;
    return this.hexOf({ unit: this.sel }) === hex && !!this.reach?.hexes.some(x => x.do);
  }
  protected drop(hex: number): void {
    const id = this.map.board.hex[hex]?.id;
    if (this.reach?.hexes.some(x => x.hex === id && x.do && x.from !== null)) this.goTo(hex);
    else if (hex >= 0 && hex !== this.hexOf({ unit: this.sel ?? '' })) void this.whyNot(hex);
  }
  protected inspectQuietly(hex: number): void {
    this.cursor = hex;
    this.update();
    this.cursor = -1;
    this.stackHex = hex;
    this.ui.refresh();
  }
  stackHex = -1;

  async tapUnit(id: string, touch: boolean, hex: number, ofStack = false): Promise<void> {
    const acts = this.on({ unit: id }),
      u = this.unit(id);
    this.turnTo(hex);
    if (!u) return;
    if (this.prompt?.selected.length === 1 && this.prompt.selected[0] === id && this.reach) {
      this.update();
      return;
    }
    // In the middle of another unit's decision a tap on a third one asks why not.
    this.sel = id;
    this.reach = null;
    await this.askReach(id);
    const moves = this.reach && (this.reach as Reach).hexes.some(x => x.do);
    if (this.deciding && acts.length && !moves) {
      this.sel = null;
      this.reach = null;
      this.update();
      // else the card of the stack asks which; its order is nothing that a first tap means
      if (!ofStack || (acts.length === 1 && this.isMain(acts[0]))) this.offer(acts, hex, touch);
      return;
    }
    if (this.stackAll(hex).length > 1) this.openStack = hex;
    this.update();
    this.sayUnit(id);
    if (
      this.deciding &&
      !acts.length &&
      !moves &&
      this.sideOf(u) === this.active &&
      this.actions.some(a => a.on.unit)
    )
      void this.whyNotUnit(id);
  }
  private turnTo(hex: number): void {
    this.stackHex = hex;
    this.group = [];
    this.fewer.clear();
    this.proposal = null;
    this.refusal = null;
  }
  // Keys and lists go from unit to unit: one is selected and said, and nothing is done with it.
  async lookAtUnit(id: string, hex: number): Promise<void> {
    this.turnTo(hex);
    this.sel = id;
    this.reach = null;
    await this.askReach(id);
    if (this.stackAll(hex).length > 1) this.openStack = hex;
    this.update();
    this.sayUnit(id);
  }
  private sayUnit(id: string): void {
    const hexes = this.reach?.hexes.some(x => x.do) ? this.reach.hexes.length - 1 : 0,
      reach = hexes ? ` It can reach ${plural(hexes, 'hex', 'hexes')}.` : '';
    this.ui.speak(`${this.nameOf(id)} selected.${reach}`);
  }
  async askReach(id: string): Promise<void> {
    if (id.startsWith('?')) {
      this.reach = null;
      return;
    }
    const reach = await this.reachOf(id);
    if (this.sel === id) this.reach = reach && reach.hexes.length > 1 ? reach : null;
  }
  protected stackAll(hex: number): Unit[] {
    const units = this.map.stackAt.get(this.map.board.hex[hex]?.same ?? -1)?.units ?? [];
    return units.filter(u => this.on({ unit: u.id }).length);
  }
  letGo(redraw = true): void {
    this.group = [];
    this.fewer.clear();
    this.openStack = -1;
    this.sel = null;
    this.reach = null;
    this.proposal = null;
    this.refusal = null;
    this.confirming = null;
    this.weighed = null;
    this.map.closeFan();
    if (this.prompt?.selected.length === 1 && this.deciding && this.live) void this.promptChanged();
    if (redraw) this.update();
  }
  // One choice is made (on touch: proposed first); several open a menu.
  offer(acts: Action[], hex: number, touch: boolean): void {
    if (acts.length === 1 && !acts[0].vary) {
      const a = acts[0];
      if (touch && !a.odds && this.proposal?.hex !== hex) {
        this.proposal = { hex, title: a.label, note: '', rule: a.rule, go: () => void this.act(a) };
        this.update();
        return;
      }
      void this.act(a);
      return;
    }
    const p =
        hex >= 0
          ? this.map.screen(this.map.board.hex[hex].at)
          : { x: innerWidth / 2, y: innerHeight / 2 },
      r = this.map.canvas.getBoundingClientRect();
    this.menu(acts, { x: p.x + r.left, y: p.y + r.top + this.map.cam.r * 0.6 });
  }
  menu(acts: Action[], at: { x: number; y: number }): void {
    const e = openPop(
      at,
      'menu',
      x =>
        fill(
          x,
          acts.map((a, i) =>
            h(
              'button',
              {
                type: 'button',
                role: 'menuitem',
                onclick: () => {
                  closePop();
                  void this.act(a);
                },
              },
              i < 9 ? h('kbd', null, String(i + 1)) : null,
              h('span', { class: 'grow' }, a.label),
              h('span', { class: 'chip' }, a.rule),
            ),
          ),
        ),
      'menu',
      'Choices here',
    );
    (e.querySelector('button') as HTMLElement | null)?.focus();
    e.addEventListener('keydown', k => {
      const items = [...e.querySelectorAll('button')],
        now = items.indexOf(document.activeElement as HTMLButtonElement);
      if (k.key === 'ArrowDown' || k.key === 'ArrowUp') {
        items[(now + (k.key === 'ArrowDown' ? 1 : items.length - 1)) % items.length].focus();
        k.preventDefault();
        k.stopPropagation();
      }
      if (/^[1-9]$/.test(k.key) && items[+k.key - 1]) {
        items[+k.key - 1].click();
        k.preventDefault();
        k.stopPropagation();
      }
    });
  }
  proposeMove(hex: number): void {
    const x = this.reach!.hexes.find(r => r.hex === this.map.board.hex[hex].id)!,
      many = this.group.length > 1,
      name = many ? `${this.group.length} units` : this.nameOf(this.sel!);
    this.proposal = {
      hex,
      unit: this.sel!,
      title: `${name} to ${x.hex}: ${points(x.cost)} spent, ${points(x.left)} left.`,
      note: x.risk ? `Risk: ${x.risk}.` : '',
      rule: x.rule,
      go: () => this.goTo(hex),
    };
    this.update();
  }
  goTo(hex: number): void {
    const id = this.map.board.hex[hex].id,
      all = this.group.length > 1 ? this.group.map(u => this.reaches.get(u)!) : [this.reach!],
      ways = all.flatMap(r => {
        const w = r ? wayTo(r, id) : null;
        return w ? [{ unit: r.unit, ...w }] : [];
      });
    if (!ways.length) return;
    this.lastPath = new Map(ways.map(w => [w.unit, w.way]));
    void this.send(
      ways.flatMap(w => w.actions),
      hex,
    );
  }

  // ---- before something ends with choices left, the panel asks once
  private askedAt = '';
  protected get place(): string {
    const v = this.view;
    return v ? `${v.turn.n}/${v.phase}/${this.prompt?.node}` : '';
  }
  // Whether this side plans its own part of the turn, or only answers what the other side does.
  get ownPart(): boolean {
    const phase = this.board?.phases.find(x => x.id === this.view?.phase),
      owner = phaseSide(phase);
    if (owner && owner !== this.active) return false;
    if (phase?.id.startsWith('setup')) return false;
    return !this.prompt?.cards.some(c => c.kind === 'odds' && !c.table);
  }
  // Own units on the map that have a choice here and have done nothing in this phase.
  idle(): string[] {
    const v = this.view,
      q = this.prompt;
    if (!v || !q || !this.deciding || q.selected.length || !this.ownPart) return [];
    const acted = new Set(
      this.happened()
        .filter(e => e.turn === v.turn.n && e.phase === v.phase)
        .map(e => e.units[0]),
    );
    const able = new Set(this.actions.filter(a => this.isMain(a)).map(a => a.on.unit!));
    return [...able].filter(id => {
      const u = this.unit(id);
      if (this.fixed.get(id) === this.place) return false;
      return (
        !!u && this.sideOf(u) === this.active && this.hexOf({ unit: id }) >= 0 && !acted.has(id)
      );
    });
  }
  private asksFirst(a: Action): boolean {
    const ask = this.settings.ask;
    if (a.on.button !== 'end' || ask === 'never' || this.question?.action.id === a.id) return false;
    if (this.askedAt === this.place || this.prompt?.selected.length || !this.ownPart) return false;
    return ask === 'always' || this.idle().length > 0 || this.map.scene.targets.size > 0;
  }
  private async askBefore(a: Action): Promise<void> {
    const units = this.idle(),
      places = this.map.scene.targets.size,
      moves = units.length > 0 && (await this.canMove(units[0]));
    const still = moves ? 'have not moved' : 'can still act',
      one = moves ? 'has not moved' : 'can still act',
      parts = [
        units.length ? `${plural(units.length, 'unit')} ${units.length === 1 ? one : still}` : '',
        places ? `${plural(places, 'place')} can be attacked` : '',
      ].filter(Boolean);
    this.question = { action: a, units, text: parts.length ? `${parts.join(', ')}.` : '' };
    this.askedAt = this.place;
    this.letGo();
    this.ui.speak(`${this.question.text} ${a.label}?`);
  }
  private async canMove(id: string): Promise<boolean> {
    const reach = await this.reachOf(id);
    return !!reach?.hexes.some(x => x.do);
  }
  // ---- sending
  async act(a: Action, n?: number): Promise<void> {
    if (!this.deciding || this.busy) return;
    if (this.asksFirst(a)) {
      await this.askBefore(a);
      return;
    }
    const asked = this.confirming?.id === a.id,
      shown = this.prompt?.cards.some(c => c.do === a.id);
    if (a.odds && this.settings.confirm && !asked && !shown) {
      await this.weigh(a);
      return;
    }
    if (a.confirm && this.settings.confirm && !asked) {
      this.confirming = a;
      this.update();
      this.ui.speak(a.confirm);
      return;
    }
    let text = a.id;
    if (a.vary && n !== undefined) {
      const w = text.split(' ');
      w[a.vary.word] = String(n);
      text = w.join(' ');
    }
    await this.send([text], this.hexOf(a.on));
  }
  // A shot: its card first, the roll when the player says so. Where the odds cannot be told, the
  // question comes without them.
  private async weigh(a: Action): Promise<void> {
    const seq = this.me.view?.seq,
      card = await this.me.seat.ask<{ card: Card }>({ cmd: 'odds', actions: [a.id] }).then(
        r => r.card,
        () => null,
      );
    if (this.me.view?.seq !== seq) return;
    this.confirming = a;
    this.weighed = card;
    this.refusal = null;
    this.update();
    this.ui.speak(`${a.label}?`);
  }
  async actText(text: string): Promise<void> {
    await this.send([text]);
  }
  async send(actions: string[], hex = -1): Promise<void> {
    const s = this.me;
    if (!s.view || !s.up) {
      this.ui.toast('Not connected.');
      return;
    }
    this.busy = true;
    this.sentAt = performance.now();
    this.confirming = null;
    this.weighed = null;
    this.proposal = null;
    this.refusal = null;
    this.lastCard = null;
    this.question = null;
    this.recap = null;
    this.group = [];
    this.fewer.clear();
    this.openStack = -1;
    const planned = this.ownPart;
    try {
      const a = await s.seat.change<{
        events: GameEvent[];
        done?: number;
        seq?: number;
        stopped?: Fault;
      }>(
        actions.length === 1 ? { cmd: 'do', action: actions[0] } : { cmd: 'do', actions },
        s.view.seq,
      );
      if (planned) s.recapFrom = a.events.at(-1)?.n ?? s.recapFrom;
      s.decided = true;
      if ((a.done ?? 1) > 0) this.onActed?.(actions.slice(0, a.done ?? 1));
      this.restFrom = a.seq ?? 0;
      this.goOnLater(actions.slice(a.done ?? 1), a.events, a.stopped);
      void this.askActions(s); // the view may be the same as before, and then nothing is pushed
      if (a.stopped?.code === 'refused' && !a.events.length) this.refuse(a.stopped, hex);
    } catch (e) {
      this.lastPath = undefined;
      if (e instanceof Refused) {
        if (e.fault.code === 'stale') {
          this.ui.toast('Something has happened since; look again.');
          void this.askActions(s);
        } else this.refuse(e.fault, hex);
      } else this.ui.toast('That did not reach the server.');
    } finally {
      this.busy = false;
    }
    this.update();
  }
  // A way stops where something is shown or the other side may answer. Unless dice fell, what is
  // left of it goes on by itself as soon as it is offered again.
  private goOnLater(rest: string[], events: GameEvent[], stopped?: Fault): void {
    const rolled = events.some(e => typeof e.card?.rolled === 'number');
    this.rest = rolled || stopped ? [] : rest;
    this.restOf = this.active;
  }
  protected override async goOnNow(): Promise<boolean> {
    const rest = this.rest,
      since = this.me.events.filter(e => e.n > this.restFrom),
      rolled = since.some(e => typeof e.card?.rolled === 'number'),
      offered = this.actions.some(a => a.id === rest[0]);
    if (!rest.length || this.busy || !this.deciding) return false;
    if (this.restOf !== this.active) return false;
    if ((this.view?.seq ?? 0) < this.restFrom) return false; // the position after it is on its way
    this.rest = [];
    if (rolled || !offered) return false;
    await this.send(rest);
    return true;
  }
  private restFrom = 0; // the position it stopped at
  protected refuse(f: Fault, hex: number): void {
    this.refusal = { ...f, hex: hex >= 0 ? hex : undefined };
    this.ui.sound('no');
    this.update();
    if (f.rule && hex >= 0 && this.board) {
      const p = this.map.screen(this.map.board.hex[hex].at),
        r = this.map.canvas.getBoundingClientRect();
      if (matchMedia('(min-width: 821px)').matches)
        void openRule(
          { x: p.x + r.left, y: p.y + r.top + this.map.cam.r * 0.9 },
          { game: this.view!.game, id: f.rule, head: f.text, instead: this.instead(hex) },
        );
    }
  }
  // What is open instead: the nearest hex of the reach.
  protected instead(hex: number): HTMLElement | null {
    const open = this.nearestOpen(hex);
    if (!open) return null;
    return h('div', { class: 'row' }, 'Open instead: ', this.insteadButton(open));
  }
  // The button on the panel for the same.
  insteadOf(hex: number): HTMLElement | null {
    const open = this.nearestOpen(hex);
    return open ? this.insteadButton(open) : null;
  }
  private insteadButton(x: ReachHex): HTMLElement {
    const go = (): void => {
      closePop();
      this.goTo(this.map.board.find(x.hex));
    };
    return h(
      'button',
      { class: 'btn dense', type: 'button', onclick: go },
      h('b', null, x.hex),
      `for ${points(x.cost)}`,
    );
  }
  private nearestOpen(hex: number): ReachHex | undefined {
    const b = this.map.board,
      open = this.reach?.hexes
        .filter(x => x.do && x.from !== null && x.stop)
        .map(x => ({ x, d: b.distance(b.find(x.hex), hex) }))
        .sort((p, q) => p.d - q.d)[0];
    return open?.x;
  }
  // Every way there may end beside it, where the unit must stop; else it is too far.
  private outOfReach(hex: number): Fault {
    const { id, next } = this.map.board.hex[hex],
      name = this.nameOf(this.sel!),
      beside = this.reach!.hexes.filter(x => next.includes(this.map.board.find(x.hex))),
      stop = beside.find(x => x.must);
    if (stop && beside.every(x => x.must)) {
      const text = `${name} must stop in ${stop.hex} and goes no farther, so not to ${id}.`;
      return { code: 'refused', text, rule: stop.rule };
    }
    const left = points(this.reach!.hexes.find(x => x.from === null)?.left ?? 0),
      text = `${id} is not within reach of ${name}, which has ${left} points.`;
    return { code: 'refused', text };
  }
  // An offered action with another place put in: the server says why not.
  protected async whyNot(hex: number): Promise<void> {
    const id = this.map.board.hex[hex].id;
    const near = this.reach?.hexes.find(x => x.do && wordIn(x.do, x.hex)),
      one = this.actions.find(a => a.on.hex && wordIn(a.id, a.on.hex));
    const text = near ? swap(near.do!, near.hex, id) : one ? swap(one.id, one.on.hex!, id) : null;
    if (!text) {
      this.letGo();
      this.inspectQuietly(hex);
      return;
    }
    // before it has begun the step itself is no choice yet: say what the reach says
    const begun = !near || !this.reach!.begin.length;
    if (!begun && this.reach && this.sel) {
      this.refuse(this.outOfReach(hex), hex);
      return;
    }
    try {
      await this.me.seat.ask({ cmd: 'why', action: text });
      this.refuse({ code: 'refused', text: `${id} is too far for now.` }, hex);
    } catch (e) {
      if (e instanceof Refused && e.fault.code === 'refused') this.refuse(e.fault, hex);
      else {
        this.letGo();
        this.inspectQuietly(hex);
      }
    }
  }
  protected async whyNotUnit(id: string): Promise<void> {
    const one = this.actions.find(a => a.on.unit && wordIn(a.id, a.on.unit));
    if (!one) return;
    try {
      await this.me.seat.ask({ cmd: 'why', action: swap(one.id, one.on.unit!, id) });
    } catch (e) {
      if (e instanceof Refused && e.fault.code === 'refused') {
        this.refusal = { ...e.fault };
        this.update();
      }
    }
  }
  async undo(turn = false): Promise<void> {
    if (!this.view || this.puzzling) return;
    try {
      this.letGo(false);
      await this.me.seat.ask({
        cmd: 'undo',
        key: crypto.randomUUID?.() ?? String(Math.random()),
        ...(turn ? { to: 'turn' } : {}),
      });
      this.lastCard = null;
      void this.askActions(this.me);
      this.ui.speak(turn ? 'The turn is undone.' : 'Undone.');
    } catch (e) {
      if (e instanceof Refused) {
        this.refusal = e.fault;
        this.update();
      }
    }
  }
}
