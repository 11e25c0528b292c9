// One field, one isoline: how hexes of a kind become a single soft shape. The field is a weighted
// mean over hex centres; near the map's edge only the hexes that exist count, so an area runs off
// the sheet.
import { type Line, type P, line, pt, smooth } from '../geom';
import type { Board } from '../model';

export interface Grid {
  step: number;
  x: number;
  y: number;
  nx: number;
  ny: number;
  v: Float32Array;
}
const MARGIN = 0.9;

export function gridMake(b: Board, step: number): Grid {
  const x = b.box.x0 - MARGIN,
    y = b.box.y0 - MARGIN;
  const nx = Math.ceil((b.box.x1 + MARGIN - x) / step) + 1,
    ny = Math.ceil((b.box.y1 + MARGIN - y) / step) + 1;
  return { step, x, y, nx, ny, v: new Float32Array(nx * ny) };
}

// f = sum w m / sum w over hex centres within q; m is the hex's weight in the set.
export function gridSet(b: Board, step: number, q: number, weight: Float32Array): Grid {
  const g = gridMake(b, step),
    den = new Float32Array(g.v.length),
    near = new Uint8Array(b.hex.length);
  // only where something of the set is near
  let rim = b.hex.map((_, i) => i).filter(i => weight[i]);
  for (const i of rim) near[i] = 1;
  for (let ring = 0; ring < Math.ceil((2 * q) / 1.5); ring++) {
    const next: number[] = [];
    for (const i of rim)
      for (const n of b.hex[i].next)
        if (n >= 0 && !near[n]) {
          near[n] = 1;
          next.push(n);
        }
    rim = next;
  }
  for (let i = 0; i < b.hex.length; i++) {
    const h = b.hex[i];
    if (!near[i] || h.same !== i) continue;
    const x0 = Math.max(0, Math.ceil((h.at.x - q - g.x) / step)),
      x1 = Math.min(g.nx - 1, Math.floor((h.at.x + q - g.x) / step));
    const y0 = Math.max(0, Math.ceil((h.at.y - q - g.y) / step)),
      y1 = Math.min(g.ny - 1, Math.floor((h.at.y + q - g.y) / step));
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const dx = g.x + x * step - h.at.x,
          dy = g.y + y * step - h.at.y,
          d = (dx * dx + dy * dy) / (q * q);
        if (d >= 1) continue;
        const w = (1 - d) ** 3,
          k = y * g.nx + x;
        den[k] += w;
        g.v[k] += w * weight[i];
      }
  }
  for (let k = 0; k < g.v.length; k++) if (den[k] > 0) g.v[k] /= den[k];
  return g;
}

export function gridNoise(g: Grid, noise: (x: number, y: number) => number, most = 0.9): void {
  for (let y = 0; y < g.ny; y++)
    for (let x = 0; x < g.nx; x++) {
      const k = y * g.nx + x;
      if (g.v[k] > 0.01 && g.v[k] < most) g.v[k] += noise(g.x + x * g.step, g.y + y * g.step);
    }
}

export function gridAt(g: Grid, p: P): number {
  const fx = (p.x - g.x) / g.step,
    fy = (p.y - g.y) / g.step,
    x = Math.floor(fx),
    y = Math.floor(fy);
  if (x < 0 || y < 0 || x >= g.nx - 1 || y >= g.ny - 1) return 0;
  const u = fx - x,
    v = fy - y,
    k = y * g.nx + x;
  return (
    (g.v[k] * (1 - u) + g.v[k + 1] * u) * (1 - v) +
    (g.v[k + g.nx] * (1 - u) + g.v[k + g.nx + 1] * u) * v
  );
}

