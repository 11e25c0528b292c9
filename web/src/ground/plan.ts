// What the ground looks like, worked out once for a board: areas, courses, roads, works, towns, trees, fields.
// Rivers, roads and slopes come first, because trees, houses and hills keep clear of them.
import {
  type Edge, type Line, type P, add, bspline, catmull, chainDirected, chainLongest, dice, direction, dist, dot, fbm, leftOf, length, line, meet, mix, mul,
  nearest, norm, offset, part, pt, resample, smooth, sub, turned, unitOf,
} from '../geom';
import type { Board, Hex } from '../model';
import { type Grid, Near, gridAt, gridMake, gridNoise, gridSet, gridTrace } from './area';

export interface Course { l: Line; kind: number } // kind 0 river, 1 major, 2 stream
export interface Quad { p: P[] }
export interface Strip { p: P[]; tone: number }
export interface Tree { x: number; y: number; k: number }
export interface Bracket { lines: Line[]; rail: boolean; dashed: boolean; deck?: [P, P] }
export interface Lettering { text: string; size: number; at: { ch: string; x: number; y: number; turn: number }[] }

export interface Plan {
  outline: Line[]; blotch: { loops: Line[]; light: boolean }[]; green: Line[];
  hills: Line[][]; hillsFar: Line[][]; strips: Strip[]; marsh: Line[]; tufts: P[]; balka: Line[]; balkaTicks: [P, P][]; orchard: Line[]; orchardTrees: P[];
  lake: Line[]; lakeCore: Line[]; woods: Line[]; trees: Tree[]; treesFar: Tree[]; townGround: Line[];
  slope: Line[]; berm: Line[]; courses: Course[]; road: Line[][]; brackets: Bracket[]; gaps: [P, P][];
  blocks: Quad[]; houses: Quad[]; ruins: Quad[]; walls: Line[]; trenches: Line[]; forts: { l: Line; k: number; sides: number[] }[];
  regions: { loops: Line[]; title: string; at: P }[]; node: P[]; riverNames: { near: Lettering[]; far: Lettering[] };
}

const KINDS = ['river', 'river.major', 'stream'];
const WIDTH0 = [.06, .24, .05], WIDTH1 = [.155, .30, .10];
export const widthOf = (l: Line, kind: number, done: number, all: number): number => {
  const t = l.tag & 2 ? .8 : all > 0 ? Math.sqrt(Math.max(0, done) / all) : 1, w = WIDTH0[kind] + (WIDTH1[kind] - WIDTH0[kind]) * t;
  return l.tag & 1 ? Math.min(w, .012 + .1 * Math.max(0, done)) : w;
};
const PATHS = ['road.main', 'road.minor', 'rail', 'track'], RAIL = 4, ROADS = 1 | 2 | 8;

function soft(l: Line, step: number, passes: number): Line { return smooth(resample(bspline(l), step), passes); }

// Hexsides of a kind strung together as lines through corners; directed: the owning hex on the right.
function sideChains(b: Board, kinds: string[], directed: boolean): { lines: Line[]; sides: number[][]; nodes: number[][] } {
  const e: Edge[] = [], seen = new Set<number>();
  b.sides.forEach((s, i) => {
    if (!s.kinds.some(k => kinds.includes(k)) || seen.has(s.hex * 6 + s.dir)) return;
    const h = b.hex[s.hex];
    seen.add(s.hex * 6 + s.dir);
    seen.add(h.next[s.dir] * 6 + (s.dir + 3) % 6);
    e.push({ a: h.corner[s.dir], b: h.corner[(s.dir + 1) % 6], tag: i });
  });
  const cs = directed ? chainDirected(e) : chainLongest(e);
  return { lines: cs.map(c => line(c.node.map(n => b.corner[n]), c.closed)), sides: cs.map(c => c.edge.map(k => e[k].tag)), nodes: cs.map(c => c.node) };
}

function outline(b: Board): Line[] {
  const e: Edge[] = [];
  b.hex.forEach((h, i) => { if (h.same === i) h.next.forEach((n, k) => { if (n < 0) e.push({ a: h.corner[k], b: h.corner[(k + 1) % 6], tag: 0 }); }); });
  return chainDirected(e).map(c => line(c.node.map(n => b.corner[n]), true));
}

