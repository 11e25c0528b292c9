// The front between the sides, which moves with the game, and the works that lie on it.
import {
  type Chain,
  type Edge,
  type Line,
  type P,
  add,
  chainDirected,
  leftOf,
  line,
  mul,
  sub,
  unitOf,
} from '../geom';
import type { Board } from '../model';
import { soft } from './lines';

const WATER = ['river', 'river.major', 'stream'],
  BESIDE = 0.24; // how far from the middle of a river, in R

// Hexsides with water, by the two corners between which they lie.
function wetSides(b: Board): Set<string> {
  const out = new Set<string>();
  for (const s of b.sides) {
    if (!s.kinds.some(k => WATER.includes(k))) continue;
    const c = b.hex[s.hex].corner,
      ends = [c[s.dir], c[(s.dir + 1) % 6]].sort((x, y) => x - y);
    out.add(ends.join());
  }
  return out;
}
// The corners of a chain; where it follows a river it goes along the bank, on the German side, so
// that both can be seen.
function besideWater(b: Board, c: Chain, wet: Set<string>): P[] {
  const n = c.node,
    last = n.length - 1,
    next = (i: number, by: number) =>
      c.closed ? n[(i + by + n.length) % n.length] : n[Math.max(0, Math.min(last, i + by))],
    isWet = (x: number, y: number) => wet.has([x, y].sort((p, q) => p - q).join());
  return n.map((node, i) => {
    const from = next(i, -1),
      to = next(i, 1),
      sides = [from !== node && isWet(from, node), to !== node && isWet(node, to)],
      along = sub(b.corner[to], b.corner[from]),
      by = (BESIDE * sides.filter(Boolean).length) / (from === node || to === node ? 1 : 2);
    return by ? add(b.corner[node], mul(leftOf(unitOf(along)), -by)) : b.corner[node];
  });
}
// The front: where the sides' hexes touch; german on the right.
export function frontLines(b: Board): Line[] {
  const e: Edge[] = [],
    wet = wetSides(b);
  b.hex.forEach((h, i) => {
    if (h.same === i && h.owner === 1)
      h.next.forEach((n, k) => {
        if (n >= 0 && b.hex[n].owner === 2)
          e.push({ a: h.corner[k], b: h.corner[(k + 1) % 6], tag: 0 });
      });
  });
  // where control is known in spots only, a scrap is no front
  const lines = chainDirected(e).filter(c => c.closed || c.node.length > 4);
  return lines.map(c => soft(line(besideWater(b, c, wet), c.closed), 0.1, 8));
}
// A belt behind the front is drawn lighter.
export function fortWeight(b: Board, sides: number[]): number {
  if (!b.hex.some(h => h.owner)) return 1;
  const front = sides.filter(i => {
    const s = b.sides[i],
      h = b.hex[s.hex];
    return h.owner !== b.hex[h.next[s.dir]].owner;
  }).length;
  return front * 3 >= sides.length ? 1 : 0.78;
}
