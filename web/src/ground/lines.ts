// Hexsides strung together as lines: what rivers, works, the front and the outline begin with.
import {
  type Line,
  line,
  smooth,
  resample,
  bspline,
  type Edge,
  chainLongest,
  chainDirected,
} from '../geom';
import type { Board } from '../model';

export function soft(l: Line, step: number, passes: number): Line {
  return smooth(resample(bspline(l), step), passes);
}

// Hexsides of a kind strung together as lines through corners; directed: the owning hex on the
// right.
export function sideChains(
  b: Board,
  kinds: string[],
  directed: boolean,
): { lines: Line[]; sides: number[][]; nodes: number[][] } {
  const e: Edge[] = [],
    seen = new Set<number>();
  b.sides.forEach((s, i) => {
    if (!s.kinds.some(k => kinds.includes(k)) || seen.has(s.hex * 6 + s.dir)) return;
    const h = b.hex[s.hex];
    seen.add(s.hex * 6 + s.dir);
    seen.add(h.next[s.dir] * 6 + ((s.dir + 3) % 6));
    e.push({ a: h.corner[s.dir], b: h.corner[(s.dir + 1) % 6], tag: i });
  });
  const cs = directed ? chainDirected(e) : chainLongest(e);
  return {
    lines: cs.map(c =>
      line(
        c.node.map(n => b.corner[n]),
        c.closed,
      ),
    ),
    sides: cs.map(c => c.edge.map(k => e[k].tag)),
    nodes: cs.map(c => c.node),
  };
}

export function outline(b: Board): Line[] {
  const e: Edge[] = [];
  b.hex.forEach((h, i) => {
    if (h.same === i)
      h.next.forEach((n, k) => {
        if (n < 0) e.push({ a: h.corner[k], b: h.corner[(k + 1) % 6], tag: 0 });
      });
  });
  return chainDirected(e).map(c =>
    line(
      c.node.map(n => b.corner[n]),
      true,
    ),
  );
}