// ---- water: smooth ribbons that grow from their source
function water(b: Board): Course[] {
  const raw = KINDS.map(k => sideChains(b, [k], false)), uses = new Map<number, number>(), out: Course[] = [];
  for (const r of raw) for (const c of r.nodes) for (const n of c) uses.set(n, (uses.get(n) ?? 0) + 1);
  for (const k of [1, 0, 2])
    raw[k].lines.forEach((l, i) => {
      const nodes = raw[k].nodes[i];
      const kindOf = (n: number) => (l.closed ? 'meets' : b.cornerHexes[n] < 3 ? 'edge' : (uses.get(n) ?? 0) > 1 ? 'meets' : 'source');
      let end = [kindOf(nodes[0]), kindOf(nodes[nodes.length - 1])];
      if (end[1] === 'source' && end[0] !== 'source') { l.p.reverse(); end = [end[1], end[0]]; }
      if (end[0] === 'edge') l.p.unshift(sub(mul(l.p[0], 2), l.p[1]));
      if (end[1] === 'edge') l.p.push(sub(mul(l.p[l.p.length - 1], 2), l.p[l.p.length - 2]));
      const c = resample(bspline(l), .1);
      c.p = c.p.map(p => add(p, pt(.34 * (fbm(2, 1.5 * p.x, 1.5 * p.y) - .5), .34 * (fbm(2, 1.5 * p.x + 40, 1.5 * p.y + 17) - .5))));
      smooth(c, 2);
      for (let s = 0; s < 2 && !l.closed; s++) {
        if (end[s] !== 'meets') continue;
        const at = s ? c.p.length - 1 : 0;
        let best = .8, to = c.p[at];
        for (const o of out) { const n = nearest(o.l, c.p[at]); if (n.d < best) { best = n.d; to = n.at; } }
        c.p[at] = to;
        smooth(c, 1);
      }
      c.tag = end[0] === 'source' ? 1 : end[0] === 'edge' && end[1] === 'edge' ? 2 : 0;
      out.push({ l: c, kind: k });
    });
  return out;
}

// ---- roads: taken apart into steps between neighbours and strung anew, so that a shared stretch is drawn once
const isTown = (h: Hex) => h.paints.has('town') || h.paints.has('city') || (h.rank >= 1 && h.rank <= 3);

function roads(b: Board): { road: Line[][]; node: P[] } {
  const use = new Uint8Array(b.hex.length * 6);
  for (const p of b.paths)
    for (let k = 0; k + 1 < p.hexes.length; k++) {
      const bit = 1 << Math.max(0, PATHS.indexOf(p.kind)), a = p.hexes[k], c = p.hexes[k + 1], dir = b.hex[a].next.indexOf(c);
      if (dir < 0) continue;
      use[a * 6 + dir] |= bit;
      use[c * 6 + (dir + 3) % 6] |= bit;
    }
  for (let i = 0; i < use.length; i++) {
    if (use[i] & 1) use[i] &= ~(2 | 8);
    if (use[i] & 2) use[i] &= ~8;
  }
  const nodes = (kinds: number): P[] => {
    let p = b.hex.map(h => h.at);
    for (let round = 0; round < 3; round++) {
      const q = p;
      p = q.map((here, i) => {
        const h = b.hex[i];
        let n = 0, sum = pt(0, 0);
        for (let k = 0; k < 6; k++) if (use[i * 6 + k] & kinds) { sum = add(sum, q[h.next[k]]); n++; }
        if (n !== 2 || isTown(h)) return here;
        let want = mix(here, mul(sum, .5), .55);
        if (round === 2) want = add(want, pt(.36 * (fbm(2, .7 * h.at.x, .7 * h.at.y) - .5), .36 * (fbm(2, .7 * h.at.x + 9, .7 * h.at.y + 5) - .5)));
        let off = sub(want, h.at);
        if (norm(off) > .42) off = mul(off, .42 / norm(off));
        return add(h.at, off);
      });
    }
    return p;
  };
  const node = nodes(ROADS), railNode = nodes(RAIL), road: Line[][] = [];
  for (let kind = 0; kind < 4; kind++) {
    const bit = 1 << kind, partner = new Int8Array(use.length).fill(-1), seen = new Uint8Array(use.length), at = kind === 2 ? railNode : node, family = kind === 2 ? RAIL : ROADS;
    for (let h = 0; h < b.hex.length; h++) {
      let degree = 0;
      for (let k = 0; k < 6; k++) degree += use[h * 6 + k] & bit ? 1 : 0;
      for (let turn = 3; turn >= 1 && degree > 1; turn--)
        for (let a = 0; a < 6; a++)
          for (const s of [-1, 1]) {
            const c = (a + 6 + s * turn) % 6, x = h * 6 + a, y = h * 6 + c;
            if (!(use[x] & bit) || !(use[y] & bit) || partner[x] >= 0 || partner[y] >= 0 || (turn === 1 && degree > 2)) continue;
            partner[x] = c;
            partner[y] = a;
          }
    }
    const beyond = (h: number, inDir: number): { p: P | null; off: boolean } => {
      const x = b.hex[h];
      let degree = 0, best = -1, worth = 0;
      for (let k = 0; k < 6; k++) {
        if (!(use[h * 6 + k] & family)) continue;
        degree++;
        const turn = Math.abs((k - inDir + 6) % 6 - 3);
        if (k !== inDir && !(use[h * 6 + k] & bit) && turn <= 1 && 3 - turn > worth) { best = k; worth = 3 - turn; }
      }
      if (best >= 0 && degree === 2) return { p: at[x.next[best]], off: false };
      if (degree > 1 || (isTown(x) && x.rank && x.rank < 3)) return { p: null, off: false };
      for (let turn = 0; turn <= 1; turn++)
        for (const s of [-1, 1]) {
          const k = (inDir + 3 + s * turn + 6) % 6;
          if (x.next[k] >= 0) continue;
          const [gx, gy] = b.step(x, k);
          return { p: b.place(gx, gy), off: true };
        }
      return { p: null, off: false };
    };
    const lines: Line[] = [];
    const walk = (h: number, dir: number) => {
      const first = h, firstDir = dir, hexes: number[] = [];
      let l = line([]), inDir = -1;
      for (; ;) {
        hexes.push(h);
        l.p.push(at[h]);
        if (dir < 0) break;
        if (seen[h * 6 + dir]) { l.p.pop(); l.closed = true; break; }
        const n = b.hex[h].next[dir];
        seen[h * 6 + dir] = seen[n * 6 + (dir + 3) % 6] = 1;
        inDir = (dir + 3) % 6;
        dir = partner[n * 6 + inDir];
        h = n;
      }
      if (kind === 2) // beside the road it shares a hexside with
        l = line(l.p.map((p, i) => {
          let shares = false;
          for (let k = 0; k < 6; k++) { const u = use[hexes[i] * 6 + k]; shares = shares || ((u & RAIL) !== 0 && (u & ROADS) !== 0); }
          const side = leftOf(direction(l, i));
          return shares ? add(p, mul(side, side.x + .1 * side.y < 0 ? -.27 : .27)) : p;
        }), l.closed);
      let before: P | null = null, after: P | null = null;
      if (!l.closed) {
        const x = beyond(first, firstDir), y = beyond(h, inDir);
        if (x.off && x.p) l.p.unshift(x.p); else before = x.p;
        if (y.off && y.p) l.p.push(y.p); else after = y.p;
      }
      if (l.p.length >= 2) lines.push(catmull(l, before, after));
    };
    for (const rings of [false, true])
      for (let h = 0; h < b.hex.length; h++)
        for (let k = 0; k < 6; k++) if (use[h * 6 + k] & bit && !seen[h * 6 + k] && (rings || partner[h * 6 + k] < 0)) walk(h, k);
    road.push(lines);
  }
  return { road, node };
}

