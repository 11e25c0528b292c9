// Shapes of the ground as paths with their bounds: lines, ribbons, crowns, contour shades, quads.
import {
  type P,
  type Line,
  pt,
  add,
  sub,
  mul,
  dot,
  unitOf,
  leftOf,
  turned,
  length,
  direction,
} from '../geom';
import { type Plan, type Quad, type Roof, type Tree, widthOf } from './plan';

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
export interface Shape {
  path: Path2D;
  box: Box;
}
export const touches = (a: Box, b: Box) => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

export const FIGURES = '"Barlow Condensed", "Roboto Condensed", "Arial Narrow", sans-serif';
export function boxOf(p: P[], more = 0.6): Box {
  const b = { x0: 1e9, y0: 1e9, x1: -1e9, y1: -1e9 };
  for (const q of p) {
    if (q.x < b.x0) b.x0 = q.x;
    if (q.y < b.y0) b.y0 = q.y;
    if (q.x > b.x1) b.x1 = q.x;
    if (q.y > b.y1) b.y1 = q.y;
  }
  return { x0: b.x0 - more, y0: b.y0 - more, x1: b.x1 + more, y1: b.y1 + more };
}
export function straight(l: Line): Path2D {
  const d = new Path2D();
  l.p.forEach((p, i) => (i ? d.lineTo(p.x, p.y) : d.moveTo(p.x, p.y)));
  if (l.closed) d.closePath();
  return d;
}
export function curve(l: Line): Path2D {
  const d = new Path2D(),
    n = l.p.length;
  if (n < 3) return straight(l);
  if (l.closed) {
    const s = mulAdd(l.p[n - 1], l.p[0]);
    d.moveTo(s.x, s.y);
    for (let i = 0; i < n; i++) {
      const m = mulAdd(l.p[i], l.p[(i + 1) % n]);
      d.quadraticCurveTo(l.p[i].x, l.p[i].y, m.x, m.y);
    }
    d.closePath();
  } else {
    d.moveTo(l.p[0].x, l.p[0].y);
    for (let i = 1; i < n - 1; i++) {
      const m = i === n - 2 ? l.p[n - 1] : mulAdd(l.p[i], l.p[i + 1]);
      d.quadraticCurveTo(l.p[i].x, l.p[i].y, m.x, m.y);
    }
  }
  return d;
}
export const mulAdd = (a: P, b: P): P => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
export const shapes = (ls: Line[], how: (l: Line) => Path2D): Shape[] =>
  ls.filter(l => l.p.length > 1).map(l => ({ path: how(l), box: boxOf(l.p) }));
export function polygon(p: P[], d: Path2D): void {
  d.moveTo(p[0].x, p[0].y);
  for (let i = 1; i < p.length; i++) d.lineTo(p[i].x, p[i].y);
  d.closePath();
}

// Small things in bins of 4 R, one path a bin, so that a tile draws only its own.
export const BIN = 4;
export function bins<T>(items: T[], at: (t: T) => P, put: (d: Path2D, t: T) => void): Shape[] {
  const m = new Map<string, { path: Path2D; box: Box }>();
  for (const t of items) {
    const p = at(t),
      bx = Math.floor(p.x / BIN),
      by = Math.floor(p.y / BIN),
      k = `${bx}/${by}`;
    let s = m.get(k);
    if (!s)
      m.set(
        k,
        (s = {
          path: new Path2D(),
          box: {
            x0: bx * BIN - 1,
            y0: by * BIN - 1,
            x1: (bx + 1) * BIN + 1,
            y1: (by + 1) * BIN + 1,
          },
        }),
      );
    put(s.path, t);
  }
  return [...m.values()];
}
// A long line in pieces, so that a tile strokes only those near it. Pieces overlap by a point;
// round joins hide the seam.
export function pieces(ls: Line[], how: (l: Line) => Path2D, n = 40): Shape[] {
  const out: Shape[] = [];
  for (const l of ls) {
    if (l.p.length < 2) continue;
    if (l.closed || l.p.length <= n + 8) {
      out.push({ path: how(l), box: boxOf(l.p) });
      continue;
    }
    for (let i = 0; i < l.p.length - 1; i += n) {
      const p = l.p.slice(i, i + n + 2);
      if (p.length > 1) out.push({ path: how({ p, closed: false, tag: l.tag }), box: boxOf(p) });
    }
  }
  return out;
}

