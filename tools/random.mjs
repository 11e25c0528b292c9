// random.mjs SALIENT GAMES [SEED [GAME]]: that many random games of every scenario, audited after every action: with all options off, as
// printed, and with all options on. `./salient soak random` runs it. It prints a line for each series and fails if one game fails.
import { spawnSync } from "node:child_process";

const [salient, games, seed = "1", only] = process.argv.slice(2);
if (!games) {
  console.error("salient: usage: random.mjs SALIENT GAMES [SEED [GAME]]");
  process.exit(2);
}

// The handicap stays at 0: it changes who wins, and no rule.
const rules = (scenario) =>
    scenario.options.filter((option) => option.id !== "handicap"),
  all = (scenario, value) =>
    rules(scenario)
      .map((option) => `${option.id}=${value(option)}`)
      .join(","),
  lowest = (option) => (option.type === "bool" ? 0 : option.min),
  highest = (option) => (option.type === "bool" ? 1 : option.max);

// Printed, all off, all on; each once. (Table mode is not among them: chance does not agree on the result of a battle.)
function series(game, scenario) {
  const printed = all(scenario, (option) => Number(option.default)),
    others = [
      ["off", all(scenario, lowest)],
      ["on", all(scenario, highest)],
    ].filter(([, options]) => options !== printed);
  return [["printed", printed], ...others].map(([name, options]) => ({
    of: `${game.id}/${scenario.id}`,
    name,
    options,
  }));
}

function asked(args) {
  const ran = spawnSync(salient, args, {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (ran.stdout) return JSON.parse(ran.stdout);
  console.error(
    ran.stderr.trim() ||
      `salient ${args[0]} ended with ${ran.signal ?? ran.status}`,
  );
  return null;
}

// True: every game came to its end, and every position on the way was sound.
function sound({ of, name, options }) {
  const bots = ["--german", "random", "--soviet", "random"],
    args = ["sim", of, ...bots, "--games", games, "--seed", seed, "--json"],
    report = asked(options ? [...args, "--options", options] : args),
    finished = report?.finished ?? 0,
    passed = finished === Number(games) && report.failures.length === 0;
  console.log(
    `${passed ? "ok  " : "FAIL"} ${of} ${name}: ${finished} of ${games} games, ${report?.actions.total ?? 0} actions`,
  );
  for (const failure of report?.failures ?? [])
    console.log(`     ${JSON.stringify(failure).slice(0, 400)}`);
  return passed;
}

const results = asked(["games", "--json"])
  .games.filter((game) => !only || game.id === only)
  .flatMap((game) =>
    game.scenarios.flatMap((scenario) => series(game, scenario)),
  )
  .map(sound);
console.log(
  `${results.filter(Boolean).length} of ${results.length} series are sound`,
);
process.exit(results.every(Boolean) ? 0 : 1);
