// A game passed between the module and the program: each takes what the other wrote, and both refuse the same alterations in the
// same words.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sodium } from "../../web/dist/sodium.js";
import { engine } from "./module.mjs";

const PARTS = 4, // of the module..
  MOST_PARTS = 30, // ..or more, until it has had something to decide: the dice are others in every run
  DECISIONS = 25, // in a part
  ALTERED = 30;

// Chosen by a seed, so that a failure comes again.
function chooser(seed) {
  let n = seed;
  return (list) => {
    n = (Math.imul(n, 1103515245) + 12345) >>> 0;
    return list[(n >>> 16) % list.length];
  };
}

export async function passed(modulePath, program, folder, games, check) {
  const page = await engine(modulePath, () => {}, await sodium()),
    { key } = page.pass({ cmd: "key" }),
    at = join(folder, "passed.txt"),
    home = join(folder, "home"),
    native = (words, input = "") =>
      spawnSync(program, ["pass", ...words, at, "--home", home], {
        encoding: "utf8",
        input,
      }),
    seat = (ask) => page.pass({ cmd: "seat", ask });

  // The program joins, or answers and decides by the first choice that it offers.
  function theirs(file) {
    writeFileSync(at, file);
    const { status, stderr } = native([], "1\n".repeat(DECISIONS));
    if (status) throw new Error(stderr);
    return readFileSync(at, "utf8");
  }
  function decide(choose) {
    let n = 0;
    for (; n < DECISIONS; n++) {
      const actions = seat({ cmd: "actions" }).actions ?? [];
      if (!actions.length) break;
      const done = seat({ cmd: "do", action: choose(actions).id });
      if (!done.ok) throw new Error(JSON.stringify(done.error));
    }
    return n;
  }
  function play(game, scenario) {
    const begin = { game, scenario, side: "german", mode: "sealed" };
    let laid = page.pass({ cmd: "lay", key, begin }),
      decided = 0;
    const choose = chooser(7);
    let taken = page.pass({ cmd: "take" });
    for (let i = 0; i < PARTS || (!decided && i < MOST_PARTS); i++) {
      const file = theirs(taken.file);
      laid = page.pass({ cmd: "lay", key, memory: taken.memory }, file);
      if (!laid.ok) break;
      decided += decide(choose);
      taken = page.pass({ cmd: "take" });
    }
    check(
      `${game}: the module takes the program's parts`,
      laid.ok && decided > 0,
      JSON.stringify(laid.error ?? decided),
    );
    return taken;
  }
  // One byte is another; the memory of both is put aside, so that the file alone decides.
  function altered(game, file) {
    const differ = [],
      step = Math.floor(file.length / ALTERED);
    for (let i = 7; i < file.length; i += step) {
      const other = file[i] === "1" ? "2" : "1",
        text = file.slice(0, i) + other + file.slice(i + 1),
        { error } = page.pass({ cmd: "lay", key }, text);
      writeFileSync(at, text);
      const { status, stderr } = native(["show"]);
      if (!error || !status || !stderr.includes(error.text))
        differ.push(`byte ${i}: "${error?.text}" and "${stderr.trim()}"`);
    }
    check(
      `${game}: both refuse what was altered`,
      !differ.length,
      differ.join("; "),
    );
  }
  for (const { id, scenarios } of games) {
    const lesson = scenarios.find((s) => s.id === "lesson") ?? scenarios[0],
      { file } = play(id, lesson.id);
    writeFileSync(at, file);
    const { status, stderr } = native(["show"]);
    check(`${id}: the program takes the module's parts`, status === 0, stderr);
    altered(id, file);
  }
}
