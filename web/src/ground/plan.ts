// What the ground looks like, worked out once for a board: areas, courses, roads, works, towns,
// trees, fields. Rivers, roads and slopes come first, because trees, houses and hills keep clear of
// them.
import {
  type P,
  type Line,
  pt,
  add,
  sub,
  mul,
  mix,
  dot,
  norm,
  dist,
  unitOf,
  leftOf,
  turned,
  line,
  smooth,
  length,
  resample,
  bspline,
  catmull,
  direction,
  offset,
  part,
  nearest,
  type Edge,
  chainLongest,
  chainDirected,
  dice,
  fbm,
} from '../geom';
import type { Board, Hex } from '../model';
import { type Grid, gridMake, gridSet, gridNoise, gridAt, gridTrace, Near } from './area';
import { roads, brackets } from './roads';
import { towns } from './towns';
import { type Crown, crownsOf } from './close';
import { soft, sideChains, outline } from './lines';

export interface Course {
  l: Line;
  kind: number;
} // kind 0 river, 1 major, 2 stream
export interface Quad {
  p: P[];
}
// A roof from above: its whole, both slopes, and the ridge between them.
export interface Roof {
  all: Quad;
  lit: Quad;
  dark: Quad;
  ridge: [P, P];
  stone: boolean; // slate over stone, or thatch over wood
}
export interface Strip {
  p: P[];
  tone: number;
}
export interface Tree {
  x: number;
  y: number;
  k: number;
}
export interface Bracket {
  lines: Line[];
  rail: boolean;
  dashed: boolean;
  deck?: [P, P];
}
export interface Lettering {
  text: string;
  size: number;
  at: { ch: string; x: number; y: number; turn: number }[];
}

export interface Plan {
  outline: Line[];
  blotch: { loops: Line[]; light: boolean }[];
  green: Line[];
  hills: Line[][];
  hillsFar: Line[][];
  strips: Strip[];
  marsh: Line[];
  tufts: P[];
  balka: Line[];
  balkaTicks: [P, P][];
  grain: Line[];
  grainRows: [P, P][];
  brush: Line[];
  bushes: P[];
  orchard: Line[];
  orchardTrees: P[];
  lake: Line[];
  lakeCore: Line[];
  woods: Line[];
  trees: Tree[];
  treesFar: Tree[];
  crowns: Crown[]; // where single houses stand, from north to south
  townGround: Line[];
  slope: Line[];
  berm: Line[];
  courses: Course[];
  road: Line[][];
  brackets: Bracket[];
  gaps: [P, P][];
  blocks: Quad[];
  roofs: Roof[];
  ruins: Quad[];
  walls: Line[];
  trenches: Line[];
  forts: { l: Line; k: number; sides: number[] }[];
  regions: { loops: Line[]; title: string; at: P }[];
  node: P[];
  riverNames: { near: Lettering[]; far: Lettering[] };
}

const KINDS = ['river', 'river.major', 'stream'];
const WIDTH0 = [0.06, 0.24, 0.05],
  WIDTH1 = [0.155, 0.3, 0.1];
export const widthOf = (l: Line, kind: number, done: number, all: number): number => {
  const t = l.tag & 2 ? 0.8 : all > 0 ? Math.sqrt(Math.max(0, done) / all) : 1,
    w = WIDTH0[kind] + (WIDTH1[kind] - WIDTH0[kind]) * t;
  return l.tag & 1 ? Math.min(w, 0.012 + 0.1 * Math.max(0, done)) : w;
};

