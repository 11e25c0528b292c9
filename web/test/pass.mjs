// A game passed in a file between two people, each with a program and a folder of his own: begun on one page, dropped on the other,
// played, taken, and so on to the end. What is no longer as it was signed, and what was answered before, is refused in words.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, game, scenario } from './lib.mjs';
import { secrets, variables } from './secrets.mjs';
import { program, start } from './server.mjs';

const note = p => p.page.locator('.passnote');
// Whatever the page saves when the button is pressed.
async function taken(p) {
  const [saved] = await Promise.all([
    p.page.waitForEvent('download'),
    p.click(p.button('Take the file').last(), 'take'),
  ]);
  await note(p).waitFor();
  return readFileSync(await saved.path(), 'utf8');
}
async function drop(p, text) {
  const data = await p.page.evaluateHandle(t => {
    const d = new DataTransfer();
    d.items.add(new File([t], 'game.txt', { type: 'text/plain' }));
    return d;
  }, text);
  p.did('drop');
  await p.page.dispatchEvent('body', 'drop', { dataTransfer: data });
}
// The same without a pointer's drag: the button and the system's file chooser.
export async function choose(p, text, button = 'Open a game file') {
  const [chooser] = await Promise.all([
    p.page.waitForEvent('filechooser'),
    p.click(p.button(button), 'open'),
  ]);
  await chooser.setFiles({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
}
// The key of a page without a server, as it is saved; and taken by another.
export async function savedKey(p) {
  await p.click(p.button('Replays'), 'tab');
  const [saved] = await Promise.all([
    p.page.waitForEvent('download'),
    p.click(p.button('Save your key'), 'key'),
  ]);
  return readFileSync(await saved.path(), 'utf8');
}
export async function takesKey(p, key) {
  await p.click(p.button('Replays'), 'tab');
  await choose(p, key, 'Use a key from elsewhere');
  await note(p).waitFor();
  return note(p).innerText();
}
async function lobby(p) {
  await p.page.evaluate(() => {
    location.hash = '';
  });
  if (await note(p).count()) await p.click(note(p).getByRole('button', { name: 'Close' }), 'close');
  await p.page.getByRole('radiogroup', { name: 'Game' }).first().waitFor();
}
async function pick(p, group, radio) {
  await p.click(
    p.page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', radio).first(),
    group,
  );
}
const choices = s =>
  !s.waiting &&
  (s.buttons.length ||
    s.goOn ||
    s.spots.length ||
    s.menu.length ||
    s.form.length ||
    s.boxed.length ||
    s.confirm);
// A part brings the events of many actions at once, and what they named may have gone out of sight again before the view that follows;
// who hears which event is looked at in `network`.
const withoutEvents = bytes =>
  bytes.map(text => {
    const doc = JSON.parse(text);
    delete doc.events;
    return JSON.stringify(doc);
  });
const parts = text => (text.match(/^file \d+ /gm) ?? []).length;
async function refused(p, text, words) {
  await drop(p, text);
  await note(p).waitFor();
  const said = await note(p).innerText();
  check(words.test(said), `refused in words: "${said}"`);
  await p.click(note(p).getByRole('button', { name: 'Close' }), 'close');
  p.refusals();
}

// One part: what can be decided is decided. `half` is asked for the page after the first decision, and may give another.
async function decide(p, mind, half) {
  let now = p,
    moves = 0,
    end = await now.look();
  while (moves < 300 && !end.over && choices(end)) {
    await now.step(mind);
    await now.settled();
    if (++moves === 1) now = await half(now);
    end = await now.look();
  }
  return { p: now, moves, end };
}
// A file that nobody has joined is among one's games, and gives the same file again.
async function waits(p, file) {
  await lobby(p);
  const row = p.page.locator('.mygames .group', { hasText: /^Waiting, 1/ }).locator('.one');
  check(/nobody has joined/.test(await row.innerText()), `it waits: "${await row.innerText()}"`);
  await p.click(row.locator('.go'), 'the file that waits');
  check((await taken(p)) === file, 'the file is the same when it is taken again');
}
// The first page begins a file, the second joins; what was altered on the way is refused.
async function begin(page) {
  await page[0].page.getByRole('radiogroup', { name: 'Game' }).first().waitFor();
  if (game) await pick(page[0], 'Game', { name: game });
  if (scenario) await pick(page[0], 'Scenario', { name: scenario });
  await page[0].click(page[0].button('Replays'), 'tab');
  await page[0].click(page[0].button('Begin a passed file'), 'begin');
  const file = await taken(page[0]);
  check(
    /^salient-pass 1\n/.test(file) && /\nmode sealed /.test(file) && parts(file) === 1,
    'a sealed file with one part',
  );
  await waits(page[0], file);
  await refused(
    page[1],
    file.replace(/\nsalt ./, m => m.slice(0, -1) + (m.at(-1) === '0' ? '1' : '0')),
    /changed/,
  );
  await drop(page[1], file); // the Soviet side joins; the set-up waits for the German value
  await note(page[1]).waitFor();
  return taken(page[1]);
}
// A passed game to its end on two pages. Once, in the middle of a part of the first, `half` gives the page that goes on.
export async function passing(page, half = p => p) {
  let file = await begin(page),
    older = '',
    moves = 0;
  for (let n = 2, over = false; n < 60 && !over; n++) {
    const before = parts(file),
      p = page[n % 2];
    await lobby(p);
    await (n % 4 < 2 ? choose(p, file) : drop(p, file));
    await p.page.locator('.passbar').waitFor();
    await p.settled();
    const part = await decide(p, { hurry: n > 6, eager: 2 }, n === 4 ? half : q => q);
    page[n % 2] = part.p;
    moves += part.moves;
    if (n === 4) await part.p.shot('done');
    older = file;
    file = await taken(part.p);
    over = part.end.over;
    check(over || parts(file) === before + 1, `part ${before + 1} is in the file`);
  }
  check(moves > 10, `${moves} moves on the two pages`);
  const last = parts(file) % 2 ? 0 : 1; // who wrote the last part
  await lobby(page[last]);
  await refused(page[last], older, /replayed/);
  return { file, last, moves };
}
// The terminal takes the file too, with the folder of one of the two.
export function verified(file, home, side = '') {
  const at = join(home, 'end.txt');
  writeFileSync(at, file);
  const said = execFileSync(program, ['pass', 'show', at, '--home', join(home, 'pass')], {
    encoding: 'utf8',
  });
  check(/all signed and in order/.test(said) && said.includes(side), `the terminal: ${said}`);
}
export const table = () => start('play', home => ['--home', join(home, 'pass')]);

export async function pass(hand) {
  const both = await Promise.all([table(), table()]);
  try {
    const page = [await hand.open({ url: both[0].url }), await hand.open({ url: both[1].url })],
      { file, last, moves } = await passing(page),
      open = new Set([...variables(page[0].bytes), ...variables(page[1].bytes)]); // both see a choice once it is opened
    for (const k of [0, 1]) {
      const leak = secrets(withoutEvents(page[k].bytes), k ? 'soviet' : 'german', null, open);
      check(!leak, `the page of ${k ? 'soviet' : 'german'} got ${leak}`);
    }
    verified(file, both[1 - last].home);
    return `${parts(file)} parts, ${moves} moves`;
  } finally {
    for (const s of both) s.stop();
  }
}
pass.limit = 300;
