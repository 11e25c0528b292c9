// Several units of one place that go together: what all can reach, at the cost of the slowest.
import { type Points, type Reach, type ReachHex, pointsValue } from '../doc';

export interface GroupReach {
  reach: Reach;
  fewer: Map<string, number>; // places that only so many of them reach
  slowest: Map<string, string>; // by place: whose way is the dearest
}
const dearer = (a: ReachHex, b: ReachHex): ReachHex =>
  pointsValue(b.cost) > pointsValue(a.cost) ? b : a;
const lesser = (a: Points, b: Points): Points => (pointsValue(b) < pointsValue(a) ? b : a);

function merged(hex: string, all: { unit: string; x: ReachHex }[]): ReachHex {
  const worst = all.map(a => a.x).reduce(dearer),
    must = all.find(a => a.x.must)?.x,
    risk = all.find(a => a.x.risk)?.x.risk;
  return {
    hex,
    from: worst.from,
    cost: worst.cost,
    left: all.map(a => a.x.left).reduce(lesser),
    do: worst.do,
    stop: all.every(a => a.x.stop !== false),
    must: !!must,
    rule: must?.rule ?? worst.rule,
    risk,
  };
}
export function together(reaches: Reach[]): GroupReach {
  const by = new Map<string, { unit: string; x: ReachHex }[]>();
  for (const r of reaches)
    for (const x of r.hexes) by.set(x.hex, [...(by.get(x.hex) ?? []), { unit: r.unit, x }]);
  const hexes: ReachHex[] = [],
    fewer = new Map<string, number>(),
    slowest = new Map<string, string>();
  for (const [hex, all] of by) {
    const goes = all.filter(a => a.x.do || a.x.from === null);
    if (!goes.length) continue;
    const m = merged(hex, goes);
    hexes.push(m);
    slowest.set(hex, goes.find(a => a.x.cost === m.cost && a.x.from === m.from)!.unit);
    if (goes.length < reaches.length) fewer.set(hex, goes.length);
  }
  return { reach: { unit: reaches[0].unit, begin: [], end: [], hexes }, fewer, slowest };
}
// The way of one unit to a place: the actions, and the hexes from its own on.
export function wayTo(r: Reach, hex: string): { actions: string[]; way: string[] } | null {
  const by = new Map(r.hexes.map(x => [x.hex, x])),
    steps: string[] = [],
    way: string[] = [];
  let x = by.get(hex);
  for (let n = 0; x && n < 400; n++) {
    way.unshift(x.hex);
    if (x.from === null) break;
    if (x.do) steps.unshift(x.do);
    x = by.get(x.from);
  }
  if (!steps.length) return null;
  return { actions: [...r.begin, ...steps, ...r.end], way };
}