// ---- water: smooth ribbons that grow from their source
function water(b: Board): Course[] {
  const raw = KINDS.map(k => sideChains(b, [k], false)),
    uses = new Map<number, number>(),
    out: Course[] = [];
  for (const r of raw)
    for (const c of r.nodes) for (const n of c) uses.set(n, (uses.get(n) ?? 0) + 1);
  for (const k of [1, 0, 2])
    raw[k].lines.forEach((l, i) => {
      const nodes = raw[k].nodes[i];
      const kindOf = (n: number) =>
        l.closed
          ? 'meets'
          : b.cornerHexes[n] < 3
            ? 'edge'
            : (uses.get(n) ?? 0) > 1
              ? 'meets'
              : 'source';
      let end = [kindOf(nodes[0]), kindOf(nodes[nodes.length - 1])];
      if (end[1] === 'source' && end[0] !== 'source') {
        l.p.reverse();
        end = [end[1], end[0]];
      }
      if (end[0] === 'edge') l.p.unshift(sub(mul(l.p[0], 2), l.p[1]));
      if (end[1] === 'edge') l.p.push(sub(mul(l.p[l.p.length - 1], 2), l.p[l.p.length - 2]));
      const c = resample(bspline(l), 0.1);
      c.p = c.p.map(p =>
        add(
          p,
          pt(
            0.34 * (fbm(2, 1.5 * p.x, 1.5 * p.y) - 0.5),
            0.34 * (fbm(2, 1.5 * p.x + 40, 1.5 * p.y + 17) - 0.5),
          ),
        ),
      );
      smooth(c, 2);
      for (let s = 0; s < 2 && !l.closed; s++) {
        if (end[s] !== 'meets') continue;
        const at = s ? c.p.length - 1 : 0;
        let best = 0.8,
          to = c.p[at];
        for (const o of out) {
          const n = nearest(o.l, c.p[at]);
          if (n.d < best) {
            best = n.d;
            to = n.at;
          }
        }
        c.p[at] = to;
        smooth(c, 1);
      }
      c.tag = end[0] === 'source' ? 1 : end[0] === 'edge' && end[1] === 'edge' ? 2 : 0;
      out.push({ l: c, kind: k });
    });
  return out;
}

// ---- hills; nothing of a hill lies below its slopes
function hillField(b: Board, slope: Line[]): Grid | null {
  const set = new Float32Array(b.hex.length);
  b.hex.forEach((h, i) => {
    if (h.paints.has('hill')) set[i] = 1;
  });
  for (const s of b.sides) if (s.kinds.includes('slope')) set[s.hex] = 1;
  b.hex.forEach((h, i) => {
    if (h.paints.has('hilltop')) set[i] = 1.31;
  });
  if (!set.some(v => v > 0)) return null;
  const g = gridSet(b, 0.11, 1.75, set),
    wide = gridSet(b, 0.11, 3.1, set);
  for (let y = 0; y < g.ny; y++)
    for (let x = 0; x < g.nx; x++) {
      const k = y * g.nx + x,
        f1 = g.v[k],
        f2 = wide.v[k];
      if (f2 <= 0) continue;
      g.v[k] =
        f1 <= 0
          ? 0.26 * f2
          : 0.62 * f1 +
            0.52 * f2 +
            0.8 *
              (fbm(3, 0.9 * (g.x + x * g.step), 0.9 * (g.y + y * g.step)) - 0.5) *
              Math.min(1, 1.6 * f1);
    }
  const reach = 0.75,
    away = new Float32Array(g.v.length).fill(reach),
    span = Math.ceil((2 * reach) / g.step);
  for (const l of slope)
    l.p.forEach((p, i) => {
      const d = direction(l, i),
        left = leftOf(d),
        end = !l.closed && (i === 0 || i === l.p.length - 1);
      const x0 = Math.floor((p.x - reach - g.x) / g.step),
        y0 = Math.floor((p.y - reach - g.y) / g.step);
      for (let y = Math.max(0, y0); y <= y0 + span && y < g.ny; y++)
        for (let x = Math.max(0, x0); x <= x0 + span && x < g.nx; x++) {
          const v = pt(g.x + x * g.step - p.x, g.y + y * g.step - p.y),
            k = y * g.nx + x,
            far = norm(v);
          if (far >= Math.abs(away[k]) || (end && Math.abs(dot(v, d)) > Math.abs(dot(v, left))))
            continue;
          away[k] = dot(v, left) > 0 ? -far : far;
        }
    });
  for (let k = 0; k < g.v.length; k++) {
    if (away[k] < 0) g.v[k] *= Math.max(0, 1 + away[k] / 0.12);
    else if (away[k] < 0.3 && g.v[k] > 0.25) g.v[k] = Math.max(g.v[k], 0.5);
  }
  return g;
}

const setOf = (b: Board, paints: string[]): Float32Array | null => {
  const s = new Float32Array(b.hex.length);
  let any = false;
  b.hex.forEach((h, i) => {
    if (paints.some(p => h.paints.has(p))) {
      s[i] = 1;
      any = true;
    }
  });
  return any ? s : null;
};
function lowArea(b: Board, paint: string, q = 1.6): Grid | null {
  const s = setOf(b, [paint]);
  if (!s) return null;
  const g = gridSet(b, 0.09, q, s);
  gridNoise(g, (x, y) => 0.4 * (fbm(2, 1.4 * x, 1.4 * y) - 0.5));
  return g;
}

