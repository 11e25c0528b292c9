// Towns: blocks along their streets, single houses, ruins.
import {
  type P,
  type Line,
  pt,
  add,
  mul,
  leftOf,
  turned,
  direction,
  nearest,
  dice,
  fbm,
} from '../geom';
import type { Board, Hex } from '../model';
import { type Grid, gridAt, Near } from './area';
import type { Quad, Roof } from './plan';

// ---- towns
export function towns(
  b: Board,
  near: Near,
  town: Grid,
  road: Line[][],
): { blocks: Quad[]; roofs: Roof[]; ruins: Quad[] } {
  const blocks: Quad[] = [],
    roofs: Roof[] = [],
    ruins: Quad[] = [];
  const quad = (at: P, u: P, w: number, h: number): Quad => {
    const v = leftOf(u),
      c = (x: number, y: number) => add(at, add(mul(u, x), mul(v, y)));
    return { p: [c(-w / 2, -h / 2), c(w / 2, -h / 2), c(w / 2, h / 2), c(-w / 2, h / 2)] };
  };
  const roadLines = [...road[0], ...road[1], ...road[3]].map(l => ({
    l,
    x0: Math.min(...l.p.map(p => p.x)) - 0.5,
    x1: Math.max(...l.p.map(p => p.x)) + 0.5,
    y0: Math.min(...l.p.map(p => p.y)) - 0.5,
    y1: Math.max(...l.p.map(p => p.y)) + 0.5,
  }));
  const roadAt = (p: P): { at: P; dir: P } | null => {
    let best = 0.45,
      found: { at: P; dir: P } | null = null;
    for (const r of roadLines) {
      if (p.x < r.x0 || p.x > r.x1 || p.y < r.y0 || p.y > r.y1) continue;
      const n = nearest(r.l, p);
      if (n.d < best) {
        best = n.d;
        found = { at: n.at, dir: direction(r.l, n.i) };
      }
    }
    return found;
  };
  const angle = (h: Hex) => (dice(h.gx, h.gy, 41) - 0.5) * 1.4;
  const cluster = (h: Hex, reach: number) => {
    const r = roadAt(h.at),
      u = r ? turned(r.dir, 0.22 * (dice(h.gx, h.gy, 42) - 0.5)) : turned(pt(1, 0), angle(h)),
      v = leftOf(u),
      w = 0.165,
      d = 0.128;
    for (let y = -8; y <= 8; y++)
      for (let x = -6; x <= 6; x++) {
        const a = x * w + (x % 3 === 0 ? 0.02 : 0),
          c = y * d,
          p = add(h.at, add(mul(u, a), mul(v, c)));
        const limit = reach * (0.72 + 0.55 * (fbm(2, 2.1 * p.x, 2.1 * p.y) - 0.35));
        if (
          Math.sqrt(a * a + c * c * 1.25) > limit ||
          dice(h.gx * 31 + x, h.gy * 17 + y, 43) < 0.1 ||
          !near.clear(p, 0.143) ||
          gridAt(town, p) < 0.45
        )
          continue;
        const k = 0.82 + 0.14 * dice(x, y, h.gx);
        blocks.push(quad(p, u, w * 0.84 * k, d * 0.8 * k));
      }
  };
  const huts = (h: Hex) => {
    const r = roadAt(h.at),
      at = r?.at ?? h.at,
      u = r?.dir ?? turned(pt(1, 0), dice(h.gx, h.gy, 44) * Math.PI);
    for (const row of [-1, 1])
      for (let i = 0; i < 6; i++) {
        let p = add(at, mul(u, (i - 2.5) * 0.135 + 0.03 * (dice(i, row, h.gx) - 0.5))),
          d2 = u;
        const n = r && roadAt(p);
        if (n) {
          p = n.at;
          d2 = n.dir;
        }
        p = add(p, mul(leftOf(d2), row * (0.125 + 0.02 * dice(i, row, h.gy))));
        if (!near.clear(p, 0.085) || dice(h.gx + i, h.gy, 45 + row) < 0.08) continue;
        blocks.push(quad(p, turned(d2, 0.3 * (dice(i, row, h.gx + 7) - 0.5)), 0.1, 0.072));
      }
  };
  const built = (h: Hex) => h.paints.has('town') || h.paints.has('city'),
    rank = new Uint8Array(b.hex.length),
    size = new Uint16Array(b.hex.length);
  b.hex.forEach((h, i) => {
    if (!built(h) || size[i]) return;
    const queue = [i];
    let best = 0;
    size[i] = 1;
    for (let k = 0; k < queue.length; k++) {
      const x = b.hex[queue[k]];
      if (x.rank >= 1 && x.rank <= 3 && (!best || x.rank < best)) best = x.rank;
      for (const n of x.next)
        if (n >= 0 && built(b.hex[n]) && !size[n]) {
          size[n] = 1;
          queue.push(n);
        }
    }
    for (const k of queue) {
      rank[k] = best;
      size[k] = queue.length;
    }
  });
  // On a board where single houses fill their hexes a quarter of a town is a house of stone.
  const single = b.hex.some(h => h.paints.has('building')),
    house = (h: Hex) => {
      const stone = h.paints.has('city');
      if (stone || h.paints.has('building'))
        for (const r of farm(h)) roofs.push(roofOver(...r, stone));
    };
  b.hex.forEach((h, i) => {
    if (h.same !== i) return;
    if (h.paints.has('rubble'))
      for (let k = 0; k < 46; k++) {
        const r = 0.74 * Math.sqrt(dice(h.gx, h.gy, 100 + k)),
          a = 6.2832 * dice(h.gx, h.gy, 200 + k),
          p = add(h.at, turned(pt(r, 0), a)),
          s = 0.03 + 0.07 * dice(h.gx, h.gy, 300 + k);
        if (near.clear(p, 0.09)) ruins.push(quad(p, turned(pt(1, 0), a * 3.7), s * 1.3, s));
      }
    else if (single) house(h);
    else if (h.paints.has('city') || h.rank === 1 || rank[i] === 1) cluster(h, 0.98);
    else if (h.rank === 2 || rank[i] === 2 || (size[i] >= 3 && rank[i] !== 3)) cluster(h, 0.8);
    else if (h.rank === 3 || h.paints.has('town')) huts(h);
  });
  return { blocks, roofs, ruins };
}

