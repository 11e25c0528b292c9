// Where the board lies on the canvas: what is in sight, how large, and how it gets there. The lowest layer of the map.
import type { View } from '../doc';
import type { Sprites } from '../counter';
import type { Board } from '../model';
import { type P, pt } from '../geom';
import type { Level } from '../names';
import { type Glide, type MapEvents, type Stack, emptyScene } from './scene';
import type { Unit } from '../doc';

export abstract class Camera {
  constructor(public canvas: HTMLCanvasElement, protected ev: MapEvents) { }
  abstract touch(): void; // draw soon
  protected abstract changed(): void; // the camera has moved
  board!: Board;
  view: View | null = null;
  sprites!: Sprites;
  scene = emptyScene();
  cam = { x: 0, y: 0, r: 40 };
  insets = { left: 0, top: 48, right: 0, bottom: 0 };
  dark = false;
  still = false; // no motion
  maxR = 130;
  stacks: Stack[] = [];
  stackAt = new Map<number, Stack>();
  fan: { hex: number; cells: { unit: Unit; x: number; y: number; s: number }[]; box: [number, number, number, number] } | null = null;
  stats: number[] = []; // ms of work of the last frames
  protected c!: CanvasRenderingContext2D;
  protected dpr = 1;
  protected w = 0;
  protected h = 0;
  protected goal: { x: number; y: number; r: number; at?: P; start: number; from: { x: number; y: number; r: number } } | null = null;
  protected zoomedAt = 0;
  protected glides = new Map<string, Glide>();
  protected get far(): boolean { return this.cam.r < 36; }
  get level(): Level { return this.cam.r < 36 ? 'far' : this.cam.r < 78 ? 'mid' : 'near'; }
  screen(p: P): P { return pt((p.x - this.cam.x) * this.cam.r + this.w / 2, (p.y - this.cam.y) * this.cam.r + this.h / 2); }
  world(x: number, y: number): P { return pt((x - this.w / 2) / this.cam.r + this.cam.x, (y - this.h / 2) / this.cam.r + this.cam.y); }
  protected free(): { x: number; y: number; w: number; h: number } {
    const i = this.insets;
    return { x: i.left, y: i.top, w: Math.max(120, this.w - i.left - i.right), h: Math.max(120, this.h - i.top - i.bottom) };
  }
  protected minR(): number { const f = this.free(), b = this.board.box; return Math.min(.92 * Math.min(f.w / (b.x1 - b.x0), f.h / (b.y1 - b.y0)), 40); }
  protected clampR(r: number): number { return Math.max(this.minR(), Math.min(this.maxR, r)); }
  protected hold(): void {
    const b = this.board?.box, f = this.free();
    if (!b) return;
    // the middle of the free board stays on the map
    const ox = (f.x + f.w / 2 - this.w / 2) / this.cam.r, oy = (f.y + f.h / 2 - this.h / 2) / this.cam.r;
    const keep = (at: number, lo: number, hi: number, off: number, room: number) => {
      const spare = room / this.cam.r - (hi - lo); // a board smaller than the window stays wholly in it
      return spare > 0 ? Math.max((lo + hi) / 2 - off - spare / 2, Math.min((lo + hi) / 2 - off + spare / 2, at)) : Math.max(lo - off, Math.min(hi - off, at));
    };
    this.cam.x = keep(this.cam.x, b.x0, b.x1, ox, f.w);
    this.cam.y = keep(this.cam.y, b.y0, b.y1, oy, f.h);
  }
  fit(hexes?: number[]): void {
    if (!this.board || !this.w) return;
    const f = this.free();
    let b = this.board.box;
    if (hexes?.length) {
      const p = hexes.map(h => this.board.hex[h].at);
      b = { x0: Math.min(...p.map(q => q.x)) - 2, x1: Math.max(...p.map(q => q.x)) + 2, y0: Math.min(...p.map(q => q.y)) - 2, y1: Math.max(...p.map(q => q.y)) + 2 };
    }
    const r = this.clampR(Math.min(f.w / (b.x1 - b.x0), f.h / (b.y1 - b.y0), hexes?.length ? 64 : Infinity) * .96);
    this.cam = { r, x: (b.x0 + b.x1) / 2 - (f.x + f.w / 2 - this.w / 2) / r, y: (b.y0 + b.y1) / 2 - (f.y + f.h / 2 - this.h / 2) / r };
    this.goal = null;
    this.changed();
  }
  // Whether at least one of these hexes is in the free part of the window, and large enough to be pointed at.
  shows(hexes: number[]): boolean {
    const f = this.free();
    return this.cam.r >= 11 && hexes.some(i => { const s = this.screen(this.board.hex[i].at); return s.x > f.x && s.x < f.x + f.w && s.y > f.y && s.y < f.y + f.h; });
  }
  centreOn(hex: number, always = true): void {
    const h = this.board.hex[hex];
    if (!h) return;
    const f = this.free(), s = this.screen(h.at), m = Math.min(120, f.w / 4);
    if (!always && s.x > f.x + m && s.x < f.x + f.w - m && s.y > f.y + m * .7 && s.y < f.y + f.h - m * .7) return;
    this.glide({ x: h.at.x - (f.x + f.w / 2 - this.w / 2) / this.cam.r, y: h.at.y - (f.y + f.h / 2 - this.h / 2) / this.cam.r, r: this.cam.r }, 180);
  }
  protected glide(to: { x: number; y: number; r: number }, ms: number): void {
    if (this.still || ms <= 0) { this.cam = to; this.goal = null; this.changed(); return; }
    this.goal = { ...to, start: performance.now(), from: { ...this.cam } };
    this.touch();
  }
  zoomBy(factor: number, at?: P): void {
    const now = this.goal ?? this.cam, f = this.free(), p = at ?? pt(f.x + f.w / 2, f.y + f.h / 2), r = this.clampR(now.r * factor);
    const wx = (p.x - this.w / 2) / now.r + now.x, wy = (p.y - this.h / 2) / now.r + now.y;
    this.zoomedAt = performance.now();
    this.glide({ r, x: wx - (p.x - this.w / 2) / r, y: wy - (p.y - this.h / 2) / r }, 140);
  }
  get moving(): boolean { return this.goal !== null; }
  protected pinch = false;
}
