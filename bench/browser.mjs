// browser.mjs MODULE PROGRAM [GAME..]: planner in the browser's module beside the program, one thread each, in turns: nodes per
// second of processor time on the same lesson, seed and nodes. Prints one line of JSON.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { engine } from "../tests/wasm/module.mjs";

const [modulePath, program, ...only] = process.argv.slice(2),
  DECISIONS = 20,
  ROUNDS = 3,
  BOT = "planner:12000n",
  CLOCK_TICKS = 100; // of /proc, a second

// The program as an engine on one core, with its processor time in seconds.
function native() {
  const child = spawn("taskset", ["-c", "0", program, "engine"], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
    waiting = [];
  createInterface({ input: child.stdout }).on("line", (l) =>
    waiting.shift()(JSON.parse(l)),
  );
  return {
    ask: (doc) =>
      new Promise((yes) => {
        waiting.push(yes);
        child.stdin.write(JSON.stringify(doc) + "\n");
      }),
    spent() {
      const words = readFileSync(`/proc/${child.pid}/stat`, "utf8")
        .split(") ")[1]
        .split(" ");
      return (Number(words[11]) + Number(words[12])) / CLOCK_TICKS;
    },
    close: () => child.stdin.end(),
  };
}
// The module, with the processor time of the thread that it runs on: the compiler has threads of its own.
async function inModule() {
  const page = await engine(modulePath),
    clock = `/proc/self/task/${process.pid}/schedstat`;
  return {
    ask: async (doc) => page.ask(doc),
    spent: () => Number(readFileSync(clock, "utf8").split(" ")[0]) / 1e9,
  };
}
// Some decisions of planner from the start of a lesson: how many nodes, and what they cost.
async function pass({ ask, spent }, game, scenario) {
  let nodes = 0,
    seconds = 0;
  await ask({ cmd: "new", game, scenario, seed: 20 });
  for (let i = 0; i < DECISIONS; i++) {
    const { view } = await ask({ cmd: "view", side: "all" });
    if (view.over) break;
    const side = view.to_move[0],
      before = spent(),
      thought = await ask({ cmd: "think", side, bot: BOT });
    seconds += spent() - before;
    nodes += thought.nodes;
    await ask({ cmd: "do", side, action: thought.action });
  }
  return { nodes, seconds };
}

const desk = native(),
  page = await inModule(),
  { games } = await page.ask({ cmd: "hello" }),
  results = [];
for (const { id, scenarios } of games) {
  if (only.length && !only.includes(id)) continue;
  const { id: scenario } =
      scenarios.find((s) => s.id === "lesson") ?? scenarios[0],
    sum = { page: { nodes: 0, seconds: 0 }, desk: { nodes: 0, seconds: 0 } };
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, one] of Object.entries({ page, desk })) {
      const got = await pass(one, id, scenario);
      if (round === 0) continue; // warms both
      sum[name].nodes += got.nodes;
      sum[name].seconds += got.seconds;
    }
  const speed = ({ nodes, seconds }) => Math.round(nodes / seconds);
  results.push({
    game: id,
    scenario,
    module: speed(sum.page),
    program: speed(sum.desk),
  });
}
desk.close();
console.log(JSON.stringify(results));
