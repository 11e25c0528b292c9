// One game on the page: hints, standing orders, layers, looking back, and going from unit to unit.
// It knows no rule.
import { type On, type OrderSet, type Overlay, type View } from './doc';
import type { Hit } from './map';
import { Refused, type Speed, store } from './net';
import type { Shown } from './review';
import { Choosing } from './table/choose';

export type { Proposal, SeatState, Ui, Who } from './table/types';

export class Play extends Choosing {
  async askHint(): Promise<void> {
    if (!this.deciding || this.thinking || this.puzzling) return;
    const asked = this.prompt;
    this.thinking = true;
    this.ui.refresh();
    for (const bot of this.bots) {
      try {
        const hint = await this.me.seat.ask<{ action: string; why: string }>({ cmd: 'think', bot });
        if (this.prompt !== asked) break; // the player has decided meanwhile
        this.hint = hint;
        const a = this.actions.find(x => x.id === hint.action),
          i = a ? this.hexOf(a.on) : -1;
        if (i >= 0) {
          this.map.centreOn(i, false);
          this.flash([i]);
        }
        this.ui.speak(`The computer would: ${a?.label ?? hint.action}. ${hint.why}`);
        break;
      } catch (e) {
        if (!(e instanceof Refused) || e.fault.code !== 'input') {
          if (e instanceof Refused) this.ui.toast(e.fault.text);
          break;
        }
      }
    }
    this.thinking = false;
    this.ui.refresh();
  }
  async setOrder(o: OrderSet): Promise<void> {
    try {
      const a = await this.me.seat.ask<{ orders: OrderSet[] }>({ cmd: 'orders', orders: [o] });
      this.me.orders = a.orders;
      void this.askActions(this.me);
    } catch (e) {
      if (e instanceof Refused) this.ui.toast(e.fault.text);
    }
    this.ui.refresh();
  }
  async showOverlay(name: string, args: string[] = []): Promise<void> {
    this.overlayName = name;
    this.overlayArgs = args;
    if (!name) {
      this.overlay = null;
      this.update();
      return;
    }
    const kind = this.board?.overlays.find(o => o.name === name);
    if (kind && kind.args.length > args.length) {
      const which = args.length ? 'the other' : 'a';
      this.overlay = null;
      this.ui.toast(`${kind.title}: choose ${which} ${kind.args[args.length]} on the board.`);
      this.update();
      return;
    }
    try {
      this.overlay = (
        await this.me.seat.ask<{ overlay: Overlay }>({ cmd: 'overlay', name, args })
      ).overlay;
      const { title, legend, lines } = this.overlay;
      this.ui.speak([title, ...legend.map(l => l.text), ...lines.map(l => l.text)].join('. '));
    } catch (e) {
      this.overlay = null;
      if (e instanceof Refused) this.ui.toast(e.fault.text);
    }
    this.update();
  }
  get overlayWants(): string | null {
    const k = this.board?.overlays.find(o => o.name === this.overlayName);
    return k && !this.overlay && k.args.length > this.overlayArgs.length
      ? k.args[this.overlayArgs.length]
      : null;
  }
  feedOverlay(hit: Hit): boolean {
    const want = this.overlayWants;
    if (!want || hit.hex < 0) return false;
    const b = this.map.board,
      id = b.hex[hit.hex].id,
      unit = hit.unit ?? this.map.stackAt.get(b.hex[hit.hex].same)?.units[0]?.id;
    const arg = want === 'unit' ? unit : id;
    if (!arg || arg.startsWith('?')) {
      this.ui.toast(`No ${want} there.`);
      return true;
    }
    void this.showOverlay(this.overlayName, [...this.overlayArgs, arg]);
    return true;
  }

