// The artist's lowest layer, the ground: tiles that a worker of its own paints for the scale in
// use, and what stands in for them until they come.
import { type P, pt } from '../geom';
import type { TileSpec } from '../ground/paint';
import type { FromGround, ToGround } from '../ground/worker';
import { type Token, colour, rgba } from '../tokens';
import { type FromArtist, TILE, type Tile } from './scene';
import { Sheet } from './sheet';
import type { Level, Placed } from '../names';

// Until anything is painted: what a hex is, as a flat tone.
const COAT: Partial<Record<string, Token>> = {
  wood: 'wood',
  hill: 'hill1',
  hilltop: 'hill3',
  marsh: 'marsh',
  town: 'town',
  city: 'town',
  water: 'water',
  balka: 'balka',
  orchard: 'orchard',
  grain: 'grain',
  brush: 'brush',
  field: 'field1',
};

export abstract class Tiles extends Sheet {
  abstract touch(): void; // draw soon
  protected abstract tell(m: FromArtist): void;
  protected c!: OffscreenCanvasRenderingContext2D;
  protected moving = false;
  protected zooming = false;
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
  protected get far(): boolean {
    return this.level === 'far';
  }
  protected startGround(url: string): void {
    this.worker = new Worker(url, { type: 'module' });
    this.worker.onmessage = (e: MessageEvent<FromGround>) => this.fromGround(e.data);
  }
  protected post(m: ToGround): void {
    this.worker?.postMessage(m);
  }
  protected fromGround(m: FromGround): void {
    if (m.kind === 'ready') {
      this.node = m.node;
      this.names.clear();
      this.wanted = '';
      this.wantTiles();
    } else {
      const [theme, pxText, i, j] = m.key.split('|'),
        px = +pxText,
        dark = theme === 'd';
      if (dark !== this.dark) {
        m.bitmap.close();
        return;
      }
      const tile: Tile = {
        key: m.key,
        bitmap: m.bitmap,
        px,
        i: +i,
        j: +j,
        version: m.version,
        used: this.clock,
      };
      if (i === 'base') {
        this.base?.bitmap.close();
        this.base = tile;
        this.tell({ kind: 'small', small: { bitmap: m.bitmap, spec: this.baseSpec() } });
      } else this.arrived.push(tile);
    }
    this.touch();
  }
  // A picture from elsewhere is dear the first time it is drawn: a frame takes in only a few.
  protected arrived: Tile[] = [];
  protected takeTiles(): void {
    for (const t of this.arrived.splice(0, this.moving ? 1 : 3)) {
      this.tiles.get(t.key)?.bitmap.close();
      this.tiles.set(t.key, t);
    }
    this.trim();
    if (this.arrived.length) this.touch();
  }
  protected trim(): void {
    const most = Math.max(
      48,
      Math.ceil((this.w * this.dpr) / TILE + 2) * Math.ceil((this.h * this.dpr) / TILE + 2) * 3,
    );
    if (this.tiles.size <= most) return;
    const old = [...this.tiles.values()]
      .sort((a, b) => a.used - b.used)
      .slice(0, this.tiles.size - most);
    for (const t of old) {
      t.bitmap.close();
      this.tiles.delete(t.key);
    }
  }
  protected forgetGround(): void {
    for (const t of [...this.tiles.values(), ...this.arrived]) t.bitmap.close();
    this.tiles.clear();
    this.arrived = [];
    this.base?.bitmap.close();
    this.base = null;
  }
  protected basePx(): number {
    const b = this.board.box;
    return Math.min(30, 1500 / Math.max(b.x1 - b.x0, b.y1 - b.y0));
  }
  protected baseSpec(): TileSpec {
    const b = this.board.box,
      px = this.basePx(),
      m = 0.35;
    return {
      px,
      x: b.x0 - m,
      y: b.y0 - m,
      w: b.x1 - b.x0 + 2 * m,
      h: b.y1 - b.y0 + 2 * m,
      dark: this.dark,
      far: true,
      numbers: false,
    };
  }
  protected wantBase(): void {
    if (!this.board) return;
    this.wanted = '';
    this.wantTiles();
  }
  protected tilePx(): number {
    return +(this.cam.r * this.dpr).toFixed(3);
  }
  protected wantTiles(): void {
    if (!this.board || !this.worker || !this.w) return;
    if (this.zooming) return; // not for scales in passing
    const px = this.tilePx(),
      ts = TILE / px,
      b = this.board.box,
      x0 = this.cam.x - this.w / 2 / this.cam.r,
      y0 = this.cam.y - this.h / 2 / this.cam.r;
    const i0 = Math.floor(x0 / ts),
      i1 = Math.floor((x0 + this.w / this.cam.r) / ts),
      j0 = Math.floor(y0 / ts),
      j1 = Math.floor((y0 + this.h / this.cam.r) / ts);
    const list: { key: string; d: number; i: number; j: number }[] = [],
      cx = this.cam.x / ts - 0.5,
      cy = this.cam.y / ts - 0.5,
      theme = this.dark ? 'd' : 'l';
    for (let i = i0 - 1; i <= i1 + 1; i++)
      for (let j = j0 - 1; j <= j1 + 1; j++) {
        if (
          (i + 1) * ts < b.x0 - 0.1 ||
          i * ts > b.x1 + 0.1 ||
          (j + 1) * ts < b.y0 - 0.1 ||
          j * ts > b.y1 + 0.1
        )
          continue;
        const key = `${theme}|${px}|${i}|${j}`,
          have = this.tiles.get(key);
        if (have && have.version === this.version) continue;
        const rim = i < i0 || i > i1 || j < j0 || j > j1;
        list.push({ key, i, j, d: Math.hypot(i - cx, j - cy) + (rim ? 100 : 0) });
      }
    list.sort((a, c) => a.d - c.d);
    const oldBase = !this.base || this.base.version !== this.version,
      sign = list.map(t => t.key).join() + this.version + oldBase;
    if (sign === this.wanted) return;
    this.wanted = sign;
    const tiles: { key: string; spec: TileSpec }[] = list.map(t => ({
      key: t.key,
      spec: {
        px,
        x: t.i * ts,
        y: t.j * ts,
        w: ts,
        h: ts,
        dark: this.dark,
        far: this.far,
        numbers: true,
        least: 8.5 * this.dpr,
      },
    }));
    if (oldBase)
      tiles[this.base ? 'push' : 'unshift']({
        key: `${theme}|${this.basePx()}|base|0`,
        spec: this.baseSpec(),
      });
    this.post({ kind: 'want', tiles });
  }
  protected drawTiles(): void {
    const c = this.c,
      px = this.tilePx(),
      r = this.cam.r,
      origin = this.screen(pt(0, 0)),
      x0 = Math.round(origin.x * this.dpr),
      y0 = Math.round(origin.y * this.dpr);
    const put = (t: Tile) => {
      const ts = TILE / t.px,
        p = this.screen(pt(t.i * ts, t.j * ts)),
        w = ts * r;
      t.used = this.clock;
      if (t.px === px) {
        // On whole device pixels, counted from one corner: tiles rounded one by one leave seams.
        const x = x0 + t.i * TILE,
          y = y0 + t.j * TILE;
        c.drawImage(
          t.bitmap,
          x / this.dpr,
          y / this.dpr,
          t.bitmap.width / this.dpr,
          t.bitmap.height / this.dpr,
        );
      } else c.drawImage(t.bitmap, p.x, p.y, w + 0.5, w + 0.5);
    };
    const now = this.inSight(px);
    this.whole =
      now.whole && !this.arrived.length && now.tiles.every(t => t.version === this.version);
    if (now.whole) this.wholePx = px;
    else {
      // until they come: the scale that was whole last, and under it, where that is not enough, the
      // whole board
      const last = this.wholePx && this.wholePx !== px ? this.inSight(this.wholePx) : null;
      if (!this.base && !last?.whole) this.coat();
      if (this.base && !last?.whole) {
        const s = this.baseSpec(),
          p = this.screen(pt(s.x, s.y)),
          smooth = c.imageSmoothingEnabled;
        c.imageSmoothingEnabled &&= r / s.px > 1.6;
        c.drawImage(this.base.bitmap, p.x, p.y, s.w * r, s.h * r);
        c.imageSmoothingEnabled = smooth;
      }
      last?.tiles.forEach(put);
    }
    now.tiles.forEach(put);
  }
  protected whole = false; // no tile in sight is missing or old
  private coat(): void {
    const c = this.c,
      b = this.board,
      path = new Map<Token, Path2D>(),
      grid = new Path2D();
    for (const h of b.hex) {
      const s = this.screen(h.at);
      if (
        s.x < -this.cam.r ||
        s.y < -this.cam.r ||
        s.x > this.w + this.cam.r ||
        s.y > this.h + this.cam.r
      )
        continue;
      const tone = COAT[[...h.paints].find(p => COAT[p]) ?? ''] ?? 'paper',
        ring = h.corner.map(k => this.screen(b.corner[k]));
      let d = path.get(tone);
      if (!d) path.set(tone, (d = new Path2D()));
      for (const p of [d, grid]) {
        ring.forEach((q, i) => (i ? p.lineTo(q.x, q.y) : p.moveTo(q.x, q.y)));
        p.closePath();
      }
    }
    c.fillStyle = colour('paper', this.dark);
    c.fill(grid);
    for (const [tone, d] of path) {
      c.fillStyle = rgba(tone, this.dark, 0.55);
      c.fill(d);
    }
    c.strokeStyle = rgba('grid', this.dark);
    c.lineWidth = 1;
    c.stroke(grid);
  }
  // The tiles of a scale that show what is in sight, and whether none is missing.
  protected inSight(px: number): { tiles: Tile[]; whole: boolean } {
    const ts = TILE / px,
      b = this.board.box,
      x0 = this.cam.x - this.w / 2 / this.cam.r,
      y0 = this.cam.y - this.h / 2 / this.cam.r,
      tiles: Tile[] = [],
      theme = this.dark ? 'd' : 'l';
    let whole = true;
    for (let i = Math.floor(x0 / ts); i <= Math.floor((x0 + this.w / this.cam.r) / ts); i++)
      for (let j = Math.floor(y0 / ts); j <= Math.floor((y0 + this.h / this.cam.r) / ts); j++) {
        const t = this.tiles.get(`${theme}|${px}|${i}|${j}`);
        if (t) tiles.push(t);
        else if ((i + 1) * ts > b.x0 && i * ts < b.x1 && (j + 1) * ts > b.y0 && j * ts < b.y1)
          whole = false;
      }
    return { tiles, whole };
  }
}