// ---- buildings that fill a hex: roofs seen from above, no two farms alike
type Roofed = [at: P, along: P, long: number, wide: number];
// Where the roofs of a hex lie: a hut with its shed, a barn, an angle, a yard, or two huts.
function farm(h: Hex): Roofed[] {
  const roll = (k: number) => dice(h.gx, h.gy, 700 + k),
    u = turned(pt(1, 0), (roll(0) - 0.5) * 1.5),
    v = leftOf(u),
    size = 0.9 + 0.25 * roll(1),
    at = (x: number, y: number) => add(h.at, add(mul(u, x * size), mul(v, y * size))),
    roof = (x: number, y: number, long: number, wide: number, across = false): Roofed => [
      at(x, y),
      across ? v : u,
      long * size,
      wide * size,
    ],
    plans: Roofed[][] = [
      [roof(-0.14, 0.05, 0.56, 0.38), roof(0.36, -0.18, 0.24, 0.22, true)],
      [roof(0, 0, 0.98, 0.36)],
      [roof(-0.08, 0.24, 0.8, 0.32), roof(-0.32, -0.18, 0.5, 0.32, true)],
      [
        roof(0, 0.32, 0.84, 0.28),
        roof(-0.36, -0.12, 0.52, 0.26, true),
        roof(0.38, -0.06, 0.4, 0.24, true),
      ],
      [roof(-0.3, 0.14, 0.42, 0.34, true), roof(0.28, -0.08, 0.5, 0.34)],
    ];
  return plans[Math.floor(roll(2) * plans.length) % plans.length];
}
// Two slopes that meet at the ridge: the light comes from the north-west.
function roofOver(at: P, along: P, long: number, wide: number, stone: boolean): Roof {
  const v = leftOf(along),
    corner = (x: number, y: number) => add(at, add(mul(along, x * long), mul(v, y * wide))),
    ridge: [P, P] = [corner(-0.5, 0), corner(0.5, 0)],
    left = { p: [corner(-0.5, 0.5), corner(0.5, 0.5), ridge[1], ridge[0]] },
    right = { p: [corner(-0.5, -0.5), corner(0.5, -0.5), ridge[1], ridge[0]] },
    lit = v.x + v.y < 0;
  return {
    all: { p: [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)] },
    lit: lit ? left : right,
    dark: lit ? right : left,
    ridge,
    stone,
  };
}
