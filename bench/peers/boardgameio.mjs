// The skirmish (bench/skirmish) in boardgame.io, one process: steps a second through its bare reducer and its client.
// Prints JSON.   node boardgameio.mjs SECONDS
import { createRequire } from "node:module";
import { stopwatch } from "./clock.mjs";
const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");
const {
  InitializeGame,
  CreateGameReducer,
  ProcessGameConfig,
} = require("boardgame.io/internal");

const W = 64,
  H = 36,
  STEPS = 50;
const DX = [
    [1, 0, -1, -1, -1, 0],
    [1, 1, 0, -1, 0, 1],
  ],
  DY = [0, -1, -1, 0, 1, 1];
const next = (i, d) => {
  const y = Math.floor(i / W),
    x = (i % W) + DX[y & 1][d],
    ny = y + DY[d];
  return x < 0 || x >= W || ny < 0 || ny >= H ? -1 : ny * W + x;
};
const game = {
  name: "skirmish",
  disableUndo: true,
  seed: "bench",
  setup: () => {
    const units = [],
      at = {}; // a sparse map: the quicker of its two ways here
    for (let i = 0; i < 100; i++) {
      const k = i >> 1,
        pos = i & 1 ? (H - 1 - (k % 3)) * W + k : (k % 3) * W + k;
      units.push({ side: i & 1, pos, hits: 2 });
      at[pos] = i;
    }
    return { units, at };
  },
  turn: { minMoves: 1, maxMoves: STEPS },
  moves: {
    step: ({ G, ctx, random }, id, dir) => {
      const u = G.units[id];
      if (!u || u.hits <= 0 || u.side !== +ctx.currentPlayer)
        return "INVALID_MOVE";
      const to = next(u.pos, dir);
      if (to < 0) return "INVALID_MOVE";
      const other = G.at[to];
      if (other !== undefined) {
        const enemy = G.units[other];
        if (enemy.side === u.side) return "INVALID_MOVE";
        if (random.D6() <= 2 && --enemy.hits <= 0) delete G.at[to];
        return;
      }
      delete G.at[u.pos];
      G.at[to] = id;
      u.pos = to;
    },
  },
};
let s = 12345;
const draw = (n) =>
  ((s = (Math.imul(s, 1664525) + 1013904223) >>> 0) >>> 8) % n;
function choose(G, side) {
  for (let k = 0; k < 200; k++) {
    const id = draw(50) * 2 + side,
      dir = draw(6),
      u = G.units[id];
    if (u.hits <= 0) continue;
    const to = next(u.pos, dir);
    if (to >= 0 && (G.at[to] === undefined || G.units[G.at[to]].side !== side))
      return [id, dir];
  }
  return null;
}
function measure(seconds, state, step, pass) {
  let steps = 0,
    seen;
  const took = stopwatch();
  do {
    for (let k = 0; k < 20; k++) {
      const st = state(),
        side = +st.ctx.currentPlayer,
        move = choose(st.G, side);
      if (move) (step(move, side), steps++);
      else pass(side);
    }
    seen = took();
  } while (seen < seconds);
  return steps / seen;
}
function reducer(seconds) {
  const g = ProcessGameConfig ? ProcessGameConfig(game) : game,
    reduce = CreateGameReducer({ game: g });
  let st = InitializeGame({ game: g, numPlayers: 2 });
  return measure(
    seconds,
    () => st,
    (args, side) => {
      st = reduce(st, {
        type: "MAKE_MOVE",
        payload: { type: "step", args, playerID: String(side) },
      });
    },
    (side) => {
      st = reduce(st, {
        type: "GAME_EVENT",
        payload: { type: "endTurn", args: [], playerID: String(side) },
      });
    },
  );
}
function client(seconds) {
  const c = Client({ game, numPlayers: 2, debug: false });
  c.start();
  const rate = measure(
    seconds,
    () => c.getState(),
    (args) => c.moves.step(...args),
    () => c.events.endTurn(),
  );
  c.stop();
  return rate;
}
const seconds = +(process.argv[2] || 3);
console.log(
  JSON.stringify({ reducer: reducer(seconds), client: client(seconds) }),
);
process.exit(0);
