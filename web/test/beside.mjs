// Our screens beside the reference pictures: LOOK=FOLDER node test/beside.mjs. FOLDER holds page-*.png and flaws/*.png; each pair goes
// to test/shots/beside as one picture, ours on the right. Without LOOK only ours are taken. A scene that does not come up is played
// once more; what is still missing then is named at the end. ONLY=page-13 takes one scene.
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from './server.mjs';

const stop = await serve(),
  { Hand, launch } = await import('./lib.mjs');
const out = join(dirname(fileURLToPath(import.meta.url)), 'shots/beside'),
  look = process.env.LOOK ?? '',
  front = { title: /Kursk 1943/, part: /^Kursk/ },
  small = { title: /Kursk 1943/, part: /Ponyri/ };
mkdirSync(out, { recursive: true });
const browser = await launch(),
  made = new Set();

const reference = name => {
  const [kind, n] = name.split('-'),
    folder = kind === 'flaw' ? join(look, 'flaws') : look,
    start = kind === 'flaw' ? n : name;
  if (!look || !existsSync(folder)) return null;
  const file = readdirSync(folder).find(f => f.startsWith(start) && f.endsWith('.png'));
  return file ? readFileSync(join(folder, file)).toString('base64') : null;
};
async function keep(p, ...names) {
  await p.page
    .locator('.board[data-ground=whole], .lobby')
    .first()
    .waitFor({ state: 'attached', timeout: 60000 });
  const ours = (await p.page.screenshot()).toString('base64'),
    { width, height } = p.page.viewportSize();
  for (const name of names) {
    const theirs = reference(name),
      size = { width: theirs ? 2 * width + 20 : width, height },
      page = await browser.newPage({ viewport: size, deviceScaleFactor: width < 500 ? 2 : 1 }),
      img = x =>
        `<img src="data:image/png;base64,${x}" style="width:${width}px;height:${height}px">`;
    await page.setContent(
      `<body style="margin:0;display:flex;gap:20px;background:#000">${theirs ? img(theirs) : ''}${img(ours)}`,
    );
    await page.screenshot({ path: join(out, `${name}.png`) });
    await page.close();
    made.add(name);
    console.log(name);
  }
}
// Plays on until the panel asks for something like this.
async function until(p, prompt) {
  const mind = { hurry: true };
  for (let i = 0; i < 80; i++) {
    await p.turn();
    const s = await p.look();
    if (prompt.test(s.prompt)) return;
    await p.step(mind);
  }
  throw new Error(`no decision like ${prompt}`);
}