const HALF_ROAD = [.085, .05, .085, .045];
function brackets(b: Board, road: Line[][], courses: Course[], berm: Line[]): { brackets: Bracket[]; gaps: [P, P][] } {
  const out: Bracket[] = [], gaps: [P, P][] = [], major = courses.some(c => c.kind === 1);
  const make = (at: P, dir: P, halfLength: number, halfWidth: number, rail: boolean): Bracket => {
    const n = leftOf(dir), X = [-1, -.72, .72, 1], Y = [1, 0, 0, 1];
    return { rail, dashed: false, lines: [-1, 1].map(s => line(X.map((x, i) => add(at, add(mul(dir, x * halfLength), mul(n, s * (halfWidth + Y[i] * .075))))))) };
  };
  const meeting = (ls: Line[], p: P): { at: P; da: P; half: number } | null => {
    let within = .75, found: { at: P; da: P; half: number } | null = null;
    road.forEach((rs, k) => { for (const r of rs) for (const l of ls) { const m = meet(r, l, p, within); if (m) { within = m.d; found = { at: m.at, da: m.da, half: HALF_ROAD[k] }; } } });
    return found;
  };
  const waterLines = courses.map(c => c.l);
  for (const s of b.sides) {
    const a = b.hex[s.hex], o = b.hex[a.next[s.dir]], mid = mix(a.at, o.at, .5), way = unitOf(sub(o.at, a.at));
    if (s.kinds.includes('bridge')) {
      const m = meeting(waterLines, mid);
      if (m) out.push(make(m.at, m.da, major ? .24 : .17, m.half + .012, false));
      else {
        let best = .7, at = mid;
        for (const l of waterLines) { const n = nearest(l, mid); if (n.d < best) { best = n.d; at = n.at; } }
        out.push({ ...make(at, way, major ? .24 : .17, .062, false), deck: [sub(at, mul(way, .2)), add(at, mul(way, .2))] });
      }
    }
    if (s.kinds.includes('ford')) {
      const m = meeting(waterLines, mid), at = m?.at ?? mid, dir = m?.da ?? way, n = leftOf(dir);
      out.push({ rail: false, dashed: true, lines: [-1, 1].map(i => line([add(at, add(mul(dir, -.2), mul(n, i * .06))), add(at, add(mul(dir, .2), mul(n, i * .06)))])) });
    }
    if (s.kinds.includes('crossing')) {
      const m = meeting(berm, mid) ?? meeting(road[2], mid);
      if (m) gaps.push([sub(m.at, mul(m.da, .24)), add(m.at, mul(m.da, .24))]);
      out.push(make(m?.at ?? mid, m?.da ?? way, .2, (m?.half ?? .05) + .03, true));
    }
  }
  if (!b.kinds.has('bridge')) // none in the data: wherever a road or railway goes over water there is one
    for (const w of waterLines)
      for (let k = 0; k < 3; k++)
        for (const r of road[k])
          for (let i = 4; i < r.p.length; i += 8) {
            const m = meet(r, w, r.p[i], .55);
            if (!m) continue;
            if (Math.abs(m.da.x * m.db.y - m.da.y * m.db.x) > .45) out.push(make(m.at, m.da, .16, HALF_ROAD[k] + .012, false));
            i += 8;
          }
  return { brackets: out, gaps };
}

