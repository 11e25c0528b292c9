// After the game: it is reviewed in the background, its largest mistake is shown on the board and tried again.
import { base, check, game, patience } from './lib.mjs';

// A careless player ends every phase at once, so there are mistakes to find, in three games at the latest.
export async function review(hand) {
  if (game && !game.test('The ford')) return { skip: 'the ford has it' };
  const p = await hand.open({ width: 1440, height: 900 });
  for (let games = 1; ; games++) {
    const cards = await reviewed(p);
    if (await cards.count()) break;
    check(games < 3, 'whoever does nothing makes a mistake');
    await p.page.goto(base);
  }
  return tryAgain(hand, p);
}
async function reviewed(p) {
  await p.start();
  const mind = { hurry: true },
    end = await p.play(mind);
  check(end.over, 'the game is over');
  return judged(p);
}
// The game on the screen is over: its review comes, and adds up. Returns the cards of its mistakes.
export async function judged(p) {
  await p.click(p.button('Review this game'), 'review');
  const panel = p.page.locator('.decision');
  await panel.getByText(/^Where the game went/).waitFor({ timeout: 150000 * patience });
  await p.settled();
  const rows = await panel.locator('.ledger-bars .num').allInnerTexts(),
    figure = t => Number(t.replace('−', '-').replace('+', '')),
    sum = (await panel.locator('.ledger-bars + .row').innerText()).match(/\d+/g).map(Number),
    added = rows.reduce((n, t) => n + figure(t), sum[0]);
  check(rows.length === 3, `decisions of both and the dice: ${rows}`);
  check(added === sum[sum.length - 1], `they add up: ${sum[0]} with ${rows} is ${sum.at(-1)}`);
  check([0, 50, 100].includes(sum.at(-1)), `at the end it is decided: ${sum.at(-1)}`);
  const drawn = p.page.locator('.winchance polyline.win'),
    wide = p.page.locator('.reviewbar').getByRole('radio', { name: 'Soviet' });
  check((await drawn.getAttribute('points')).split(' ').length > 5, 'the curve has points');
  if (!(await panel.locator('.mistake').count()) && (await wide.isVisible()))
    await p.click(wide, 'soviet');
  await p.shot('whole');
  return panel.locator('.mistake');
}
async function tryAgain(hand, p) {
  const cards = p.page.locator('.decision .mistake');
  const text = await cards.first().innerText();
  check(/\d+ → \d+ %/.test(text), `the card says what it cost: "${text}"`);
  const [loss, error] = text
    .match(/(\d+) ± (\d+)/)
    .slice(1)
    .map(Number);
  check(loss - error >= 4, `marked only beyond the error: ${loss} ± ${error}`);
  const line = await cards.first().getAttribute('data-mistake');
  await p.keys('ArrowRight');
  await p.keys('ArrowLeft');
  // the same link shows it to a watcher, without working it out again
  const again = await hand.open({
    url: p.page.url().replace('#game/', '#seat/'),
    width: 1440,
    height: 900,
  });
  await again.settled();
  await again.click(again.button('Review this game'), 'review again');
  await again.page.locator('.decision .ledger-bars').waitFor({ timeout: 8000 });
  await asPuzzle(again);
  await p.click(cards.first().getByRole('button', { name: /Try again from here/ }), 'try again');
  await p.page.locator('.top', { hasText: 'analysis' }).waitFor();
  await p.page.locator('.decision h2#prompt').waitFor();
  await p.settled();
  await p.turn();
  const now = await p.look();
  check(!now.over, `the new game goes on from line ${line}`);
  check(/analysis/.test(await p.page.title()), `it says analysis: "${await p.page.title()}"`);
  await p.shot('again');
  for (let i = 0; i < 3 && !(await p.look()).over; i++) {
    await p.turn();
    await p.step({});
  }
  return `${await p.page.title()}, ${loss} ± ${error} points`;
}
// The moment before it with nothing given away; after a move both ways are told.
async function asPuzzle(p) {
  const card = p.page.locator('.decision .mistake').first(),
    puzzle = p.page.locator('.block.puzzle'),
    verdict = puzzle.locator('h3[role=status]');
  await p.click(card.getByRole('button', { name: /As a puzzle/ }), 'as a puzzle');
  await puzzle.waitFor();
  await p.settled();
  const asked = await puzzle.innerText();
  check(/find a better move/.test(asked) && !/Better/.test(asked), `it asks: "${asked}"`);
  await p.shot('puzzle');
  for (let i = 0; i < 12 && !(await verdict.count()); i++) {
    await p.turn();
    await p.step({});
    await p.settled();
  }
  const told = await puzzle.innerText();
  check(/Better .*%/.test(told) && /Played .*%/.test(told), `it tells both ways: "${told}"`);
  await p.shot('judged');
}
review.limit = 240;
