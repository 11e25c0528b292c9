// Floods and lines with honeycomb-grid, on the map and from the origins of src/lab/kernels.c. Prints JSON.
import { stopwatch } from "./clock.mjs";
import {
  defineHex,
  Direction,
  Grid,
  line,
  Orientation,
  rectangle,
} from "honeycomb-grid";

const W = 64,
  H = 36,
  N = W * H,
  MP = 10,
  CLOSED = 15;
const ground = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, CLOSED];
let s = 20240501;
const draw = () => (s = (Math.imul(s, 1664525) + 1013904223) >>> 0) >>> 8;

class Tile extends defineHex({ orientation: Orientation.POINTY, offset: -1 }) {}
const kinds = Array.from({ length: N }, () => draw() & 15);
const hexes = new Array(N);
const grid = new Grid(Tile, rectangle({ width: W, height: H }));
for (const h of grid) {
  const i = h.row * W + h.col;
  h.cost = ground[kinds[i]];
  h.block = kinds[i] >= 10 && kinds[i] <= 13 ? 1 : 0;
  hexes[i] = h;
}
const DIRS = [
  Direction.E,
  Direction.NE,
  Direction.NW,
  Direction.W,
  Direction.SW,
  Direction.SE,
];
const origin = () => {
  for (;;) {
    const i = draw() % N;
    if (hexes[i].cost !== CLOSED) return hexes[i];
  }
};

function flood(start) {
  // what a user of the library writes: its neighbours, buckets, a map of distances
  const dist = new Map([[start, 0]]),
    buckets = Array.from({ length: MP + 1 }, () => []);
  let seen = 0;
  buckets[0].push(start);
  for (let c = 0; c <= MP; c++)
    for (let k = 0; k < buckets[c].length; k++) {
      const h = buckets[c][k];
      if (dist.get(h) !== c) continue;
      seen++;
      for (const d of DIRS) {
        const j = grid.neighborOf(h, d, { allowOutside: false });
        if (!j) continue;
        const n = c + j.cost,
          old = dist.get(j);
        if (n <= MP && (old === undefined || n < old))
          (dist.set(j, n), buckets[n].push(j));
      }
    }
  return seen;
}
const pair = () => {
  // at most 24 hexes apart, as in the kernels
  for (;;) {
    const a = hexes[draw() % N],
      b = hexes[draw() % N];
    if (grid.distance(a, b) <= 24) return [a, b];
  }
};
function sees(a, b) {
  // stops at the first hex in the way
  for (const h of grid.traverse(line({ start: a, stop: b })))
    if (h !== a && h !== b && h.block) return 0;
  return 1;
}
function rate(seed, n, one, prepare) {
  let best = Infinity,
    sum = 0;
  for (let k = 0; k < 3; k++) {
    ((s = seed), (sum = 0));
    const work = prepare ? Array.from({ length: n }, prepare) : null;
    const took = stopwatch();
    for (let i = 0; i < n; i++) sum += one(work ? work[i] : undefined);
    best = Math.min(best, took());
  }
  return { per_second: n / best, sum };
}
const floods = rate(7, 500, () => flood(origin()));
if (floods.sum !== 50979)
  throw new Error(
    `the floods reached ${floods.sum} hexes instead of 50979: not the same work`,
  );
const lines = rate(11, 5000, ([a, b]) => sees(a, b), pair);
console.log(
  JSON.stringify({ flood: floods.per_second, los: lines.per_second }),
);
