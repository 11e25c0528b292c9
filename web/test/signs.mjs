// What the screen says is so: a sign that the key names is on the board, what is offered is in sight, nothing is cut off, and words
// fit what has happened.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { base, check } from './lib.mjs';

const has = async (p, title) => {
  const group = p.page.getByRole('radiogroup', { name: 'Game', exact: true });
  await group.waitFor();
  return (await group.getByRole('radio', { name: title }).count()) > 0;
};
// Plays on, and reads the tips, until the panel asks for something like this.
async function until(p, prompt, mind = { hurry: true }) {
  const next = p.page.locator('.guide').getByRole('button', { name: /^(Next|Understood)$/ });
  for (let i = 0; i < 60; i++) {
    await p.turn();
    const s = await p.look();
    if (prompt.test(s.prompt)) return s;
    if (await next.count()) await p.click(next.first(), 'read');
    else await p.step(mind);
    await p.settled();
  }
  throw new Error(`no decision like ${prompt}`);
}

// The cards of the games are whole in every window: scale, length and all five dots.
export async function tiles(hand) {
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [1000, 700],
    [390, 844],
  ]) {
    const p = await hand.open({ width, height });
    await p.page.locator('.lobby .tile .dots').first().waitFor();
    const cut = await p.page.evaluate(() =>
      [...document.querySelectorAll('.lobby .tile')].flatMap(tile => {
        const right = tile.getBoundingClientRect().right;
        return [...tile.querySelectorAll('.dots, .soft, b')]
          .filter(e => e.getBoundingClientRect().right > right)
          .map(e => e.textContent);
      }),
    );
    check(!cut.length, `cut off at ${width}: ${cut.join(' | ')}`);
    await p.page.close();
  }
}

// A phone shows the phases as a strip under the head, names the phase, and has the score in the window; its lowest row counts who
// is left.
export async function head(hand) {
  const p = await hand.open({ width: 390, height: 844, touch: true, scale: 2 }),
    strip = p.page.locator('.strip'),
    inside = async q => {
      const r = await p.page.locator(q).boundingBox();
      return r && r.x >= 0 && r.x + r.width <= 390;
    };
  await p.start();
  await p.turn();
  const bar = await strip.boundingBox(),
    now = await strip.locator('.now').evaluate(e => getComputedStyle(e).backgroundColor),
    ahead = await strip.locator('i:last-child').evaluate(e => getComputedStyle(e).backgroundColor),
    phase = await p.page.locator('.track .now').getAttribute('title'),
    date = await p.page.locator('.top .date').innerText();
  check(bar.width === 390 && bar.height === 6, `the strip is ${bar.width} by ${bar.height}`);
  check(now !== ahead, `the present phase stands out: ${now}`);
  check(date.includes(phase), `"${date}" names the phase ${phase}`);
  if (await p.page.locator('.score').count())
    check(await inside('.score'), 'the score is in sight');
  check(await inside('.decides'), 'who decides is in sight');
  await p.shot('head');
  const mind = { hurry: true },
    idle = p.page.locator('.decision .idle .label');
  for (let i = 0; i < 20 && !(await idle.count()); i++) {
    await p.step(mind);
    await p.turn();
  }
  if (!(await idle.count())) return 'nobody was left';
  const n = /\d+/.exec(await idle.innerText())[0],
    row = await p.page.locator('.phone').innerText();
  check(new RegExp(`Not (moved|acted)\\s+${n}\\b`).test(row), `${n} are left: "${row}"`);
  return row.replace(/\s+/g, ' ');
}

// A phone on its side: the units of a stack are a row of the panel and hide no board.
export async function sidewaysStack(hand) {
  const p = await hand.open({ width: 844, height: 390, touch: true }),
    title = /Kursk 1943/;
  if (!(await has(p, title))) return { skip: 'no game with stacks here' };
  await p.start({ title, part: /Ponyri/ });
  await until(p, /^Move units/);
  const five = p.page.locator('[data-idle]').filter({ has: p.page.locator('.pill') });
  await p.click(five.first(), 'a stack');
  await p.settled();
  const card = await p.page.locator('.stackcard').boundingBox(),
    panel = await p.page.locator('.decision').boundingBox();
  check(card.x >= panel.x && card.height < 90, `it lies at ${card.x}, ${card.height} high`);
  await p.shot('stack');
}

