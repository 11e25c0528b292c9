// The ground: tiles that the worker paints for the scale in use, what stands in for them until they come, and the small
// pictures of the whole board (overview, hand-over).
import { type P, pt } from '../geom';
import type { FromGround, ToGround } from '../ground/worker';
import { colour } from '../tokens';
import { Camera } from './camera';
import { TILE, type Tile } from './scene';
import type { Level, Placed } from '../names';

export abstract class Tiles extends Camera {
  protected names = new Map<Level, Placed[]>(); // placed by the layer above; they follow the ground
  protected worker: Worker | null = null;
  protected version = 0;
  protected tiles = new Map<string, Tile>();
  protected base: Tile | null = null;
  protected wholePx = 0;
  protected wanted = '';
  protected node: P[] | null = null;
  protected terrain = '';
  protected control: Map<string, string> = new Map();
  protected clock = 0;
  onReady: (() => void) | null = null;
  overview: HTMLCanvasElement | null = null;
  startGround(url: string, fonts: Extract<ToGround, { kind: 'fonts' }>['fonts']): void {
    this.worker = new Worker(url, { type: 'module' });
    this.worker.onmessage = (e: MessageEvent<FromGround>) => this.fromGround(e.data);
    this.post({ kind: 'fonts', fonts });
  }
  protected post(m: ToGround): void { this.worker?.postMessage(m); }
  protected fromGround(m: FromGround): void {
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
  protected arrived: Tile[] = [];
  protected takeTiles(): void {
    for (const t of this.arrived.splice(0, this.goal ? 1 : 3)) { this.tiles.get(t.key)?.bitmap.close(); this.tiles.set(t.key, t); }
    this.trim();
    if (this.arrived.length) this.touch();
  }
  protected trim(): void {
    const most = Math.max(48, Math.ceil(this.w * this.dpr / TILE + 2) * Math.ceil(this.h * this.dpr / TILE + 2) * 3);
    if (this.tiles.size <= most) return;
    const old = [...this.tiles.values()].sort((a, b) => a.used - b.used).slice(0, this.tiles.size - most);
    for (const t of old) { t.bitmap.close(); this.tiles.delete(t.key); }
  }
  protected basePx(): number { const b = this.board.box; return Math.min(30, 1500 / Math.max(b.x1 - b.x0, b.y1 - b.y0)); }
  protected baseSpec() {
    const b = this.board.box, px = this.basePx(), m = .35;
    return { px, x: b.x0 - m, y: b.y0 - m, w: b.x1 - b.x0 + 2 * m, h: b.y1 - b.y0 + 2 * m, dark: this.dark, far: true, numbers: false };
  }
  protected wantBase(): void { if (!this.board) return; this.wanted = ''; this.wantTiles(); }
  protected tilePx(): number { return +(this.cam.r * this.dpr).toFixed(3); }
  protected wantTiles(): void {
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
    const tiles: { key: string; spec: import('../ground/paint').TileSpec }[] = list.map(t => ({ key: t.key, spec: { px, x: t.i * ts, y: t.j * ts, w: ts, h: ts, dark: this.dark, far: this.far, numbers: true, least: 8.5 * this.dpr } }));
    if (oldBase) tiles[this.base ? 'push' : 'unshift']({ key: `${theme}|${this.basePx()}|base|0`, spec: this.baseSpec() });
    this.post({ kind: 'want', tiles });
  }
  protected drawTiles(): void {
    const c = this.c, px = this.tilePx(), r = this.cam.r;
    const put = (t: Tile) => {
      const ts = TILE / t.px, p = this.screen(pt(t.i * ts, t.j * ts)), w = ts * r;
      t.used = this.clock;
      if (t.px === px) { // on whole device pixels: crisp, no seams
        const x = Math.round(p.x * this.dpr), y = Math.round(p.y * this.dpr);
        c.drawImage(t.bitmap, x / this.dpr, y / this.dpr, t.bitmap.width / this.dpr, t.bitmap.height / this.dpr);
      } else c.drawImage(t.bitmap, p.x, p.y, w + .5, w + .5);
    };
    const now = this.inSight(px), state = now.whole ? 'whole' : 'part';
    if (this.canvas.dataset.ground !== state) this.canvas.dataset.ground = state; // for whoever takes pictures
    if (now.whole) this.wholePx = px;
    else { // until they come: the scale that was whole last, and under it, where that is not enough, the whole board
      const last = this.wholePx && this.wholePx !== px ? this.inSight(this.wholePx) : null;
      if (this.base && !last?.whole) { const s = this.baseSpec(), p = this.screen(pt(s.x, s.y)), smooth = c.imageSmoothingEnabled; c.imageSmoothingEnabled &&= r / s.px > 1.6; c.drawImage(this.base.bitmap, p.x, p.y, s.w * r, s.h * r); c.imageSmoothingEnabled = smooth; }
      last?.tiles.forEach(put);
    }
    now.tiles.forEach(put);
  }
  // The tiles of a scale that show what is in sight, and whether none is missing.
  protected inSight(px: number): { tiles: Tile[]; whole: boolean } {
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
  protected small: OffscreenCanvas | null = null;
  protected smallGround(w: number, h: number, k: number, d: number): OffscreenCanvas {
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
  protected fromOverview(ev: PointerEvent, k: number): void {
    const b = this.board.box, r = this.overview!.getBoundingClientRect();
    this.goal = null;
    this.cam.x = b.x0 + (ev.clientX - r.left) / k;
    this.cam.y = b.y0 + (ev.clientY - r.top) / k;
    this.changed();
  }
}
