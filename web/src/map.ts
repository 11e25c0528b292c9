// The board on its canvas: camera, ground tiles from the worker, names, overlays, counters, fans, gestures.
// It draws what the scene says and reports taps; it decides nothing.
import type { BoardDoc, Overlay, Side, Unit, View } from './doc';
import { Sprites, sideColour } from './counter';
import { Board } from './model';
import { type P, mix, pt } from './geom';
import type { FromGround, ToGround } from './ground/worker';
import { type Level, type Placed, nameFont, placeNames } from './names';
import { colour, rgba, type Token } from './tokens';

export interface ReachMark { cost: string; must: boolean; end: boolean }
export interface Arrow { from: P; to: P; style: Token }
export interface Scene {
  selected: Set<string>; lifted: string | null; reach: Map<number, ReachMark> | null; path: number[];
  targets: Set<number>; places: Set<number>; sides: [number, number][]; hot: Set<string>; owed: Set<number>; overlay: Overlay | null;
  flash: Set<number>; refused: number; proposed: number; cursor: number; fighting: Set<number>; arrows: Arrow[]; shots: Map<string, number>; hidden: boolean;
}
export const emptyScene = (): Scene => ({
  selected: new Set(), lifted: null, reach: null, path: [], targets: new Set(), places: new Set(), sides: [], hot: new Set(), owed: new Set(), overlay: null,
  flash: new Set(), refused: -1, proposed: -1, cursor: -1, fighting: new Set(), arrows: [], shots: new Map(), hidden: false,
});
export interface Hit { hex: number; unit: string | null; side: [number, number] | null; touch: boolean; shift: boolean }
export interface MapEvents { tap(h: Hit): void; hover(hex: number, unit: string | null): void; inspect(hex: number): void; moved(): void }

interface Tile { key: string; bitmap: ImageBitmap; px: number; i: number; j: number; version: number; used: number }
interface Stack { hex: number; units: Unit[]; count: number }
interface Glide { from: P[]; start: number; ms: number }
const TILE = 512, FONT = '"Barlow Condensed", "Roboto Condensed", "Arial Narrow", sans-serif';

export class MapView {
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
  private c: CanvasRenderingContext2D;
  private dpr = 1;
  private w = 0;
  private h = 0;
  private worker: Worker | null = null;
  private version = 0;
  private tiles = new Map<string, Tile>();
  private base: Tile | null = null;
  private wholePx = 0;
  private wanted = '';
  private node: P[] | null = null;
  private names = new Map<Level, Placed[]>();
  private dirty = true;
  private running = false;
  private goal: { x: number; y: number; r: number; at?: P; start: number; from: { x: number; y: number; r: number } } | null = null;
  private zoomedAt = 0;
  private glides = new Map<string, Glide>();
  private terrain = '';
  private control: Map<string, string> = new Map();
  private clock = 0;
  onReady: (() => void) | null = null;
  overview: HTMLCanvasElement | null = null;

  constructor(public canvas: HTMLCanvasElement, private ev: MapEvents) {
    this.c = canvas.getContext('2d', { alpha: false })!;
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.gestures();
    this.resize();
  }

  startGround(url: string, fonts: Extract<ToGround, { kind: 'fonts' }>['fonts']): void {
    this.worker = new Worker(url, { type: 'module' });
    this.worker.onmessage = (e: MessageEvent<FromGround>) => this.fromGround(e.data);
    this.post({ kind: 'fonts', fonts });
  }
  private post(m: ToGround): void { this.worker?.postMessage(m); }

  setBoard(doc: BoardDoc, view: View | null): void {
    this.board = new Board(doc, view?.terrain ?? []);
    this.sprites = new Sprites(doc.counters, doc.marks);
    this.terrain = JSON.stringify(view?.terrain ?? []);
    for (const t of this.tiles.values()) t.bitmap.close();
    this.tiles.clear();
    this.base?.bitmap.close();
    this.base = null;
    this.names.clear();
    this.node = null;
    this.control = controlOf(view);
    this.post({ kind: 'board', board: doc, changes: view?.terrain ?? [], control: view?.control ?? [], version: ++this.version });
    this.wantBase();
    this.touch();
  }
  setView(view: View, paths?: Map<string, string[]>): void {
    const old = this.view;
    this.view = view;
    const changes = JSON.stringify(view.terrain);
    if (changes !== this.terrain) {
      this.terrain = changes;
      this.board = new Board(this.board.doc, view.terrain);
      this.post({ kind: 'board', board: this.board.doc, changes: view.terrain, control: view.control, version: ++this.version });
      this.control = controlOf(view);
      this.wantBase();
    } else this.newControl(view);
    this.board.setControl(view);
    this.stacks = [];
    this.stackAt.clear();
    for (const u of view.units) {
      const hex = this.board.find(u.at);
      if (hex < 0) continue;
      const place = this.board.hex[hex].same;
      let s = this.stackAt.get(place);
      if (!s) { s = { hex: place, units: [], count: 0 }; this.stackAt.set(place, s); this.stacks.push(s); }
      s.units.push(u);
      s.count += u.count && u.count > 1 ? u.count : 1;
    }
    for (const s of this.stacks) s.units.sort((a, b) => tileLast(this.sprites, a) - tileLast(this.sprites, b));
    this.stacks.sort((a, b) => this.board.hex[a.hex].at.y - this.board.hex[b.hex].at.y);
    if (old && !this.still && old.game === view.game) {
      const was = new Map(old.units.map(u => [u.id, u.at]));
      for (const u of view.units) {
        const from = was.get(u.id);
        if (u.id.startsWith('?') || !from || from === u.at) continue;
        const way = paths?.get(u.id) ?? [from, u.at], p = way.map(h => this.board.at(h)).filter((x): x is P => !!x);
        if (p.length > 1) this.glides.set(u.id, { from: p, start: performance.now(), ms: Math.min(500, 160 + 40 * p.length) });
      }
    }
    this.names.clear();
    if (this.fan && !this.stackAt.has(this.fan.hex)) this.fan = null;
    this.small = null;
    this.touch();
    this.wantTiles();
    this.drawOverview();
  }
  private newControl(view: View): void {
    const now = controlOf(view), changed: P[] = [];
    for (const [h, s] of now) if (this.control.get(h) !== s) { const p = this.board.at(h); if (p) changed.push(p); }
    for (const h of this.control.keys()) if (!now.has(h)) { const p = this.board.at(h); if (p) changed.push(p); }
    if (!changed.length) return;
    this.control = now;
    this.post({ kind: 'control', control: view.control, version: ++this.version });
    for (const t of this.tiles.values()) { // only tiles that show a changed hex are old
      const x0 = t.i * TILE / t.px, y0 = t.j * TILE / t.px, s = TILE / t.px;
      const old = changed.some(p => p.x > x0 - 2.2 && p.x < x0 + s + 2.2 && p.y > y0 - 2.2 && p.y < y0 + s + 2.2);
      if (!old) t.version = this.version;
    }
    this.wanted = '';
    this.wantBase();
  }

  setDark(dark: boolean): void { this.dark = dark; this.small = null; this.tiles.clear(); this.base = null; this.wanted = ''; this.wantBase(); this.wantTiles(); this.touch(); }

