// A line of data/chances.tsv out of `salient study chances GAME/SCENARIO --lines`: node tools/chances.mjs GAME SCENARIO <LINES
//
// Each line of input is a share of the tries and what came (1, 0.5 or 0, for the German). The scale has a value at every tenth of the
// share and runs straight between them. It is the one with the least squares, held a little towards the share itself (as by PRIOR
// positions at each step) and towards its neighbours' mean (SMOOTH), made to rise, in whole thousandths. Where it does not
// predict games that it has not seen better than the share itself (by LEAST, in mean squares), there is no line.
import { readFileSync } from "node:fs";

const STEPS = 10,
  PRIOR = 2,
  SMOOTH = 15,
  ROUNDS = 600,
  GAME = 2,
  FOLDS = 5,
  LEAST = 0.002;
const [game, scenario] = process.argv.slice(2),
  points = readFileSync(0, "utf8")
    .split("\n")
    .map((line) => /^\s*([01]\.\d{4}) ([01]\.\d)$/.exec(line))
    .filter(Boolean)
    .map((found) => found.slice(1).map(Number));

// The two steps around a share, and how far it lies between them.
function place(share) {
  const step = Math.min(Math.floor(share * STEPS), STEPS - 1);
  return [step, share * STEPS - step];
}
const straight = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS);
function value(scale, share) {
  const [step, part] = place(share);
  return scale[step] * (1 - part) + scale[step + 1] * part;
}
// Neighbours that fall are made equal, weighed by how many positions speak for each.
function rising(value, weight) {
  const blocks = [];
  value.forEach((v, i) => {
    blocks.push({ sum: v * weight[i], weight: weight[i], n: 1 });
    while (blocks.length > 1) {
      const [a, b] = blocks.slice(-2);
      if (a.sum / a.weight <= b.sum / b.weight) break;
      blocks.splice(-2, 2, {
        sum: a.sum + b.sum,
        weight: a.weight + b.weight,
        n: a.n + b.n,
      });
    }
  });
  return blocks.flatMap((b) => Array(b.n).fill(b.sum / b.weight));
}

function fitted(some) {
  const weight = straight.map(() => PRIOR + 2 * SMOOTH);
  let scale = straight;
  for (const [share] of some) {
    const [step, part] = place(share);
    weight[step] += 1 - part;
    weight[step + 1] += part;
  }
  for (let round = 0; round < ROUNDS; round++) {
    const now = scale,
      bend = (i) =>
        i > 0 && i < STEPS ? now[i - 1] + now[i + 1] - 2 * now[i] : 0,
      pull = now.map((v, i) => PRIOR * (i / STEPS - v) + SMOOTH * bend(i));
    for (const [share, came] of some) {
      const [step, part] = place(share),
        off = came - value(now, share);
      pull[step] += off * (1 - part);
      pull[step + 1] += off * part;
    }
    scale = rising(
      now.map((v, i) => v + (0.5 * pull[i]) / weight[i]),
      weight,
    );
  }
  return scale;
}
const squares = (scale, some) =>
  some.reduce(
    (sum, [share, came]) => sum + (value(scale, share) - came) ** 2,
    0,
  );

// A fifth of the games at a time is predicted by a scale that the others made. The input has GAME positions of each game in a row.
const fold = (k) => points.filter((_, i) => Math.floor(i / GAME) % FOLDS === k),
  others = (k) => points.filter((_, i) => Math.floor(i / GAME) % FOLDS !== k),
  folds = Array.from({ length: FOLDS }, (_, k) => k),
  mean = (scaleOf) =>
    folds.reduce((n, k) => n + squares(scaleOf(k), fold(k)), 0) / points.length,
  by = mean((k) => fitted(others(k))),
  without = mean(() => straight);
console.error(
  `${game}/${scenario}: ${by.toFixed(4)} with a scale, ${without.toFixed(4)} without`,
);
if (by < without - LEAST) {
  const thousandths = fitted(points).map((v) =>
    Math.round(1000 * Math.min(1, Math.max(0, v))),
  );
  console.log([game, scenario, ...thousandths, points.length].join("\t"));
}
