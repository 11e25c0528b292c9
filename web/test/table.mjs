// The flow of a game on the screen: nothing lost by accident, a friend invited, the other side followed, stacks moved, lessons that
// point at what is there, and few bytes for a cold lobby.
import { base, check, game, giveUp } from './lib.mjs';

const seconds = n => new Promise(yes => setTimeout(yes, n * 1000));
const phase = p => p.page.locator('.track .now').innerText();
const has = async (p, title) => {
  const group = p.page.getByRole('radiogroup', { name: 'Game', exact: true });
  await group.waitFor();
  return (await group.getByRole('radio', { name: title }).count()) > 0;
};
// Plays on until the end of a phase is offered with units left to act, and gives the button.
async function atPhaseEnd(p) {
  const end = p.page.locator('.decision .buttons .btn[data-action]').filter({ hasText: 'Space' }),
    idle = p.page.locator('.decision [data-idle]').first();
  const mind = { hurry: true };
  for (let i = 0; i < 40; i++) {
    await p.turn();
    const s = await p.look();
    if (s.goOn) await p.at(s.goOn, 'go on');
    else if ((await end.count()) && (await idle.count())) return end.first();
    else await p.step(mind);
  }
  throw new Error('no phase with units left to act came');
}

// A held key and a double click do one thing; before a phase ends with units left the panel asks once, and a setting turns it off.
export async function safety(hand) {
  const p = await hand.open();
  await p.start();
  let button = await atPhaseEnd(p),
    was = await phase(p);
  await p.page.locator('.board').focus();
  for (let i = 0; i < 12; i++) await p.page.keyboard.down('Space'); // held: the first press and eleven repeats
  await p.page.keyboard.up('Space');
  await p.settled();
  const asked = await p.look();
  check((await phase(p)) === was, `a held key ended nothing: ${await phase(p)}`);
  check(/\d+ units? /.test(asked.question), `the panel asks with a number: "${asked.question}"`);
  await p.shot('question');
  await p.keys('Escape');
  check(!(await p.look()).question, 'Esc lets the question go');
  button = await atPhaseEnd(p); // asked once in a phase: now it ends
  const box = await button.boundingBox(),
    x = box.x + box.width / 2,
    y = box.y + box.height / 2;
  const phases = (await p.page.locator('.track li').allInnerTexts()).join('|');
  await p.page.mouse.click(x, y, { clickCount: 2, delay: 10 });
  await p.page.mouse.click(x, y);
  await p.page.mouse.click(x, y);
  await p.settled();
  await p.turn();
  const now = await phase(p),
    track = (await p.page.locator('.track li').allInnerTexts()).join('|');
  check(now !== was, `the phase ended: ${was} to ${now}`);
  const order = phases.split('|').filter(w => /\w/.test(w)),
    at = order.findIndex(w => w.includes(was));
  if (track === phases || order.some(w => w.includes(now)))
    check(
      order.findIndex(w => w.includes(now)) - at <= 1,
      `a double click ended one phase: from ${was} to ${now} of ${order}`,
    );
  // the setting: never ask
  await p.click(p.button('Menu'), 'menu');
  await p.click(p.page.getByRole('menuitem', { name: 'Settings' }), 'settings');
  await p.click(p.page.getByRole('radio', { name: 'Never', exact: true }), 'never');
  await p.keys('Escape');
  const mind = { hurry: true };
  for (let i = 0; i < 12; i++) {
    await p.turn();
    const s = await p.look();
    check(!s.question, `nothing is asked any more: "${s.question}"`);
    if (s.over) break;
    await p.step(mind);
  }
  return `asked: ${asked.question.split('\n')[0]}`;
}

// Space after a click on a button of the tool bar ends the phase and does not press that button again.
export async function focus(hand) {
  const p = await hand.open();
  await p.start();
  await atPhaseEnd(p);
  const hide = p.page.locator('.zoom button', { hasText: 'Hide counters' });
  await p.click(hide, 'hide counters');
  check((await hide.getAttribute('aria-pressed')) === 'true', 'the counters are hidden');
  await p.keys('Space');
  check((await hide.getAttribute('aria-pressed')) === 'true', 'Space did not press it again');
  check((await p.look()).question, 'Space asked to end the phase');
}

