// Our screens beside the reference pictures: LOOK=FOLDER node test/beside.mjs. FOLDER holds page-*.png and flaws/*.png; each pair goes
// to test/shots/beside as one picture, ours on the right. Without LOOK only ours are taken. What did not come up is named at the end.
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
  made = new Set(),
  wanted = [
    'flaw-01',
    'flaw-02',
    'flaw-03',
    'flaw-04',
    'flaw-05',
    'flaw-06',
    'flaw-07',
    'flaw-08',
    'flaw-09',
    'flaw-10',
    'page-11',
    'page-12',
    'page-13',
    'page-14',
    'page-15',
    'page-17',
    'page-18',
  ];

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
    .waitFor({ state: 'attached', timeout: 30000 })
    .catch(() => {});
  const ours = (await p.page.screenshot()).toString('base64');
  for (const name of names) {
    const theirs = reference(name),
      page = await browser.newPage({ viewport: { width: theirs ? 2900 : 1440, height: 900 } }),
      img = x => `<img src="data:image/png;base64,${x}" style="width:1440px;height:900px">`;
    await page.setContent(
      `<body style="margin:0;display:flex;gap:20px;background:#000">${theirs ? img(theirs) : ''}${img(ours)}`,
    );
    await page.screenshot({ path: join(out, `${name}.png`) });
    await page.close();
    made.add(name);
    console.log(name);
  }
}
async function withPage(options, doing) {
  const hand = new Hand(browser, 'beside');
  try {
    await doing(await hand.open({ width: 1440, height: 900, ...options }));
  } catch (e) {
    console.log(`stopped: ${e.message.split('\n')[0]}`);
  }
  await hand.close();
}
async function until(p, prompt) {
  const mind = { hurry: true };
  for (let i = 0; i < 60; i++) {
    await p.turn();
    const s = await p.look();
    if (prompt.test(s.prompt)) return;
    await p.step(mind);
  }
  throw new Error(`no decision like ${prompt}`);
}

await withPage({}, async p => {
  await p.page.locator('.lobby[data-pictures=whole]').waitFor();
  await p.start(small);
  await p.turn();
  await p.page.goto(p.page.url().split('#')[0]);
  await p.page.locator('.lobby[data-pictures=whole]').waitFor();
  await p.choose('Game', { name: /Kursk I and/ });
  await p.choose('Scenario', { name: /northern/ });
  await keep(p, 'page-17', 'flaw-02');
});
await withPage({}, async p => {
  await p.start({ ...small, soviet: 'Friend' });
  await p.settled();
  await keep(p, 'page-15', 'flaw-03');
});
await withPage({}, async p => {
  await p.start(front);
  await p.settled();
  await keep(p, 'flaw-10');
  await until(p, /^Move units/);
  const row = p.page.locator('[data-idle]').filter({ has: p.page.locator('.pill') });
  await p.click(row.first(), 'a stack');
  await p.settled();
  await p.keys('a');
  await p.settled();
  await keep(p, 'page-18');
  await p.keys('Escape');
  await p.keys('Space');
  await keep(p, 'flaw-01');
});
await withPage({}, async p => {
  await p.start(small);
  await until(p, /^Move units/);
  for (let i = 0; i < 8; i++) {
    await p.keys('n');
    const s = await p.look();
    if (s.spots.some(x => x.kind === 'go') && (await p.refused(s))) break;
    await p.keys('Escape');
  }
  await keep(p, 'flaw-08');
  await p.keys('Escape');
  await until(p, /hex to attack/);
  const target = (await p.look()).spots.filter(x => x.kind === 'hex');
  await p.at(target[Math.floor(target.length / 2)], 'target');
  await keep(p, 'flaw-04');
  for (let i = 0; i < 8; i++) {
    const add = (await p.look()).spots.filter(x => x.kind === 'unit' && /Add/.test(x.text));
    if (!add.length) break;
    await p.at(add[0], 'add');
  }
  await keep(p, 'flaw-07');
});
await withPage({ moving: true }, async p => {
  const skip = p.button(/^Skip to my move/),
    mind = { hurry: true };
  await p.start(small);
  let looks = 0;
  for (let i = 0; i < 600 && !made.has('page-14'); i++) {
    if (await skip.isVisible()) {
      looks++;
      if (looks === 6) await keep(p, 'page-13', 'flaw-05');
      await new Promise(yes => setTimeout(yes, 150));
      continue;
    }
    const s = await p.look();
    if (s.over) break;
    if (s.waiting || (await p.page.locator('.decision[aria-busy=true]').count())) {
      await new Promise(yes => setTimeout(yes, 120));
      continue;
    }
    if (s.goOn && s.recap.length > 2 && looks >= 6) await keep(p, 'page-14', 'flaw-06');
    await p.step(mind);
  }
});
// A battle of squads, from the side that is attacked: a reaction with its line of sight, then a shot of a gun.
await withPage({}, async p => {
  const mind = { eager: 6, aim: true };
  await p.start({
    title: /Stalnie/,
    part: /Oktyabrsky/,
    german: 'Computer',
    soviet: 'Me',
  });
  await p.play(
    mind,
    () => {},
    async s => {
      const open = s.card && !s.card.rolled;
      if (open && /from/.test(s.card.title) && !made.has('page-11'))
        await keep(p, 'page-11', 'flaw-09');
      if (open && /^Shot/.test(s.card.title) && !made.has('page-12')) await keep(p, 'page-12');
      return made.has('page-11') && made.has('page-12');
    },
    260,
  );
});
await browser.close();
stop();
const missing = wanted.filter(n => !made.has(n));
console.log(
  `${made.size} pictures in ${out}${missing.length ? `; not seen: ${missing.join(', ')}` : ''}`,
);
process.exit(missing.length ? 1 : 0);