// The key to a unit's reach names only what is on the board: no answer of the enemy where none can come; and the list of choices
// says a thing once.
export async function reachKey(hand) {
  const p = await hand.open(),
    title = /Kursk 1943/;
  if (!(await has(p, title))) return { skip: 'not this game' };
  await p.start({ title, part: /Ponyri/ });
  await until(p, /^Move units/);
  await p.click(p.page.locator('.choices > summary'), 'every choice');
  for (let i = 0; i < 3; i++) {
    await p.keys('n');
    await p.page.locator('.legend').waitFor();
    const key = await p.page.locator('.legend').innerText(),
      twice = await p.page.locator('.choices li', { hasText: /must stop.*must stop/ }).count();
    check(!/may answer/.test(key), `nobody answers a move in this game: "${key}"`);
    check(!twice, 'a choice says once that the unit must stop');
  }
}

// While a hex of the reach is pointed at, the panel says what going there costs.
export async function way(hand) {
  const p = await hand.open(),
    line = p.page.locator('.decision .way');
  await p.start();
  const mind = { hurry: true },
    idle = p.page.locator('.decision [data-idle]');
  for (let i = 0; i < 20 && !(await idle.count()); i++) {
    await p.turn();
    await p.step(mind);
  }
  if (!(await idle.count())) return { skip: 'nobody moves' };
  await p.keys('n');
  await line.waitFor();
  const go = (await p.look()).spots.filter(x => x.kind === 'go').at(-1);
  await p.page.mouse.move(go.x, go.y);
  await p.page.mouse.move(go.x + 2, go.y + 1);
  await line.getByText(`To ${go.hex}:`).waitFor();
  const words = await line.innerText(),
    cost = /go there for (\S+?),?( |$)/.exec(go.text)[1];
  check(words.includes(`${cost} point`), `"${words}" has the cost ${cost}`);
  check(!/must stop/.test(go.text) || /must stop/.test(words), `"${words}" of "${go.text}"`);
  return words;
}

// What happened before a side decided anything is not since it decided. In some games the first decision is an answer; then another
// game is begun.
export async function opening(hand) {
  const p = await hand.open(),
    title = /SS Panzer/;
  if (!(await has(p, title))) return { skip: 'not this game' };
  await p.page.evaluate(() =>
    localStorage.setItem('salient.settings', JSON.stringify({ speed: 'once' })),
  );
  for (let i = 0; i < 6; i++) {
    await p.page.goto(base);
    await p.page.reload();
    await p.start({ title });
    await p.turn();
    const s = await p.look();
    if (!s.recap.length) continue;
    check(/^Before your first decision/.test(s.prompt), `it begins with "${s.prompt}"`);
    check(!/again/.test(s.who), `"${s.who}"`);
    check(!s.recap.some(x => /\d x \d/.test(x)), `no codes of dice: ${s.recap[0]}`);
    await p.shot('opening');
    return `at the game ${i + 1}`;
  }
  return { skip: 'every game began with an answer' };
}

// The card of a shot by squads shows what each sum of the dice brings.
export async function strip(hand) {
  const p = await hand.open({ width: 1440, height: 900 }),
    title = /Stalnie/,
    bars = p.page.locator('.decision .dicestrip');
  if (!(await has(p, title))) return { skip: 'no battles of squads here' };
  await p.start({ title, part: /Oktyabrsky/ });
  for (let i = 0; i < 8; i++) {
    await p.turn();
    const s = await p.look();
    if (/fires or moves/.test(s.prompt)) break;
    await p.at(s.buttons.find(b => /by the card/.test(b.text)) ?? s.buttons[0], 'set up');
  }
  const mind = { eager: 6, aim: true };
  for (let i = 0; i < 160; i++) {
    await p.turn();
    const s = await p.look();
    if (s.over) break;
    if ((await bars.count()) && s.card) {
      const box = await bars.first().boundingBox();
      check(box && box.height > 40, `the strip of "${s.card.title}" is in sight`);
      check((await bars.locator('> span').count()) === 11, 'eleven sums of two dice');
      await p.shot('strip');
      return s.card.title;
    }
    await p.step(mind);
  }
  throw new Error('no shot came');
}
strip.limit = 300;