// Keys that go from unit to unit, and through the log, do nothing to the game. A stack whose units could only change their order is
// gone through by Tab to its end, and Tab leaves the log with one press.
export async function looking(hand) {
  const p = await hand.open(),
    inside = kind => p.page.evaluate(k => !!document.activeElement.closest(k), kind);
  await p.start({ title: /Kursk I and II/, part: /first lesson/ });
  for (let i = 0; i < 8 && (await phase(p)) !== 'Combat'; i++) {
    await p.turn();
    await p.keys((await p.look()).question ? 'e' : 'Space');
  }
  const { events, choices } = await p.look();
  await p.page.locator('.board').focus();
  for (let i = 0; i < 4; i++) await p.keys('n');
  for (let i = 0; i < 12 && (await inside('.board')); i++) await p.keys('Tab');
  check(!(await inside('.board')), 'Tab comes to the end of a stack');
  check((await p.look()).events === events, 'looking at units has done nothing');
  await p.key('/');
  await p.type(choices.find(c => c.startsWith('top ')));
  await p.keys('Enter');
  await p.page.locator('.log .ev').first().waitFor();
  await p.page.locator('.log').focus();
  await p.keys('ArrowUp');
  check(await inside('.log .ev'), 'the arrows go along the log');
  await p.keys('Tab');
  check(!(await inside('.log')), 'Tab leaves the log');
}

// A game removed from the list comes back by Undo; games stand in groups with opponent and time; arrow keys go along the cards.
export async function mygames(hand) {
  const p = await hand.open();
  await p.start();
  await p.turn();
  await p.page.goto(base);
  const row = p.page.locator('.saved .one').first();
  await row.waitFor();
  check(/Your move, 1/.test(await p.page.locator('.mygames').innerText()), 'it is in “Your move”');
  const words = await row.innerText();
  check(/computer/.test(words) && /now|min ago/.test(words), `opponent and time: "${words}"`);
  await row.hover();
  await p.click(row.getByRole('button', { name: /^Remove/ }), 'remove');
  check((await p.page.locator('.saved .one').count()) === 0, 'it is gone from the list');
  await p.click(p.page.locator('.toast').getByRole('button', { name: 'Undo' }), 'undo');
  check((await p.page.locator('.saved .one').count()) === 1, 'and back again');
  await p.shot('list');
  const cards = p.page.getByRole('radiogroup', { name: 'Game', exact: true }).getByRole('radio');
  if ((await cards.count()) > 1) {
    await cards.first().focus();
    await p.key('ArrowRight');
    check(
      (await cards.nth(1).getAttribute('aria-checked')) === 'true',
      'an arrow key chooses the next card',
    );
  }
  await p.click(p.button('Rules'), 'rules');
  const choice = p.page.getByRole('radiogroup', { name: 'Game', exact: true });
  check((await choice.boundingBox()).height > 24, 'the choice of the game’s rules can be seen');
}