export const crowns = (trees: Tree[], k: number, scale: number, pass: number): Shape[] => {
  const r = (0.045 + 0.016 * k) * scale;
  return bins(
    trees.filter(t => t.k === k),
    t => t,
    (d, t) => {
      if (pass === 0) {
        d.moveTo(t.x + r, t.y);
        d.arc(t.x, t.y, r, 0, 6.2832);
        return;
      }
      const [a0, a1, q] = pass === 1 ? [-29, 132, r] : [185, 290, r * 0.7],
        s = turned(pt(q, 0), (a0 * Math.PI) / 180);
      d.moveTo(t.x + s.x, t.y + s.y);
      d.arc(t.x, t.y, q, (a0 * Math.PI) / 180, (a1 * Math.PI) / 180);
    },
  );
};

export interface Tanaka {
  lit: boolean;
  b: number;
  shapes: Shape[];
}
export function tanaka(levels: Line[][]): Tanaka[] {
  const runs: Line[][] = Array.from({ length: 8 }, () => []);
  for (const loops of levels)
    for (const l of loops) {
      const n = l.p.length;
      let now = 0,
        run: Line | null = null;
      const seg = l.p.map((p, i) => unitOf(sub(l.p[(i + 1) % n], p)));
      for (let k = 0; k <= n; k++) {
        let b = 0;
        for (let w = -4; w <= 4; w++)
          b += dot(mul(leftOf(seg[(k + w + n * 5) % n]), -1), pt(-0.64, -0.77)) / 9;
        let s = Math.min(4, Math.max(1, Math.ceil(Math.abs(b) * 4)));
        if (b < 0) s = -s;
        const p = l.p[k % n];
        if (s !== now || !run) {
          run?.p.push(p);
          run = { p: [], closed: false, tag: 0 };
          runs[s < 0 ? -s - 1 : 3 + s].push(run);
          now = s;
        }
        run.p.push(p);
      }
    }
  return runs.map((r, i) => ({ lit: i >= 4, b: ((i % 4) + 0.5) / 4, shapes: shapes(r, curve) }));
}

export function ribbon(l: Line, kind: number, more: number, times: number): Shape[] {
  const out: Shape[] = [],
    all = length(l),
    done = [0];
  for (let i = 1; i < l.p.length; i++)
    done.push(done[i - 1] + Math.hypot(l.p[i].x - l.p[i - 1].x, l.p[i].y - l.p[i - 1].y));
  for (let i = 0; i < l.p.length - 1; i += 40) {
    const from = Math.max(0, i - 1),
      to = Math.min(l.p.length - 1, i + 41),
      left: P[] = [],
      right: P[] = [];
    for (let k = from; k <= to; k++) {
      const w = widthOf(l, kind, done[k], all) * times + more,
        n = leftOf(direction(l, k));
      left.push(add(l.p[k], mul(n, w / 2)));
      right.push(add(l.p[k], mul(n, -w / 2)));
    }
    const d = new Path2D(),
      p = [...left, ...right.reverse()];
    polygon(p, d);
    out.push({ path: d, box: boxOf(p, 0.1) });
  }
  return out;
}

export const fieldsOf = (strips: Plan['strips'], tone: number) =>
  bins(
    strips.filter(s => s.tone === tone),
    s => s.p[0],
    (d, s) => polygon(s.p, d),
  );
// The two slopes of roofs, and the edge round them.
export const slopes = (roofs: Roof[]) => ({
  lit: quads(roofs.map(r => r.lit)),
  dark: quads(roofs.map(r => r.dark)),
  edge: quads(roofs.map(r => r.all)),
});
export const quads = (q: Quad[], shift = 0) =>
  bins(
    q,
    x => x.p[0],
    (d, x) => polygon(shift ? x.p.map(p => pt(p.x + shift, p.y + shift)) : x.p, d),
  );
