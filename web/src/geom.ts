// Points, polylines and hashed noise. Lengths are in R (hex centre to corner); y grows downward,
// left is as seen on the sheet.
export interface P {
  x: number;
  y: number;
}
export interface Line {
  p: P[];
  closed: boolean;
  tag: number;
}

export const pt = (x: number, y: number): P => ({ x, y });
export const add = (a: P, b: P): P => ({ x: a.x + b.x, y: a.y + b.y });
export const sub = (a: P, b: P): P => ({ x: a.x - b.x, y: a.y - b.y });
export const mul = (a: P, k: number): P => ({ x: a.x * k, y: a.y * k });
export const mix = (a: P, b: P, t: number): P => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
});
export const dot = (a: P, b: P): number => a.x * b.x + a.y * b.y;
export const cross = (a: P, b: P): number => a.x * b.y - a.y * b.x;
export const norm = (a: P): number => Math.hypot(a.x, a.y);
export const dist = (a: P, b: P): number => Math.hypot(a.x - b.x, a.y - b.y);
export const unitOf = (a: P): P => {
  const n = norm(a);
  return n > 1e-12 ? mul(a, 1 / n) : pt(0, 0);
};
export const leftOf = (d: P): P => ({ x: d.y, y: -d.x });
export const turned = (a: P, angle: number): P => {
  const c = Math.cos(angle),
    s = Math.sin(angle);
  return { x: a.x * c - a.y * s, y: a.x * s + a.y * c };
};

export const line = (p: P[], closed = false, tag = 0): Line => ({ p, closed, tag });

export function smooth(l: Line, passes: number): Line {
  const n = l.p.length;
  if (n < 3) return l;
  let p = l.p;
  for (let k = 0; k < passes; k++) {
    const q: P[] = new Array(n);
    for (let i = 0; i < n; i++) {
      if (!l.closed && (i === 0 || i === n - 1)) {
        q[i] = p[i];
        continue;
      }
      const a = p[(i + n - 1) % n],
        b = p[i],
        c = p[(i + 1) % n];
      q[i] = { x: (a.x + 2 * b.x + c.x) / 4, y: (a.y + 2 * b.y + c.y) / 4 };
    }
    p = q;
  }
  l.p = p;
  return l;
}

export function length(l: Line): number {
  let d = 0;
  for (let i = 1; i < l.p.length; i++) d += dist(l.p[i], l.p[i - 1]);
  if (l.closed && l.p.length > 1) d += dist(l.p[0], l.p[l.p.length - 1]);
  return d;
}

export function resample(l: Line, step: number): Line {
  const r = line([], l.closed, l.tag);
  if (!l.p.length) return r;
  const all = length(l),
    pieces = Math.max(1, Math.round(all / step)),
    each = all / pieces;
  let want = each,
    done = 0;
  r.p.push(l.p[0]);
  const last = l.closed ? l.p.length : l.p.length - 1;
  for (let i = 0; i < last; i++) {
    const a = l.p[i],
      b = l.p[(i + 1) % l.p.length],
      d = dist(a, b);
    while (want <= done + d && r.p.length < pieces) {
      r.p.push(mix(a, b, d > 0 ? (want - done) / d : 0));
      want += each;
    }
    done += d;
  }
  if (!l.closed) r.p.push(l.p[l.p.length - 1]);
  return r;
}

export function bspline(l: Line): Line {
  const n = l.p.length;
  if (n < 3) return line([...l.p], l.closed, l.tag);
  const r = line([], l.closed, l.tag);
  if (!l.closed) r.p.push(l.p[0]);
  for (let i = l.closed ? 0 : 1; i < (l.closed ? n : n - 1); i++) {
    const m = l.p[i];
    const a = !l.closed && i === 1 ? l.p[0] : mix(l.p[(i + n - 1) % n], m, 0.5);
    const b = !l.closed && i === n - 2 ? l.p[n - 1] : mix(m, l.p[(i + 1) % n], 0.5);
    for (let k = 1; k <= 8; k++) {
      const t = k / 8;
      r.p.push(mix(mix(a, m, t), mix(m, b, t), t));
    }
  }
  return r;
}