// The link that is shown after the start seats a second browser on the other side, with its name.
export async function invite(hand) {
  const a = await hand.open();
  await a.page.getByLabel('Your name').fill('Anna');
  await a.page.keyboard.press('Tab');
  await a.start({ soviet: 'Friend' });
  const card = a.page.getByRole('region', { name: 'Invitation' });
  await card.waitFor();
  check(/Waiting for/.test(await card.innerText()), 'the card says who is awaited');
  check((await card.locator('.qr').count()) === 1, 'there is a code for a phone');
  check(
    /Only this computer/.test(await card.innerText()),
    'and that only this computer can open it',
  );
  check(/not joined/.test(await a.page.locator('.top').innerText()), 'the top line says so too');
  const link = await a.page.getByLabel('Link for the Soviet seat').inputValue();
  await a.shot('card');
  const b = await hand.open({ url: link });
  await b.settled();
  check(
    /^Soviet|^German decides(?!.*watch)/.test((await b.look()).who),
    `the friend sits down as Soviet: "${(await b.look()).who}"`,
  );
  await card.getByText(/has joined/).waitFor();
  check(!/not joined/.test(await a.page.locator('.top').innerText()), 'the top line forgets it');
  await card.waitFor({ state: 'hidden' });
  check(
    (await a.look()).waiting || /Your move/.test(await a.page.title()),
    `the tab says whose move it is: "${await a.page.title()}"`,
  );
  await b.keys('j');
  await b.page.getByLabel('Chat message').fill('Hello');
  await b.key('Enter');
  await a.page.locator('.rail .unread').waitFor();
  await a.shot('joined');
  await endedElsewhere(a, b);
}
// A game that ends while one is not at it stands under “Over” in the lobby, without being opened.
async function endedElsewhere(a, b) {
  const groups = a.page.locator('.mygames .group h3');
  await a.page.goto(base);
  await groups.first().waitFor();
  const before = await groups.allInnerTexts();
  check(before.length === 1 && !/Over/.test(before[0]), `it goes on: ${before}`);
  await giveUp(b);
  await a.page.reload();
  await a.page.locator('.mygames').getByText('Over, 1').waitFor();
  check((await groups.count()) === 1, `and nowhere else: ${await groups.allInnerTexts()}`);
  check(/given up/.test(await a.page.locator('.saved .one').innerText()), 'it says how');
}

// The other side's moves are played out one at a time and can be skipped; then a card says what happened.
export async function follow(hand) {
  const p = await hand.open({ moving: true }),
    skip = p.button(/^Skip to my move/);
  await p.start();
  let followed = 0,
    recaps = 0,
    skipped = 0;
  // A step ends when the page is at rest, and it is not while moves are played out: so look while a step is on its way.
  const mind = { hurry: true };
  let acting = false,
    fault = null;
  const act = async () => {
    acting = true;
    await p.step(mind).catch(e => (fault = e));
    acting = false;
  };
  const late = Date.now() + 90000;
  while (Date.now() < late && !(followed && recaps && skipped)) {
    if (fault) throw fault;
    if (await skip.isVisible()) {
      followed++;
      const panel = p.page.locator('.decision');
      check(/so far|\./.test(await panel.locator('.prompt h2').innerText()), 'who moves now');
      if (followed === 2) await p.shot('moves');
      if (followed > 4) {
        await p.key('Space');
        skipped++;
        await skip.waitFor({ state: 'hidden' });
      } else await seconds(0.15);
      continue;
    }
    const s = await p.look();
    if (s.over) break;
    const busy = await p.page.locator('.decision[aria-busy=true]').count();
    if (acting || busy || s.waiting) {
      await seconds(0.05);
      continue;
    }
    if (s.goOn) {
      recaps++;
      check(s.recap.length > 0, 'the card has items');
      if (recaps === 1) await p.shot('recap');
      await p.click(p.button('Play it again'), 'again');
      await p.page.getByText(/^Looking back at event/).waitFor();
      await p.keys('Escape');
      await p.turn();
    }
    void act();
  }
  check(followed && skipped, `the moves were followed (${followed}) and skipped (${skipped})`);
  check(recaps, 'a card said what happened');
  const heads = await p.page.locator('.log .chapter').allInnerTexts();
  check(heads.length > 1, `the log has headings: ${heads.length}`);
  await p.click(p.button('Find'), 'find');
  await p.page.getByLabel('Find in the log').fill('zzz');
  await p.page.getByText('Not in the log: zzz').waitFor();
  return `${followed} looks, ${recaps} cards, ${heads.length} headings`;
}

