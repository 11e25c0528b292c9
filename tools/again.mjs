// again.mjs SALIENT JOURNAL: plays a recorded game again with the data files of today, the same actions and the same dice, and writes
// the journal of that over the old one. A journal that still opens is left as it is. `./salient pictures` runs it first, so that a
// changed figure of a scenario does not take the README's pictures along; an action that is no longer allowed is named.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [salient, journal] = process.argv.slice(2);
function die(text) {
  console.error(`salient: ${text}`);
  process.exit(2);
}
if (!journal) die("usage: again.mjs SALIENT JOURNAL");
if (spawnSync(salient, ["replay", journal, "--verify"]).status === 0)
  process.exit(0);

const lines = readFileSync(journal, "utf8").split("\n"),
  head = lines[1].split("  ").map((part) => part.split(" ")),
  field = (name) => head.find(([word]) => word === name)?.slice(1) ?? [],
  option = (word) => word.split("="),
  played = lines.slice(3).filter((line) => line.includes("|")),
  parts = played.map((line) => line.split("|").map((part) => part.trim()));
const asked = [
  {
    cmd: "new",
    game: field("game")[0],
    scenario: field("scenario")[0],
    options: Object.fromEntries(
      field("options")
        .map(option)
        .map(([name, value]) => [name, Number(value)]),
    ),
    dice: parts.flatMap(([, dice]) => dice.split(" ").filter(Boolean)),
    strict_dice: true,
  },
];
for (const [action] of parts) {
  const [, side, ...words] = action.split(" ");
  if (side !== "-") asked.push({ cmd: "do", side, action: words.join(" ") });
}
asked.push({ cmd: "save" });

const input = asked.map((line) => `${JSON.stringify(line)}\n`).join(""),
  { stdout } = spawnSync(salient, ["engine"], { input, maxBuffer: 1e9 }),
  answers = String(stdout).trim().split("\n").map(JSON.parse),
  bad = answers.findIndex((answer) => !answer.ok);
if (bad >= 0)
  die(
    `${journal}: ${JSON.stringify(asked[bad])}: ${JSON.stringify(answers[bad].error)}`,
  );
writeFileSync(journal, answers.at(-1).journal);
console.log(`${journal}: played again`);