export function catmull(l: Line, before: P | null, after: P | null): Line {
  const n = l.p.length,
    r = line([], l.closed, l.tag);
  if (n < 2) return r;
  r.p.push(l.p[0]);
  for (let i = 0; i < (l.closed ? n : n - 1); i++) {
    const a = l.p[i],
      b = l.p[(i + 1) % n];
    const z = i > 0 || l.closed ? l.p[(i + n - 1) % n] : (before ?? a);
    const e = i + 2 < n || l.closed ? l.p[(i + 2) % n] : (after ?? b);
    const c1 = add(a, mul(sub(b, z), 1 / 6)),
      c2 = sub(b, mul(sub(e, a), 1 / 6));
    for (let k = 1; k <= 10; k++) {
      const t = k / 10,
        u = 1 - t;
      r.p.push({
        x: a.x * u * u * u + 3 * c1.x * u * u * t + 3 * c2.x * u * t * t + b.x * t * t * t,
        y: a.y * u * u * u + 3 * c1.y * u * u * t + 3 * c2.y * u * t * t + b.y * t * t * t,
      });
    }
  }
  if (l.closed) r.p.pop();
  return r;
}

export function direction(l: Line, i: number): P {
  const n = l.p.length;
  const a = i > 0 ? i - 1 : l.closed ? n - 1 : 0,
    b = i + 1 < n ? i + 1 : l.closed ? 0 : n - 1;
  return unitOf(sub(l.p[b], l.p[a]));
}

export const offset = (l: Line, left: number): Line =>
  line(
    l.p.map((p, i) => add(p, mul(leftOf(direction(l, i)), left))),
    l.closed,
    l.tag,
  );

export function part(l: Line, from: number, to: number): Line {
  const r = line([], false, l.tag);
  let done = 0;
  for (let i = 1; i < l.p.length; i++) {
    const a = l.p[i - 1],
      b = l.p[i],
      d = dist(a, b);
    if (done + d >= from && done <= to && d > 0) {
      if (!r.p.length) r.p.push(mix(a, b, from > done ? (from - done) / d : 0));
      r.p.push(mix(a, b, to < done + d ? (to - done) / d : 1));
    }
    done += d;
  }
  return r;
}

export function nearest(l: Line, p: P): { d: number; at: P; i: number } {
  let best = 1e30,
    at = p,
    where = 0;
  for (let i = 0; i < (l.closed ? l.p.length : l.p.length - 1); i++) {
    const a = l.p[i],
      d = sub(l.p[(i + 1) % l.p.length], a),
      len = dot(d, d);
    const t = Math.max(0, Math.min(1, len > 0 ? dot(sub(p, a), d) / len : 0));
    const q = add(a, mul(d, t)),
      away = dist(p, q);
    if (away < best) {
      best = away;
      at = q;
      where = i;
    }
  }
  return { d: best, at, i: where };
}

// Where two lines cross, nearest to a place.
export function meet(
  la: Line,
  lb: Line,
  near: P,
  within: number,
): { at: P; da: P; db: P; d: number } | null {
  let best = within,
    found: { at: P; da: P; db: P; d: number } | null = null;
  for (let i = 0; i + 1 < la.p.length; i++) {
    const a = la.p[i];
    if (dist(a, near) > within + 1) continue;
    const u = sub(la.p[i + 1], a);
    for (let k = 0; k + 1 < lb.p.length; k++) {
      const b = lb.p[k],
        v = sub(lb.p[k + 1], b),
        w = sub(b, a),
        den = cross(u, v);
      if (Math.abs(den) < 1e-12) continue;
      const s = cross(w, v) / den,
        t = cross(w, u) / den;
      if (s < 0 || s > 1 || t < 0 || t > 1) continue;
      const p = add(a, mul(u, s)),
        d = dist(p, near);
      if (d >= best) continue;
      best = d;
      found = { at: p, da: unitOf(u), db: unitOf(v), d };
    }
  }
  return found;
}

// ---- edges between numbered nodes, strung into chains
export interface Edge {
  a: number;
  b: number;
  tag: number;
}
export interface Chain {
  node: number[];
  edge: number[];
  closed: boolean;
}