// Standing grain and brush hinder sight and conceal: each area whole, so that one sees where it
// ends.
function cropsOf(b: Board, near: Near): Pick<Plan, 'grain' | 'grainRows' | 'brush' | 'bushes'> {
  const grain = lowArea(b, 'grain'),
    brush = lowArea(b, 'brush'),
    grainRows: [P, P][] = [],
    bushes: P[] = [];
  if (grain)
    for (let y = grain.y, r = 0; y < grain.y + grain.ny * grain.step; y += 0.13, r++)
      for (let x = grain.x + (r & 1) * 0.1; x < grain.x + grain.nx * grain.step; x += 0.2)
        if (gridAt(grain, pt(x, y)) > 0.56 && near.clear(pt(x, y), 0.1))
          grainRows.push([pt(x - 0.06, y + 0.03), pt(x + 0.06, y - 0.03)]);
  if (brush)
    for (let y = brush.y, r = 0; y < brush.y + brush.ny * brush.step; y += 0.17, r++)
      for (let x = brush.x, c = 0; x < brush.x + brush.nx * brush.step; x += 0.19, c++) {
        const p = pt(x + (dice(c, r, 31) - 0.5) * 0.16, y + (dice(c, r, 32) - 0.5) * 0.14);
        if (gridAt(brush, p) > 0.56 && dice(c, r, 33) > 0.35 && near.clear(p, 0.1)) bushes.push(p);
      }
  return {
    grain: grain ? gridTrace(grain, 0.5, 4) : [],
    grainRows,
    brush: brush ? gridTrace(brush, 0.5, 4) : [],
    bushes,
  };
}

function fields(b: Board, near: Near, wood: Grid | null, town: Grid): Strip[] {
  const not = [
      'wood',
      'town',
      'city',
      'marsh',
      'balka',
      'water',
      'rubble',
      'building',
      'orchard',
      'grain',
      'brush',
    ],
    out: Strip[] = [];
  b.hex.forEach((h, hi) => {
    if (h.same !== hi || not.some(p => h.paints.has(p))) return;
    for (let t = 0; t < 2; t++) {
      const d = [0, 1, 2, 3, 4, 5].map(i => dice(h.gx, h.gy, t * 16 + i));
      if (d[0] > (h.paints.has('field') ? 0.42 : 0.22)) continue;
      const at = add(h.at, pt((d[1] - 0.5) * 1.1, (d[2] - 0.5) * 1.1)),
        u = turned(pt(1, 0), d[3] * Math.PI),
        v = leftOf(u),
        strips = 3 + Math.floor(d[4] * 4);
      let y = 0;
      for (let i = 0; i < strips; i++) {
        const long = 0.6 + 0.4 * dice(h.gx, h.gy, t * 64 + i * 3),
          wide = 0.1 + 0.09 * dice(h.gx, h.gy, t * 64 + i * 3 + 1),
          shift = (dice(h.gx, h.gy, t * 64 + i * 3 + 2) - 0.5) * 0.16;
        const a = add(at, add(mul(u, shift - long / 2), mul(v, y - 0.3)));
        const p = [
          a,
          add(a, mul(u, long)),
          add(add(a, mul(u, long)), mul(v, wide)),
          add(a, mul(v, wide)),
        ];
        y += wide + 0.012;
        const m = mix(p[0], p[2], 0.5);
        if (
          [...p, m].every(
            c => near.clear(c, 0.12) && (!wood || gridAt(wood, c) < 0.4) && gridAt(town, c) < 0.4,
          )
        )
          out.push({ p, tone: (i + Math.floor(d[5] * 3)) % 3 });
      }
    }
  });
  return out;
}