  // ---- tiles
  private fromGround(m: FromGround): void {
    if (m.kind === 'ready') {
      this.node = m.node;
      this.names.clear();
      this.wanted = '';
      this.wantTiles();
      this.onReady?.();
    } else {
      const [theme, pxText, i, j] = m.key.split('|'), px = +pxText, dark = theme === 'd';
      if (dark !== this.dark) { m.bitmap.close(); return; }
      const tile: Tile = { key: m.key, bitmap: m.bitmap, px, i: +i, j: +j, version: m.version, used: this.clock };
      if (i === 'base') { this.base?.bitmap.close(); this.base = tile; this.small = null; this.drawOverview(); }
      else this.arrived.push(tile);
    }
    this.touch();
  }
  // A picture from elsewhere is dear the first time it is drawn: a frame takes in only a few.
  private arrived: Tile[] = [];
  private takeTiles(): void {
    for (const t of this.arrived.splice(0, this.goal ? 1 : 3)) { this.tiles.get(t.key)?.bitmap.close(); this.tiles.set(t.key, t); }
    this.trim();
    if (this.arrived.length) this.touch();
  }
  private trim(): void {
    const most = Math.max(48, Math.ceil(this.w * this.dpr / TILE + 2) * Math.ceil(this.h * this.dpr / TILE + 2) * 3);
    if (this.tiles.size <= most) return;
    const old = [...this.tiles.values()].sort((a, b) => a.used - b.used).slice(0, this.tiles.size - most);
    for (const t of old) { t.bitmap.close(); this.tiles.delete(t.key); }
  }
  private basePx(): number { const b = this.board.box; return Math.min(30, 1500 / Math.max(b.x1 - b.x0, b.y1 - b.y0)); }
  private baseSpec() {
    const b = this.board.box, px = this.basePx(), m = .35;
    return { px, x: b.x0 - m, y: b.y0 - m, w: b.x1 - b.x0 + 2 * m, h: b.y1 - b.y0 + 2 * m, dark: this.dark, far: true, numbers: false };
  }
  private wantBase(): void { if (!this.board) return; this.wanted = ''; this.wantTiles(); }
  private get far(): boolean { return this.cam.r < 36; }
  get level(): Level { return this.cam.r < 36 ? 'far' : this.cam.r < 78 ? 'mid' : 'near'; }
  private tilePx(): number { return +(this.cam.r * this.dpr).toFixed(3); }
  private wantTiles(): void {
    if (!this.board || !this.worker || !this.w) return;
    if (performance.now() - this.zoomedAt < 90 && this.goal) return;
    const px = this.tilePx(), ts = TILE / px, b = this.board.box, x0 = this.cam.x - this.w / 2 / this.cam.r, y0 = this.cam.y - this.h / 2 / this.cam.r;
    const i0 = Math.floor(x0 / ts), i1 = Math.floor((x0 + this.w / this.cam.r) / ts), j0 = Math.floor(y0 / ts), j1 = Math.floor((y0 + this.h / this.cam.r) / ts);
    const list: { key: string; d: number; i: number; j: number }[] = [], cx = this.cam.x / ts - .5, cy = this.cam.y / ts - .5, theme = this.dark ? 'd' : 'l';
    for (let i = i0 - 1; i <= i1 + 1; i++)
      for (let j = j0 - 1; j <= j1 + 1; j++) {
        if ((i + 1) * ts < b.x0 - .1 || i * ts > b.x1 + .1 || (j + 1) * ts < b.y0 - .1 || j * ts > b.y1 + .1) continue;
        const key = `${theme}|${px}|${i}|${j}`, have = this.tiles.get(key);
        if (have && have.version === this.version) continue;
        const rim = i < i0 || i > i1 || j < j0 || j > j1;
        list.push({ key, i, j, d: Math.hypot(i - cx, j - cy) + (rim ? 100 : 0) });
      }
    list.sort((a, c) => a.d - c.d);
    const oldBase = !this.base || this.base.version !== this.version, sign = list.map(t => t.key).join() + this.version + oldBase;
    if (sign === this.wanted) return;
    this.wanted = sign;
    const tiles: { key: string; spec: import('./ground/paint').TileSpec }[] = list.map(t => ({ key: t.key, spec: { px, x: t.i * ts, y: t.j * ts, w: ts, h: ts, dark: this.dark, far: this.far, numbers: true, least: 8.5 * this.dpr } }));
    if (oldBase) tiles[this.base ? 'push' : 'unshift']({ key: `${theme}|${this.basePx()}|base|0`, spec: this.baseSpec() });
    this.post({ kind: 'want', tiles });
  }

