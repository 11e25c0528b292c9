// A campaign whose battles are fought on the player's own table, by the mouse and to its end. The computer offers a record of each
// battle; the first is rejected and corrected on the page, and the computer confirms it.
import { check } from './lib.mjs';

const GAME = /Stalnie/;

// A row of the form for the result: its cells and its buttons.
const row = (p, name) => p.page.locator('.form tr').filter({ hasText: name });
const cell = async (p, name) => (await row(p, name).locator('td, th').allInnerTexts()).join(' ');

async function press(p, word) {
  const s = await p.look(),
    of = [...s.buttons, ...s.more].find(b => b.action === word);
  check(of, `"${word}" can be pressed at "${s.prompt}"`);
  if (of.x !== undefined) await p.at(of, word);
  else {
    await p.click(p.page.locator(`.decision .mid .btn[data-action="${word}"]`).first(), word);
    await p.settled();
  }
}

// A tank was lost: its fate is entered, the points follow from it, and until they do the record cannot be submitted.
async function correct(p) {
  check(/complete/.test(await cell(p, /^Check/)), 'the computer left a record that holds');
  const picks = (await p.look()).choices.filter(c => c.startsWith('pick ru.')),
    tank = picks.find(c => /kv1|t34|t70/.test(c)) ?? picks[0];
  check(tank, 'a Soviet unit can be chosen');
  await p.click(p.page.locator('.choices > summary'), 'every choice as a list');
  await p.click(p.page.locator(`.choices li > button[data-choice="${tank}"]`), tank);
  await p.settled();
  await p.turn();
  check(/What became of/.test((await p.look()).prompt), 'its fate is asked');
  await press(p, 'fate eliminated');
  await press(p, 'done');
  check(/not complete/.test(await cell(p, /^Check/)), 'points are missing');
  check(
    !(await row(p, /^Check/)
      .locator('.btn')
      .count()),
    'so it cannot be submitted',
  );
  const why = await row(p, /^Check/)
    .locator('.why')
    .innerText();
  check(/CVP|points/i.test(why), `and it says why: "${why}"`);
  const points = /0 entered, (\d+) by the fates/.exec(await cell(p, /by the German side/));
  check(Number(points?.[1]) > 0, `the fates count: ${await cell(p, /by the German side/)}`);
  await p.click(row(p, /by the German side/).locator('.btn'), 'take the sum');
  await p.settled();
  await p.shot('corrected');
  await press(p, 'submit');
  return Number(points[1]);
}

export async function tableMode(hand) {
  const p = await hand.open({ width: 1440, height: 900 }),
    group = p.page.getByRole('radiogroup', { name: 'Game', exact: true }),
    mind = { hurry: true };
  await group.waitFor();
  if (!(await group.getByRole('radio', { name: GAME }).count()))
    return { skip: 'no campaign here' };
  await p.choose('Game', { name: GAME });
  await p.choose('Scenario', { name: /Plains of Steel/ });
  await p.page.locator('.options select').first().selectOption({ label: 'table' });
  await p.start({ title: null, part: null });
  let records = 0,
    points = 0;
  for (let i = 0; i < 300; i++) {
    await p.turn();
    const s = await p.look();
    if (s.over) break;
    if (!/the result says/i.test(s.prompt)) {
      await p.step(mind);
      continue;
    }
    if (records++) {
      await press(p, 'confirm');
      continue;
    }
    await press(p, 'reject');
    await p.turn();
    points = await correct(p);
  }
  const end = await p.look();
  await p.shot('over');
  check(end.over, `played to its end, stands at "${end.prompt}"`);
  check(records === 4, `four battles, ${records} records`);
  return `${p.inputs} inputs, ${records} records, ${points} points entered`;
}
tableMode.limit = 240;
