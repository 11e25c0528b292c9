// Roads and railways, and the bridges that carry them.
import {
  type P,
  type Line,
  pt,
  add,
  sub,
  mul,
  mix,
  norm,
  unitOf,
  leftOf,
  line,
  catmull,
  direction,
  nearest,
  meet,
  fbm,
} from '../geom';
import type { Board, Hex } from '../model';
import type { Bracket, Course } from './plan';

const PATHS = ['road.main', 'road.minor', 'rail', 'track'],
  RAIL = 4,
  ROADS = 1 | 2 | 8;
// ---- roads: taken apart into steps between neighbours and strung anew, so that a shared stretch
// is drawn once
export const isTown = (h: Hex) =>
  h.paints.has('town') || h.paints.has('city') || (h.rank >= 1 && h.rank <= 3);

export function roads(b: Board): { road: Line[][]; node: P[] } {
  const use = new Uint8Array(b.hex.length * 6);
  for (const p of b.paths)
    for (let k = 0; k + 1 < p.hexes.length; k++) {
      const bit = 1 << Math.max(0, PATHS.indexOf(p.kind)),
        a = p.hexes[k],
        c = p.hexes[k + 1],
        dir = b.hex[a].next.indexOf(c);
      if (dir < 0) continue;
      use[a * 6 + dir] |= bit;
      use[c * 6 + ((dir + 3) % 6)] |= bit;
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
        let n = 0,
          sum = pt(0, 0);
        for (let k = 0; k < 6; k++)
          if (use[i * 6 + k] & kinds) {
            sum = add(sum, q[h.next[k]]);
            n++;
          }
        if (n !== 2 || isTown(h)) return here;
        let want = mix(here, mul(sum, 0.5), 0.55);
        if (round === 2)
          want = add(
            want,
            pt(
              0.36 * (fbm(2, 0.7 * h.at.x, 0.7 * h.at.y) - 0.5),
              0.36 * (fbm(2, 0.7 * h.at.x + 9, 0.7 * h.at.y + 5) - 0.5),
            ),
          );
        let off = sub(want, h.at);
        if (norm(off) > 0.42) off = mul(off, 0.42 / norm(off));
        return add(h.at, off);
      });
    }
    return p;
  };
  const node = nodes(ROADS),
    railNode = nodes(RAIL),
    road: Line[][] = [];
  for (let kind = 0; kind < 4; kind++) {
    const bit = 1 << kind,
      partner = new Int8Array(use.length).fill(-1),
      seen = new Uint8Array(use.length),
      at = kind === 2 ? railNode : node,
      family = kind === 2 ? RAIL : ROADS;
    for (let h = 0; h < b.hex.length; h++) {
      let degree = 0;
      for (let k = 0; k < 6; k++) degree += use[h * 6 + k] & bit ? 1 : 0;
      for (let turn = 3; turn >= 1 && degree > 1; turn--)
        for (let a = 0; a < 6; a++)
          for (const s of [-1, 1]) {
            const c = (a + 6 + s * turn) % 6,
              x = h * 6 + a,
              y = h * 6 + c;
            if (
              !(use[x] & bit) ||
              !(use[y] & bit) ||
              partner[x] >= 0 ||
              partner[y] >= 0 ||
              (turn === 1 && degree > 2)
            )
              continue;
            partner[x] = c;
            partner[y] = a;
          }
    }
    const beyond = (h: number, inDir: number): { p: P | null; off: boolean } => {
      const x = b.hex[h];
      let degree = 0,
        best = -1,
        worth = 0;
      for (let k = 0; k < 6; k++) {
        if (!(use[h * 6 + k] & family)) continue;
        degree++;
        const turn = Math.abs(((k - inDir + 6) % 6) - 3);
        if (k !== inDir && !(use[h * 6 + k] & bit) && turn <= 1 && 3 - turn > worth) {
          best = k;
          worth = 3 - turn;
        }
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
      const first = h,
        firstDir = dir,
        hexes: number[] = [];
      let l = line([]),
        inDir = -1;
      for (;;) {
        hexes.push(h);
        l.p.push(at[h]);
        if (dir < 0) break;
        if (seen[h * 6 + dir]) {
          l.p.pop();
          l.closed = true;
          break;
        }
        const n = b.hex[h].next[dir];
        seen[h * 6 + dir] = seen[n * 6 + ((dir + 3) % 6)] = 1;
        inDir = (dir + 3) % 6;
        dir = partner[n * 6 + inDir];
        h = n;
      }
      if (kind === 2)
        // beside the road it shares a hexside with
        l = line(
          l.p.map((p, i) => {
            let shares = false;
            for (let k = 0; k < 6; k++) {
              const u = use[hexes[i] * 6 + k];
              shares = shares || ((u & RAIL) !== 0 && (u & ROADS) !== 0);
            }
            const side = leftOf(direction(l, i));
            return shares ? add(p, mul(side, side.x + 0.1 * side.y < 0 ? -0.27 : 0.27)) : p;
          }),
          l.closed,
        );
      let before: P | null = null,
        after: P | null = null;
      if (!l.closed) {
        const x = beyond(first, firstDir),
          y = beyond(h, inDir);
        if (x.off && x.p) l.p.unshift(x.p);
        else before = x.p;
        if (y.off && y.p) l.p.push(y.p);
        else after = y.p;
      }
      if (l.p.length >= 2) lines.push(catmull(l, before, after));
    };
    for (const rings of [false, true])
      for (let h = 0; h < b.hex.length; h++)
        for (let k = 0; k < 6; k++)
          if (use[h * 6 + k] & bit && !seen[h * 6 + k] && (rings || partner[h * 6 + k] < 0))
            walk(h, k);
    road.push(lines);
  }
  return { road, node };
}

