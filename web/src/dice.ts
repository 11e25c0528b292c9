// What was rolled against what could be expected, for each side and kind of roll, from the cards
// that lie in the log: each names every result with its exact chance, and the one that came up. The
// test asks how far up or down their scales the results lie: for a fair die the mean place is one
// half, with a spread that follows from the same chances.
import type { Card, GameEvent, Side } from './doc';
import { other } from './doc';

export interface DiceRow {
  side: Side;
  kind: string;
  rolls: number;
  caused: number;
  causedExpected: number;
  suffered: number;
  sufferedExpected: number;
  place: number;
  spread: number;
}
export interface DiceTable {
  rows: DiceRow[];
  total: Record<Side, DiceRow>;
}

const share = ([a, b]: [number, number]): number => a / b;
// Results in order of what they do to the enemy less to oneself; those that do the same keep the
// table's order.
function ranked(c: Card, me: Side): { i: number; chance: number; gain: number }[] {
  return (c.outcomes ?? [])
    .map((o, i) => ({
      i,
      chance: share(o.chance),
      gain: (o.losses[other(me)] ?? 0) - (o.losses[me] ?? 0),
    }))
    .sort((a, b) => a.gain - b.gain || a.i - b.i);
}
// The middle of the rolled result's part of the scale from worst (0) to best (1), and the variance
// that fair dice give it.
export function placeOf(c: Card, me: Side): { place: number; variance: number } {
  let below = 0,
    place = 0.5,
    square = 0;
  for (const r of ranked(c, me)) {
    const middle = below + r.chance / 2;
    if (r.i === c.rolled) place = middle;
    square += r.chance * (middle - 0.5) ** 2;
    below += r.chance;
  }
  return { place, variance: square };
}
export function diceTable(events: GameEvent[], title: (c: Card) => string): DiceTable {
  const rows = new Map<string, DiceRow>(),
    make = (side: Side, kind: string): DiceRow => ({
      side,
      kind,
      rolls: 0,
      caused: 0,
      causedExpected: 0,
      suffered: 0,
      sufferedExpected: 0,
      place: 0,
      spread: 0,
    });
  const total: Record<Side, DiceRow> = {
    german: make('german', 'all'),
    soviet: make('soviet', 'all'),
  };
  for (const e of events) {
    const c = e.card,
      me =
        c && typeof c.rolled === 'number' && c.rolled >= 0 && c.outcomes?.length ? c.by : undefined;
    if (!c || !me) continue;
    const key = `${me}/${title(c)}`,
      row = rows.get(key) ?? make(me, title(c)),
      p = placeOf(c, me),
      hit = c.outcomes![c.rolled as number],
      foe = other(me);
    const expected = (s: Side) =>
      c.outcomes!.reduce((n, o) => n + share(o.chance) * (o.losses[s] ?? 0), 0);
    rows.set(key, row);
    for (const r of [row, total[me]]) {
      r.rolls++;
      r.caused += hit.losses[foe] ?? 0;
      r.causedExpected += expected(foe);
      r.suffered += hit.losses[me] ?? 0;
      r.sufferedExpected += expected(me);
      r.place += p.place;
      r.spread += p.variance;
    }
  }
  return {
    rows: [...rows.values()].sort((a, b) => a.side.localeCompare(b.side) || b.rolls - a.rolls),
    total,
  };
}
// How likely fair dice stray at least so far, to either side (normal approximation of the sum of
// places); 1 for no rolls.
export function fairness(r: DiceRow): number {
  if (!r.rolls || r.spread <= 0) return 1;
  const z = Math.abs(r.place - r.rolls / 2) / Math.sqrt(r.spread),
    t = 1 / (1 + 0.2316419 * z);
  return Math.min(
    1,
    2 *
      0.3989423 *
      Math.exp((-z * z) / 2) *
      t *
      (0.3193815 + t * (-0.3565638 + t * (1.781478 + t * (-1.821256 + t * 1.330274)))),
  );
}
export function verdict(r: DiceRow): string {
  const p = fairness(r),
    mean = r.rolls ? r.place / r.rolls : 0.5,
    luck = mean > 0.5 ? 'lucky' : 'unlucky',
    once = Math.round(1 / Math.max(p, 1e-4));
  if (r.rolls < 5) return 'too few rolls to say anything';
  return p >= 0.05
    ? 'as fair dice fall'
    : p >= 0.01
      ? `${mean > 0.5 ? 'lucky' : 'unlucky'}: fair dice do so once in ${Math.round(1 / p)} games`
      : `very ${luck}: fair dice do so once in ${once} games`;
}