// Marching squares; the inside lies to one hand all along, and the rim counts as outside so that
// loops close.
export function gridTrace(g: Grid, level: number, passes: number): Line[] {
  const next = new Int32Array(g.nx * g.ny * 2),
    { nx, ny } = g;
  const sample = (x: number, y: number) =>
    x <= 0 || y <= 0 || x >= nx - 1 || y >= ny - 1 ? level - 1 : g.v[y * nx + x];
  const started: number[] = [];
  const join = (a: number, b: number) => {
    next[a] = b + 1;
    started.push(a);
  };
  for (let y = 0; y + 1 < ny; y++)
    for (let x = 0; x + 1 < nx; x++) {
      const a = sample(x, y),
        b = sample(x + 1, y),
        d = sample(x, y + 1),
        e = sample(x + 1, y + 1);
      const kind =
        (a > level ? 1 : 0) | (b > level ? 2 : 0) | (e > level ? 4 : 0) | (d > level ? 8 : 0);
      if (kind === 0 || kind === 15) continue;
      const n = (y * nx + x) * 2,
        s = ((y + 1) * nx + x) * 2,
        w = n + 1,
        o = (y * nx + x + 1) * 2 + 1,
        full = (a + b + d + e) / 4 > level;
      switch (kind) {
        case 1:
          join(w, n);
          break;
        case 2:
          join(n, o);
          break;
        case 3:
          join(w, o);
          break;
        case 4:
          join(o, s);
          break;
        case 6:
          join(n, s);
          break;
        case 7:
          join(w, s);
          break;
        case 8:
          join(s, w);
          break;
        case 9:
          join(s, n);
          break;
        case 11:
          join(s, o);
          break;
        case 12:
          join(o, w);
          break;
        case 13:
          join(o, n);
          break;
        case 14:
          join(n, w);
          break;
        case 5:
          if (full) {
            join(w, s);
            join(o, n);
          } else {
            join(w, n);
            join(o, s);
          }
          break;
        default:
          if (full) {
            join(n, w);
            join(s, o);
          } else {
            join(n, o);
            join(s, w);
          }
      }
    }
  const crossing = (edge: number): P => {
    const x = (edge >> 1) % nx,
      y = Math.floor((edge >> 1) / nx),
      x2 = x + (edge & 1 ? 0 : 1),
      y2 = y + (edge & 1);
    const a = sample(x, y),
      b = sample(x2, y2),
      t = a !== b ? (level - a) / (b - a) : 0.5;
    return pt(g.x + (x + (x2 - x) * t) * g.step, g.y + (y + (y2 - y) * t) * g.step);
  };
  const loops: Line[] = [];
  for (const i of started) {
    if (!next[i]) continue;
    const l = line([], true);
    for (let e = i; next[e];) {
      l.p.push(crossing(e));
      const to = next[e] - 1;
      next[e] = 0;
      e = to;
    }
    if (l.p.length < 8) continue;
    smooth(l, passes);
    let area = 0;
    for (let k = 0; k < l.p.length; k++) {
      const p = l.p[k],
        q = l.p[(k + 1) % l.p.length];
      area += p.x * q.y - p.y * q.x;
    }
    if (Math.abs(area) / 2 < 0.03) continue;
    l.p = l.p.filter((_, k) => k % 2 === 0);
    loops.push(l);
  }
  return loops;
}

// How far the nearest drawn line is, so that trees and houses keep off it.
export class Near {
  private g: Grid;
  constructor(b: Board, lines: Line[]) {
    this.g = gridMake(b, 0.06);
    this.g.v.fill(0.36);
    for (const l of lines)
      for (let i = 0; i < (l.closed ? l.p.length : l.p.length - 1); i++) {
        const a = l.p[i],
          c = l.p[(i + 1) % l.p.length],
          n = Math.max(1, Math.ceil(Math.hypot(c.x - a.x, c.y - a.y) / 0.08));
        for (let k = 0; k < n; k++)
          this.mark(a.x + ((c.x - a.x) * k) / n, a.y + ((c.y - a.y) * k) / n);
      }
  }
  private mark(px: number, py: number): void {
    const g = this.g,
      r = 6,
      cx = Math.round((px - g.x) / g.step),
      cy = Math.round((py - g.y) / g.step);
    for (let y = Math.max(0, cy - r); y <= Math.min(g.ny - 1, cy + r); y++)
      for (let x = Math.max(0, cx - r); x <= Math.min(g.nx - 1, cx + r); x++) {
        const d = Math.hypot(g.x + x * g.step - px, g.y + y * g.step - py),
          k = y * g.nx + x;
        if (d < g.v[k]) g.v[k] = d;
      }
  }
  clear(p: P, distance: number): boolean {
    return gridAt(this.g, p) >= distance;
  }
}