const HALF_ROAD = [0.085, 0.05, 0.085, 0.045];
export function brackets(
  b: Board,
  road: Line[][],
  courses: Course[],
  berm: Line[],
): { brackets: Bracket[]; gaps: [P, P][] } {
  const out: Bracket[] = [],
    gaps: [P, P][] = [],
    major = courses.some(c => c.kind === 1);
  const make = (at: P, dir: P, halfLength: number, halfWidth: number, rail: boolean): Bracket => {
    const n = leftOf(dir),
      X = [-1, -0.72, 0.72, 1],
      Y = [1, 0, 0, 1];
    return {
      rail,
      dashed: false,
      lines: [-1, 1].map(s =>
        line(
          X.map((x, i) =>
            add(at, add(mul(dir, x * halfLength), mul(n, s * (halfWidth + Y[i] * 0.075)))),
          ),
        ),
      ),
    };
  };
  const meeting = (ls: Line[], p: P): { at: P; da: P; half: number } | null => {
    let within = 0.75,
      found: { at: P; da: P; half: number } | null = null;
    road.forEach((rs, k) => {
      for (const r of rs)
        for (const l of ls) {
          const m = meet(r, l, p, within);
          if (m) {
            within = m.d;
            found = { at: m.at, da: m.da, half: HALF_ROAD[k] };
          }
        }
    });
    return found;
  };
  const waterLines = courses.map(c => c.l);
  for (const s of b.sides) {
    const a = b.hex[s.hex],
      o = b.hex[a.next[s.dir]],
      mid = mix(a.at, o.at, 0.5),
      way = unitOf(sub(o.at, a.at));
    if (s.kinds.includes('bridge')) {
      const m = meeting(waterLines, mid);
      if (m) out.push(make(m.at, m.da, major ? 0.24 : 0.17, m.half + 0.012, false));
      else {
        let best = 0.7,
          at = mid;
        for (const l of waterLines) {
          const n = nearest(l, mid);
          if (n.d < best) {
            best = n.d;
            at = n.at;
          }
        }
        out.push({
          ...make(at, way, major ? 0.24 : 0.17, 0.062, false),
          deck: [sub(at, mul(way, 0.2)), add(at, mul(way, 0.2))],
        });
      }
    }
    if (s.kinds.includes('ford')) {
      const m = meeting(waterLines, mid),
        at = m?.at ?? mid,
        dir = m?.da ?? way,
        n = leftOf(dir);
      out.push({
        rail: false,
        dashed: true,
        lines: [-1, 1].map(i =>
          line([
            add(at, add(mul(dir, -0.2), mul(n, i * 0.06))),
            add(at, add(mul(dir, 0.2), mul(n, i * 0.06))),
          ]),
        ),
      });
    }
    if (s.kinds.includes('crossing')) {
      const m = meeting(berm, mid) ?? meeting(road[2], mid);
      if (m) gaps.push([sub(m.at, mul(m.da, 0.24)), add(m.at, mul(m.da, 0.24))]);
      out.push(make(m?.at ?? mid, m?.da ?? way, 0.2, (m?.half ?? 0.05) + 0.03, true));
    }
  }
  if (!b.kinds.has('bridge'))
    // none in the data: wherever a road or railway goes over water there is one
    for (const w of waterLines)
      for (let k = 0; k < 3; k++)
        for (const r of road[k])
          for (let i = 4; i < r.p.length; i += 8) {
            const m = meet(r, w, r.p[i], 0.55);
            if (!m) continue;
            if (Math.abs(m.da.x * m.db.y - m.da.y * m.db.x) > 0.45)
              out.push(make(m.at, m.da, 0.16, HALF_ROAD[k] + 0.012, false));
            i += 8;
          }
  return { brackets: out, gaps };
}