// A stack moves together by two clicks and a third, one undo takes it back, and the same by dragging.
export async function stack(hand) {
  const p = await hand.open({ width: 1440, height: 900 });
  if (!(await has(p, /Kursk 1943/))) return { skip: 'no game with stacks of five here' };
  await p.start({ title: /Kursk 1943/, part: /Ponyri/ });
  const mind = { hurry: true };
  for (let i = 0; i < 30; i++) {
    await p.turn();
    if (/^Move units/.test((await p.look()).prompt)) break;
    await p.step(mind);
  }
  const row = p.page.locator('[data-idle="1703"]'),
    before = await p.page.locator('.log .ev').count();
  if (!(await row.count())) await p.click(p.page.locator('.idle .link'), 'all places');
  await p.click(row, '1703');
  await p.settled();
  await p.keys('a');
  await p.settled();
  const s = await p.look(),
    members = await p.page.locator('.stack-unit[aria-pressed=true]').count();
  check(/the 5 units of 1703/.test(s.prompt) && members === 5, `five go together: "${s.prompt}"`);
  await p.shot('group');
  const go = s.spots.filter(x => x.kind === 'go');
  check(go.length > 3, `${go.length} places that they reach`);
  const to = go[Math.floor(go.length / 2)];
  await p.at(to, 'go');
  const lines = await p.page.locator('.log .ev').allInnerTexts();
  check(
    lines.length === before + 1 && / and /.test(lines.at(-1)),
    `one line in the log: "${lines.at(-1)}"`,
  );
  await p.shot('moved');
  await p.keys('u');
  check((await p.page.locator('.log .ev').count()) === before, 'one undo takes all five back');
  await p.click(p.page.locator('[data-idle="1703"]'), '1703');
  await p.settled();
  await p.keys('a');
  await p.settled();
  const again = await p.look(),
    aim = again.spots.filter(x => x.kind === 'go')[3],
    from = await p.page.evaluate(() => {
      const spot = document.querySelector('.spot[data-kind=unit][data-hex="1703"]');
      return { x: parseFloat(spot.style.left), y: parseFloat(spot.style.top) };
    });
  await p.page.mouse.move(from.x, from.y);
  await p.page.mouse.down();
  await p.page.mouse.move((from.x + aim.x) / 2, (from.y + aim.y) / 2, { steps: 4 });
  await p.page.mouse.move(aim.x, aim.y, { steps: 4 });
  await p.page.mouse.up();
  await p.settled();
  const dragged = await p.page.locator('.log .ev').allInnerTexts();
  check(dragged.length === before + 1, `dragged there: "${dragged.at(-1)}"`);
  return `${lines.at(-1).replace(/\s+/g, ' ')}`;
}

// Every lesson's steps: what they point at exists, and there are five to ten of them.
export async function lessons(hand) {
  const p = await hand.open(),
    ask = path => p.page.evaluate(u => fetch(u).then(r => r.json()), path),
    { games } = await ask('/api/games'),
    seen = [];
  for (const g of games) {
    if (!g.scenarios.some(s => s.id === 'lesson')) continue;
    const { guide } = await ask(`/api/guide/${g.id}/lesson`),
      { board } = await ask(`/api/board/${g.id}/lesson`),
      [head, ...rows] = guide.split('\n').filter(l => l && !l.startsWith('#')),
      cols = head?.split('\t') ?? [],
      places = new Set([
        ...board.hexes.map(h => h[0]),
        ...board.counters.map(c => c.id),
        '-',
        'target',
        'reach',
      ]);
    if (!rows.length) continue;
    check(rows.length >= 5 && rows.length <= 10, `${g.id}: ${rows.length} steps`);
    for (const r of rows) {
      const at = r.split('\t')[cols.indexOf('at')] ?? '-';
      check(places.has(at), `${g.id} points at ${at}`);
      check(r.split('\t').length === cols.length, `${g.id}: "${r.slice(0, 40)}" has all columns`);
    }
    seen.push(`${g.id} ${rows.length}`);
  }
  if (game) await p.start();
  if (game && seen.length) {
    await p.turn();
    const tip = p.page.locator('.guide');
    await tip.waitFor();
    const first = await tip.locator('h3').innerText();
    await p.shot('first');
    await p.click(tip.getByRole('button', { name: 'Close this tip' }), 'close');
    await p.settled();
    check(
      !(await tip.isVisible()) || (await tip.locator('h3').innerText()) !== first,
      'closing a tip closes that tip',
    );
  }
  return seen.join(', ') || { skip: 'no lesson has a guide here' };
}

