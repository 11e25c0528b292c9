// The page's side of the map, lowest layer: what part of the board is in sight, how large, and how
// it gets there.
import { type P, pt } from '../geom';
import type { MapEvents } from './scene';
import { Sheet } from './sheet';

export abstract class Camera extends Sheet {
  constructor(
    public canvas: HTMLCanvasElement,
    protected ev: MapEvents,
  ) {
    super();
  }
  protected abstract wake(): void; // a frame is wanted
  protected abstract changed(): void; // the camera has moved
  insets = { left: 0, top: 48, right: 0, bottom: 0 };
  still = false; // no motion
  panned = false; // by hand, since the view last followed something
  maxR = 130;
  protected goal: {
    x: number;
    y: number;
    r: number;
    start: number;
    from: { x: number; y: number; r: number };
  } | null = null;
  protected pinch = false;
  protected free(): { x: number; y: number; w: number; h: number } {
    const i = this.insets;
    return {
      x: i.left,
      y: i.top,
      w: Math.max(120, this.w - i.left - i.right),
      h: Math.max(120, this.h - i.top - i.bottom),
    };
  }
  // What lay in the middle of the free board stays there when a panel grows or shrinks.
  inset(to: Camera['insets']): void {
    const at = (): P => {
        const f = this.free();
        return pt(f.x + f.w / 2, f.y + f.h / 2);
      },
      before = at();
    this.insets = to;
    const after = at();
    if (!this.board || Math.hypot(after.x - before.x, after.y - before.y) < 1) return;
    for (const c of [this.cam, this.goal, this.goal?.from]) {
      if (!c) continue;
      c.x -= (after.x - before.x) / c.r;
      c.y -= (after.y - before.y) / c.r;
    }
    this.changed();
  }
  protected minR(): number {
    const f = this.free(),
      b = this.board.box;
    return Math.min(0.92 * Math.min(f.w / (b.x1 - b.x0), f.h / (b.y1 - b.y0)), 40);
  }
  protected clampR(r: number): number {
    return Math.max(this.minR(), Math.min(this.maxR, r));
  }
  protected hold(): void {
    const b = this.board?.box,
      f = this.free();
    if (!b) return;
    // at most one hex of nothing beyond the map's edge; a board smaller than the window lies in its
    // middle
    const ox = (f.x + f.w / 2 - this.w / 2) / this.cam.r,
      oy = (f.y + f.h / 2 - this.h / 2) / this.cam.r;
    const keep = (at: number, lo: number, hi: number, off: number, room: number) => {
      const half = room / this.cam.r / 2;
      if (2 * half >= hi - lo + 2) return (lo + hi) / 2 - off;
      return Math.max(lo - 1 + half - off, Math.min(hi + 1 - half - off, at));
    };
    this.cam.x = keep(this.cam.x, b.x0, b.x1, ox, f.w);
    this.cam.y = keep(this.cam.y, b.y0, b.y1, oy, f.h);
  }
  // The scale at which the map is as wide as the free board.
  get fillR(): number {
    const { x0, x1 } = this.board.box;
    return this.free().w / (x1 - x0);
  }
  // A place in the middle of the free board at a scale that can be read.
  lookAt(p: P, r: number): void {
    const f = this.free();
    this.cam = {
      r: this.clampR(r),
      x: p.x - (f.x + f.w / 2 - this.w / 2) / r,
      y: p.y - (f.y + f.h / 2 - this.h / 2) / r,
    };
    this.goal = null;
    this.changed();
  }
  // The middle of the free board, on the sheet.
  get middle(): P {
    const f = this.free();
    return this.world(f.x + f.w / 2, f.y + f.h / 2);
  }
  fit(hexes?: number[]): void {
    if (!this.board || !this.w) return;
    const f = this.free();
    let b = this.board.box;
    if (hexes?.length) {
      const p = hexes.map(h => this.board.hex[h].at);
      b = {
        x0: Math.min(...p.map(q => q.x)) - 2,
        x1: Math.max(...p.map(q => q.x)) + 2,
        y0: Math.min(...p.map(q => q.y)) - 2,
        y1: Math.max(...p.map(q => q.y)) + 2,
      };
    }
    const r = this.clampR(
      Math.min(f.w / (b.x1 - b.x0), f.h / (b.y1 - b.y0), hexes?.length ? 64 : Infinity) * 0.96,
    );
    this.cam = {
      r,
      x: (b.x0 + b.x1) / 2 - (f.x + f.w / 2 - this.w / 2) / r,
      y: (b.y0 + b.y1) / 2 - (f.y + f.h / 2 - this.h / 2) / r,
    };
    this.goal = null;
    this.changed();
  }
  // Whether at least one of these hexes is in the free part of the window, and large enough to be
  // pointed at.
  shows(hexes: number[]): boolean {
    const f = this.free(),
      m = Math.min(20, this.cam.r * 0.6); // not half under an edge
    return (
      this.cam.r >= 11 &&
      hexes.some(i => {
        const s = this.screen(this.board.hex[i].at);
        return s.x > f.x + m && s.x < f.x + f.w - m && s.y > f.y + m && s.y < f.y + f.h - m;
      })
    );
  }
  // Brings all of these into the free part of the window without a change of scale. False: they
  // lie too far apart for that.
  gather(hexes: number[]): boolean {
    const f = this.free(),
      at = hexes.flatMap(i => this.board.hex[i]?.at ?? []),
      xs = at.map(p => p.x),
      ys = at.map(p => p.y),
      edge = 1.2 * this.cam.r, // a hex lies whole in the window
      low = this.screen(pt(Math.min(...xs), Math.min(...ys))),
      high = this.screen(pt(Math.max(...xs), Math.max(...ys)));
    if (!at.length || this.cam.r < 11) return false;
    if (high.x - low.x + 2 * edge > f.w || high.y - low.y + 2 * edge > f.h) return false;
    const inX = low.x >= f.x + edge && high.x <= f.x + f.w - edge,
      inY = low.y >= f.y + edge && high.y <= f.y + f.h - edge,
      mid = this.world((low.x + high.x) / 2, (low.y + high.y) / 2);
    if (inX && inY) return true;
    this.glide({
      x: mid.x - (f.x + f.w / 2 - this.w / 2) / this.cam.r,
      y: mid.y - (f.y + f.h / 2 - this.h / 2) / this.cam.r,
      r: this.cam.r,
    });
    return true;
  }
  centreOn(hex: number, always = true): void {
    const h = this.board.hex[hex];
    if (!h) return;
    const f = this.free(),
      s = this.screen(h.at),
      m = Math.min(120, f.w / 4);
    if (
      !always &&
      s.x > f.x + m &&
      s.x < f.x + f.w - m &&
      s.y > f.y + m * 0.7 &&
      s.y < f.y + f.h - m * 0.7
    )
      return;
    this.glide({
      x: h.at.x - (f.x + f.w / 2 - this.w / 2) / this.cam.r,
      y: h.at.y - (f.y + f.h / 2 - this.h / 2) / this.cam.r,
      r: this.cam.r,
    });
  }
  // Brings a place into the free part of the window, no farther than needed: what was in sight
  // stays there as far as it can.
  reveal(hex: number): void {
    const h = this.board.hex[hex];
    if (!h) return;
    const f = this.free(),
      s = this.screen(h.at),
      edge = Math.min(2 * this.cam.r, f.w / 4, f.h / 4),
      over = (at: number, low: number, high: number) =>
        Math.max(at - high, 0) - Math.max(low - at, 0),
      dx = over(s.x, f.x + edge, f.x + f.w - edge),
      dy = over(s.y, f.y + edge, f.y + f.h - edge);
    if (!dx && !dy) return;
    const { x, y, r } = this.goal ?? this.cam;
    this.glide({ x: x + dx / r, y: y + dy / r, r });
  }
  protected glide(to: { x: number; y: number; r: number }): void {
    if (this.still) {
      this.cam = to;
      this.goal = null;
      this.changed();
      return;
    }
    this.goal = { ...to, start: performance.now(), from: { ...this.cam } };
    this.wake();
  }
  zoomBy(factor: number, at?: P): void {
    const now = this.goal ?? this.cam,
      f = this.free(),
      p = at ?? pt(f.x + f.w / 2, f.y + f.h / 2),
      r = this.clampR(now.r * factor);
    const wx = (p.x - this.w / 2) / now.r + now.x,
      wy = (p.y - this.h / 2) / now.r + now.y;
    this.glide({ r, x: wx - (p.x - this.w / 2) / r, y: wy - (p.y - this.h / 2) / r });
  }
  get moving(): boolean {
    return this.goal !== null;
  }
  // One step towards the goal; whether it has been reached.
  protected approach(now: number): boolean {
    const g = this.goal!,
      t = Math.max(0, Math.min(1, (now - g.start) / 150)),
      e = 1 - (1 - t) ** 3,
      r = g.from.r * (g.r / g.from.r) ** e;
    // the fixed point of the zoom stays where it is
    const k = g.r === g.from.r ? e : (1 / r - 1 / g.from.r) / (1 / g.r - 1 / g.from.r);
    this.cam = { r, x: g.from.x + (g.x - g.from.x) * k, y: g.from.y + (g.y - g.from.y) * k };
    if (t < 1) return false;
    this.cam = { x: g.x, y: g.y, r: g.r };
    this.goal = null;
    return true;
  }
}
