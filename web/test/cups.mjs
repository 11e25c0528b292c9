// Cups as people meet them: one is made on the page, entered by two people and two computers, started, and played to its end;
// another is decided game by game by its referee.
import { faults } from './axe.mjs';
import { check, game, giveUp } from './lib.mjs';
import { signUp } from './ladder.mjs';

const clean = async (p, where) => {
  const found = await faults(p.page, where);
  check(found.length === 0, found.join(' | '));
};
async function make(p, name, fields) {
  await p.click(p.button('Make a cup'), 'make a cup');
  await p.page.getByLabel('Name of the cup').fill(name);
  for (const [label, value] of Object.entries(fields.select ?? {}))
    await p.page.getByLabel(label, { exact: true }).selectOption(value);
  if (fields.form) await p.click(p.page.getByRole('radio', { name: fields.form }), 'form');
  if (fields.turn) await p.page.getByLabel(/^Last turn/).fill(String(fields.turn));
  await p.shot(`form-${fields.turn ? 'turn' : 'plain'}`);
  await clean(p, 'form');
  await p.click(p.button('Make the cup'), 'make it');
  await p.page.getByRole('heading', { name }).waitFor();
}
const row = (p, name) => p.page.locator('.cup-table tbody tr', { hasText: name });

async function enterComputer(p, which, count) {
  await p.page.getByLabel('Computer', { exact: true }).selectOption({ label: which });
  await p.click(p.button('Enter a computer'), 'a computer');
  await p.page.getByText(`${count} of 4 have entered`).waitFor();
}
// Opens the game that the page puts first, gives it up there, and comes back to the cup.
async function giveUpNext(p, cup) {
  await p.click(p.page.locator('.cup-panel.next').getByRole('link', { name: 'Play' }), 'play');
  await p.settled();
  await giveUp(p);
  await p.page.goto('about:blank');
  await p.page.goto(cup);
  await p.page.locator('.cup-head').waitFor();
}

export async function cups(hand) {
  if (game && !game.test('The ford')) return { skip: 'once is enough' };
  const tag = Math.random().toString(36).slice(2, 7),
    names = [`Anna ${tag}`, `Boris ${tag}`],
    title = `Spring cup ${tag}`,
    [anna, boris] = [await hand.open(), await hand.open({ width: 390, height: 844, touch: true })];
  for (const [i, p] of [anna, boris].entries()) {
    await p.click(p.button('Ladder'), 'ladder');
    await signUp(p, names[i]);
  }
  await anna.click(anna.button('Cups'), 'cups');
  await make(anna, title, {
    select: { Scenario: 'nullgame/lesson', Places: '4', 'A round lasts': '7' },
    form: 'Knock-out',
  });
  const cup = anna.page.url();
  check(/#cup\/\w+$/.test(cup), `the cup has an address: ${cup}`);
  await anna.click(anna.button('Enter').first(), 'enter');
  await anna.page.getByText('1 of 4 have entered. It needs 3 more').waitFor();
  await boris.page.goto('about:blank');
  await boris.page.goto(cup);
  await boris.click(boris.page.getByRole('button', { name: 'Enter', exact: true }), 'enter');
  await boris.page.getByText('2 of 4 have entered').waitFor();
  check((await boris.button(/^Start/).count()) === 0, 'only the referee starts a cup');
  await enterComputer(anna, 'easy and steady', 3);
  await enterComputer(anna, 'easy and bold', 4);
  await anna.shot('open');
  await anna.click(anna.button('Start with 4'), 'start');
  await anna.page.locator('.cup-panel.next').waitFor();
  await anna.page.getByLabel('Days of vacation').selectOption('3');
  await anna.click(anna.button('Take a vacation'), 'vacation');
  await row(anna, names[0]).getByText('on vacation').waitFor();
  const calendar = await anna.page.getByRole('link', { name: /iCal/ }).getAttribute('href'),
    text = await anna.page.evaluate(async url => (await fetch(url)).text(), calendar);
  check(text.includes(names[0]) && /DTSTART:\d{8}T/.test(text), `the calendar names her: ${text}`);
  await anna.shot('running');
  await boris.page.locator('.cup-panel.next').waitFor();
  await boris.shot('phone');
  await clean(anna, 'running');
  await clean(boris, 'phone');
  for (const p of [anna, boris])
    for (let i = 0; i < 2; i++) {
      await p.page.goto('about:blank');
      await p.page.goto(cup);
      await giveUpNext(p, cup);
    }
  await anna.page.getByText('has won the cup').waitFor({ timeout: 60000 });
  await anna.shot('over');
  await clean(anna, 'over');
  const table = await anna.page.locator('.cup-table tbody').innerText();
  check(/^1\s+Computer/.test(table), `a computer leads: ${table}`);
  check((await anna.page.locator('.cup-table .cut').count()) === 3, 'three have dropped out');
  await anna.click(anna.page.getByRole('link', { name: 'Replay' }).first(), 'replay');
  await anna.settled();
  const over = await anna.look();
  check(over.over, 'the game of the pair is shown, and is over');
  return `${table.split('\n')[0]} won`;
}
cups.limit = 240;

// Every game ends at its first turn and waits for the referee, who decides some, and leaves one to the review.
export async function referee(hand) {
  if (game && !game.test('The ford')) return { skip: 'once is enough' };
  const tag = Math.random().toString(36).slice(2, 7),
    p = await hand.open({ dark: true });
  await p.click(p.button('Ladder'), 'ladder');
  await signUp(p, `Rita ${tag}`);
  await p.click(p.button('Cups'), 'cups');
  await make(p, `Short cup ${tag}`, {
    select: { Scenario: 'nullgame/lesson', Places: '4', Clock: 'no clock' },
    form: 'Knock-out',
    turn: 1,
  });
  for (const [i, which] of ['steady', 'bold', 'careful', 'steady'].entries())
    await enterComputer(p, `${i === 3 ? 'club' : 'easy'} and ${which}`, i + 1);
  await p.click(p.button('Start with 4'), 'start');
  const desk = p.page.getByLabel('To decide');
  await desk.getByText('To decide, 4').waitFor({ timeout: 60000 });
  await p.shot('desk');
  await clean(p, 'desk, dark');
  await p.click(desk.getByRole('button', { name: 'As its review says' }).first(), 'review');
  await desk.getByText('To decide, 3').waitFor({ timeout: 90000 });
  for (let left = 3; left > 0; left--) {
    await p.click(desk.getByRole('button', { name: 'German won' }).first(), 'german');
    if (left > 1) await desk.getByText(`To decide, ${left - 1}`).waitFor();
  }
  await p.page.getByRole('heading', { name: 'Round 2 of 2' }).waitFor();
  await desk.getByText('To decide, 2').waitFor({ timeout: 60000 });
  await p.click(desk.getByRole('button', { name: 'A draw' }).first(), 'draw');
  await desk.getByText('To decide, 1').waitFor();
  await p.click(desk.getByRole('button', { name: 'Soviet won' }).first(), 'soviet');
  await p.page.getByText('has won the cup').waitFor();
  check((await desk.count()) === 0, 'nothing is left to decide');
  await p.shot('decided');
  await p.click(p.button('all cups'), 'all cups');
  await p.page.getByRole('link', { name: `Short cup ${tag}` }).waitFor();
  await p.shot('list');
  await clean(p, 'list, dark');
  return 'decided';
}
referee.limit = 240;