// ---- hills; nothing of a hill lies below its slopes
function hillField(b: Board, slope: Line[]): Grid | null {
  const set = new Float32Array(b.hex.length);
  b.hex.forEach((h, i) => { if (h.paints.has('hill')) set[i] = 1; });
  for (const s of b.sides) if (s.kinds.includes('slope')) set[s.hex] = 1;
  b.hex.forEach((h, i) => { if (h.paints.has('hilltop')) set[i] = 1.31; });
  if (!set.some(v => v > 0)) return null;
  const g = gridSet(b, .11, 1.75, set), wide = gridSet(b, .11, 3.1, set);
  for (let y = 0; y < g.ny; y++)
    for (let x = 0; x < g.nx; x++) {
      const k = y * g.nx + x, f1 = g.v[k], f2 = wide.v[k];
      if (f2 <= 0) continue;
      g.v[k] = f1 <= 0 ? .26 * f2 : .62 * f1 + .52 * f2 + .80 * (fbm(3, .9 * (g.x + x * g.step), .9 * (g.y + y * g.step)) - .5) * Math.min(1, 1.6 * f1);
    }
  const reach = .75, away = new Float32Array(g.v.length).fill(reach), span = Math.ceil(2 * reach / g.step);
  for (const l of slope)
    l.p.forEach((p, i) => {
      const d = direction(l, i), left = leftOf(d), end = !l.closed && (i === 0 || i === l.p.length - 1);
      const x0 = Math.floor((p.x - reach - g.x) / g.step), y0 = Math.floor((p.y - reach - g.y) / g.step);
      for (let y = Math.max(0, y0); y <= y0 + span && y < g.ny; y++)
        for (let x = Math.max(0, x0); x <= x0 + span && x < g.nx; x++) {
          const v = pt(g.x + x * g.step - p.x, g.y + y * g.step - p.y), k = y * g.nx + x, far = norm(v);
          if (far >= Math.abs(away[k]) || (end && Math.abs(dot(v, d)) > Math.abs(dot(v, left)))) continue;
          away[k] = dot(v, left) > 0 ? -far : far;
        }
    });
  for (let k = 0; k < g.v.length; k++) {
    if (away[k] < 0) g.v[k] *= Math.max(0, 1 + away[k] / .12);
    else if (away[k] < .3 && g.v[k] > .25) g.v[k] = Math.max(g.v[k], .5);
  }
  return g;
}

const setOf = (b: Board, paints: string[]): Float32Array | null => {
  const s = new Float32Array(b.hex.length);
  let any = false;
  b.hex.forEach((h, i) => { if (paints.some(p => h.paints.has(p))) { s[i] = 1; any = true; } });
  return any ? s : null;
};
function lowArea(b: Board, paint: string, q = 1.6): Grid | null {
  const s = setOf(b, [paint]);
  if (!s) return null;
  const g = gridSet(b, .09, q, s);
  gridNoise(g, (x, y) => .40 * (fbm(2, 1.4 * x, 1.4 * y) - .5));
  return g;
}