async function lobby(p) {
  const pictures = p.page.locator('.lobby[data-pictures=whole]');
  await pictures.waitFor();
  await p.start(small);
  await p.turn();
  await p.page.goto(p.page.url().split('#')[0]);
  await pictures.waitFor();
  await p.choose('Game', { name: /Kursk I and/ });
  await p.choose('Scenario', { name: /northern/ });
  await keep(p, 'page-17', 'flaw-02');
}
async function invitation(p) {
  await p.start({ ...small, soviet: 'Friend' });
  await p.settled();
  await keep(p, 'page-15', 'flaw-03');
}
// The first view of a large game, a stack of five that goes together, and the question before a phase ends.
async function stack(p) {
  await p.start(front);
  await p.settled();
  await keep(p, 'flaw-10');
  await until(p, /^Move units/);
  const five = p.page.locator('[data-idle]').filter({ has: p.page.locator('.pill:text("5")') });
  await p.click(five.first(), 'a stack');
  await p.settled();
  await p.keys('a');
  await p.page.locator('.stack-unit[aria-pressed=true]').nth(4).waitFor();
  await keep(p, 'page-18');
  await p.keys('Escape');
  await p.keys('Space');
  await p.page.locator('.decision .question').waitFor();
  await keep(p, 'flaw-01');
}
// A phone: a stack that goes together, proposed.
async function pocket(p) {
  await p.start(small);
  await p.click(p.page.locator('.guide').getByRole('button', { name: 'Close this tip' }), 'close');
  await until(p, /^Move units/);
  const close = p.page.locator('.guide').getByRole('button', { name: 'Close this tip' });
  while (await close.count()) {
    await p.click(close, 'close');
    await p.settled();
  }
  const stacks = (await p.look()).spots.filter(x => x.kind === 'unit');
  for (const spot of stacks) {
    await p.at(spot, 'a stack');
    const all = p.page.locator('.stackcard .all');
    if (!(await all.count())) continue;
    await p.click(all, 'all');
    await p.settled();
    const go = (await p.look()).spots.filter(x => x.kind === 'go' && !/must/.test(x.text));
    if (!go.length) continue;
    await p.at(go[0], 'propose');
    if (await p.page.locator('.decision .confirm').count()) break;
  }
  await p.page.locator('.decision .confirm').waitFor();
  await keep(p, 'page-20');
}
// A place that is out of reach; a place attacked, before and after units were added.
async function attack(p) {
  await p.start(small);
  await p.click(p.page.locator('.guide').getByRole('button', { name: 'Close this tip' }), 'close');
  await until(p, /^Move units/);
  for (let i = 0, said = null; i < 12 && !said; i++) {
    await p.keys('n');
    const s = await p.look();
    if (s.spots.some(x => x.kind === 'go')) said = await p.refused(s);
    if (said) await keep(p, 'flaw-08');
    await p.keys('Escape');
  }
  await until(p, /hex to attack/);
  const target = (await p.look()).spots.filter(x => x.kind === 'hex');
  await p.at(target[Math.floor(target.length / 2)], 'target');
  await keep(p, 'flaw-04');
  for (let i = 0; i < 8; i++) {
    const add = (await p.look()).spots.filter(x => x.kind === 'unit' && /Add/.test(x.text));
    if (!add.length) break;
    await p.at(add[0], 'add');
  }
  await p.page.locator('.decision .odds').waitFor();
  await keep(p, 'flaw-07');
}
// The other side's moves one at a time, so that none is missed, and then what happened since. A step of play ends when the page is at
// rest, and it is not while moves are shown: so the show is gone through while a step is on its way.
async function following(p) {
  const skip = p.button(/^Skip to my move/),
    rows = p.page.locator('.decision .list.moves').first().locator('> li'),
    mind = { hurry: true };
  let acting = null;
  await p.page.evaluate(() =>
    localStorage.setItem('salient.settings', JSON.stringify({ speed: 'step', guided: false })),
  );
  await p.page.reload();
  await p.start(small);
  for (let i = 0; i < 600 && !made.has('page-14'); i++) {
    const shows = skip.waitFor({ timeout: 60000 }).catch(() => {});
    await Promise.race([shows, acting ?? p.turn().catch(() => {})]);
    if (await skip.isVisible()) {
      if (!made.has('page-13') && (await rows.count()) >= 4) {
        await p.click(p.page.getByRole('radio', { name: 'Slow', exact: true }), 'slow');
        await keep(p, 'page-13', 'flaw-05');
        await p.key('Space');
      } else await p.key('ArrowRight');
      continue;
    }
    if (acting) continue;
    const s = await p.look();
    if (s.over) return;
    if (s.goOn && s.recap.length > 2 && made.has('page-13')) {
      await keep(p, 'page-14', 'flaw-06');
      return;
    }
    acting = p.step(mind).finally(() => (acting = null));
    acting.catch(() => {}); // the page may be closed under it
  }
}
// Whoever ends every phase at once makes mistakes to look at.
async function reviewing(p) {
  for (let games = 0; games < 3; games++) {
    await p.start({ title: /The ford/ });
    await p.play({ hurry: true });
    await p.click(p.button('Review this game'), 'review');
    const panel = p.page.locator('.decision'),
      mistake = panel.locator('.mistake').first();
    await panel.getByText(/^Where the game went/).waitFor({ timeout: 240000 });
    await p.settled();
    if (await mistake.count()) {
      await p.keys('n');
      await keep(p, 'page-16');
      return;
    }
    await p.page.goto(p.page.url().split('#')[0]);
  }
}
// A battle of squads, from the side that is attacked: a reaction with its line of sight, then a shot of a gun.
async function battle(p) {
  await p.start({ title: /Stalnie/, part: /Oktyabrsky/, german: 'Computer', soviet: 'Me' });
  await p.play(
    { eager: 6, aim: true },
    () => {},
    async s => {
      const open = s.card && !s.card.rolled;
      if (open && /from/.test(s.card.title) && !made.has('page-11'))
        await keep(p, 'page-11', 'flaw-09');
      const duel = open && (await p.page.locator('.gates .soft').count());
      if (duel && !made.has('page-12')) await keep(p, 'page-12');
      return made.has('page-11') && made.has('page-12');
    },
    400,
  );
}

const scenes = [
  [lobby, ['page-17', 'flaw-02']],
  [invitation, ['page-15', 'flaw-03']],
  [stack, ['flaw-10', 'page-18', 'flaw-01']],
  [attack, ['flaw-08', 'flaw-04', 'flaw-07']],
  [following, ['page-13', 'flaw-05', 'page-14', 'flaw-06'], { moving: true }],
  [reviewing, ['page-16']],
  [battle, ['page-11', 'page-12', 'flaw-09']],
  [pocket, ['page-20'], { width: 390, height: 844, touch: true, scale: 2 }],
];
const only = process.env.ONLY,
  chosen = scenes.filter(([, names]) => !only || names.includes(only)),
  missing = () => chosen.flatMap(([, names]) => names).filter(n => !made.has(n));
// Each scene has a page of its own.
async function take([scene, , options]) {
  const hand = new Hand(browser, 'beside');
  try {
    await scene(await hand.open({ width: 1440, height: 900, ...options }));
  } catch (e) {
    console.log(`${scene.name} stopped: ${e.message.split('\n')[0]}`, ...(await hand.failed()));
  }
  await hand.close();
}
for (const again of [false, true])
  for (const scene of chosen)
    if (scene[1].some(n => !made.has(n))) {
      if (again) console.log(`once more: ${scene[0].name}`);
      await take(scene);
    }
await browser.close();
stop();
console.log(
  `${made.size} pictures in ${out}${missing().length ? `; not seen: ${missing().join(', ')}` : ''}`,
);
process.exit(missing().length ? 1 : 0);
