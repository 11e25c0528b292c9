// Watching with consent: a player lets others see through her eyes, a guest opens the link, a page of another site frames the
// board, and the player ends it. What the guest's line brings is read too: nothing of the other side may be in it.
import { createServer } from 'node:http';
import { faults } from './axe.mjs';
import { base, check, game } from './lib.mjs';
import { signUp } from './ladder.mjs';

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

// ---- a caster
// Both seats decide as quickly as the rules allow, over lines of their own, until the turn has come.
function playOn(page, id, tokens, until) {
  return page.evaluate(
    async ([gameId, seats, turn]) => {
      const open = seat =>
        new Promise(yes => {
          const line = new WebSocket(`ws://${location.host}/ws`),
            waiting = [];
          line.onmessage = m => {
            const doc = JSON.parse(m.data);
            if (!doc.push) waiting.shift()(doc);
          };
          const ask = doc =>
            new Promise(answered => {
              waiting.push(answered);
              line.send(JSON.stringify(doc));
            });
          line.onopen = () => yes({ ask, join: () => ask({ cmd: 'join', game: gameId, seat }) });
        });
      const lines = await Promise.all(seats.map(open)),
        quick = ['commit', 'done', 'stop'];
      for (let i = 0; i < 400; i++)
        for (const line of lines) {
          const { seq, view } = await line.join();
          if (view.turn.n >= turn) return view.turn.n;
          const { actions } = await line.ask({ cmd: 'actions' }),
            ids = actions.map(a => a.id),
            action = quick.find(q => ids.includes(q)) ?? ids[0];
          if (action) await line.ask({ cmd: 'do', action, seq, key: `on ${i}` });
        }
      throw new Error('the turn has not come');
    },
    [id, tokens, until],
  );
}
const gameOf = p => p.page.evaluate(() => /^#game\/([^/]+)\/([^/]+)/.exec(location.hash).slice(1));
// Where a player says who may look: the card of links, which the menu opens, and its part about watching.
async function openEyes(p) {
  const card = p.page.getByLabel('Invitation', { exact: true }),
    choice = card.getByRole('combobox', { name: 'Who may look through your eyes' });
  if (!(await card.isVisible())) {
    await p.click(p.button('Menu'), 'menu');
    await p.click(p.page.getByRole('menuitem', { name: 'Invitation and links' }), 'links');
  }
  if (!(await choice.isVisible()))
    await p.click(card.getByRole('button', { name: 'Let others watch' }), 'let others watch');
  return { card, choice };
}
async function nameCaster(p, name) {
  const { card, choice } = await openEyes(p);
  await choice.selectOption('1');
  await card.getByLabel('Caster').fill(name);
  await p.click(card.getByRole('button', { name: 'Name them' }), 'name them');
  return card;
}

// Two players name the same account. It sees both sides as they stood when the turn began, and more when the next one does; it
// decides nothing, hears nothing of the present, and one of the two ends it.
export async function caster(hand) {
  if (game && !game.test('The ford')) return { skip: 'once is enough' };
  const name = `Kim ${Math.random().toString(36).slice(2, 7)}`,
    [anna, kim] = [await hand.open(), await hand.open()];
  await kim.click(kim.button('Ladder'), 'ladder');
  await signUp(kim, name);
  await anna.choose('Soviet seat', { name: 'Friend', exact: true });
  await anna.choose('Clock', { name: 'Slow', exact: true });
  await anna.start({ german: 'Me', soviet: 'Friend', title: /The ford/, part: /The ford/ });
  const invitation = anna.page.getByLabel('Link for the Soviet seat');
  await invitation.waitFor();
  const url = await invitation.inputValue(),
    boris = await hand.open({ url, width: 390, height: 844, touch: true });
  await boris.settled();
  await invitation.waitFor({ state: 'hidden' }); // the card folds when he has come
  const [id, german] = await gameOf(anna),
    [, soviet] = await gameOf(boris),
    link = `${base}#watch/${id}/caster`,
    visit = async p => {
      await p.page.goto('about:blank');
      await p.page.goto(link);
    };

  const times = await Promise.all([anna, boris].map(p => p.page.locator('#clock').innerText()));
  check(/^\d+:\d\d\s+hours left$/.test(times[0]), `a player sees the clock: ${times[0]}`);
  check(/^\d+:\d\d$/.test(times[1]), `and on a phone: ${times[1]}`);
  const wide = await boris.page.evaluate(() => document.documentElement.scrollWidth);
  check(wide === 390, `the clock fits a phone: ${wide} px`);
  await boris.shot('clock');

  const hers = await nameCaster(anna, name);
  await hers.getByText(`The other player has not named ${name} yet.`).waitFor();
  await visit(kim);
  await kim.page.getByText('That opens no seat of this game.').waitFor(); // one word is not enough
  const his = await nameCaster(boris, name);
  await his.getByText(`${name} may see both sides.`).waitFor();
  check((await his.getByLabel('Link for the caster').inputValue()) === link, 'the link is told');
  await boris.shot('named');
  const found = await faults(boris.page, 'card');
  check(found.length === 0, found.join(' | '));

  await visit(boris); // whoever plays does not cast, nor does a guest
  await boris.page.getByText('That opens no seat of this game.').waitFor();
  kim.bytes.length = 0;
  await visit(kim);
  await kim.page.getByText('You see both sides as they stood when turn 1 began.').waitFor();
  check((await kim.look()).buttons.length === 0, 'the caster has nothing to decide');
  check(/de\.pz\.a/.test(kim.bytes.join()) && /ru\.t34/.test(kim.bytes.join()), 'sees both sides');
  const clock = await kim.page.locator('#clock').innerText();
  check(clock === '', `the past has no clock that runs: ${clock}`);
  const thinks = await kim.page.locator('.thinks').innerText();
  check(thinks === '', `and nobody thinks in it: ${thinks}`);
  await kim.shot('both');

  await playOn(anna.page, id, [german, soviet], 2);
  await kim.page.getByText('You see both sides as they stood when turn 2 began.').waitFor();
  const kinds = new Set(kim.bytes.map(b => JSON.parse(b).push).filter(Boolean));
  check([...kinds].join() === 'state', `views alone are told: ${[...kinds]}`);
  await (await openEyes(anna)).choice.selectOption('0');
  await kim.page.getByText('That opens no seat of this game.').waitFor();
  return 'named by both, seen late, ended';
}
