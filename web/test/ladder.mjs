// Two people sign up, one looks for a rated game, the other accepts; the game ends, and the ladder and the plot say so.
import { check, game } from './lib.mjs';

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
const gameOf = page => page.evaluate(() => /^#game\/([^/]+)/.exec(location.hash)?.[1]);

export async function ladder(hand) {
  if (game && !game.test('The ford')) return { skip: 'once is enough' };
  const tag = Math.random().toString(36).slice(2, 7),
    names = [`Anna ${tag}`, `Boris ${tag}`],
    [anna, boris] = [await hand.open(), await hand.open()];
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
  await anna.click(anna.button(names[0]), 'the player');
  await anna.page.locator('.plot').waitFor();
  const dots = await anna.page.locator('.plot .spot-dot').count();
  check(dots === 1, `the plot has ${dots} games`);
  check((await anna.page.locator('.plot .provisional').count()) === 1, 'the first is provisional');
  check(
    (await anna.page.locator('.plot').getAttribute('aria-label')).includes(String(rating)),
    'the plot ends at the rating',
  );
  return `${rating} after one game`;
}
