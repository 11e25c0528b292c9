// Our pictures of the ten situations of a page, and of two maps at their zooms: node test/screens.mjs [FOLDER]. Each game is played
// until it has shown its own; what did not come up is named at the end, and then the exit code is 1. SALIENT as in run.mjs,
// SIZE=1440x900 is the window.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from './server.mjs';

const stop = await serve(),
  { Hand, launch } = await import('./lib.mjs');
const out = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), 'shots/screens'),
  [width, height] = (process.env.SIZE ?? '1440x900').split('x').map(Number);
const made = new Set(),
  missing = new Set();
mkdirSync(out, { recursive: true });
const browser = await launch();

const front = { title: /Kursk 1943/, part: /Ponyri/ },
  field = { title: /SS Panzer/, part: /Lesson/ },
  campaign = { title: /Stalnie/, part: /first morning/ };

async function keep(p, name) {
  if (made.has(name)) return;
  if (!p.touch && !/refused/.test(name)) await p.page.mouse.move(4, 300);
  await p.page
    .locator('.board[data-ground=whole], .cover, .lobby')
    .first()
    .waitFor({ state: 'attached', timeout: 60000 });
  await p.page.screenshot({ path: join(out, `${name}.png`) });
  made.add(name);
  console.log(name);
}
// With a page of its own; what it was to show and did not is missing.
async function withPage(names, options, doing) {
  const hand = new Hand(browser, 'screens');
  try {
    await doing(await hand.open({ width, height, ...options }));
  } catch (e) {
    console.log(`stopped: ${e.message.split('\n')[0]}`, ...(await hand.failed()));
  }
  await hand.close();
  for (const n of names) if (!made.has(n)) missing.add(n);
}
async function refusal(p, s) {
  if (await p.refused(s)) {
    await p.page
      .locator('.rulepop .rule')
      .waitFor({ timeout: 3000 })
      .catch(() => {});
    await keep(p, 'page-03-move-refused');
  }
  await p.keys('Escape');
}
async function keyboard(p) {
  await p.keys('Escape');
  await p.keys('n');
  await p.keys('?');
  await p.page.locator('.board').focus();
  await p.keys('ArrowUp');
  await p.key('/');
  await p.type('move');
  await keep(p, 'page-10-keyboard');
  for (let i = 0; i < 3; i++) await p.keys('Escape');
}
// The next unit that can go somewhere, for the two pictures that need one.
async function moving(p, want) {
  for (let i = 0; i < 12; i++) {
    await p.keys('n');
    const s = await p.look();
    if (!s.spots.some(x => x.kind === 'go')) continue;
    if (want('page-03-move-refused')) await refusal(p, s);
    else {
      await keyboard(p);
      return;
    }
  }
}
// Plays until all of these have been seen.
async function play(p, how, names, dark = false) {
  const name = n => (dark ? `${n}-dark`.replace('01', '09') : n),
    want = n => names.includes(n) && !made.has(n);
  await p.start(how);
  const mind = { eager: 3 };
  await p.play(
    mind,
    async (did, s) => {
      const now = await p.look();
      mind.hurry =
        names.some(n => /attack|rolled/.test(n)) &&
        !names.some(n => /move|keyboard/.test(n) && !made.has(n)) &&
        !/attack/i.test(now.prompt); // on to the attacks
      if (
        now.card &&
        !now.card.rolled &&
        now.card.table &&
        now.card.chances.length &&
        want(name('page-01-attack'))
      )
        await keep(p, name('page-01-attack'));
      if (now.card?.rolled && s.card && !s.card.rolled && want('page-02-rolled'))
        await keep(p, 'page-02-rolled');
      if (
        now.card &&
        !now.card.rolled &&
        !now.card.table &&
        /fire|hold/i.test(now.prompt) &&
        want('page-04-reaction-fire')
      )
        await keep(p, 'page-04-reaction-fire');
      if (now.formOpen && want('page-05-purchase')) await keep(p, 'page-05-purchase');
      if (/^move/i.test(now.prompt) && (want('page-03-move-refused') || want('page-10-keyboard')))
        await moving(p, want);
    },
    () => names.every(n => made.has(n)),
    160,
  );
}
async function map(p, how, names) {
  // from the whole board inwards
  await p.start(how);
  await p.turn();
  await p.keys('0');
  for (const [name, steps] of names) {
    await p.page.mouse.move(width * 0.36, height * 0.46);
    for (let i = 0; i < steps; i++) {
      await p.page.mouse.wheel(0, -200);
      await p.settled();
    }
    await keep(p, name);
  }
}

await withPage(['page-06-lobby'], {}, async p => {
  await p.page.locator('.lobby[data-pictures=whole]').waitFor();
  await keep(p, 'page-06-lobby');
});
await withPage(['map-wb95-far', 'map-wb95-middle', 'map-wb95-near'], {}, p =>
  map(p, front, [
    ['map-wb95-far', 0],
    ['map-wb95-middle', 2],
    ['map-wb95-near', 2],
  ]),
);
await withPage(['map-wb95-dark'], { dark: true }, p => map(p, front, [['map-wb95-dark', 2]]));
await withPage(['map-sspanzer', 'map-sspanzer-near'], {}, p =>
  map(p, field, [
    ['map-sspanzer', 0],
    ['map-sspanzer-near', 3],
  ]),
);
for (const [how, names, dark] of [
  [front, ['page-03-move-refused', 'page-10-keyboard', 'page-01-attack', 'page-02-rolled']],
  [front, ['page-09-attack-dark'], true],
  [field, ['page-04-reaction-fire']],
  [campaign, ['page-05-purchase']],
])
  await withPage(names, { dark }, p => play(p, how, names, dark));
await withPage(['page-07-phone'], { width: 390, height: 844, touch: true, scale: 2 }, async p => {
  await p.start(front);
  await p.play(
    { eager: 6 },
    async did => {
      const s = await p.look(),
        go = s.spots.filter(x => x.kind === 'go');
      if (did === 'unit' && go.length) {
        await p.at(go[0], 'propose');
        await keep(p, 'page-07-phone');
      }
    },
    () => made.has('page-07-phone'),
    80,
  );
});
await withPage(['page-08-handover'], {}, async p => {
  const minds = { German: {}, Soviet: {} };
  await p.start({ ...front, german: 'Me', soviet: 'Me' });
  for (let i = 0, covers = 0; i < 160 && !made.has('page-08-handover'); i++) {
    await p.turn();
    const s = await p.look();
    if (s.over) break;
    if (s.cover) {
      if (++covers >= 3 && (await p.page.locator('.cover .n').count()))
        await keep(p, 'page-08-handover');
      await p.keys('Enter');
    } else await p.step(minds[s.who.split(',')[0]] ?? {});
  }
});
await browser.close();
stop();
console.log(
  `${made.size} pictures in ${out}${missing.size ? `; not seen: ${[...missing].join(', ')}` : ''}`,
);
process.exit(missing.size ? 1 : 0);