  // ---- replay: past positions as this seat saw them
  async showAt(n: number | null): Promise<void> {
    const s = this.me,
      last = s.view?.seq ?? 0;
    this.lineAt = null;
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
    if (!exact)
      try {
        view = (await s.seat.ask<{ view: View }>({ cmd: 'view', at: n })).view;
        s.past.push({ seq: n, view });
        s.past.sort((a, b) => a.seq - b.seq);
      } catch {
        view ??= s.past[0]?.view ?? s.view;
      }
    if (this.replayAt !== Math.max(0, n)) return;
    if (view) this.map.setView(view);
    const e = s.events.find(x => x.n === n);
    this.lastCard = e?.card ? { card: e.card, dice: e.dice ?? [], fresh: false } : null;
    this.update();
    if (e) {
      const at = e.at.map(x => this.map.board.find(x)).filter(i => i >= 0);
      this.flash(at);
      if (at[0] !== undefined) this.map.centreOn(at[0], false);
      this.ui.speak(e.text);
    }
    this.ui.log();
  }
  // ---- review: what everybody together knew before a line of the journal; null: the end
  async showLine(line: number | null): Promise<View | null> {
    this.replayAt = null;
    this.lineAt = line;
    this.ways = null;
    this.letGo(false);
    let view = this.view;
    if (line !== null)
      try {
        view = (await this.me.seat.ask<{ view: View }>({ cmd: 'view', line })).view;
      } catch (e) {
        if (e instanceof Refused) this.ui.toast(e.fault.text);
        view = null;
      }
    if (this.lineAt !== line) return null;
    if (view) this.map.setView(view);
    this.update();
    this.ui.log();
    return view;
  }
  showWays(ways: Shown): void {
    this.ways = ways;
    this.update();
  }
  nextOwed(): void {
    const owed = this.prompt?.owed ?? [];
    if (!owed.length) {
      this.ui.toast('Nothing is owed.');
      return;
    }
    this.owedAt = (this.owedAt + 1) % owed.length;
    this.jump(owed[this.owedAt].on);
    this.ui.speak(owed[this.owedAt].text);
  }
  speak(text: string): void {
    this.ui.speak(text);
  }
  dismiss(): void {
    this.question = null;
    this.confirming = null;
    this.weighed = null;
    this.proposal = null;
    this.refusal = null;
    this.update();
  }
  // The card of what happened is read: on to the decision.
  goOn(): void {
    this.recap = null;
    this.update();
  }
  // The board again, without the panels: something is only pointed at.
  restage(): void {
    this.stage();
    this.map.touch();
  }
  setSpeed(speed: Speed): void {
    this.settings = store.set({ speed });
    if (speed === 'once') this.follow.finish();
    else this.follow.step();
    this.update();
  }
  tellName(): void {
    const name = this.settings.name;
    if (this.active === 'watch' || !name) return;
    void this.me.seat.ask({ cmd: 'name', name }).catch(() => {});
  }
  toggleArrows(): void {
    this.arrows = !this.arrows;
    this.update();
  }
  // Units that have not acted, the nearest to the middle of the view first, one place after the
  // other.
  nearest(): string[] {
    const idle = this.idle(),
      able = this.actions.filter(a => a.on.unit && this.hexOf(a.on) >= 0).map(a => a.on.unit!),
      ids = idle.length ? idle : [...new Set(able)],
      mid = this.map.middle,
      away = (id: string) => {
        const p = this.map.board.hex[this.hexOf({ unit: id })].at;
        return Math.hypot(p.x - mid.x, p.y - mid.y);
      };
    return ids.sort((a, b) => away(a) - away(b));
  }
  private passed = new Set<string>(); // gone over with Next, until all have been
  nextUnit(): void {
    const ids = this.nearest();
    if (!ids.length) {
      this.ui.toast('No unit has a choice now.');
      return;
    }
    if (this.sel) this.passed.add(this.sel);
    let id = ids.find(x => !this.passed.has(x));
    if (!id) {
      this.passed.clear();
      id = ids.find(x => x !== this.sel) ?? ids[0];
    }
    this.choose(id);
  }
  // N and "Show me": the unit is looked at, and nothing is done with it.
  choose(id: string): void {
    const hex = this.showUnit(id);
    if (hex < 0) return;
    void this.firstToGo(this.stackFrom(id, hex)).then(first => this.lookAtUnit(first, hex));
  }
  // A press on its line in the list means the unit, as a click on the board does.
  takeUnit(id: string): void {
    const hex = this.showUnit(id);
    if (hex < 0) return;
    const stack = this.stackFrom(id, hex);
    if (stack.length > 1) void this.enterStack(stack, hex, false);
    else void this.tapUnit(id, false, hex);
  }
  private showUnit(id: string): number {
    const hex = this.hexOf({ unit: id });
    if (hex < 0) return hex;
    this.map.centreOn(hex, false);
    this.question = null;
    this.cursor = hex;
    this.ui.speak(this.nameOf(id));
    return hex;
  }
  private stackFrom(id: string, hex: number): string[] {
    const rest = this.stackAll(hex)
      .map(u => u.id)
      .filter(x => x !== id);
    return [id, ...rest];
  }
  // The view goes over what happened once more, at reading speed.
  playAgain(): void {
    const r = this.recap;
    if (!r) return;
    const lines = r.items.flatMap(i => i.lines).sort((a, b) => a.n - b.n),
      step = (i: number) => {
        const n = lines[i]?.last;
        if (n === undefined || (i > 0 && this.replayAt !== lines[i - 1].last)) {
          if (n === undefined) void this.showAt(null);
          return;
        }
        void this.showAt(n).then(() => setTimeout(() => step(i + 1), this.map.still ? 250 : 700));
      };
    step(0);
  }
  jump(on: On): void {
    const i = this.hexOf(on);
    if (i < 0) return;
    this.map.centreOn(i);
    this.flash([i]);
    this.stackHex = i;
    if (on.unit && this.on({ unit: on.unit }).length) {
      this.sel = on.unit;
      void this.askReach(on.unit).then(() => this.update());
    }
    this.update();
    setTimeout(() => this.flash([]), 1600);
  }
  async journal(): Promise<string> {
    return (await this.me.seat.ask<{ journal: string }>({ cmd: 'save' })).journal;
  }
  say(text: string): void {
    void this.me.seat.ask({ cmd: 'chat', text }).catch(e => {
      if (e instanceof Refused) this.ui.toast(e.fault.text);
    });
  }
  close(): void {
    for (const s of this.seats.values()) s.seat.close();
    this.map.close();
  }
}