function plant(b: Board, g: Grid, near: Near, step: number): Tree[] {
  const out: Tree[] = [];
  let row = 0;
  for (let y = g.y; y < g.y + g.ny * g.step; y += step * 0.866, row++) {
    let col = 0;
    for (let x = g.x; x < g.x + g.nx * g.step; x += step, col++) {
      if (gridAt(g, pt(x, y)) < 0.2) continue;
      const p = pt(
        x + ((row & 1) * step) / 2 + (dice(col, row, 11) - 0.5) * 0.7 * step,
        y + (dice(col, row, 12) - 0.5) * 0.7 * step,
      );
      if (dice(col, row, 13) < 0.16 || gridAt(g, p) < 0.53 || !near.clear(p, 0.12)) continue;
      if (p.x < b.box.x0 || p.y < b.box.y0 || p.x > b.box.x1 || p.y > b.box.y1) continue;
      out.push({ x: p.x, y: p.y, k: Math.floor(dice(col, row, 14) * 3) });
    }
  }
  return out;
}

// ---- trenches: hexsides, and trench hexes of one kind strung from centre to centre, as a square
// wave Hex centres of a straight line swing from side to side by half a hex: two passes over the
// neighbours take the swing out.
function calm(l: Line): Line {
  let p = l.p;
  for (let pass = 0; pass < 2; pass++)
    p = p.map((q, i) =>
      add(mul(add(p[Math.max(0, i - 1)], p[Math.min(p.length - 1, i + 1)]), 0.25), mul(q, 0.5)),
    );
  return line(p);
}
function trenches(b: Board): Line[] {
  const all = sideChains(b, ['trench'], false).lines.map(l => soft(l, 0.1, 2)),
    e: Edge[] = [],
    seen = new Set<number>();
  const is = (i: number) => i >= 0 && b.hex[i].paints.has('trench');
  // two sides' trenches side by side are two lines
  const works = new Set(b.doc.terrain.filter(t => t.paint === 'trench').map(t => t.id));
  const joined = (h: Hex, o: Hex) => h.terrain.some(t => works.has(t) && o.terrain.includes(t));
  b.hex.forEach((h, i) => {
    for (let k = 0; k < 3 && is(i); k++)
      if (is(h.next[k]) && joined(h, b.hex[h.next[k]])) e.push({ a: i, b: h.next[k], tag: 0 });
  });
  for (const c of chainLongest(e)) {
    if (seen.has(c.node[0]) && seen.has(c.node[c.node.length - 1]) && c.node.length <= 2) continue;
    c.node.forEach(n => seen.add(n));
    all.push(catmull(calm(line(c.node.map(n => b.hex[n].at))), null, null));
  }
  b.hex.forEach((h, i) => {
    if (is(i) && !seen.has(i) && h.same === i)
      all.push(line([-2, -1, 0, 1, 2].map(k => add(h.at, pt(k * 0.25, 0.06 * (k & 1))))));
  });
  return all.map(l => {
    const even = resample(l, 0.11),
      w = line([]);
    let s = 0.075;
    even.p.forEach((p, i) => {
      const n = leftOf(direction(even, i));
      w.p.push(add(p, mul(n, s)));
      s = -s;
      w.p.push(add(p, mul(n, s)));
    });
    return w;
  });
}

function regions(b: Board): Plan['regions'] {
  return b.doc.regions
    .filter(r => r.id.startsWith('show.') && r.hexes.length)
    .map(r => {
      const inside = new Set(r.hexes.map(h => b.find(h))),
        e: Edge[] = [];
      let sum = pt(0, 0);
      for (const i of inside) {
        const h = b.hex[i];
        sum = add(sum, h.at);
        h.next.forEach((n, k) => {
          if (!inside.has(n)) e.push({ a: h.corner[k], b: h.corner[(k + 1) % 6], tag: 0 });
        });
      }
      return {
        loops: chainDirected(e).map(c =>
          line(
            c.node.map(n => b.corner[n]),
            c.closed,
          ),
        ),
        title: r.title || r.id.slice(5),
        at: mul(sum, 1 / inside.size),
      };
    });
}

// ---- river names, letter by letter along the straightest stretch of their own course
export const charWidth = (ch: string): number =>
  "ijl.,:;'|!I".includes(ch)
    ? 0.27
    : 'frt-()[]1 "*'.includes(ch)
      ? 0.36
      : 'mwMW'.includes(ch)
        ? 0.78
        : ch >= 'A' && ch <= 'Z'
          ? 0.6
          : ch >= '0' && ch <= '9'
            ? 0.52
            : 0.48;
export const textWidth = (s: string, size: number): number =>
  [...s].reduce((w, c) => w + charWidth(c), 0) * size;
