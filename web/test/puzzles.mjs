// A puzzle is offered, answered on the board with the move that its file says is the best, and judged; another is answered badly.
import { readFileSync } from 'node:fs';
import { check, game } from './lib.mjs';

const file = new URL('../../puzzles/nullgame.jsonl', import.meta.url),
  known = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse);

// Which of them lies on the table: by what the panel says of it.
async function onTable(p) {
  const text = await p.page.locator('.block.puzzle').innerText(),
    [, choices, rating] = text.match(/(\d+) choices.*Rated (\d+)/).map(Number),
    found = known.filter(k => k.rating === rating && k.ways.length === choices);
  check(found.length > 0, `the panel shows a puzzle of the file: "${text}"`);
  return found;
}
// Answers by a button of the panel, or by the list of every choice: by its place, or else by its words.
async function answer(p, ways) {
  const buttons = p.page.locator('.decision .buttons [data-action]'),
    rows = p.page.locator('.decision .choices li button'),
    summary = p.page.locator('.decision .choices summary');
  if (
    (await summary.count()) &&
    !(await rows
      .first()
      .isVisible()
      .catch(() => false))
  )
    await p.click(summary, 'every choice');
  const plain = t => t.replace(/\s+/g, ' '),
    words = (await rows.allInnerTexts()).map(plain),
    keys = (await buttons.allInnerTexts()).map(plain);
  let done = false;
  for (const w of ways) {
    const place = w.action.match(/ (\d{4})$/)?.[1],
      row = words.findIndex(t => (place && ` ${t} `.includes(` ${place} `)) || t.includes(w.says)),
      key = keys.findIndex(t => t.startsWith(w.says));
    if (row < 0 && key < 0) continue;
    await p.click(row >= 0 ? rows.nth(row) : buttons.nth(key), w.says);
    done = true;
    break;
  }
  check(done, `one of ${ways.map(w => w.says)} is among ${words.slice(0, 9)} and ${keys}`);
  // The page may ask first, after a look at what could still be done: say yes until the verdict is there.
  const verdict = p.page.locator('.block.puzzle h3[role=status]'),
    late = Date.now() + 30000;
  while (!(await verdict.count()) && Date.now() < late) {
    await p.settled();
    if ((await p.look()).question) await p.keys('e');
    else if ((await p.look()).confirm) await p.yes();
    else await p.step({}); // a unit in hand: its way is part of the move
    await p.page.waitForTimeout(100);
  }
  await verdict.waitFor();
  return plain(await p.page.locator('.block.puzzle').innerText());
}
export async function puzzles(hand) {
  if (game && !game.test('The ford')) return { skip: 'the ford has them' };
  const p = await hand.open({ width: 1440, height: 900 });
  await p.click(p.button('Puzzles'), 'puzzles');
  const row = p.page.locator('.puzzle-game', { hasText: 'The ford' });
  await row.waitFor();
  check((await p.page.locator('.puzzle-game').count()) >= 5, 'all five games have some');
  await p.shot('list');
  await p.click(row.getByRole('button', { name: 'Give me one' }), 'one');
  await p.settled();
  await p.page.locator('.block.puzzle').waitFor();
  await p.shot('asked');
  const [now] = await onTable(p),
    right = now.ways.filter(w => now.best.includes(w.action)),
    said = await answer(p, right);
  check(/^Right/.test(said), `the best choice is right: "${said}"`);
  check(/Your rating: \d+ \(\+\d+\)/.test(said), `and the rating rises: "${said}"`);
  await p.shot('right');
  await p.page.goto(p.page.url().replace(/#.*/, ''));
  await p.click(p.button('Puzzles'), 'puzzles');
  await row.waitFor();
  check(/1 of 1/.test(await row.innerText()), `one is solved: ${await row.innerText()}`);
  await p.click(row.getByRole('button', { name: 'Give me one' }), 'another');
  await p.settled();
  await p.page.locator('.block.puzzle').waitFor();
  const [other] = await onTable(p),
    worst = [...other.ways].reverse().filter(w => !other.best.includes(w.action)),
    wrong = await answer(p, worst);
  check(/^There is something better/.test(wrong), `the worst is not: "${wrong}"`);
  check(/−\d+\)/.test(wrong), `and the rating falls: "${wrong}"`);
  await p.shot('wrong');
  return said.slice(0, 60);
}
