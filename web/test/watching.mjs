// Watching with consent: a player lets others see through her eyes, a guest opens the link, a page of another site frames the
// board, and the player ends it. What the guest's line brings is read too: nothing of the other side may be in it.
import { createServer } from 'node:http';
import { faults } from './axe.mjs';
import { base, check, game } from './lib.mjs';

// A page of another site with the board in a frame: `localhost` is another site than 127.0.0.1.
async function stranger(src) {
  const server = createServer((q, r) => {
    r.writeHead(200, { 'content-type': 'text/html' });
    r.end(`<!doctype html><title>a site</title><iframe src="${src}" width="800" height="560">`);
  });
  await new Promise(yes => server.listen(0, '127.0.0.1', yes));
  return { url: `http://localhost:${server.address().port}/`, stop: () => server.close() };
}
async function framed(hand, src) {
  const site = await stranger(src),
    context = await hand.browser.newContext({ viewport: { width: 840, height: 600 } }),
    page = await context.newPage();
  await page.goto(site.url);
  return {
    page,
    frame: page.frameLocator('iframe'),
    stop: async () => {
      await context.close();
      site.stop();
    },
  };
}

export async function watching(hand) {
  if (game && !game.test('The ford')) return { skip: 'once is enough' };
  const anna = await hand.open(),
    guest = await hand.open();
  await anna.start({ german: 'Me', soviet: 'Friend', title: /The ford/, part: /The ford/ });
  const card = anna.page.getByLabel('Invitation', { exact: true });
  await card.waitFor();
  await anna.click(card.getByRole('button', { name: 'Let others watch' }), 'let others watch');
  const choice = card.getByRole('combobox', { name: 'Who may look through your eyes' });
  await choice.waitFor();
  check((await choice.inputValue()) === '0', 'nobody may look before she says so');
  await choice.selectOption('1');
  const field = card.getByLabel('Link to your eyes');
  await field.waitFor();
  const link = await field.inputValue();
  await anna.shot('card');
  const found = await faults(anna.page, 'card');
  check(found.length === 0, found.join(' | '));

  await guest.page.goto('about:blank');
  await guest.page.goto(link);
  await guest.settled();
  const prompt = guest.page.getByText('You see what the German side saw when turn 1 began.');
  await prompt.waitFor();
  await guest.shot('guest');
  check((await guest.look()).buttons.length === 0, 'the guest has nothing to decide');
  const told = guest.bytes.join('\n');
  check(told.includes('de.pz.a'), 'the guest sees what German sees');
  check(!/ru\.\d\.rifle|ru\.t34/.test(told.replace(/"board":\{.*/s, '')), 'and nothing of Soviet');

  const frame = await framed(hand, link.replace('#', 'embed.html#'));
  await frame.frame.locator('.board[data-ground=whole]').waitFor({ state: 'attached' });
  check(await frame.frame.getByRole('link', { name: 'Open the game' }).isVisible(), 'a way out');
  check(!(await frame.frame.locator('.decision').isVisible()), 'no panel in the frame');
  await frame.page.screenshot({
    path: `${process.env.SALIENT_SHOTS ?? 'test/shots'}/watching-frame.png`,
  });
  await frame.stop();
  const whole = await framed(hand, link); // every other page refuses
  await whole.page.waitForLoadState('networkidle');
  check((await whole.frame.locator('.game').count()) === 0, 'the page itself is framed by nobody');
  await whole.stop();
  const seat = await anna.page.evaluate(() => location.hash), // a seat is no game to watch
    hers = await framed(hand, `${base}embed.html${seat.replace('#game', '#watch')}`);
  await hers.frame.locator('#app').waitFor({ state: 'attached' });
  await hers.page.waitForLoadState('networkidle');
  check((await hers.frame.locator('.board[data-ground]').count()) === 0, 'a frame never sits down');
  await hers.stop();

  await anna.click(card.getByRole('button', { name: 'all links' }), 'back');
  const boris = await hand.open({
    url: await card.getByLabel('Link for the Soviet seat').inputValue(),
  });
  await boris.settled();
  await boris.page.getByText('German lets others watch').waitFor(); // the other player knows
  await card.waitFor({ state: 'hidden' }); // the card folds when he has come
  await anna.click(anna.button('Menu'), 'menu');
  await anna.click(anna.page.getByRole('menuitem', { name: 'Invitation and links' }), 'links');
  await anna.click(card.getByRole('button', { name: 'Let others watch' }), 'let others watch');
  await choice.selectOption('0');
  await guest.page.getByText('That opens no seat of this game.').waitFor();
  await anna.page.getByText('They would see what your side sees').waitFor();
  return 'seen late, framed, ended';
}