function riverNames(b: Board, courses: Course[], size: number): Lettering[] {
  const out: Lettering[] = [];
  for (const r of b.doc.rivers ?? []) {
    const mids = r.sides.map(([a, c]) => mix(b.at(a) ?? pt(0, 0), b.at(c) ?? pt(0, 0), 0.5)),
      text = r.text.replace(/_/g, ' ');
    if (!mids.length || !text) continue;
    let course: Course | null = null,
      best = 1.2;
    for (const c of courses) {
      const d = nearest(c.l, mids[Math.floor(mids.length / 2)]).d;
      if (d < best) {
        best = d;
        course = c;
      }
    }
    if (!course) continue;
    const l = smooth(resample(course.l, 0.12), 26),
      all = length(l),
      width = textWidth(text, size) + 0.1 * size * text.length,
      want = width + 0.3;
    let found = -1,
      cost = 1e9;
    for (let s = 0; s + want <= all; s += 0.25) {
      const q = part(l, s, s + want);
      if (q.p.length < 3) continue;
      const mid = q.p[Math.floor(q.p.length / 2)];
      if (Math.min(...mids.map(m => dist(m, mid))) > 0.8) continue;
      const first = q.p[0],
        last = q.p[q.p.length - 1];
      const c =
        3 * (want - dist(first, last)) +
        (0.8 * Math.abs(last.y - first.y)) / want +
        0.01 * Math.abs(s + want / 2 - all / 2);
      if (c < cost) {
        cost = c;
        found = s;
      }
    }
    if (found < 0) continue;
    let q = part(l, found, found + want);
    if (q.p[q.p.length - 1].x < q.p[0].x) q.p.reverse();
    q = offset(q, WIDTH1[course.kind] / 2 + 0.07);
    const at: Lettering['at'] = [],
      total = length(q);
    let done = (total - width) / 2;
    for (const ch of text) {
      const step = charWidth(ch) * size + 0.1 * size,
        a = part(q, Math.max(0, done - 0.15), done + step + 0.15),
        m = part(q, 0, done + step / 2);
      done += step;
      if (m.p.length < 2 || a.p.length < 2) continue;
      const d = sub(a.p[a.p.length - 1], a.p[0]),
        p = m.p[m.p.length - 1];
      at.push({ ch, x: p.x, y: p.y, turn: Math.atan2(d.y, d.x) });
    }
    out.push({ text, size, at });
  }
  return out;
}

