// Our pictures of the ten situations of a page, and of the map at three zooms: node test/screens.mjs [FOLDER]. It plays until
// it has seen them; a situation that a game does not have (a purchase, say) is named at the end. GAME, SCENARIO, SALIENT as
// in run.mjs; SIZE=1440x900 is the window.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from './server.mjs';

const stop = await serve(), { Hand, launch } = await import('./lib.mjs');
const out = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), 'shots/screens'), made = new Set(), [width, height] = (process.env.SIZE ?? '1440x900').split('x').map(Number);
mkdirSync(out, { recursive: true });
const browser = await launch(), hand = new Hand(browser, 'screens');
async function keep(p, name) {
  if (made.has(name)) return;
  made.add(name);
  if (!p.touch && !/refused/.test(name)) await p.page.mouse.move(4, 300);
  await p.page.locator('.board[data-ground=whole], .cover, .lobby').first().waitFor({ state: 'attached' });
  await p.page.screenshot({ path: join(out, `${name}.png`) });
  console.log(name);
}
async function away(p, s) { // a refusal at a place that the selected unit cannot reach
  const go = s.spots.filter(x => x.kind === 'go');
  for (const [x, y] of [[520, 150], [700, 140], [400, 180], [820, 320], [600, 220], [300, 400]]) {
    if (go.some(g => Math.hypot(g.x - x, g.y - y) < 70)) continue;
    await p.at({ x, y }, 'away');
    if ((await p.look()).refusal) { await p.page.locator('.rulepop .rule').waitFor({ timeout: 3000 }).catch(() => { }); await keep(p, 'page-03-move-refused'); break; }
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
async function play(dark, wanted, limit) {
  const p = await hand.open({ dark, width, height }), all = () => wanted.every(w => made.has(w)), name = n => (dark ? `${n}-dark`.replace('01', '09') : n);
  await p.start();
  await p.play({ eager: 3 }, async (did, s) => {
    const now = await p.look(), go = now.spots.some(x => x.kind === 'go');
    if (now.card && !now.card.rolled && now.card.table) await keep(p, name('page-01-attack'));
    if (now.card?.rolled && s.card && !s.card.rolled) await keep(p, name('page-02-rolled'));
    if (now.card && !now.card.rolled && !now.card.table) await keep(p, name('page-04-reaction-fire'));
    if (now.formOpen) await keep(p, name('page-05-purchase'));
    if (did === 'unit' && go && !dark && !made.has('page-03-move-refused')) await away(p, now);
    else if (did === 'unit' && go && !dark && !made.has('page-10-keyboard')) await keyboard(p);
  }, all, limit).catch(e => console.log(`stopped: ${e.message}`));
  await p.page.context().close();
}
{
  const p = await hand.open({ width, height });
  await p.page.locator('.tile canvas').first().waitFor();
  await p.page.locator('.lobby[data-pictures=whole]').waitFor();
  await keep(p, 'page-06-lobby');
  await p.start();
  await p.keys('0');
  await keep(p, 'map-far');
  for (const [name, n] of [['map-middle', 2], ['map-near', 3]]) { await p.page.mouse.move(width * .36, height * .46); for (let i = 0; i < n; i++) { await p.page.mouse.wheel(0, -200); await p.settled(); } await keep(p, name); }
  await p.page.context().close();
}
await play(false, ['page-01-attack', 'page-02-rolled', 'page-03-move-refused', 'page-04-reaction-fire', 'page-10-keyboard'], 90);
await play(true, ['page-09-attack-dark'], 60);
{
  const p = await hand.open({ width: 390, height: 844, touch: true, scale: 2 });
  await p.start();
  await p.play({ eager: 6 }, async did => { if (did === 'unit') { const s = await p.look(), go = s.spots.filter(x => x.kind === 'go'); if (go.length) { await p.at(go[0], 'propose'); await keep(p, 'page-07-phone'); } } }, () => made.has('page-07-phone'), 40).catch(() => { });
  await p.page.context().close();
}
{
  const p = await hand.open({ width, height }), minds = { German: {}, Soviet: {} };
  await p.start({ german: 'Me', soviet: 'Me' });
  for (let i = 0, covers = 0; i < 60 && !made.has('page-08-handover'); i++) {
    await p.turn();
    const s = await p.look();
    if (s.over) break;
    if (s.cover) { if (++covers >= 3) await keep(p, 'page-08-handover'); await p.keys('Enter'); } else await p.step(minds[s.who.split(',')[0]] ?? {});
  }
}
await browser.close();
stop();
console.log(`${made.size} pictures in ${out}`);