function network(e: Edge[]): Map<number, number[]> {
  const at = new Map<number, number[]>();
  e.forEach((x, i) => {
    for (const n of [x.a, x.b]) {
      const l = at.get(n);
      if (l) l.push(i);
      else at.set(n, [i]);
    }
  });
  return at;
}

// Undirected edges as few long chains: at a fork the longest course runs through.
export function chainLongest(e: Edge[]): Chain[] {
  const at = network(e),
    used = new Uint8Array(e.length),
    out: Chain[] = [];
  const farthest = (start: number): [number, Map<number, number>] => {
    const via = new Map<number, number>([[start, -1]]),
      queue = [start];
    let last = start;
    for (let h = 0; h < queue.length; h++) {
      last = queue[h];
      for (const i of at.get(last) ?? []) {
        const o = e[i].a === last ? e[i].b : e[i].a;
        if (used[i] || via.has(o)) continue;
        via.set(o, i);
        queue.push(o);
      }
    }
    return [last, via];
  };
  for (let i = 0; i < e.length;) {
    if (used[i]) {
      i++;
      continue;
    }
    const [a] = farthest(e[i].a),
      [b, via] = farthest(a),
      c: Chain = { node: [], edge: [], closed: false };
    for (let n = b; ;) {
      c.node.push(n);
      const k = via.get(n)!;
      if (k < 0) break;
      used[k] = 1;
      c.edge.push(k);
      n = e[k].a === n ? e[k].b : e[k].a;
    }
    if (c.node.length > 2)
      for (const x of at.get(a) ?? [])
        if (!used[x] && (e[x].a === b || e[x].b === b)) {
          used[x] = 1;
          c.edge.push(x);
          c.closed = true;
          break;
        }
    out.push(c);
  }
  return out;
}

// Directed edges a -> b as chains that follow the arrows.
export function chainDirected(e: Edge[]): Chain[] {
  const from = new Map<number, number[]>(),
    into = new Map<number, number[]>(),
    used = new Uint8Array(e.length),
    out: Chain[] = [];
  const put = (m: Map<number, number[]>, k: number, i: number) => {
    const l = m.get(k);
    if (l) l.push(i);
    else m.set(k, [i]);
  };
  e.forEach((x, i) => {
    put(from, x.a, i);
    put(into, x.b, i);
  });
  for (let pass = 0; pass < 2; pass++)
    for (let i = 0; i < e.length; i++) {
      if (used[i] || (pass === 0 && (into.get(e[i].a) ?? []).some(k => !used[k]))) continue;
      const c: Chain = { node: [e[i].a], edge: [], closed: false };
      for (let x = i; x >= 0;) {
        used[x] = 1;
        c.edge.push(x);
        const n = e[x].b;
        if (n === c.node[0] && c.node.length > 2) {
          c.closed = true;
          break;
        }
        c.node.push(n);
        x = (from.get(n) ?? []).find(k => !used[k]) ?? -1;
      }
      out.push(c);
    }
  return out;
}

// ---- noise hashed from lattice coordinates: a place always has the same noise
function mixed(x: number, y: number, k: number): number {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(k, 0xc2b2ae3d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}
export const dice = (x: number, y: number, k: number): number => mixed(x, y, k + 77) / 4294967296;
function value(px: number, py: number, k: number): number {
  const x = Math.floor(px),
    y = Math.floor(py);
  let u = px - x,
    v = py - y;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  const a = mixed(x, y, k),
    b = mixed(x + 1, y, k),
    c = mixed(x, y + 1, k),
    d = mixed(x + 1, y + 1, k);
  return ((a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v) / 4294967296;
}
export function fbm(octaves: number, px: number, py: number): number {
  let sum = 0,
    weight = 1,
    all = 0,
    x = px * 0.8 - py * 0.6,
    y = px * 0.6 + py * 0.8;
  for (let i = 0; i < octaves; i++) {
    sum += weight * value(x, y, i);
    all += weight;
    weight *= 0.5;
    const nx = (x * 0.8 - y * 0.6) * 2.03;
    y = (x * 0.6 + y * 0.8) * 2.03;
    x = nx;
  }
  return sum / all;
}
