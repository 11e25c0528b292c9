// Our pictures of the ten situations of a page, and of the map at three zooms: node test/screens.mjs [FOLDER].
// Needs a running server (SALIENT_URL). GAME and SCENARIO choose what is played.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, open } from './lib.mjs';

const out = process.argv[2] ?? join(import.meta.dirname ?? '.', 'shots'), game = process.env.GAME ? new RegExp(process.env.GAME) : undefined, scenario = process.env.SCENARIO ? new RegExp(process.env.SCENARIO) : undefined;
mkdirSync(out, { recursive: true });
const browser = await launch(), made = new Set();
const keep = async (p, name) => { if (made.has(name)) return; made.add(name); await p.page.mouse.move(5, 400); await p.settle(900); await p.page.screenshot({ path: join(out, `${name}.png`) }); console.log(name); };

async function play(dark, wanted, limit) {
  const p = await open(browser, { dark }), m = {};
  await p.start({ game, scenario });
  await p.settle(1500);
  for (let i = 0; i < limit && !wanted.every(w => made.has(w)); i++) {
    await p.waitTurn();
    if (await p.over()) break;
    const odds = await p.page.locator('.decision .odds:not(:has(.done)) .ruler').count(), shot = !odds && (await p.page.locator('.decision .odds:not(:has(.done))').count()), form = await p.page.locator('.form:not([hidden]) .btn').count();
    if (wanted.includes('page-01-attack') && odds) await keep(p, 'page-01-attack');
    if (wanted.includes('page-09-attack-dark') && odds) await keep(p, 'page-09-attack-dark');
    if (wanted.includes('page-04-reaction-fire') && shot) await keep(p, 'page-04-reaction-fire');
    if (wanted.includes('page-05-purchase') && form) await keep(p, 'page-05-purchase');
    const did = await p.step(m);
    if (wanted.includes('page-02-rolled') && (await p.page.locator('.outcomes .hit').count())) await keep(p, 'page-02-rolled');
    if (did === 'unit' && wanted.includes('page-03-move-refused') && !made.has('page-03-move-refused') && (await p.spots('go')).length) {
      const go = await p.spots('go');
      for (const [x, y] of [[520, 130], [700, 120], [400, 160], [820, 300], [600, 200]]) {
        if (go.some(s => Math.hypot(s.x - x, s.y - y) < 60)) continue;
        await p.at(x, y);
        await p.settle(400);
        if (await p.page.locator('.refusal').count()) { await p.settle(500); await p.page.screenshot({ path: join(out, 'page-03-move-refused.png') }); made.add('page-03-move-refused'); console.log('page-03-move-refused'); break; }
      }
      if (wanted.includes('page-10-keyboard')) {
        await p.key('Escape');
        await p.key('n');
        await p.settle(300);
        await p.key('?');
        await p.settle(300);
        await p.page.locator('.board').focus();
        await p.key('ArrowUp');
        await p.key('/');
        await p.type('move');
        await keep(p, 'page-10-keyboard');
        await p.key('Escape');
        await p.key('Escape');
        await p.key('Escape');
      }
    }
  }
  await p.page.context().close();
}
{
  const p = await open(browser);
  await p.settle(1500);
  await keep(p, 'page-06-lobby');
  await p.start({ game, scenario });
  await p.settle(2000);
  await keep(p, 'map-far');
  for (const [name, n] of [['map-middle', 2], ['map-near', 3]]) { await p.page.mouse.move(520, 420); for (let i = 0; i < n; i++) { await p.page.mouse.wheel(0, -200); await p.settle(250); } await p.settle(1200); await keep(p, name); }
  await p.page.context().close();
}
await play(false, ['page-01-attack', 'page-02-rolled', 'page-03-move-refused', 'page-04-reaction-fire', 'page-05-purchase', 'page-10-keyboard'], 160);
await play(true, ['page-09-attack-dark'], 100);
{
  const p = await open(browser, { width: 390, height: 844, touch: true, scale: 2 });
  await p.start({ game, scenario });
  await p.settle(1500);
  for (let i = 0; i < 20 && !made.has('page-07-phone'); i++) {
    await p.waitTurn();
    const units = await p.spots('unit'), closer = p.page.getByRole('button', { name: 'Look at the board' });
    if (await closer.count()) await p.click(closer);
    if (units.length) { const u = units[i % units.length]; await p.at(u.x, u.y); await p.settle(500); const go = await p.spots('go'); if (go.length) { await p.at(go[0].x, go[0].y); await p.settle(500); await p.page.screenshot({ path: join(out, 'page-07-phone.png') }); made.add('page-07-phone'); console.log('page-07-phone'); break; } }
    await p.click(p.page.locator('.decision .buttons .btn').first());
    await p.settle(400);
  }
  await p.page.context().close();
}
{
  const p = await open(browser), m = { german: {}, soviet: {} };
  await p.start({ game, scenario, german: 'Me', soviet: 'Me' });
  let covers = 0;
  for (let i = 0; i < 120; i++) {
    await p.settle(350);
    if (await p.page.locator('.cover').count()) { covers++; if (covers >= 4) { await keep(p, 'page-08-handover'); if ((await p.page.locator('.recap .n').count()) || covers > 7) break; made.delete('page-08-handover'); } await p.key('Enter'); continue; }
    if (await p.over()) break;
    if (await p.deciding()) await p.step(m[(await p.page.locator('.prompt .who').innerText()).startsWith('German') ? 'german' : 'soviet']);
  }
}
await browser.close();
