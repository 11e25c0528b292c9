// Two people sign up, one looks for a rated game, the other accepts; the game ends, and the ladder and the plot say so.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { check, game } from './lib.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function signUp(p, name) {
  await p.click(p.button('Sign in'), 'sign in');
  await p.page.locator('#new-name').fill(name);
  await p.page.locator('#new-pass').fill('correct horse');
  await p.click(p.button('Make the account'), 'new account');
  await p.page.getByRole('heading', { name: 'Printed codes' }).waitFor();
  await p.click(p.button('Ladder'), 'ladder');
  await p.page.getByText('Signed in as').waitFor();
}
// What a seat says by itself, over a line of its own: the page has kept the token.
export function say(page, id, message) {
  return page.evaluate(
    ([gameId, text]) =>
      new Promise((yes, no) => {
        const kept = JSON.parse(localStorage.getItem('salient.games')).find(g => g.id === gameId),
          line = new WebSocket(`ws://${location.host}/ws`);
        line.onopen = () =>
          line.send(
            JSON.stringify({ cmd: 'join', game: gameId, seat: Object.values(kept.seats)[0] }),
          );
        line.onmessage = m => {
          const doc = JSON.parse(m.data);
          if (doc.view && doc.ok) line.send(text);
          else if (doc.ok) yes(doc);
          else if (doc.ok === false) no(new Error(m.data));
        };
      }),
    [id, message],
  );
}
// What the section of statistics says; on a narrow screen it fits and has nothing that axe finds wrong.
async function statistics(p, title) {
  const part = p.page.getByRole('region', { name: title });
  await part.getByRole('row').first().waitFor();
  await p.page.setViewportSize({ width: 375, height: 800 });
  const box = await part.locator('table').boundingBox();
  check(box.x >= 0 && box.x + box.width <= 375, `${title} fits a phone: ${JSON.stringify(box)}`);
  await (
    await p.page.context().newCDPSession(p.page)
  ).send('Runtime.evaluate', { expression: axe });
  const found = await p.page.evaluate(() =>
    window.axe.run('.stats', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }),
  );
  check(found.passes.length > 0, 'axe has looked at it');
  check(found.violations.length === 0, found.violations.map(v => v.id).join(' '));
  await part.scrollIntoViewIfNeeded();
  await p.shot(title.toLowerCase().replaceAll(' ', '-'));
  await p.page.setViewportSize({ width: 1440, height: 900 });
  return part.innerText();
}
const gameOf = page => page.evaluate(() => /^#game\/([^/]+)/.exec(location.hash)?.[1]);

export async function ladder(hand) {
  if (game && !game.test('The ford')) return { skip: 'once is enough' };
  const tag = Math.random().toString(36).slice(2, 7),
    names = [`Anna ${tag}`, `Boris ${tag}`],
    [anna, boris] = [await hand.open({ dark: true }), await hand.open()];
  for (const [i, p] of [anna, boris].entries()) {
    await p.click(p.button('Ladder'), 'ladder');
    await signUp(p, names[i]);
  }
  await anna.page.getByLabel('Scenario').selectOption('nullgame/lesson');
  await anna.page.getByLabel('Side').selectOption('german');
  await anna.page.getByLabel('Rated').check();
  await anna.button('Look for a game').dblclick(); // a double click is one wish
  await anna.button('Take back').first().waitFor();
  await anna.page.waitForLoadState('networkidle');
  check((await anna.button('Take back').count()) === 1, 'one seek for a double click');
  const row = boris.page.locator('.seeks tr', { hasText: names[0] });
  await row.waitFor();
  check(/rated/.test(await row.innerText()), 'the seek says that it is rated');
  await boris.click(row.getByRole('button', { name: 'Accept' }), 'accept');
  await boris.settled();
  const id = await gameOf(boris.page);
  const play = anna.page.locator('.seeks').getByRole('button', { name: 'Play', exact: true });
  await anna.click(play, 'play');
  await anna.settled();
  check((await gameOf(anna.page)) === id, 'both sit in the same game');
  await say(boris.page, id, '{"cmd":"abandon"}');
  await anna.page.goto('about:blank');
  await anna.page.goto(process.env.SALIENT_URL);
  await anna.click(anna.button('Ladder'), 'ladder');
  await anna.click(anna.page.getByRole('radio', { name: 'The ford' }).last(), 'the ford');
  const rung = anna.page.locator('.standings tr', { hasText: names[0] });
  await rung.waitFor();
  const rating = Number(/(\d{4})\?/.exec(await rung.innerText())?.[1]);
  check(rating > 1550, `the winner is rated ${rating}, provisionally`);
  const went = await statistics(anna, 'How the games went');
  // Other tests play on this server too, so the count is at least this game's.
  const counted = /among people\s+German (\d+), drawn \d+, Soviet \d+/.exec(went);
  check(Number(counted?.[1]) >= 1, `this game is counted: "${went}"`);
  await anna.click(anna.button(names[0]), 'the player');
  await anna.page.locator('.plot').waitFor();
  const dots = await anna.page.locator('.plot .spot-dot').count();
  check(dots === 1, `the plot has ${dots} games`);
  check((await anna.page.locator('.plot .provisional').count()) === 1, 'the first is provisional');
  check(
    (await anna.page.locator('.plot').getAttribute('aria-label')).includes(String(rating)),
    'the plot ends at the rating',
  );
  const own = await statistics(anna, 'By scenario and side');
  check(/The ford.*German\s+won 1, drawn 0, lost 0/.test(own), `as the German: "${own}"`);
  check(/under a minute/.test(own) && !/margin [+−]/.test(own), `given up at once: "${own}"`);
  return `${rating} after one game`;
}