function fields(b: Board, near: Near, wood: Grid | null, town: Grid): Strip[] {
  const not = ['wood', 'town', 'city', 'marsh', 'balka', 'water', 'rubble', 'building', 'orchard'], out: Strip[] = [];
  b.hex.forEach((h, hi) => {
    if (h.same !== hi || not.some(p => h.paints.has(p))) return;
    for (let t = 0; t < 2; t++) {
      const d = [0, 1, 2, 3, 4, 5].map(i => dice(h.gx, h.gy, t * 16 + i));
      if (d[0] > (h.paints.has('field') ? .42 : .22)) continue;
      const at = add(h.at, pt((d[1] - .5) * 1.1, (d[2] - .5) * 1.1)), u = turned(pt(1, 0), d[3] * Math.PI), v = leftOf(u), strips = 3 + Math.floor(d[4] * 4);
      let y = 0;
      for (let i = 0; i < strips; i++) {
        const long = .6 + .4 * dice(h.gx, h.gy, t * 64 + i * 3), wide = .1 + .09 * dice(h.gx, h.gy, t * 64 + i * 3 + 1), shift = (dice(h.gx, h.gy, t * 64 + i * 3 + 2) - .5) * .16;
        const a = add(at, add(mul(u, shift - long / 2), mul(v, y - .3)));
        const p = [a, add(a, mul(u, long)), add(add(a, mul(u, long)), mul(v, wide)), add(a, mul(v, wide))];
        y += wide + .012;
        const m = mix(p[0], p[2], .5);
        if ([...p, m].every(c => near.clear(c, .12) && (!wood || gridAt(wood, c) < .4) && gridAt(town, c) < .4)) out.push({ p, tone: (i + Math.floor(d[5] * 3)) % 3 });
      }
    }
  });
  return out;
}

function plant(b: Board, g: Grid, near: Near, step: number): Tree[] {
  const out: Tree[] = [];
  let row = 0;
  for (let y = g.y; y < g.y + g.ny * g.step; y += step * .866, row++) {
    let col = 0;
    for (let x = g.x; x < g.x + g.nx * g.step; x += step, col++) {
      if (gridAt(g, pt(x, y)) < .2) continue;
      const p = pt(x + (row & 1) * step / 2 + (dice(col, row, 11) - .5) * .7 * step, y + (dice(col, row, 12) - .5) * .7 * step);
      if (dice(col, row, 13) < .16 || gridAt(g, p) < .53 || !near.clear(p, .12)) continue;
      if (p.x < b.box.x0 || p.y < b.box.y0 || p.x > b.box.x1 || p.y > b.box.y1) continue;
      out.push({ x: p.x, y: p.y, k: Math.floor(dice(col, row, 14) * 3) });
    }
  }
  return out;
}

// ---- towns
function towns(b: Board, near: Near, town: Grid, road: Line[][]): { blocks: Quad[]; houses: Quad[]; ruins: Quad[] } {
  const blocks: Quad[] = [], houses: Quad[] = [], ruins: Quad[] = [];
  const quad = (at: P, u: P, w: number, h: number): Quad => {
    const v = leftOf(u), c = (x: number, y: number) => add(at, add(mul(u, x), mul(v, y)));
    return { p: [c(-w / 2, -h / 2), c(w / 2, -h / 2), c(w / 2, h / 2), c(-w / 2, h / 2)] };
  };
  const roadLines = [...road[0], ...road[1], ...road[3]].map(l => ({ l, x0: Math.min(...l.p.map(p => p.x)) - .5, x1: Math.max(...l.p.map(p => p.x)) + .5, y0: Math.min(...l.p.map(p => p.y)) - .5, y1: Math.max(...l.p.map(p => p.y)) + .5 }));
  const roadAt = (p: P): { at: P; dir: P } | null => {
    let best = .45, found: { at: P; dir: P } | null = null;
    for (const r of roadLines) {
      if (p.x < r.x0 || p.x > r.x1 || p.y < r.y0 || p.y > r.y1) continue;
      const n = nearest(r.l, p);
      if (n.d < best) { best = n.d; found = { at: n.at, dir: direction(r.l, n.i) }; }
    }
    return found;
  };
  const angle = (h: Hex) => (dice(h.gx, h.gy, 41) - .5) * 1.4;
  const cluster = (h: Hex, reach: number) => {
    const r = roadAt(h.at), u = r ? turned(r.dir, .22 * (dice(h.gx, h.gy, 42) - .5)) : turned(pt(1, 0), angle(h)), v = leftOf(u), w = .165, d = .128;
    for (let y = -8; y <= 8; y++)
      for (let x = -6; x <= 6; x++) {
        const a = x * w + (x % 3 === 0 ? .02 : 0), c = y * d, p = add(h.at, add(mul(u, a), mul(v, c)));
        const limit = reach * (.72 + .55 * (fbm(2, 2.1 * p.x, 2.1 * p.y) - .35));
        if (Math.sqrt(a * a + c * c * 1.25) > limit || dice(h.gx * 31 + x, h.gy * 17 + y, 43) < .10 || !near.clear(p, .143) || gridAt(town, p) < .45) continue;
        const k = .82 + .14 * dice(x, y, h.gx);
        blocks.push(quad(p, u, w * .84 * k, d * .80 * k));
      }
  };
  const huts = (h: Hex) => {
    const r = roadAt(h.at), at = r?.at ?? h.at, u = r?.dir ?? turned(pt(1, 0), dice(h.gx, h.gy, 44) * Math.PI);
    for (const row of [-1, 1])
      for (let i = 0; i < 6; i++) {
        let p = add(at, mul(u, (i - 2.5) * .135 + .03 * (dice(i, row, h.gx) - .5))), d2 = u;
        const n = r && roadAt(p);
        if (n) { p = n.at; d2 = n.dir; }
        p = add(p, mul(leftOf(d2), row * (.125 + .02 * dice(i, row, h.gy))));
        if (!near.clear(p, .085) || dice(h.gx + i, h.gy, 45 + row) < .08) continue;
        blocks.push(quad(p, turned(d2, .3 * (dice(i, row, h.gx + 7) - .5)), .1, .072));
      }
  };
  const built = (h: Hex) => h.paints.has('town') || h.paints.has('city'), rank = new Uint8Array(b.hex.length), size = new Uint16Array(b.hex.length);
  b.hex.forEach((h, i) => {
    if (!built(h) || size[i]) return;
    const queue = [i];
    let best = 0;
    size[i] = 1;
    for (let k = 0; k < queue.length; k++) {
      const x = b.hex[queue[k]];
      if (x.rank >= 1 && x.rank <= 3 && (!best || x.rank < best)) best = x.rank;
      for (const n of x.next) if (n >= 0 && built(b.hex[n]) && !size[n]) { size[n] = 1; queue.push(n); }
    }
    for (const k of queue) { rank[k] = best; size[k] = queue.length; }
  });
  b.hex.forEach((h, i) => {
    if (h.same !== i) return;
    if (h.paints.has('rubble'))
      for (let k = 0; k < 46; k++) {
        const r = .74 * Math.sqrt(dice(h.gx, h.gy, 100 + k)), a = 6.2832 * dice(h.gx, h.gy, 200 + k), p = add(h.at, turned(pt(r, 0), a)), s = .03 + .07 * dice(h.gx, h.gy, 300 + k);
        if (near.clear(p, .09)) ruins.push(quad(p, turned(pt(1, 0), a * 3.7), s * 1.3, s));
      }
    else if (h.paints.has('city') || h.rank === 1 || rank[i] === 1) cluster(h, .98);
    else if (h.rank === 2 || rank[i] === 2 || (size[i] >= 3 && rank[i] !== 3)) cluster(h, .8);
    else if (h.rank === 3 || h.paints.has('town')) huts(h);
    if (h.paints.has('building')) {
      const u = turned(pt(1, 0), angle(h) * .4), v = leftOf(u);
      houses.push(quad(add(h.at, mul(v, .16)), u, .86, .3), quad(add(h.at, add(mul(u, -.28), mul(v, -.16))), u, .3, .36), quad(add(h.at, add(mul(u, .28), mul(v, -.16))), u, .3, .36));
    }
  });
  return { blocks, houses, ruins };
}