// What the enemy answers in one's own attack is on the card of the attack: play goes on without another card about it.
export async function ownAttack(hand) {
  const p = await hand.open(),
    title = /Kursk 1943/,
    mind = { hurry: true },
    main = p.page.locator('.decision .buttons .btn.main').first();
  if (!(await has(p, title))) return { skip: 'not this game' };
  await p.page.evaluate(() =>
    localStorage.setItem('salient.settings', JSON.stringify({ speed: 'once', guided: false })),
  );
  await p.page.reload();
  await p.start({ title, part: /Ponyri/ });
  await until(p, /hex to attack/, mind);
  let answered = 0;
  for (let attacks = 0; attacks < 3; attacks++) {
    const s = await p.look(),
      targets = s.spots.filter(x => x.kind === 'hex');
    if (!/hex to attack/.test(s.prompt) || !targets.length) break;
    await p.at(targets[Math.floor(targets.length / 2)], 'target');
    for (let i = 0; i < 6; i++) {
      const add = (await p.look()).spots.filter(x => x.kind === 'unit' && /Add/.test(x.text));
      if (!add.length) break;
      await p.at(add[0], 'add');
    }
    for (let i = 0; i < 14; i++) {
      await p.turn();
      const now = await p.look();
      check(!/^Since you decided/.test(now.prompt), `"${now.prompt}" after an attack`);
      if (/hex to attack/.test(now.prompt)) break;
      if (now.card && !now.card.rolled) await p.click(main, 'attack');
      else await p.step(mind);
      await p.settled();
    }
    answered += await p.page.locator('.log .ev', { hasText: 'fires in the combat' }).count();
  }
  return `${answered} answers`;
}
ownAttack.limit = 240;

// Who waits off the map is put on it: the places are in sight, and who was chosen is marked.
export async function entering(hand) {
  const p = await hand.open({ width: 1440, height: 900 }),
    title = /Stalnie/;
  if (!(await has(p, title))) return { skip: 'no battles of squads here' };
  await p.choose('Game', { name: title });
  await p.choose('Scenario', { name: /first morning/ });
  await p.page.locator('.options select').first().selectOption({ label: 'field' });
  await p.start({ title, part: /first morning/ });
  const s = await until(p, /who (comes in|fires or moves)/);
  check(!/\b0 units/.test(s.prompt), `nobody is counted who is not there: "${s.prompt}"`);
  const units = p.page.locator('.decision .boxed:not([disabled])');
  await p.click(units.last(), 'a unit off the map');
  await p.settled();
  const now = await p.look();
  check(
    now.spots.some(x => x.kind === 'hex'),
    `a place to come in is in sight at "${now.prompt}"; ${now.under} are not`,
  );
  await p.shot('edge');
  const chosen = await p.page.locator('.decision .boxed[aria-pressed=true]').count();
  check(chosen > 0 || !(await units.count()), 'who was chosen is marked');
}
entering.limit = 240;

// A phone's form has every choice inside the window, and its log a bar that is whole and can be closed.
export async function pocketForm(hand) {
  const p = await hand.open({ width: 390, height: 844, touch: true, scale: 2 }),
    title = /Stalnie/,
    wide = async q =>
      (
        await p.page.locator(q).evaluateAll(l => l.map(e => e.getBoundingClientRect().toJSON()))
      ).filter(r => r.width && (r.x < 0 || r.x + r.width > 390)).length;
  if (!(await has(p, title))) return { skip: 'no form here' };
  await p.start({ title, part: /first morning/ });
  await p.turn();
  const buy = p.page.locator('.form .btn[data-action]');
  await buy.first().waitFor();
  check((await buy.count()) > 5, `${await buy.count()} choices`);
  check((await wide('.form .btn')) === 0, 'all of them are inside the window');
  await p.shot('form');
  const bar = '.drawer .replay button';
  await p.click(p.page.locator('.phone').getByText('Log'), 'log');
  check(await p.page.locator('.drawer .log').isVisible(), 'the log is open');
  check((await wide(bar)) === 0, 'its bar is inside the window');
  const tops = await p.page
    .locator(bar)
    .evaluateAll(l => l.map(e => e.getBoundingClientRect().height).filter(Boolean));
  check(Math.max(...tops) <= 60, `its buttons are ${tops}`);
  await p.shot('log');
  await p.click(p.button('Close the log'), 'close');
  check(!(await p.page.locator('.drawer .log').isVisible()), 'and closed');
}

