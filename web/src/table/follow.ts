// The other side's moves, played out one at a time at the speed the player sets. News comes as fast
// as the other side decides; it waits here until the board has shown what came before.
import type { GameEvent, View } from '../doc';
import type { Speed } from '../net';
import { type Line, goesOnHidden } from '../story';

export interface Frame {
  events: GameEvent[];
  view: View;
}
export interface Stagehand {
  speed(): Speed;
  lines(events: GameEvent[]): Line[];
  draw(frame: Frame, line: Line | null): void; // puts it on the board
  ended(): void; // all has been shown
  changed(): void; // the panel is to be drawn again
}
const WAIT: Record<Speed, number> = { step: 0, slow: 600, quick: 200, once: 0 };
const DICE = 1500; // a roll stays at least so long

export class Follow {
  on = false; // something is being shown, or waits to be shown
  paused = false;
  skipping = false; // until the decision comes back
  shown: Line[] = []; // of this phase, oldest first
  now: Line | null = null;
  phase = '';
  thinking = Date.now(); // since when nothing has come
  private queue: Frame[] = [];
  private timer = 0;
  constructor(private hand: Stagehand) {}

  get waitsForKey(): boolean {
    return this.on && this.timer === 0 && (this.paused || this.hand.speed() === 'step');
  }
  add(f: Frame): void {
    this.thinking = Date.now();
    this.queue.push(f);
    if (this.on) return;
    this.on = true;
    this.next();
  }
  // One frame, and those after it that go on with the same unit's move.
  private take(): Frame {
    const f = this.queue.shift()!,
      unit = f.events[f.events.length - 1]?.units[0];
    while (this.queue.length && this.goesOn(f, unit)) {
      const more = this.queue.shift()!;
      f.events = [...f.events, ...more.events];
      f.view = more.view;
    }
    return f;
  }
  private goesOn(f: Frame, unit: string | undefined): boolean {
    const next = this.queue[0];
    if (!f.events.length || !next.events.length) return true;
    if (next.view.phase !== f.view.phase) return false;
    const last = f.events[f.events.length - 1];
    if (!unit) return goesOnHidden(last, next.events[0]);
    const one = (e: GameEvent) => !e.card && e.units.length === 1 && e.units[0] === unit;
    return next.events.every(one) && f.events.every(one);
  }
  private next = (): void => {
    this.timer = 0;
    if (!this.queue.length) {
      this.on = false;
      this.hand.ended();
      return;
    }
    const f = this.take(),
      key = `${f.view.turn.n}/${f.view.phase}`,
      lines = this.hand.lines(f.events);
    if (key !== this.phase) {
      this.phase = key;
      this.shown = [];
    }
    const seen = lines.filter(l => l.kind !== 'note' || l.at.length > 0);
    for (const l of seen) this.remember(l);
    this.now =
      seen.find(l => l.kind === 'fight') ?? seen.find(l => l.kind !== 'note') ?? seen[0] ?? null;
    this.hand.draw(f, this.now);
    this.hand.changed();
    this.wait(lines);
  };
  private remember(l: Line): void {
    const last = this.shown[this.shown.length - 1],
      isWay = l.kind === 'move' || l.kind === 'back',
      goesOn = isWay && last?.kind === l.kind && last.unit === l.unit;
    if (!goesOn || last.way[last.way.length - 1] !== l.way[0]) {
      this.shown.push(l);
      return;
    }
    const way = [...last.way, ...l.way.slice(1)];
    this.shown[this.shown.length - 1] = { ...last, way, last: l.last };
  }
  private wait(lines: Line[]): void {
    const speed = this.hand.speed(),
      quiet = !this.now;
    if (!quiet && (speed === 'step' || this.paused)) return; // until a key
    const fight = lines.some(l => l.kind === 'fight') ? DICE : 0,
      ms = quiet ? 0 : Math.max(WAIT[speed], speed === 'once' ? 0 : fight);
    this.timer = window.setTimeout(this.next, ms);
  }
  step(): void {
    if (this.on && this.timer === 0) this.next();
  }
  pause(): void {
    this.paused = !this.paused;
    if (!this.paused) this.step();
    this.hand.changed();
  }
  // Ends the show; what still comes before the own decision is not played out either.
  skip(): void {
    this.skipping = true;
    this.paused = false;
    this.finish();
  }
  // The last position at once; the speed may have been changed to that, or the page is handed over.
  finish(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const last = this.queue[this.queue.length - 1];
    this.queue = [];
    if (last) this.hand.draw(last, null);
    const was = this.on;
    this.on = false;
    if (was) this.hand.ended();
  }
  reset(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.queue = [];
    this.on = false;
    this.now = null;
    this.shown = [];
    this.phase = '';
  }
}