// ---- trenches: hexsides, and trench hexes of one kind strung from centre to centre, as a square wave
// Hex centres of a straight line swing from side to side by half a hex: two passes over the neighbours take the swing out.
function calm(l: Line): Line {
  let p = l.p;
  for (let pass = 0; pass < 2; pass++) p = p.map((q, i) => add(mul(add(p[Math.max(0, i - 1)], p[Math.min(p.length - 1, i + 1)]), .25), mul(q, .5)));
  return line(p);
}
function trenches(b: Board): Line[] {
  const all = sideChains(b, ['trench'], false).lines.map(l => soft(l, .1, 2)), e: Edge[] = [], seen = new Set<number>();
  const is = (i: number) => i >= 0 && b.hex[i].paints.has('trench');
  const works = new Set(b.doc.terrain.filter(t => t.paint === 'trench').map(t => t.id)); // two sides' trenches side by side are two lines
  const joined = (h: Hex, o: Hex) => h.terrain.some(t => works.has(t) && o.terrain.includes(t));
  b.hex.forEach((h, i) => { for (let k = 0; k < 3 && is(i); k++) if (is(h.next[k]) && joined(h, b.hex[h.next[k]])) e.push({ a: i, b: h.next[k], tag: 0 }); });
  for (const c of chainLongest(e)) {
    if (seen.has(c.node[0]) && seen.has(c.node[c.node.length - 1]) && c.node.length <= 2) continue;
    c.node.forEach(n => seen.add(n));
    all.push(catmull(calm(line(c.node.map(n => b.hex[n].at))), null, null));
  }
  b.hex.forEach((h, i) => { if (is(i) && !seen.has(i) && h.same === i) all.push(line([-2, -1, 0, 1, 2].map(k => add(h.at, pt(k * .25, .06 * (k & 1)))))); });
  return all.map(l => {
    const even = resample(l, .11), w = line([]);
    let s = .075;
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
  return b.doc.regions.filter(r => r.id.startsWith('show.') && r.hexes.length).map(r => {
    const inside = new Set(r.hexes.map(h => b.find(h))), e: Edge[] = [];
    let sum = pt(0, 0);
    for (const i of inside) {
      const h = b.hex[i];
      sum = add(sum, h.at);
      h.next.forEach((n, k) => { if (!inside.has(n)) e.push({ a: h.corner[k], b: h.corner[(k + 1) % 6], tag: 0 }); });
    }
    return { loops: chainDirected(e).map(c => line(c.node.map(n => b.corner[n]), c.closed)), title: r.title || r.id.slice(5), at: mul(sum, 1 / inside.size) };
  });
}

// ---- river names, letter by letter along the straightest stretch of their own course
export const charWidth = (ch: string): number => ("ijl.,:;'|!I".includes(ch) ? .27 : 'frt-()[]1 "*'.includes(ch) ? .36 : 'mwMW'.includes(ch) ? .78 : ch >= 'A' && ch <= 'Z' ? .6 : ch >= '0' && ch <= '9' ? .52 : .48);
export const textWidth = (s: string, size: number): number => [...s].reduce((w, c) => w + charWidth(c), 0) * size;
function riverNames(b: Board, courses: Course[], size: number): Lettering[] {
  const out: Lettering[] = [];
  for (const r of b.doc.rivers ?? []) {
    const mids = r.sides.map(([a, c]) => mix(b.at(a) ?? pt(0, 0), b.at(c) ?? pt(0, 0), .5)), text = r.text.replace(/_/g, ' ');
    if (!mids.length || !text) continue;
    let course: Course | null = null, best = 1.2;
    for (const c of courses) { const d = nearest(c.l, mids[Math.floor(mids.length / 2)]).d; if (d < best) { best = d; course = c; } }
    if (!course) continue;
    const l = smooth(resample(course.l, .12), 26), all = length(l), width = textWidth(text, size) + .1 * size * text.length, want = width + .3;
    let found = -1, cost = 1e9;
    for (let s = 0; s + want <= all; s += .25) {
      const q = part(l, s, s + want);
      if (q.p.length < 3) continue;
      const mid = q.p[Math.floor(q.p.length / 2)];
      if (Math.min(...mids.map(m => dist(m, mid))) > .8) continue;
      const first = q.p[0], last = q.p[q.p.length - 1];
      const c = 3 * (want - dist(first, last)) + .8 * Math.abs(last.y - first.y) / want + .01 * Math.abs(s + want / 2 - all / 2);
      if (c < cost) { cost = c; found = s; }
    }
    if (found < 0) continue;
    let q = part(l, found, found + want);
    if (q.p[q.p.length - 1].x < q.p[0].x) q.p.reverse();
    q = offset(q, WIDTH1[course.kind] / 2 + .07);
    const at: Lettering['at'] = [], total = length(q);
    let done = (total - width) / 2;
    for (const ch of text) {
      const step = charWidth(ch) * size + .1 * size, a = part(q, Math.max(0, done - .15), done + step + .15), m = part(q, 0, done + step / 2);
      done += step;
      if (m.p.length < 2 || a.p.length < 2) continue;
      const d = sub(a.p[a.p.length - 1], a.p[0]), p = m.p[m.p.length - 1];
      at.push({ ch, x: p.x, y: p.y, turn: Math.atan2(d.y, d.x) });
    }
    out.push({ text, size, at });
  }
  return out;
}

export function makePlan(b: Board): Plan {
  const courses = water(b), { road, node } = roads(b);
  const slope = sideChains(b, ['slope'], true).lines.map(l => soft(l, .06, 34)), edge = outline(b);
  const berm = sideChains(b, ['berm'], false).lines.map(l => soft(l, .1, 10));
  for (const l of berm)
    for (const s of [0, 1]) {
      if (l.closed || l.p.length < 3) continue;
      const a = l.p[s ? l.p.length - 1 : 0], c = l.p[s ? l.p.length - 3 : 2];
      if (edge.some(o => nearest(o, a).d < .05)) { const out = add(a, mul(unitOf(sub(a, c)), .9)); if (s) l.p.push(out); else l.p.unshift(out); }
    }
  const near = new Near(b, [...courses.map(c => c.l), ...road.flat(), ...berm, ...slope]);
  const woodSet = setOf(b, ['wood']), wood = woodSet ? gridSet(b, .07, 1.72, woodSet) : null;
  if (wood) gridNoise(wood, (x, y) => .50 * (fbm(2, 1.15 * x, 1.15 * y) - .5) + .26 * (fbm(2, 4.2 * x, 4.2 * y) - .5));
  const townSet = new Float32Array(b.hex.length);
  b.hex.forEach((h, i) => { if (['town', 'city', 'rubble'].some(p => h.paints.has(p)) || h.rank === 1 || h.rank === 2) townSet[i] = 1; });
  const town = gridSet(b, .09, 1.6, townSet);
  gridNoise(town, (x, y) => .72 * (fbm(2, 1.6 * x, 1.6 * y) - .5));
  const hill = hillField(b, slope);

  const paper = gridMake(b, .5), blotch: Plan['blotch'] = [];
  const fill = (f: (x: number, y: number) => number) => { for (let y = 0; y < paper.ny; y++) for (let x = 0; x < paper.nx; x++) paper.v[y * paper.nx + x] = f(paper.x + x * .5, paper.y + y * .5); };
  for (const light of [false, true]) {
    fill((x, y) => { const v = fbm(4, .16 * x, .16 * y); return light ? 1 - v : v; });
    for (let k = 0; k < 3; k++) blotch.push({ loops: gridTrace(paper, .54 + .045 * k, 3), light });
  }
  fill((x, y) => fbm(3, .13 * x + 91, .13 * y + 37));
  const green = gridTrace(paper, .62, 3);

  const marsh = lowArea(b, 'marsh'), balka = lowArea(b, 'balka'), orchard = lowArea(b, 'orchard'), lake = lowArea(b, 'water');
  const tufts: P[] = [], orchardTrees: P[] = [], balkaTicks: [P, P][] = [];
  if (marsh)
    for (let y = marsh.y, r = 0; y < marsh.y + marsh.ny * marsh.step; y += .2, r++)
      for (let x = marsh.x, c = 0; x < marsh.x + marsh.nx * marsh.step; x += .34, c++) {
        const p = pt(x + (r & 1) * .17 + (dice(c, r, 51) - .5) * .16, y + (dice(c, r, 52) - .5) * .1);
        if (gridAt(marsh, p) > .5 && dice(c, r, 53) > .25 && near.clear(p, .14)) tufts.push(p);
      }
  if (orchard)
    for (let y = orchard.y; y < orchard.y + orchard.ny * orchard.step; y += .2)
      for (let x = orchard.x; x < orchard.x + orchard.nx * orchard.step; x += .2) if (gridAt(orchard, pt(x, y)) > .58 && near.clear(pt(x, y), .1)) orchardTrees.push(pt(x, y));
  const balkaLoops = balka ? gridTrace(balka, .74, 4) : [];
  for (const l of balkaLoops) {
    const e = resample(l, .12);
    e.p.forEach((p, i) => { const n = leftOf(direction(e, i)), inside = gridAt(balka!, add(p, mul(n, .12))) > gridAt(balka!, p) ? n : mul(n, -1); balkaTicks.push([p, add(p, mul(inside, .09 + .05 * dice(i, 3, 54)))]); });
  }
  const fort = sideChains(b, ['fort'], true);
  return {
    outline: edge, blotch, green,
    hills: hill ? [.46, .60, .74, .88, 1.02].map(v => gridTrace(hill, v, 3)) : [], hillsFar: hill ? [.46, .66, .88].map(v => gridTrace(hill, v, 3)) : [],
    strips: fields(b, near, wood, town), marsh: marsh ? gridTrace(marsh, .48, 4) : [], tufts, balka: balkaLoops, balkaTicks,
    orchard: orchard ? gridTrace(orchard, .5, 4) : [], orchardTrees, lake: lake ? gridTrace(lake, .47, 4) : [], lakeCore: lake ? gridTrace(lake, .66, 4) : [],
    woods: wood ? gridTrace(wood, .47, 2) : [], trees: wood ? plant(b, wood, near, .165) : [], treesFar: wood ? plant(b, wood, near, .27) : [],
    townGround: gridTrace(town, .55, 4), slope, berm, courses, road, ...brackets(b, road, courses, berm), ...towns(b, near, town, road),
    walls: sideChains(b, ['wall'], false).lines, trenches: trenches(b),
    forts: fort.lines.map((l, i) => ({ l: soft(l, .08, 8), k: 1, sides: fort.sides[i] })), regions: regions(b), node,
    riverNames: { near: riverNames(b, courses, .27), far: riverNames(b, courses, .46) },
  };
}

// The front: where the sides' hexes touch; german on the right.
export function frontLines(b: Board): Line[] {
  const e: Edge[] = [];
  b.hex.forEach((h, i) => { if (h.same === i && h.owner === 1) h.next.forEach((n, k) => { if (n >= 0 && b.hex[n].owner === 2) e.push({ a: h.corner[k], b: h.corner[(k + 1) % 6], tag: 0 }); }); });
  const lines = chainDirected(e).filter(c => c.closed || c.node.length > 4); // where control is known in spots only, a scrap is no front
  return lines.map(c => soft(line(c.node.map(n => b.corner[n]), c.closed), .1, 8));
}
// A belt behind the front is drawn lighter.
export function fortWeight(b: Board, sides: number[]): number {
  if (!b.hex.some(h => h.owner)) return 1;
  const front = sides.filter(i => { const s = b.sides[i], h = b.hex[s.hex]; return h.owner !== b.hex[h.next[s.dir]].owner; }).length;
  return front * 3 >= sides.length ? 1 : .78;
}