export function makePlan(b: Board): Plan {
  const courses = water(b),
    { road, node } = roads(b);
  const slope = sideChains(b, ['slope'], true).lines.map(l => soft(l, 0.06, 34)),
    edge = outline(b);
  const berm = sideChains(b, ['berm'], false).lines.map(l => soft(l, 0.1, 10));
  for (const l of berm)
    for (const s of [0, 1]) {
      if (l.closed || l.p.length < 3) continue;
      const a = l.p[s ? l.p.length - 1 : 0],
        c = l.p[s ? l.p.length - 3 : 2];
      if (edge.some(o => nearest(o, a).d < 0.05)) {
        const out = add(a, mul(unitOf(sub(a, c)), 0.9));
        if (s) l.p.push(out);
        else l.p.unshift(out);
      }
    }
  const near = new Near(b, [...courses.map(c => c.l), ...road.flat(), ...berm, ...slope]);
  const woodSet = setOf(b, ['wood']),
    wood = woodSet ? gridSet(b, 0.07, 1.72, woodSet) : null;
  if (wood)
    gridNoise(
      wood,
      (x, y) => 0.5 * (fbm(2, 1.15 * x, 1.15 * y) - 0.5) + 0.26 * (fbm(2, 4.2 * x, 4.2 * y) - 0.5),
    );
  const townSet = new Float32Array(b.hex.length);
  b.hex.forEach((h, i) => {
    if (['town', 'city', 'rubble'].some(p => h.paints.has(p)) || h.rank === 1 || h.rank === 2)
      townSet[i] = 1;
  });
  const town = gridSet(b, 0.09, 1.6, townSet);
  gridNoise(town, (x, y) => 0.72 * (fbm(2, 1.6 * x, 1.6 * y) - 0.5));
  const hill = hillField(b, slope);

  const paper = gridMake(b, 0.5),
    blotch: Plan['blotch'] = [];
  const fill = (f: (x: number, y: number) => number) => {
    for (let y = 0; y < paper.ny; y++)
      for (let x = 0; x < paper.nx; x++)
        paper.v[y * paper.nx + x] = f(paper.x + x * 0.5, paper.y + y * 0.5);
  };
  for (const light of [false, true]) {
    fill((x, y) => {
      const v = fbm(4, 0.16 * x, 0.16 * y);
      return light ? 1 - v : v;
    });
    for (let k = 0; k < 3; k++)
      blotch.push({ loops: gridTrace(paper, 0.54 + 0.045 * k, 3), light });
  }
  fill((x, y) => fbm(3, 0.13 * x + 91, 0.13 * y + 37));
  const green = gridTrace(paper, 0.62, 3);

  const marsh = lowArea(b, 'marsh'),
    balka = lowArea(b, 'balka'),
    orchard = lowArea(b, 'orchard'),
    crops = cropsOf(b, near),
    lake = lowArea(b, 'water');
  const tufts: P[] = [],
    orchardTrees: P[] = [],
    balkaTicks: [P, P][] = [];
  if (marsh)
    for (let y = marsh.y, r = 0; y < marsh.y + marsh.ny * marsh.step; y += 0.2, r++)
      for (let x = marsh.x, c = 0; x < marsh.x + marsh.nx * marsh.step; x += 0.34, c++) {
        const p = pt(
          x + (r & 1) * 0.17 + (dice(c, r, 51) - 0.5) * 0.16,
          y + (dice(c, r, 52) - 0.5) * 0.1,
        );
        if (gridAt(marsh, p) > 0.5 && dice(c, r, 53) > 0.25 && near.clear(p, 0.14)) tufts.push(p);
      }
  if (orchard)
    for (let y = orchard.y; y < orchard.y + orchard.ny * orchard.step; y += 0.2)
      for (let x = orchard.x; x < orchard.x + orchard.nx * orchard.step; x += 0.2)
        if (gridAt(orchard, pt(x, y)) > 0.58 && near.clear(pt(x, y), 0.1))
          orchardTrees.push(pt(x, y));
  const balkaLoops = balka ? gridTrace(balka, 0.74, 4) : [];
  for (const l of balkaLoops) {
    const e = resample(l, 0.12);
    e.p.forEach((p, i) => {
      const n = leftOf(direction(e, i)),
        inside = gridAt(balka!, add(p, mul(n, 0.12))) > gridAt(balka!, p) ? n : mul(n, -1);
      balkaTicks.push([p, add(p, mul(inside, 0.09 + 0.05 * dice(i, 3, 54)))]);
    });
  }
  const fort = sideChains(b, ['fort'], true),
    built = towns(b, near, town, road),
    close = built.roofs.length > 0;
  return {
    outline: edge,
    blotch,
    green,
    hills: hill ? [0.46, 0.6, 0.74, 0.88, 1.02].map(v => gridTrace(hill, v, 3)) : [],
    hillsFar: hill ? [0.46, 0.66, 0.88].map(v => gridTrace(hill, v, 3)) : [],
    strips: fields(b, near, wood, town),
    marsh: marsh ? gridTrace(marsh, 0.48, 4) : [],
    tufts,
    balka: balkaLoops,
    balkaTicks,
    ...crops,
    orchard: orchard ? gridTrace(orchard, 0.5, 4) : [],
    orchardTrees,
    lake: lake ? gridTrace(lake, 0.47, 4) : [],
    lakeCore: lake ? gridTrace(lake, 0.66, 4) : [],
    woods: wood ? gridTrace(wood, 0.47, 2) : [],
    trees: wood ? plant(b, wood, near, 0.165) : [],
    treesFar: wood ? plant(b, wood, near, 0.27) : [],
    crowns: close
      ? crownsOf(wood ? plant(b, wood, near, 0.25) : [], orchard, lowArea(b, 'brush'), near)
      : [],
    townGround: gridTrace(town, 0.55, 4),
    slope,
    berm,
    courses,
    road,
    ...brackets(b, road, courses, berm),
    ...built,
    walls: sideChains(b, ['wall'], false).lines,
    trenches: trenches(b),
    forts: fort.lines.map((l, i) => ({ l: soft(l, 0.08, 8), k: 1, sides: fort.sides[i] })),
    regions: regions(b),
    node,
    riverNames: { near: riverNames(b, courses, 0.27), far: riverNames(b, courses, 0.46) },
  };
}
