// A board indexed for drawing and asking: hexes by number, neighbours, corners, what is painted
// where. Hexes that share a place (levels of one building) are drawn once, as the first of them.
import type { BoardDoc, TerrainChange, View } from './doc';
import { type P, pt } from './geom';

export interface Hex {
  id: string;
  gx: number;
  gy: number;
  at: P;
  terrain: string[];
  paints: Set<string>;
  next: number[];
  corner: number[];
  same: number;
  rank: number;
  owner: number;
}
export interface BSide {
  hex: number;
  dir: number;
  kinds: string[];
}

const FLAT_STEP = [
  [0, -2],
  [3, -1],
  [3, 1],
  [0, 2],
  [-3, 1],
  [-3, -1],
];
const POINTY_STEP = [
  [-1, -3],
  [1, -3],
  [2, 0],
  [1, 3],
  [-1, 3],
  [-2, 0],
];
const FLAT_CORNER = [
  [-1, -1],
  [1, -1],
  [2, 0],
  [1, 1],
  [-1, 1],
  [-2, 0],
];
const POINTY_CORNER = [
  [-1, -1],
  [0, -2],
  [1, -1],
  [1, 1],
  [0, 2],
  [-1, 1],
];
const ROOT = Math.sqrt(3) / 2;

export class Board {
  pointy: boolean;
  hex: Hex[] = [];
  byId = new Map<string, number>();
  private byPlace = new Map<number, number>();
  corner: P[] = [];
  cornerHexes: number[] = [];
  sides: BSide[] = [];
  paths: { kind: string; hexes: number[] }[] = [];
  box = { x0: 1e9, y0: 1e9, x1: -1e9, y1: -1e9 };
  kinds = new Set<string>();
  paints = new Set<string>();

  constructor(
    public doc: BoardDoc,
    changes: TerrainChange[] = [],
  ) {
    this.pointy = doc.layout === 'pointy';
    const paint = new Map(doc.terrain.map(t => [t.id, t.paint]));
    const changed = new Map(changes.filter(c => c.hex).map(c => [c.hex!, c.set]));
    for (const [id, gx, gy, words] of doc.hexes) {
      const terrain = changed.get(id) ?? words;
      const paints = new Set(terrain.map(t => paint.get(t) ?? 'paper'));
      const place = this.placeKey(gx, gy),
        i = this.hex.length;
      if (!this.byPlace.has(place)) this.byPlace.set(place, i);
      this.byId.set(id, i);
      this.hex.push({
        id,
        gx,
        gy,
        at: this.place(gx, gy),
        terrain,
        paints,
        next: [],
        corner: [],
        same: this.byPlace.get(place)!,
        rank: 0,
        owner: 0,
      });
      for (const p of paints) this.paints.add(p);
    }
    this.link();
    for (const l of doc.labels) {
      const h = this.hex[this.byId.get(l.hex) ?? -1];
      if (h && (!h.rank || l.rank < h.rank)) h.rank = l.rank;
    }
    this.readSides(changes);
    for (const p of doc.paths)
      this.paths.push({ kind: p.kind, hexes: p.hexes.map(h => this.find(h)).filter(h => h >= 0) });
  }

  place(gx: number, gy: number): P {
    return this.pointy ? pt(gx * ROOT, gy / 2) : pt(gx / 2, gy * ROOT);
  }
  private placeKey(gx: number, gy: number): number {
    return (gx + 4096) * 16384 + gy + 4096;
  }
  find(id: string): number {
    return this.byId.get(id) ?? -1;
  }
  at(id: string): P | null {
    const i = this.byId.get(id);
    return i === undefined ? null : this.hex[i].at;
  }
  step(h: Hex, dir: number): [number, number] {
    const s = (this.pointy ? POINTY_STEP : FLAT_STEP)[dir];
    return [h.gx + s[0], h.gy + s[1]];
  }