const bundled = async name => {
  const source = fileURLToPath(new URL(`../src/${name}`, import.meta.url)),
    out = await build({ entryPoints: [source], bundle: true, format: 'esm', write: false }),
    code = Buffer.from(out.outputFiles[0].text).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
};

// Of many rolls those that brought nothing are one line without a number; of a few each has its own. What goes from box to box is no
// news, and a box is called by its title.
export async function recaps() {
  const { recapOf } = await bundled('table/recap.ts'),
    fight = (n, result) => ({
      n,
      last: n,
      kind: 'fight',
      side: 'soviet',
      rule: '1',
      text: '',
      more: [],
      others: [],
      way: [],
      at: [],
      dead: [],
      dice: [],
      order: false,
      card: { title: `Fire ${n}`, result },
    }),
    story = { resultOf: c => c.result, nameOf: u => u },
    view = at => ({ units: Object.entries(at).map(([id, where]) => ({ id, at: where })) }),
    board = {
      counters: ['g1', 'g2', 'g3', 'g4'].map(id => ({ id, side: 'german' })),
      marks: [
        { id: 'd', shape: 'diamond', title: 'disorganized' },
        { id: 'm', shape: 'round', title: 'has moved' },
      ],
      boxes: [
        { id: 'guns.used', title: 'Guns that have fired' },
        { id: 'guns.first', title: 'Guns' },
      ],
    },
    was = view({ g1: 'guns.used', g2: 'guns.first', g3: '0101', g4: '0303' }),
    is = view({ g1: 'guns.first', g2: '0202', g3: '0102', g4: '0303' }),
    told = results =>
      recapOf(
        results.map((r, i) => fight(i + 1, r)),
        'german',
        was,
        is,
        story,
        board,
        false,
      );
  is.units[3].marks = ['d:1', 'm'];
  const many = told([
      ...Array(10).fill('no effect'),
      'suppressed',
      'eliminated',
      'suppressed as before',
    ]),
    few = told(['no effect', 'suppressed']);
  check(
    many.items.map(i => i.n).join() === '1,2,0' && /^11 other rolls/.test(many.items[2].title),
    `many: ${many.items.map(i => `${i.n} ${i.title}`).join(', ')}`,
  );
  check(few.items.map(i => i.n).join() === '1,2', `few: ${few.items.map(i => i.title)}`);
  const own = many.own.map(o => o.text).join('; ');
  check(
    own === 'Moved: g2, Guns to 0202; Moved: g3, 0101 to 0102; Now disorganized: g4 in 0303',
    `own: ${own}`,
  );
}

// The words of a fight: odds, columns, and dice that hit one by one.
export async function fights() {
  const { Story, fightWords } = await bundled('story.ts'),
    words = (column, table = null) => fightWords({ title: 't', column, table }, [], '');
  for (const [column, want] of [
    ['3:1', 't: at 3:1'],
    ['2 x 1-3', 't: 2 dice, hits on 1 to 3'],
    ['1 x 1', 't: 1 die, hits on 1'],
    ['2 or less', 't: hits on 2 or less'],
    ['3-5', 't: '],
    ['weight 9', 't: weight 9'],
  ])
    check(words(column) === want, `${column}: "${words(column)}"`);
  check(words('3-5', 'fire') === 't: column 3-5', `of a table: "${words('3-5', 'fire')}"`);
  // a fight is where its title says, and what happens in the next phase does not belong to it
  const story = new Story({
      board: {
        hexes: [['L5'], ['Q3'], ['L4']],
        counters: [{ id: 's1', side: 'soviet' }],
        phases: [],
      },
      name: u => u,
      date: () => '',
      result: () => 'no effect',
    }),
    event = (n, phase, at, card) => ({
      n,
      kind: 'k',
      rule: '1',
      text: 'k',
      at,
      units: ['s1'],
      phase,
      card,
    }),
    sides = [{ side: 'soviet', lines: [{ unit: 's1' }] }],
    lines = story.lines([
      event(1, 'fire', ['L5'], { title: 'Fire at Q3', rolled: 0, by: 'soviet', sides }),
      event(2, 'fire', ['L5']),
      event(3, 'assault', ['L4', 'L5']),
    ]);
  check(lines.length === 2 && lines[0].more.length === 1, `two lines: ${lines.map(l => l.text)}`);
  check(lines[0].at[0] === 'Q3', `it is at ${lines[0].at}`);
}