// What a cold lobby takes on the wire.
export async function wire(hand) {
  const p = await hand.open({ url: 'about:blank' }),
    cdp = await p.page.context().newCDPSession(p.page);
  let bytes = 0;
  const parts = {};
  const urls = new Map();
  await cdp.send('Network.enable');
  cdp.on('Network.requestWillBeSent', e => urls.set(e.requestId, new URL(e.request.url).pathname));
  cdp.on('Network.loadingFinished', e => {
    bytes += e.encodedDataLength;
    parts[urls.get(e.requestId)] = e.encodedDataLength;
  });
  await p.page.goto(base);
  await p.page.locator('.lobby[data-pictures=whole]').waitFor();
  await p.page.waitForLoadState('networkidle');
  const large = Object.entries(parts)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([u, n]) => `${u} ${n}`);
  check(bytes > 20000, `something came: ${bytes}`);
  check(bytes <= 350 * 1024, `a cold lobby takes ${bytes} bytes: ${large.join(', ')}`);
  return `${Math.round(bytes / 1024)} KB: ${large.join(', ')}`;
}

// A large turn by the mouse: every stack of Kursk's first movement goes, and the clicks are counted.
export async function largeTurn(hand) {
  const p = await hand.open({ width: 1440, height: 900 });
  if (!(await has(p, /Kursk 1943/))) return { skip: 'no large game here' };
  await p.start({ title: /Kursk 1943/, part: /^Kursk/ });
  const mind = { hurry: true },
    rows = p.page.locator('.idle [data-idle]'),
    all = p.page.locator('.stackcard .all'),
    count = async () =>
      Number(/(\d+) units?/.exec(await p.page.locator('.idle .label').innerText())?.[1] ?? 0);
  for (let i = 0; i < 30; i++) {
    await p.turn();
    if (/^Move units/.test((await p.look()).prompt)) break;
    await p.step(mind);
  }
  const units = await count(),
    from = p.inputs,
    stuck = new Set();
  check(units >= 80, `${units} units have not moved`);
  for (let i = 0; i < 60 && (await rows.count()); i++) {
    const hexes = await rows.evaluateAll(l => l.map(e => e.dataset.idle)),
      next = hexes.find(h => !stuck.has(h));
    if (!next) {
      const more = p.page.locator('.idle .link');
      if (!(await more.count())) break;
      await p.click(more, 'all places');
      await more.waitFor({ state: 'detached' }); // the page draws the longer list a moment later
      continue;
    }
    stuck.add(next); // a place is gone to once; who cannot go stays
    await p.click(p.page.locator(`.idle [data-idle="${next}"]`), next);
    await p.settled();
    if ((await all.count()) && (await all.isVisible())) {
      await p.click(all, 'all');
      await p.settled();
    }
    const go = (await p.look()).spots.filter(x => x.kind === 'go');
    if (!go.length) {
      await p.keys('Escape');
      continue;
    }
    await p.at(go[Math.floor(go.length / 3)], 'go');
    await p.turn();
  }
  const clicks = p.inputs - from,
    left = (await rows.count()) ? await count() : 0;
  await p.shot('moved');
  check(units - left >= 50, `${units - left} of ${units} units moved`);
  check(clicks <= 120, `${clicks} clicks`);
  return `${units - left} of ${units} units with ${clicks} clicks and keys`;
}
largeTurn.limit = 300;

// A phone held sideways: the board has the middle, every button is on the screen, the log comes when it is asked for.
export async function sideways(hand) {
  const p = await hand.open({ width: 844, height: 390, touch: true });
  await p.start();
  await p.turn();
  const panel = await p.page.locator('.decision').boundingBox(),
    rail = await p.page.locator('.rail').boundingBox(),
    free = panel.x - (rail.x + rail.width);
  check(free >= 400, `the board has ${free} of 844`);
  for (const b of await p.page.locator('.decision .buttons .btn').all()) {
    const r = await b.boundingBox();
    check(r.y + r.height <= 390, `${await b.innerText()} is on the screen`);
  }
  const log = p.page.locator('.drawer .log');
  check(!(await log.isVisible()), 'the log is out of the way');
  await p.click(p.page.locator('.zoom').getByRole('button', { name: 'Log' }), 'log');
  check(await log.isVisible(), 'and comes');
  await p.shot('board');
  return `${free} px of board`;
}