  private link(): void {
    const corners = new Map<number, number>();
    for (let i = 0; i < this.hex.length; i++) {
      const h = this.hex[i];
      for (let k = 0; k < 6; k++) {
        const [nx, ny] = this.step(h, k);
        h.next.push(this.byPlace.get(this.placeKey(nx, ny)) ?? -1);
        const c = (this.pointy ? POINTY_CORNER : FLAT_CORNER)[k],
          cx = h.gx + c[0],
          cy = h.gy + c[1],
          key = this.placeKey(cx, cy);
        let n = corners.get(key);
        if (n === undefined) {
          n = this.corner.length;
          corners.set(key, n);
          const p = this.place(cx, cy);
          this.corner.push(p);
          this.cornerHexes.push(0);
          this.box = {
            x0: Math.min(this.box.x0, p.x),
            y0: Math.min(this.box.y0, p.y),
            x1: Math.max(this.box.x1, p.x),
            y1: Math.max(this.box.y1, p.y),
          };
        }
        h.corner.push(n);
        if (h.same === i) this.cornerHexes[n]++;
      }
    }
  }

  private readSides(changes: TerrainChange[]): void {
    const changed = new Map(changes.filter(c => c.side).map(c => [c.side!.join('/'), c.set]));
    const put = (a: string, b: string, kinds: string[]) => {
      const h = this.find(a),
        o = this.find(b);
      if (h < 0 || o < 0 || !kinds.length) return;
      const dir = this.hex[h].next.indexOf(this.hex[o].same);
      if (dir < 0) return;
      this.sides.push({ hex: h, dir, kinds });
      for (const k of kinds) this.kinds.add(k);
    };
    for (const [a, b, kinds] of this.doc.sides)
      if (!changed.has(`${a}/${b}`) && !changed.has(`${b}/${a}`)) put(a, b, kinds);
    for (const c of changes) if (c.side) put(c.side[0], c.side[1], c.set);
  }

  setControl(view: Pick<View, 'control'>): void {
    for (const h of this.hex) h.owner = 0;
    for (const [side, hexes] of view.control)
      for (const id of hexes) {
        const h = this.hex[this.find(id)];
        if (h) h.owner = side === 'german' ? 1 : 2;
      }
  }

  // The hex at a point of the sheet, -1 off the map.
  hexAt(p: P): number {
    let best = -1,
      near = 1.01;
    const [gx, gy] = this.pointy ? [p.x / ROOT, p.y * 2] : [p.x * 2, p.y / ROOT];
    for (let dx = -3; dx <= 3; dx++)
      for (let dy = -3; dy <= 3; dy++) {
        const i = this.byPlace.get(this.placeKey(Math.round(gx) + dx, Math.round(gy) + dy));
        if (i === undefined) continue;
        const d = Math.hypot(this.hex[i].at.x - p.x, this.hex[i].at.y - p.y);
        if (d < near) {
          near = d;
          best = i;
        }
      }
    return best >= 0 && this.inside(best, p) ? best : -1;
  }
  private inside(i: number, p: P): boolean {
    const h = this.hex[i],
      x = Math.abs(p.x - h.at.x),
      y = Math.abs(p.y - h.at.y),
      [a, b] = this.pointy ? [y, x] : [x, y];
    return b <= ROOT + 1e-6 && a * ROOT + b / 2 <= ROOT + 1e-6;
  }
  neighbourToward(i: number, key: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'): number {
    const h = this.hex[i],
      want = {
        ArrowUp: pt(0, -1),
        ArrowDown: pt(0, 1),
        ArrowLeft: pt(-1, 0),
        ArrowRight: pt(1, 0),
      }[key];
    let best = -1,
      score = 0.3;
    for (const n of h.next) {
      if (n < 0) continue;
      const dx = this.hex[n].at.x - h.at.x,
        dy = this.hex[n].at.y - h.at.y,
        s =
          (dx * want.x + dy * want.y) / Math.hypot(dx, dy) - (this.hex[n].at.y < h.at.y ? 0 : 0.01);
      if (s > score) {
        score = s;
        best = n;
      }
    }
    return best;
  }
  distance(a: number, b: number): number {
    const A = this.hex[a],
      B = this.hex[b],
      [dx, dy] = this.pointy
        ? [Math.abs(A.gy - B.gy), Math.abs(A.gx - B.gx)]
        : [Math.abs(A.gx - B.gx), Math.abs(A.gy - B.gy)];
    const cols = dx / 3;
    return cols + Math.max(0, (dy - cols) / 2);
  }
  outlineOf(i: number): P[] {
    return this.hex[i].corner.map(c => this.corner[c]);
  }
}