  // ---- camera
  resize(): void {
    const r = this.canvas.getBoundingClientRect();
    if (!r.width) return;
    this.dpr = Math.min(3, window.devicePixelRatio || 1);
    this.w = r.width;
    this.h = r.height;
    this.canvas.width = Math.round(r.width * this.dpr);
    this.canvas.height = Math.round(r.height * this.dpr);
    this.touch();
    this.wantTiles();
  }
  screen(p: P): P { return pt((p.x - this.cam.x) * this.cam.r + this.w / 2, (p.y - this.cam.y) * this.cam.r + this.h / 2); }
  world(x: number, y: number): P { return pt((x - this.w / 2) / this.cam.r + this.cam.x, (y - this.h / 2) / this.cam.r + this.cam.y); }
  private free(): { x: number; y: number; w: number; h: number } {
    const i = this.insets;
    return { x: i.left, y: i.top, w: Math.max(120, this.w - i.left - i.right), h: Math.max(120, this.h - i.top - i.bottom) };
  }
  private minR(): number { const f = this.free(), b = this.board.box; return Math.min(.92 * Math.min(f.w / (b.x1 - b.x0), f.h / (b.y1 - b.y0)), 40); }
  private clampR(r: number): number { return Math.max(this.minR(), Math.min(this.maxR, r)); }
  private hold(): void {
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
    const r = this.clampR(Math.min(f.w / (b.x1 - b.x0), f.h / (b.y1 - b.y0)) * .96);
    this.cam = { r, x: (b.x0 + b.x1) / 2 - (f.x + f.w / 2 - this.w / 2) / r, y: (b.y0 + b.y1) / 2 - (f.y + f.h / 2 - this.h / 2) / r };
    this.goal = null;
    this.changed();
  }
  centreOn(hex: number, always = true): void {
    const h = this.board.hex[hex];
    if (!h) return;
    const f = this.free(), s = this.screen(h.at), m = Math.min(120, f.w / 4);
    if (!always && s.x > f.x + m && s.x < f.x + f.w - m && s.y > f.y + m * .7 && s.y < f.y + f.h - m * .7) return;
    this.glide({ x: h.at.x - (f.x + f.w / 2 - this.w / 2) / this.cam.r, y: h.at.y - (f.y + f.h / 2 - this.h / 2) / this.cam.r, r: this.cam.r }, 180);
  }
  private glide(to: { x: number; y: number; r: number }, ms: number): void {
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
  private changed(): void { this.hold(); this.wantTiles(); this.touch(); this.ev.moved(); this.drawOverview(); }
  touch(): void {
    this.dirty = true;
    if (this.running) return;
    this.running = true;
    requestAnimationFrame(t => this.frame(t));
  }
  private frame(now: number): void {
    const start = performance.now();
    this.running = false;
    if (this.goal) {
      const g = this.goal, t = Math.max(0, Math.min(1, (now - g.start) / 150)), e = 1 - (1 - t) ** 3, r = g.from.r * (g.r / g.from.r) ** e;
      // the fixed point of the zoom stays where it is
      const k = g.r === g.from.r ? e : (1 / r - 1 / g.from.r) / (1 / g.r - 1 / g.from.r);
      this.cam = { r, x: g.from.x + (g.x - g.from.x) * k, y: g.from.y + (g.y - g.from.y) * k };
      if (t >= 1) { this.cam = { x: g.x, y: g.y, r: g.r }; this.goal = null; this.zoomedAt = 0; this.changed(); }
      this.dirty = true;
    }
    if (this.dirty && this.board) {
      this.dirty = false;
      this.draw(now);
      this.stats.push(performance.now() - start);
      if (this.stats.length > 2000) this.stats.shift();
    }
    if (this.goal || this.glides.size) this.touch();
    else if (this.sprites?.hungry) this.feedSoon();
  }
  // Sprites of a new size are made between frames, a few at a time; then one frame shows them.
  private feeding = 0;
  private feedSoon(): void {
    if (this.feeding) return;
    this.feeding = window.setTimeout(() => { this.feeding = 0; if (this.goal || this.pinch || !this.sprites.feed(3)) this.touch(); else this.feedSoon(); }, 6);
  }

  // ---- drawing
  private draw(now: number): void {
    const c = this.c, d = this.dpr;
    this.clock++;
    this.sprites.begin(this.goal || this.pinch || this.stacks.length > 150 ? 0 : 2);
    c.setTransform(d, 0, 0, d, 0, 0);
    c.globalAlpha = 1;
    c.fillStyle = colour('offMap', this.dark);
    c.fillRect(0, 0, this.w, this.h);
    c.imageSmoothingQuality = 'low'; // better ones build smaller copies of every image they shrink
    c.imageSmoothingEnabled = !(this.goal && this.goal.r !== this.goal.from.r) && !this.pinch; // in the middle of a zoom nobody sees the difference, but it costs
    this.takeTiles();
    this.drawTiles();
    this.drawFlat();
    this.drawLayer(now);
    this.drawUpper();
    if (!this.scene.hidden) { this.drawLifted(now); this.drawFan(); }
  }
  // Names and counters of a full board as one picture, drawn again while nothing in it changes: when only ground arrives, and,
  // a little blurred, while the scale changes. Hundreds of sprites in every frame cost too much.
  private layer: { picture: OffscreenCanvas; cam: { x: number; y: number; r: number }; scene: Scene; hidden: boolean; view: View | null; made: number; names: number } | null = null;
  private drawLayer(now: number): void {
    const zooming = this.pinch || (this.goal !== null && this.goal.r !== this.goal.from.r);
    if (this.stacks.length < 60 || this.glides.size) { this.layer = null; this.drawThings(now); return; }
    const same = (l: NonNullable<MapView['layer']>) => l.view === this.view && l.hidden === this.scene.hidden && (zooming || (l.cam.x === this.cam.x && l.cam.y === this.cam.y && l.cam.r === this.cam.r && l.scene === this.scene && l.made === this.sprites.made && l.names === this.names.size));
    if (!this.layer || !same(this.layer)) {
      if (!zooming && this.moved(this.layer?.cam)) { this.layer = { ...(this.layer ?? { picture: new OffscreenCanvas(1, 1), made: 0, names: 0, scene: this.scene, hidden: false, view: null }), cam: { ...this.cam } }; this.drawThings(now); return; } // panning: seldom the same twice
      const old = this.layer?.picture, fits = old && old.width === this.canvas.width && old.height === this.canvas.height, real = this.c;
      const picture = fits ? old : new OffscreenCanvas(this.canvas.width, this.canvas.height);
      this.c = picture.getContext('2d')! as unknown as CanvasRenderingContext2D;
      this.c.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
      if (fits) this.c.clearRect(0, 0, this.w, this.h);
      this.drawThings(now);
      this.c = real;
      this.layer = { picture, cam: { ...this.cam }, scene: this.scene, hidden: this.scene.hidden, view: this.view, made: this.sprites.made, names: this.names.size };
    }
    const { picture, cam } = this.layer, k = this.cam.r / cam.r, x = (cam.x - this.cam.x) * this.cam.r + this.w / 2 * (1 - k), y = (cam.y - this.cam.y) * this.cam.r + this.h / 2 * (1 - k);
    this.c.drawImage(picture, x, y, this.w * k, this.h * k);
  }
  private moved(cam: { x: number; y: number; r: number } | undefined): boolean { return !cam || cam.x !== this.cam.x || cam.y !== this.cam.y || cam.r !== this.cam.r; }
  private drawThings(now: number): void { this.drawNames(); if (!this.scene.hidden) this.drawStacks(now); this.drawMarks(); }
  private drawTiles(): void {
    const c = this.c, px = this.tilePx(), r = this.cam.r;
    const put = (t: Tile) => {
      const ts = TILE / t.px, p = this.screen(pt(t.i * ts, t.j * ts)), w = ts * r;
      t.used = this.clock;
      if (t.px === px) { // on whole device pixels: crisp, no seams
        const x = Math.round(p.x * this.dpr), y = Math.round(p.y * this.dpr);
        c.drawImage(t.bitmap, x / this.dpr, y / this.dpr, t.bitmap.width / this.dpr, t.bitmap.height / this.dpr);
      } else c.drawImage(t.bitmap, p.x, p.y, w + .5, w + .5);
    };
    const now = this.inSight(px);
    if (now.whole) this.wholePx = px;
    else { // until they come: the scale that was whole last, and under it, where that is not enough, the whole board
      const last = this.wholePx && this.wholePx !== px ? this.inSight(this.wholePx) : null;
      if (this.base && !last?.whole) { const s = this.baseSpec(), p = this.screen(pt(s.x, s.y)), smooth = c.imageSmoothingEnabled; c.imageSmoothingEnabled &&= r / s.px > 1.6; c.drawImage(this.base.bitmap, p.x, p.y, s.w * r, s.h * r); c.imageSmoothingEnabled = smooth; }
      last?.tiles.forEach(put);
    }
    now.tiles.forEach(put);
  }
  // The tiles of a scale that show what is in sight, and whether none is missing.
  private inSight(px: number): { tiles: Tile[]; whole: boolean } {
    const ts = TILE / px, b = this.board.box, x0 = this.cam.x - this.w / 2 / this.cam.r, y0 = this.cam.y - this.h / 2 / this.cam.r, tiles: Tile[] = [], theme = this.dark ? 'd' : 'l';
    let whole = true;
    for (let i = Math.floor(x0 / ts); i <= Math.floor((x0 + this.w / this.cam.r) / ts); i++)
      for (let j = Math.floor(y0 / ts); j <= Math.floor((y0 + this.h / this.cam.r) / ts); j++) {
        const t = this.tiles.get(`${theme}|${px}|${i}|${j}`);
        if (t) tiles.push(t);
        else if ((i + 1) * ts > b.x0 && i * ts < b.x1 && (j + 1) * ts > b.y0 && j * ts < b.y1) whole = false;
      }
    return { tiles, whole };
  }
  private hexPath(i: number, k = 1): Path2D {
    const d = new Path2D(), h = this.board.hex[i], s = this.screen(h.at);
    for (let n = 0; n < 6; n++) { const q = this.board.corner[h.corner[n]], x = s.x + (q.x - h.at.x) * this.cam.r * k, y = s.y + (q.y - h.at.y) * this.cam.r * k; if (n) d.lineTo(x, y); else d.moveTo(x, y); }
    d.closePath();
    return d;
  }
  // The edge of a set of hexes, and the set itself.
  private areaPath(set: Iterable<number>, has: (i: number) => boolean): { fill: Path2D; edge: Path2D } {
    const fill = new Path2D(), edge = new Path2D();
    for (const i of set) {
      const h = this.board.hex[i];
      fill.addPath(this.hexPath(i, 1.004));
      h.next.forEach((n, k) => {
        if (n >= 0 && has(n)) return;
        const a = this.screen(this.board.corner[h.corner[k]]), b = this.screen(this.board.corner[h.corner[(k + 1) % 6]]);
        edge.moveTo(a.x, a.y);
        edge.lineTo(b.x, b.y);
      });
    }
    return { fill, edge };
  }
  private drawFlat(): void {
    const c = this.c, s = this.scene, r = this.cam.r, dk = this.dark;
    c.lineCap = c.lineJoin = 'round';
    if (s.overlay) this.drawOverlay(s.overlay);
    if (s.reach) {
      const { fill, edge } = this.areaPath(s.reach.keys(), n => s.reach!.has(n));
      c.fillStyle = rgba('reach', dk);
      c.fill(fill);
      c.save();
      c.clip(fill);
      c.strokeStyle = rgba('reachLine', dk, .16);
      c.lineWidth = .6 * r;
      c.stroke(edge);
      c.strokeStyle = rgba('reachLine', dk, .9);
      c.lineWidth = .14 * r;
      c.stroke(edge);
      c.restore();
    }
    if (s.places.size) {
      const { fill, edge } = this.areaPath(s.places, n => s.places.has(n));
      c.fillStyle = rgba('reach', dk, .26);
      c.fill(fill);
      c.strokeStyle = rgba('reachLine', dk, .85);
      c.lineWidth = Math.max(1.2, .04 * r);
      c.stroke(edge);
    }
    if (s.flash.size) {
      c.strokeStyle = rgba('focus', dk);
      c.fillStyle = rgba('focus', dk, .14);
      c.lineWidth = Math.max(2, .07 * r);
      for (const i of s.flash) { const p = this.hexPath(i, .95); c.fill(p); c.stroke(p); }
    }
    for (const i of s.targets) { const p = this.hexPath(i); c.fillStyle = rgba('target', dk, .2); c.fill(p); }
    for (const [a, b] of s.sides) {
      const h = this.board.hex[a], k = h.next.indexOf(b);
      if (k < 0) continue;
      const p = this.screen(this.board.corner[h.corner[k]]), q = this.screen(this.board.corner[h.corner[(k + 1) % 6]]);
      c.strokeStyle = rgba('focus', dk, .85);
      c.lineWidth = .14 * r;
      c.beginPath(); c.moveTo(p.x, p.y); c.lineTo(q.x, q.y); c.stroke();
    }
    if (s.path.length > 1) {
      const p = s.path.map(i => this.screen(this.board.hex[i].at)), last = p[p.length - 1], prev = p[p.length - 2], end = mix(last, prev, .22);
      for (const [w, col] of [[.20, dk ? '#0b0b09' : '#ffffff'], [.115, colour('focus', dk)]] as const) {
        c.strokeStyle = c.fillStyle = col;
        c.lineWidth = w * r;
        c.beginPath();
        p.forEach((q, i) => (i === 0 ? c.moveTo(q.x, q.y) : i === p.length - 1 ? c.lineTo(end.x, end.y) : c.lineTo(q.x, q.y)));
        c.stroke();
        this.arrowHead(end, last, (w === .20 ? .30 : .24) * r);
      }
    }
  }
  private arrowHead(from: P, to: P, s: number): void {
    const c = this.c, a = Math.atan2(to.y - from.y, to.x - from.x);
    c.save();
    c.translate(to.x, to.y);
    c.rotate(a);
    c.beginPath();
    c.moveTo(.35 * s, 0); c.lineTo(-.9 * s, .75 * s); c.lineTo(-.55 * s, 0); c.lineTo(-.9 * s, -.75 * s); c.closePath();
    c.fill();
    c.restore();
  }
  private drawOverlay(o: Overlay): void {
    const c = this.c, r = this.cam.r, dk = this.dark, style = new Map(o.legend.map(l => [l.key, l.style]));
    const byKey = new Map<string, Set<number>>();
    for (const [hex, key] of o.hexes) { const i = this.board.find(hex); if (i < 0) continue; let s = byKey.get(key); if (!s) byKey.set(key, (s = new Set())); s.add(i); }
    let n = 0;
    for (const [key, set] of byKey) {
      const tok = style.get(key) ?? 'none', { fill, edge } = this.areaPath(set, x => set.has(x));
      c.fillStyle = rgba(tok, dk, .2);
      c.fill(fill);
      c.save();
      c.clip(fill);
      if (tok === 'bad' || tok === 'enemy' || tok === 'warn') this.hatch(rgba(tok, dk, .5), n, tok === 'warn'); // never by colour alone
      c.strokeStyle = rgba(tok, dk, .9);
      c.lineWidth = .09 * r;
      if (tok === 'none') c.setLineDash([.12 * r, .1 * r]);
      c.stroke(edge);
      c.setLineDash([]);
      c.restore();
      n++;
    }
    for (const [a, b, key] of o.sides) {
      const h = this.board.hex[this.board.find(a)], k = h ? h.next.indexOf(this.board.find(b)) : -1;
      if (!h || k < 0) continue;
      const p = this.screen(this.board.corner[h.corner[k]]), q = this.screen(this.board.corner[h.corner[(k + 1) % 6]]);
      c.strokeStyle = rgba(style.get(key) ?? 'none', dk, .95);
      c.lineWidth = .1 * r;
      c.beginPath(); c.moveTo(p.x, p.y); c.lineTo(q.x, q.y); c.stroke();
    }
  }
  private hatch(col: string, n: number, cross: boolean): void {
    const c = this.c, step = Math.max(7, .2 * this.cam.r), o = this.screen(pt(0, 0)), far = this.w + this.h;
    c.strokeStyle = col;
    c.lineWidth = 1;
    c.beginPath();
    const off = ((o.x + (n % 2 ? -1 : 1) * o.y) % step + step) % step;
    for (let x = -far + off; x < far; x += step) {
      if (n % 2 === 0 || cross) { c.moveTo(x, 0); c.lineTo(x - this.h, this.h); c.moveTo(x + far, 0); c.lineTo(x + far - this.h, this.h); }
      if (n % 2 === 1 || cross) { c.moveTo(x, 0); c.lineTo(x + this.h, this.h); }
    }
    c.stroke();
  }
  private drawNames(): void {
    const level = this.level, c = this.c, r = this.cam.r;
    const list = this.names.get(level) ?? this.names.values().next().value ?? [];
    if (!this.names.has(level)) this.nameSoon();
    c.lineJoin = 'round';
    for (const n of list) {
      const p = this.screen(n), size = Math.max(n.size * r, n.rank === 1 ? 13 : n.rank === 2 ? 12 : n.rank === 3 || n.rank === 4 ? 10.5 : 0);
      if (p.x < -200 || p.x > this.w + 200 || p.y < -40 || p.y > this.h + 40 || size < 7) continue;
      this.drawName(n, p, size);
    }
  }
  // A name with its halo is a picture too: strokes around letters cost most when their size changes from frame to frame.
  private widths = new Map<string, number>();
  private drawName(n: Placed, p: P, size: number): void {
    const dk = this.dark, d = this.dpr, id = `"${n.rank}|${dk}|${n.text}`, spacing = n.rank === 1 ? .09 : n.rank === 5 ? .12 : 0;
    let em = this.widths.get(id);
    if (em === undefined) { this.c.font = nameFont(n.rank, 40); em = this.c.measureText(n.text).width / 40 + spacing * n.text.length; this.widths.set(id, em); }
    const w = (em + .6) * size, h = 1.6 * size, e = this.sprites.sprite(`${id}|${(size * d).toFixed(1)}`, w * d, c => {
      c.scale(d, d);
      c.font = nameFont(n.rank, size);
      c.lineJoin = 'round';
      if ('letterSpacing' in c) c.letterSpacing = `${spacing * size}px`;
      c.strokeStyle = rgba('inkHalo', dk);
      c.lineWidth = .27 * size;
      c.strokeText(n.text, .3 * size, 1.15 * size);
      c.fillStyle = rgba(n.rank === 4 ? 'hillText' : 'ink', dk, n.rank === 5 ? .75 : 1);
      c.fillText(n.text, .3 * size, 1.15 * size);
    }, id, h * d);
    if (n.triangle) this.triangle(n.triangle);
    if (!e) return;
    const x = p.x - .3 * size - (n.align === 'center' ? em * size / 2 : n.align === 'right' || n.align === 'end' ? em * size : 0), y = p.y - 1.15 * size;
    this.c.drawImage(e, Math.round(x * d) / d, Math.round(y * d) / d, w, h);
  }
  private triangle([x, y, tr]: [number, number, number]): void {
    const c = this.c, q = this.screen(pt(x, y)), k = tr * this.cam.r;
    c.beginPath(); c.moveTo(q.x - k, q.y + k * .8); c.lineTo(q.x + k, q.y + k * .8); c.lineTo(q.x, q.y - k); c.closePath();
    c.strokeStyle = rgba('inkHalo', this.dark); c.lineWidth = .08 * this.cam.r; c.stroke();
    c.fillStyle = rgba('hillText', this.dark); c.fill();
  }
  // Placing names takes longer than a frame has on a large board: one level at a time, between frames, the one in use first.
  private naming = 0;
  private nameSoon(): void {
    if (this.naming) return;
    this.naming = window.setTimeout(() => {
      this.naming = 0;
      const all: Level[] = [this.level, 'mid', 'far', 'near'], level = all.find(l => !this.names.has(l));
      if (!level || !this.board) return;
      this.names.set(level, placeNames(this.board, level, this.node, new Map(this.stacks.map(s => [s.hex, s.count])), new Set((this.view?.marks ?? []).map(m => this.board.find(m.hex)).filter(i => i >= 0))));
      this.touch();
      this.nameSoon();
    }, 12);
  }
  get moving(): boolean { return this.goal !== null; }
  counterSide(): number { return this.cam.r * (this.level === 'far' ? 1.16 : this.level === 'mid' ? 1.04 : 1); }
  private spriteSize(css: number): number { return Math.round(css * this.dpr); }
  private put(u: Unit, x: number, y: number, css: number, bodyOnly = false): void {
    const s = this.spriteSize(css), e = this.sprites.of(u, s, css, bodyOnly), m = css * .56;
    if (!e) { // not made yet: its colour, for a frame
      this.c.fillStyle = sideColour(this.sprites.counter(u)?.side ?? u.side ?? '');
      this.c.fillRect(x - css / 2, y - css / 2, css, css);
      return;
    }
    this.c.drawImage(e, x - m, y - m, css * 1.12, css * 1.12);
  }
  private ordered(s: Stack): Unit[] { // what is selected lies on top
    const sel = this.scene.selected, top = this.scene.lifted;
    if (!sel.size && !top) return s.units;
    return [...s.units].sort((a, b) => rank(b) - rank(a));
    function rank(u: Unit): number { return u.id === top ? 2 : sel.has(u.id) ? 1 : 0; }
  }
  private drawStacks(now: number): void {
    const side = this.counterSide(), r = this.cam.r, step = .052 * r;
    for (const [id, g] of this.glides) if (now - g.start > g.ms) this.glides.delete(id);
    for (const st of this.stacks) {
      const at = this.screen(this.board.hex[st.hex].at);
      if (at.x < -side || at.y < -side || at.x > this.w + side || at.y > this.h + side) continue;
      const units = this.ordered(st).filter(u => u.id !== this.scene.lifted && !this.glides.has(u.id));
      if (!units.length) continue;
      const lifted = st.units.some(u => u.id === this.scene.lifted);
      this.drawStack(units, st.count - (st.units.length - units.length), at, side, step, lifted);
    }
    for (const [id, g] of this.glides) {
      const u = this.view?.units.find(x => x.id === id);
      if (!u || id === this.scene.lifted) continue;
      const p = this.screen(along(g.from, ease(Math.min(1, (now - g.start) / g.ms))));
      this.put(u, p.x, p.y, side);
    }
  }
  private drawStack(units: Unit[], count: number, at: P, side: number, step: number, under: boolean): void {
    const c = this.c, first = units[0];
    const most = this.level === 'far' ? 2 : 4; // far off one edge says as much as three
    let shown = Math.min(most, units.length);
    if (units.length === 1 && (first.count ?? 1) > 1) shown = Math.min(most, first.count!);
    const tx = at.x - step * (shown - 1) / 2, ty = at.y - step * (shown - 1) / 2;
    for (let i = shown - 1; i > 0; i--) this.put(units[Math.min(i, units.length - 1)], tx + step * i, ty + step * i, side, true);
    this.put(first, tx, ty, side);
    if (this.scene.hot.size && !under && units.some(u => this.scene.hot.has(u.id))) {
      c.strokeStyle = rgba('focus', this.dark, .9);
      c.lineWidth = Math.max(1.5, .035 * this.cam.r);
      c.setLineDash([.1 * this.cam.r, .07 * this.cam.r]);
      c.beginPath(); c.roundRect(tx - side * .54, ty - side * .54, side * 1.08, side * 1.08, side * .1); c.stroke();
      c.setLineDash([]);
    }
    if (units.some(u => this.scene.selected.has(u.id))) this.ring(tx, ty, side, .028, .05);
    if (count > 1) this.pill(tx + side / 2 + step * (shown - 1), ty + side / 2 + step * (shown - 1), count);
    this.badges(first, tx, ty, side);
    const shot = units.map(u => this.scene.shots.get(u.id)).find(n => n !== undefined);
    if (shot !== undefined) this.disc(tx - side * .5, ty + side * .42, String(shot), colour('focus', this.dark), '#fff');
  }
  private disc(x: number, y: number, text: string, fill: string, ink: string): void {
    const c = this.c, q = Math.max(9, .15 * this.cam.r);
    c.beginPath(); c.arc(x, y, q, 0, 6.2832);
    c.fillStyle = fill; c.fill();
    c.strokeStyle = '#fff'; c.lineWidth = 2; c.stroke();
    c.fillStyle = ink; c.textAlign = 'center';
    c.font = `700 ${q * 1.35}px ${FONT}`;
    c.fillText(text, x, y + q * .46);
  }
  private pill(x: number, y: number, n: number): void {
    const c = this.c, q = .1175 * this.cam.r * (this.level === 'far' ? 1.2 : 1);
    if (q < 3.2) return;
    c.beginPath(); c.arc(x, y - q * .3, q, 0, 6.2832);
    c.fillStyle = '#1c1a14'; c.fill();
    c.strokeStyle = '#fff'; c.lineWidth = q * .16; c.stroke();
    c.fillStyle = '#fff'; c.textAlign = 'center';
    c.font = `700 ${(q * 1.45).toFixed(1)}px ${FONT}`;
    c.fillText(String(n), x, y + q * .2);
  }
  private ring(x: number, y: number, side: number, white: number, blue: number): void {
    const c = this.c, r = this.cam.r;
    c.lineJoin = 'round';
    c.strokeStyle = '#fff'; c.lineWidth = (white * 2 + blue) * r + 2;
    c.beginPath(); c.roundRect(x - side * .53, y - side * .53, side * 1.06, side * 1.06, side * .09); c.stroke();
    c.strokeStyle = colour('focus', this.dark); c.lineWidth = Math.max(2, blue * r);
    c.stroke();
  }
  private badges(u: Unit, x: number, y: number, side: number): void {
    const size = .29 * this.cam.r * (this.level === 'far' ? 1.15 : 1), corner = [[-.5, -.5], [.5, -.5], [-.5, .36], [0, -.56]];
    if (size < 6) return;
    let shown = 0, taken = -1, faced = false;
    const turn = u.facing === undefined || u.facing < 0 ? 0 : this.board.pointy ? (u.facing * 60 + 330) % 360 : u.facing * 60;
    for (const word of u.marks ?? []) {
      const m = this.sprites.markOf(word);
      if (!m || !m.mark.badge || shown > 3) continue;
      const right = m.mark.shape === 'ring' || m.mark.shape === 'pentagon', place = shown === 0 && right ? 1 : shown === 1 && taken === 1 ? 0 : shown;
      taken = place;
      faced ||= m.mark.shape === 'pentagon';
      const e = this.sprites.badge(m.letter, m.mark.shape, turn, Math.round(size * this.dpr)), w = size * 1.4;
      if (e) this.c.drawImage(e, x + corner[place][0] * side - w / 2, y + corner[place][1] * side - w / 2, w, w);
      shown++;
    }
    if (u.facing !== undefined && u.facing >= 0 && !faced) {
      const c = this.c;
      c.save();
      c.translate(x, y);
      c.rotate(turn * Math.PI / 180);
      c.beginPath(); c.moveTo(0, -side * .68); c.lineTo(side * .09, -side * .56); c.lineTo(-side * .09, -side * .56); c.closePath();
      c.fillStyle = '#3a372e'; c.fill(); c.strokeStyle = '#fff'; c.lineWidth = 1; c.stroke();
      c.restore();
    }
  }
  private drawMarks(): void { // objectives and whatever else the view puts on hexes
    const used = new Map<number, number>(), spot = [[.64, 0], [-.64, 0], [.34, .6], [-.34, .6], [-.34, -.56], [.34, -.56]];
    for (const m of this.view?.marks ?? []) {
      const i = this.board.find(m.hex), mark = this.sprites.marks.get(m.mark.split(':')[0]);
      if (i < 0 || !mark?.badge) continue;
      const n = used.get(i) ?? 0, p = this.board.hex[i].at, at = this.screen(pt(p.x + spot[n % 6][0], p.y + spot[n % 6][1]));
      used.set(i, n + 1);
      if (at.x < -40 || at.y < -40 || at.x > this.w + 40 || at.y > this.h + 40) continue;
      const s = .27 * this.cam.r * (this.level === 'far' ? 1.25 : 1), e = this.sprites.objective(mark.badge, m.side, mark.id.startsWith('objective') || mark.id.startsWith('vp'), mark.shape, Math.round(s * this.dpr)), w = s * 1.3;
      if (e) this.c.drawImage(e, at.x - w / 2, at.y - w / 2, w, w);
    }
  }
  private drawUpper(): void {
    const c = this.c, s = this.scene, r = this.cam.r, dk = this.dark;
    c.lineJoin = 'miter';
    c.lineCap = 'butt';
    for (const i of s.targets) {
      c.strokeStyle = rgba('target', dk);
      c.lineWidth = .045 * r;
      c.stroke(this.hexPath(i, .97));
      c.lineWidth = .105 * r;
      const h = this.board.hex[i], p = h.corner.map(k => this.screen(this.board.corner[k]));
      c.lineCap = 'round';
      c.lineJoin = 'round';
      for (let k = 0; k < 6; k++) {
        const a = mix(p[k], p[(k + 5) % 6], .2), b = mix(p[k], p[(k + 1) % 6], .2);
        c.beginPath(); c.moveTo(a.x, a.y); c.lineTo(p[k].x, p[k].y); c.lineTo(b.x, b.y); c.stroke();
      }
    }
    for (const a of s.arrows) {
      const p = this.screen(a.from), q = this.screen(a.to), from = mix(p, q, .34), to = mix(p, q, .7);
      c.strokeStyle = c.fillStyle = dk ? '#0b0b09' : '#fff';
      c.lineWidth = .26 * r; c.lineCap = 'butt';
      c.beginPath(); c.moveTo(from.x, from.y); c.lineTo(to.x, to.y); c.stroke();
      this.arrowHead(from, to, .42 * r);
      c.strokeStyle = c.fillStyle = colour(a.style, dk);
      c.lineWidth = .17 * r;
      c.beginPath(); c.moveTo(from.x, from.y); c.lineTo(to.x, to.y); c.stroke();
      this.arrowHead(from, to, .34 * r);
    }
    if (s.reach) this.drawCosts(s.reach);
    for (const i of s.owed) this.warning(i);
    if (s.refused >= 0) {
      const p = this.screen(this.board.hex[s.refused].at), q = .24 * r;
      c.strokeStyle = rgba('target', dk); c.lineWidth = .08 * r; c.lineCap = 'round';
      c.stroke(this.hexPath(s.refused, .96));
      c.fillStyle = colour('card', dk);
      c.beginPath(); c.arc(p.x, p.y, q, 0, 6.2832); c.fill(); c.stroke();
      c.beginPath(); c.moveTo(p.x - q * .45, p.y - q * .45); c.lineTo(p.x + q * .45, p.y + q * .45); c.moveTo(p.x + q * .45, p.y - q * .45); c.lineTo(p.x - q * .45, p.y + q * .45); c.stroke();
    }
    if (s.proposed >= 0) this.frameHex(s.proposed, .16);
    if (s.cursor >= 0) this.frameHex(s.cursor, .13);
    if (s.overlay) this.drawOverlayLines(s.overlay);
  }
  private frameHex(i: number, w: number): void {
    const c = this.c, p = this.hexPath(i, .96);
    c.lineJoin = 'miter';
    c.strokeStyle = this.dark ? '#0b0b09' : '#fff';
    c.lineWidth = (w + .09) * this.cam.r;
    c.stroke(p);
    c.strokeStyle = colour('focus', this.dark);
    c.lineWidth = Math.max(2.5, w * .6 * this.cam.r);
    c.stroke(p);
  }
  private warning(hex: number): void {
    const c = this.c, p = this.screen(this.board.hex[hex].at), side = this.counterSide(), q = Math.max(8, .17 * this.cam.r), x = p.x - side * .5, y = p.y - side * .52;
    c.beginPath(); c.moveTo(x, y - q); c.lineTo(x + q, y + q * .75); c.lineTo(x - q, y + q * .75); c.closePath();
    c.lineJoin = 'round';
    c.fillStyle = '#f2c14e'; c.strokeStyle = '#3a2a00'; c.lineWidth = Math.max(1.4, q * .16);
    c.fill(); c.stroke();
    c.fillStyle = '#2a1e00'; c.textAlign = 'center'; c.font = `700 ${q * 1.25}px ${FONT}`;
    c.fillText('!', x, y + q * .56);
  }
  private drawCosts(reach: Map<number, ReachMark>): void {
    const c = this.c, r = this.cam.r, dk = this.dark;
    if (r < 20) return;
    c.textAlign = 'center';
    for (const [i, m] of reach) {
      if (!m.cost) continue;
      const h = this.board.hex[i], occupied = this.stackAt.has(h.same) && !this.scene.hidden, p = this.screen(occupied ? pt(h.at.x - .735, h.at.y) : h.at);
      if (p.x < -40 || p.y < -40 || p.x > this.w + 40 || p.y > this.h + 40) continue;
      const size = (occupied ? .2 : .29) * r, text = m.must ? `${m.cost} stop` : m.cost;
      c.font = `700 ${size.toFixed(1)}px ${FONT}`;
      if (occupied || m.must) {
        const w = Math.max(c.measureText(text).width + size * .7, size * 1.35), hgt = size * 1.42;
        c.beginPath(); c.roundRect(p.x - w / 2, p.y - hgt / 2, w, hgt, size * .3);
        c.fillStyle = colour('card', dk); c.fill();
        c.strokeStyle = colour(m.must ? 'target' : 'reachLine', dk); c.lineWidth = m.must ? Math.max(1.6, .035 * r) : 1; c.stroke();
      } else { c.lineJoin = 'round'; c.strokeStyle = rgba('card', dk, .75); c.lineWidth = size * .22; c.strokeText(text, p.x, p.y + size * .36); }
      c.fillStyle = colour(m.must ? 'target' : 'reachLine', dk);
      c.fillText(text, p.x, p.y + size * .36);
    }
  }
  private drawOverlayLines(o: Overlay): void {
    const c = this.c, r = this.cam.r, style = new Map(o.legend.map(l => [l.key, l.style]));
    for (const l of o.lines) {
      const a = this.board.at(l.from), b = this.board.at(l.to);
      if (!a || !b) continue;
      const p = this.screen(a), q = this.screen(b), cut = l.cut ? this.board.at(l.cut) : null, tok = style.get(l.key) ?? 'none';
      c.lineCap = 'butt';
      c.strokeStyle = this.dark ? '#0b0b09' : '#fff'; c.lineWidth = .13 * r;
      c.beginPath(); c.moveTo(p.x, p.y); c.lineTo(q.x, q.y); c.stroke();
      c.strokeStyle = rgba(tok, this.dark, 1); c.lineWidth = .075 * r;
      if (cut) c.setLineDash([.09 * r, .09 * r]);
      c.stroke();
      c.setLineDash([]);
      if (!cut) continue;
      const m = this.screen(cut), k = .17 * r;
      c.beginPath(); c.arc(m.x, m.y, k, 0, 6.2832); c.fillStyle = colour('card', this.dark); c.fill();
      c.strokeStyle = rgba('target', this.dark); c.lineWidth = .05 * r; c.stroke();
      c.beginPath(); c.moveTo(m.x - k * .45, m.y - k * .45); c.lineTo(m.x + k * .45, m.y + k * .45); c.moveTo(m.x + k * .45, m.y - k * .45); c.lineTo(m.x - k * .45, m.y + k * .45); c.stroke();
    }
    if (r < 24) return;
    c.textAlign = 'center';
    for (const [hex, key, text] of o.hexes) {
      const a = text ? this.board.at(hex) : null;
      if (!a || !text) continue;
      const p = this.screen(pt(a.x, a.y + .62));
      c.font = `700 ${(.2 * r).toFixed(1)}px ${FONT}`;
      c.strokeStyle = rgba('card', this.dark, .85); c.lineWidth = .06 * r; c.lineJoin = 'round';
      c.strokeText(text, p.x, p.y);
      c.fillStyle = rgba(style.get(key) ?? 'none', this.dark, 1);
      c.fillText(text, p.x, p.y);
    }
  }
  private drawLifted(now: number): void {
    const id = this.scene.lifted, u = id ? this.view?.units.find(x => x.id === id) : null, hex = u ? this.board.find(u.at) : -1;
    if (!u || hex < 0) return;
    const r = this.cam.r, side = this.counterSide() * 1.06, g = this.glides.get(u.id);
    const at = this.screen(g ? along(g.from, ease(Math.min(1, (now - g.start) / g.ms))) : this.board.hex[hex].at), c = this.c, x = at.x - .1 * r, y = at.y - .2 * r;
    c.fillStyle = 'rgba(20,14,4,.28)';
    c.beginPath(); c.roundRect(x - side * .5 + .1 * r, y - side * .5 + .14 * r, side * 1.04, side * 1.04, side * .1); c.fill();
    this.ring(x, y, side, .045, .055);
    this.put(u, x, y, side);
    const st = this.stackAt.get(this.board.hex[hex].same);
    if (st && st.count > 1) this.pill(x + side * .5, y + side * .5, st.count);
    this.badges(u, x, y, side);
  }

  // ---- the fan
  openFan(hex: number): void {
    const st = this.stackAt.get(hex);
    if (!st || st.units.length < 2) { this.closeFan(); return; }
    const s = Math.max(52, Math.min(84, this.counterSide())), gap = s * 1.14, cols = Math.min(st.units.length, st.units.length > 8 ? 5 : 4), rows = Math.ceil(st.units.length / cols);
    const at = this.screen(this.board.hex[hex].at), w = cols * gap + 10, hgt = rows * gap + 10, f = this.free();
    let x = at.x - w / 2, y = at.y - this.counterSide() * .7 - hgt - 6;
    x = Math.max(f.x + 4, Math.min(f.x + f.w - w - 4, x));
    if (y < f.y + 4) y = at.y + this.counterSide() * .75;
    this.fan = { hex, box: [x, y, w, hgt], cells: this.ordered(st).map((unit, i) => ({ unit, s, x: x + 5 + (i % cols + .5) * gap, y: y + 5 + (Math.floor(i / cols) + .5) * gap })) };
    this.touch();
  }
  closeFan(): void { if (this.fan) { this.fan = null; this.touch(); } }
  private drawFan(): void {
    if (!this.fan) return;
    const c = this.c, [x, y, w, h] = this.fan.box;
    c.fillStyle = rgba('card', this.dark, .94);
    c.strokeStyle = rgba('mapEdge', this.dark); c.lineWidth = 1;
    c.shadowColor = 'rgba(0,0,0,.3)'; c.shadowBlur = 14; c.shadowOffsetY = 4;
    c.beginPath(); c.roundRect(x, y, w, h, 10); c.fill();
    c.shadowColor = 'transparent'; c.shadowBlur = 0; c.shadowOffsetY = 0;
    c.stroke();
    for (const k of this.fan.cells) {
      if (this.scene.selected.has(k.unit.id)) { c.strokeStyle = colour('focus', this.dark); c.lineWidth = 4; c.beginPath(); c.roundRect(k.x - k.s * .55, k.y - k.s * .55, k.s * 1.1, k.s * 1.1, 6); c.stroke(); }
      this.put(k.unit, k.x, k.y, k.s);
      if (this.scene.hot.has(k.unit.id)) { c.strokeStyle = colour('focus', this.dark); c.lineWidth = 2; c.setLineDash([5, 4]); c.beginPath(); c.roundRect(k.x - k.s * .54, k.y - k.s * .54, k.s * 1.08, k.s * 1.08, 6); c.stroke(); c.setLineDash([]); }
    }
  }

  // ---- a picture of the ground alone, for the hand-over
  snapshotPlace(w: number, h: number, pts: P[]): (p: P) => P {
    const b = this.board.box, all = pts.length ? pts : [pt(b.x0, b.y0), pt(b.x1, b.y1)];
    const x0 = Math.min(...all.map(p => p.x)) - 2.5, x1 = Math.max(...all.map(p => p.x)) + 2.5, y0 = Math.min(...all.map(p => p.y)) - 2.5, y1 = Math.max(...all.map(p => p.y)) + 2.5;
    const k = Math.min(w / (x1 - x0), h / (y1 - y0), 42); // no nearer than the small picture is sharp
    return p => pt(w / 2 + (p.x - (x0 + x1) / 2) * k, h / 2 + (p.y - (y0 + y1) / 2) * k);
  }
  snapshot(c: CanvasRenderingContext2D, w: number, h: number, pts: P[]): void {
    c.fillStyle = colour('offMap', this.dark);
    c.fillRect(0, 0, w, h);
    if (!this.base) return;
    const at = this.snapshotPlace(w, h, pts), s = this.baseSpec(), a = at(pt(s.x, s.y)), b = at(pt(s.x + s.w, s.y + s.h));
    c.drawImage(this.base.bitmap, a.x, a.y, b.x - a.x, b.y - a.y);
  }

  // ---- the overview
  drawOverview(): void {
    const e = this.overview;
    if (!e || !this.board || !this.w) return;
    const b = this.board.box, bw = b.x1 - b.x0, bh = b.y1 - b.y0, max = 168, k = Math.min(max / bw, max / bh), w = Math.round(bw * k), h = Math.round(bh * k), d = this.dpr;
    if (e.width !== w * d || e.height !== h * d) { e.width = w * d; e.height = h * d; e.style.width = `${w}px`; e.style.height = `${h}px`; }
    const c = e.getContext('2d')!;
    c.setTransform(1, 0, 0, 1, 0, 0);
    if (!this.small || this.small.width !== e.width || this.small.height !== e.height) this.small = this.smallGround(e.width, e.height, k, d);
    c.drawImage(this.small, 0, 0);
    c.setTransform(d, 0, 0, d, 0, 0);
    const x0 = this.cam.x - this.w / 2 / this.cam.r, y0 = this.cam.y - this.h / 2 / this.cam.r;
    const f = this.free(), whole = bw * this.cam.r <= f.w + 2 && bh * this.cam.r <= f.h + 2; // all in sight: no overview needed
    if (e.parentElement) e.parentElement.style.display = whole ? 'none' : '';
    c.strokeStyle = '#fff'; c.lineWidth = 3;
    c.strokeRect((x0 - b.x0) * k, (y0 - b.y0) * k, this.w / this.cam.r * k, this.h / this.cam.r * k);
    c.strokeStyle = colour('focus', false); c.lineWidth = 1.5;
    c.strokeRect((x0 - b.x0) * k, (y0 - b.y0) * k, this.w / this.cam.r * k, this.h / this.cam.r * k);
    e.onpointerdown = ev => { e.setPointerCapture(ev.pointerId); this.fromOverview(ev, k); };
    e.onpointermove = ev => { if (ev.buttons) this.fromOverview(ev, k); };
  }
  // Its ground and dots, kept until one of them changes: the camera moves far more often.
  private small: OffscreenCanvas | null = null;
  private smallGround(w: number, h: number, k: number, d: number): OffscreenCanvas {
    const e = new OffscreenCanvas(w, h), c = e.getContext('2d')!, b = this.board.box;
    c.setTransform(d, 0, 0, d, 0, 0);
    c.fillStyle = colour('paper', this.dark);
    c.fillRect(0, 0, w, h);
    if (this.base) { const s = this.baseSpec(); c.drawImage(this.base.bitmap, (s.x - b.x0) * k, (s.y - b.y0) * k, s.w * k, s.h * k); }
    for (const s of this.stacks) {
      const u = s.units[0], side = this.sprites.counter(u)?.side ?? u.side, p = this.board.hex[s.hex].at, q = Math.max(2, Math.min(4, .5 * k));
      c.fillStyle = side === 'german' ? (this.dark ? '#b9c6ab' : '#3c4736') : '#b4301c';
      if (side === 'german') c.fillRect((p.x - b.x0) * k - q, (p.y - b.y0) * k - q, 2 * q, 2 * q);
      else { c.beginPath(); c.arc((p.x - b.x0) * k, (p.y - b.y0) * k, q * 1.1, 0, 6.2832); c.fill(); }
    }
    return e;
  }
  private fromOverview(ev: PointerEvent, k: number): void {
    const b = this.board.box, r = this.overview!.getBoundingClientRect();
    this.goal = null;
    this.cam.x = b.x0 + (ev.clientX - r.left) / k;
    this.cam.y = b.y0 + (ev.clientY - r.top) / k;
    this.changed();
  }

  // ---- gestures
  private pinch = false;
  private gestures(): void {
    const el = this.canvas, down = new Map<number, { x: number; y: number }>();
    let moved = false, startX = 0, startY = 0, long = 0, gap = 0, hoverTimer = 0, hoverHex = -1, wasPinch = false;
    const local = (e: PointerEvent | WheelEvent): P => { const r = el.getBoundingClientRect(); return pt(e.clientX - r.left, e.clientY - r.top); };
    el.addEventListener('pointerdown', e => {
      if (e.button > 0) return;
      try { el.setPointerCapture(e.pointerId); } catch { /* the pointer is already gone */ }
      const p = local(e);
      down.set(e.pointerId, p);
      this.goal = null;
      if (down.size === 1) {
        moved = false;
        wasPinch = false;
        startX = p.x;
        startY = p.y;
        clearTimeout(long);
        long = window.setTimeout(() => { if (down.size === 1 && !moved) { moved = true; this.ev.inspect(this.board.hexAt(this.world(startX, startY))); } }, 550);
      } else { wasPinch = true; this.pinch = true; const [a, b] = [...down.values()]; gap = Math.hypot(a.x - b.x, a.y - b.y); clearTimeout(long); }
    });
    el.addEventListener('pointermove', e => {
      const p = local(e), was = down.get(e.pointerId);
      if (!was) { this.hover(p, hoverHex, t => { clearTimeout(hoverTimer); hoverTimer = t; }, h => { hoverHex = h; }); return; }
      if (down.size === 1) {
        if (!moved && Math.hypot(p.x - startX, p.y - startY) < (e.pointerType === 'mouse' ? 5 : 10)) return;
        moved = true;
        clearTimeout(long);
        this.closeFan();
        this.cam.x -= (p.x - was.x) / this.cam.r;
        this.cam.y -= (p.y - was.y) / this.cam.r;
        down.set(e.pointerId, p);
        this.changed();
      } else if (down.size === 2) {
        const [a0, b0] = [...down.values()], m0 = mix(a0, b0, .5);
        down.set(e.pointerId, p);
        const [a, b] = [...down.values()], g = Math.hypot(a.x - b.x, a.y - b.y), m = mix(a, b, .5), w = this.world(m0.x, m0.y);
        this.cam.r = this.clampR(this.cam.r * g / Math.max(20, gap));
        gap = g;
        this.cam.x = w.x - (m.x - this.w / 2) / this.cam.r;
        this.cam.y = w.y - (m.y - this.h / 2) / this.cam.r;
        this.zoomedAt = performance.now();
        this.hold();
        this.touch();
      }
    });
    const up = (e: PointerEvent) => {
      clearTimeout(long);
      const had = down.delete(e.pointerId);
      if (!had) return;
      if (down.size === 0 && this.pinch) { this.pinch = false; this.zoomedAt = 0; this.changed(); }
      if (e.type === 'pointerup' && !moved && !wasPinch && down.size === 0) this.tap(local(e), e);
    };
    el.addEventListener('pointerup', up);
    el.addEventListener('pointercancel', up);
    el.addEventListener('pointerleave', () => { clearTimeout(hoverTimer); hoverHex = -1; this.ev.hover(-1, null); });
    el.addEventListener('contextmenu', e => { e.preventDefault(); const p = pt(e.clientX - el.getBoundingClientRect().left, e.clientY - el.getBoundingClientRect().top); this.ev.inspect(this.board.hexAt(this.world(p.x, p.y))); });
    el.addEventListener('wheel', e => {
      e.preventDefault();
      const unit = e.deltaMode === 1 ? 30 : 1;
      if (e.shiftKey && !e.ctrlKey) { this.cam.x += e.deltaY * unit / this.cam.r; this.changed(); return; }
      this.closeFan();
      this.zoomBy(Math.exp(-Math.max(-240, Math.min(240, e.deltaY * unit)) * (e.ctrlKey ? .006 : .0022)), local(e));
    }, { passive: false });
  }
  private hover(p: P, last: number, timer: (t: number) => void, set: (h: number) => void): void {
    if (!this.board) return;
    if (this.fan) {
      const [x, y, w, h] = this.fan.box, at = this.screen(this.board.hex[this.fan.hex].at), s = this.counterSide() * .8;
      const onFan = p.x > x - 14 && p.x < x + w + 14 && p.y > y - 14 && p.y < y + h + 14, onHex = Math.hypot(p.x - at.x, p.y - at.y) < s;
      const corridor = p.x > Math.min(x, at.x - s) && p.x < Math.max(x + w, at.x + s) && p.y > Math.min(y, at.y) && p.y < Math.max(y + h, at.y + s) && Math.abs(p.x - at.x) < w;
      if (onFan || onHex || corridor) { const k = this.fan.cells.find(q => Math.abs(q.x - p.x) < q.s / 2 && Math.abs(q.y - p.y) < q.s / 2); this.ev.hover(this.fan.hex, k?.unit.id ?? null); return; }
      this.closeFan();
    }
    const hex = this.board.hexAt(this.world(p.x, p.y));
    if (hex === last) return;
    set(hex);
    this.ev.hover(hex, null);
    const st = hex >= 0 ? this.stackAt.get(this.board.hex[hex].same) : undefined;
    timer(st && st.units.length > 1 && !this.scene.hidden ? window.setTimeout(() => this.openFan(this.board.hex[hex].same), 420) : 0);
  }
  private tap(p: P, e: PointerEvent): void {
    if (!this.board) return;
    const touch = e.pointerType !== 'mouse';
    if (this.fan) {
      const k = this.fan.cells.find(q => Math.abs(q.x - p.x) < q.s / 2 && Math.abs(q.y - p.y) < q.s / 2), [x, y, w, h] = this.fan.box;
      if (k) { this.ev.tap({ hex: this.fan.hex, unit: k.unit.id, side: null, touch, shift: e.shiftKey }); return; }
      if (p.x > x && p.x < x + w && p.y > y && p.y < y + h) return;
    }
    const q = this.world(p.x, p.y), hex = this.board.hexAt(q);
    let side: [number, number] | null = null;
    if (hex >= 0) {
      let best = .26;
      this.board.hex[hex].next.forEach(n => { if (n < 0) return; const m = mix(this.board.hex[hex].at, this.board.hex[n].at, .5), d = Math.hypot(m.x - q.x, m.y - q.y); if (d < best) { best = d; side = [hex, n]; } });
    }
    this.ev.tap({ hex, unit: null, side, touch, shift: e.shiftKey });
  }
}

const ease = (t: number) => 1 - (1 - Math.max(0, t)) ** 2;
function along(p: P[], t: number): P { const k = t * (p.length - 1), i = Math.min(p.length - 2, Math.floor(k)); return mix(p[i], p[i + 1], k - i); }
const tileLast = (s: Sprites, u: Unit): number => { const k = s.counter(u); return k && k.symbol === 'static' && !k.faces[0]?.figures.length ? 1 : 0; };
function controlOf(v: View | null): Map<string, string> {
  const m = new Map<string, string>();
  for (const [side, hexes] of v?.control ?? []) for (const h of hexes) m.set(h, side as Side);
  return m;
}