// A small window's lobby: nothing sticks out, the bar with Start is low, and what comes first depends on whether one has a game.
export async function smallLobby(hand) {
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ]) {
    const p = await hand.open({ width, height, touch: true }),
      top = async q => (await p.page.locator(q).first().boundingBox()).y,
      tall = async q => (await p.page.locator(q).first().boundingBox()).height;
    await p.page.locator('.lobby[data-pictures=whole]').waitFor();
    const out = await p.page.evaluate(() =>
      [...document.querySelectorAll('.lobby main, .lobby .joins, .lobby .mygames')]
        .filter(e => e.scrollWidth > e.clientWidth + 1)
        .map(e => `${e.className || e.tagName} ${e.scrollWidth}`),
    );
    check(!out.length, `nothing sticks out at ${width}: ${out}`);
    check((await tall('.startbar')) <= 84, `the bar is ${await tall('.startbar')} high`);
    const here = p.page.locator('.starthere');
    if (await here.count()) check((await tall('.starthere')) <= 180, 'where to start is no pillar');
    if (width > 820) continue;
    check((await top('.startbar')) < (await top('.mygames')), 'without games, a new one is first');
    await p.shot('empty');
    await p.start();
    await p.turn();
    await p.page.goto(base);
    await p.page.locator('.saved .one').first().waitFor();
    check((await top('.mygames')) < (await top('.games')), 'one’s own games stand first');
    await p.shot('games');
  }
}

// Taking back and asking for a hint stand in the same place at every decision.
export async function foot(hand) {
  const p = await hand.open(),
    mind = { hurry: true },
    hint = p.button('Hint'),
    undo = p.page.locator('.tools .btn').first(),
    places = new Set();
  await p.start();
  for (let i = 0; i < 24; i++) {
    await p.turn();
    if ((await p.look()).over) break;
    if (await hint.count()) {
      const [a, b] = [await undo.boundingBox(), await hint.boundingBox()];
      places.add([a.x, a.y, b.x + b.width, b.y].map(Math.round).join(' '));
    }
    await p.step(mind);
  }
  check(places.size === 1, `one place: ${[...places].join(', ')}`);
}

// What the guide frames on the board is framed as long as its words are there, and no longer.
export async function frame(hand) {
  const p = await hand.open(),
    points = p.page.locator('.guide:not([hidden])').getByRole('button', { name: 'Show me' }),
    framed = () => p.page.locator('.board').getAttribute('data-framed'),
    mind = { eager: 6 };
  let seen = 0;
  await p.start();
  for (let i = 0; i < 30; i++) {
    await p.turn();
    const s = await p.look();
    if (s.over) break;
    const marks = await points.count(),
      hex = (await framed()) ?? '';
    if (marks) seen++;
    if (marks) check(hex, 'what the step points at is framed');
    else check(!hex, `nothing is framed without words for it: ${hex} at "${s.prompt}"`);
    await p.step(mind);
  }
  if (!seen) return { skip: 'its lesson points at nothing' };
  return `${seen} times`;
}

// Who watches two computers is told what each side did, once the decision passes.
export async function watcher(hand) {
  const p = await hand.open();
  // Two computers can be quicker than a test, so the page itself notes what it shows from the start.
  await p.page.evaluate(() => {
    const look = () => {
      const title = document.querySelector('.decision h2')?.innerText ?? '',
        items = document.querySelectorAll('.decision .recap-list li').length;
      if (items > 0 && /^(German|Soviet) side/.test(title)) window.firstCard ??= title;
      requestAnimationFrame(look);
    };
    look();
  });
  await p.start({ german: 'Computer', soviet: 'Computer' });
  await p.page.waitForFunction(() => window.firstCard, null, { timeout: 60000 });
  const title = await p.page.evaluate(() => window.firstCard);
  await p.shot('card');
  return title;
}
