// The browser tests. Each takes a browser, plays on the screen, and says in a word what it saw.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { check, open } from './lib.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const game = process.env.GAME ? new RegExp(process.env.GAME) : undefined, scenario = process.env.SCENARIO ? new RegExp(process.env.SCENARIO) : undefined;

export const tests = {
  // A whole lesson against the computer by pointer: a move by reach, odds read, a reaction answered, an undo, a refusal read.
  async lesson(browser) {
    const p = await open(browser), seen = { move: 0, odds: 0, reaction: 0, undo: 0, refusal: 0, rolled: 0 };
    await p.start({ game, scenario });
    await p.settle(1200);
    await p.shot('lesson-begin');
    await p.playOut({}, async did => {
      if (did === 'move') seen.move++;
      const odds = p.page.locator('.decision .odds');
      if (await odds.count()) {
        const text = await odds.first().innerText();
        if (/\d+ ?%/.test(text)) { seen.odds++; if (seen.odds === 1) await p.shot('lesson-odds'); }
        if (!(await p.page.locator('.decision .ruler').count()) && !(await p.page.locator('.outcomes.done').count())) { seen.reaction++; if (seen.reaction === 1) await p.shot('lesson-reaction'); }
        if (await p.page.locator('.outcomes .hit').count()) { seen.rolled++; if (seen.rolled === 1) await p.shot('lesson-rolled'); }
      }
      if (did === 'move' && seen.undo < 1 && (await p.buttons()).some(b => /^Undo/.test(b.text) && !/turn/.test(b.text))) {
        const before = await p.page.locator('.log .ev').count();
        await p.press(/^Undo/);
        await p.settle(500);
        check((await p.page.locator('.log .ev').count()) <= before + 1, 'undo took something back');
        seen.undo++;
      }
      if (did === 'unit' && seen.refusal < 1 && (await p.spots('go')).length) {
        await p.key('0');
        await p.settle(300);
        const go = await p.spots('go'), far = await p.page.locator('.board').boundingBox();
        for (const [x, y] of [[far.x + 260, 110], [700, 110], [500, 130], [820, 300]]) {
          if (go.some(s => Math.hypot(s.x - x, s.y - y) < 60)) continue;
          await p.at(x, y);
          await p.settle(300);
          const line = p.page.locator('.refusal');
          if (await line.count()) { check((await line.innerText()).trim().length > 10, 'the refusal has a reason'); seen.refusal++; await p.shot('lesson-refused'); break; }
        }
        await p.key('Escape');
      }
    });
    await p.shot('lesson-over');
    check(p.inputs >= 60, `at least 60 inputs, had ${p.inputs}`);
    for (const k of ['move', 'odds', 'undo', 'refusal', 'rolled']) check(seen[k] > 0, `${k} happened: ${JSON.stringify(seen)}`);
    p.noErrors();
    return `${p.inputs} inputs, ${JSON.stringify(seen)}`;
  },

  // The same by keyboard alone: keys, the list of choices, the command box, the hex cursor.
  async keyboard(browser) {
    const p = await open(browser, { still: true });
    await p.page.getByRole('radiogroup', { name: 'Game' }).waitFor();
    await p.settle(300);
    await p.key('Enter');
    await p.page.locator('.decision').waitFor();
    await p.settle(900);
    await p.key('ArrowUp');
    await p.key('ArrowRight');
    const spoken = async () => ((await p.page.locator('[aria-live=polite]').first().textContent()) ?? '').trim();
    check(/^\S+\. /.test(await spoken()), `the hex cursor speaks: "${await spoken()}"`);
    await p.key('p');
    check((await spoken()).length > 10, 'the prompt is spoken');
    await p.key('Escape');
    let boxes = 0, moves = 0, last = '', stuck = 0;
    for (let i = 0; i < 400 && !(await p.over()); i++) {
      await p.waitTurn();
      if (await p.over()) break;
      const now = await p.prompt() + (await p.page.locator('.log .ev').count());
      stuck = now === last ? stuck + 1 : 0;
      last = now;
      const go = await p.page.locator('.choices [data-choice^="go "]').count(), list = await p.page.locator('.choices li > button').count(), owed = await p.page.locator('.warnmark').count();
      if (go && stuck < 2) { await p.key(String(1 + i % Math.min(9, go))); moves++; }
      else if (list && (owed || stuck === 1) && stuck < 6) await p.key(String(1 + (i + stuck) % Math.min(9, list)));
      else if (boxes < 2 && stuck === 0 && list) {
        await p.key('/');
        const text = (await p.page.locator('.cmd code').first().textContent()) ?? '';
        await p.type(text.split(' ')[0]);
        await p.key('Tab');
        await p.key('Enter');
        boxes++;
      } else if (stuck % 3 === 0 && list && stuck < 7) await p.key('n');
      else { const b = await p.buttons(); if (b.some(x => /Space/.test(x.text))) await p.key('Space'); else await p.key('Enter'); await p.settle(80); if (await p.page.locator('.decision .confirm').count()) await p.key('Enter'); if (stuck > 8) { await p.key('Escape'); await p.key('Space'); } }
      await p.settle(220);
    }
    check(await p.over(), `played to the end, at "${await p.prompt()}"`);
    check(boxes > 0 && moves > 0, `the command box and the list were used: ${boxes}, ${moves}`);
    await p.shot('keyboard-over');
    p.noErrors();
    return `${p.inputs} keys`;
  },

  // Two browsers against each other; what each receives holds no secret of the other.
  async network(browser) {
    const a = await open(browser);
    await a.start({ game, scenario, soviet: 'Friend' });
    await a.settle(800);
    await a.click(a.page.getByRole('button', { name: 'Menu' }));
    await a.click(a.page.getByRole('menuitem', { name: /Links/ }));
    const link = await a.page.getByLabel('Soviet seat').inputValue(), watch = await a.page.getByLabel('To watch').inputValue();
    check(link.includes('#') && !new URL(link).search, 'the token is in the fragment only');
    const b = await open(browser, { url: link }), w = await open(browser, { url: watch });
    await b.settle(1500);
    await a.key('Escape');
    const ma = {}, mb = {};
    for (let i = 0; i < 60; i++) {
      for (const [p, m] of [[a, ma], [b, mb]]) if (!(await p.over()) && (await p.deciding())) await p.step(m);
      if (await a.over()) break;
    }
    await a.key('j');
    await a.settle(300);
    await a.page.getByLabel('Chat message').fill('Good luck');
    await a.key('Enter');
    await b.key('j');
    await b.page.getByText('Good luck').waitFor({ timeout: 5000 });
    await a.shot('network-a');
    await b.shot('network-b');
    // What a side may not identify is ?N in its view; such a unit's counter must not stand in any of its positions.
    const hidden = (bytes, side) => { let n = 0; for (const t of bytes) { let d; try { d = JSON.parse(t); } catch { continue; } const v = d.view; if (!v || v.side !== side) continue; n++; const key = side === 'german' ? 'soviet' : 'german'; check(v.vars?.[`${key}_points`] === undefined, `no points of the ${key} side`); for (const u of v.units) if (u.id.startsWith('?')) check(u.steps === undefined && u.counter === undefined, 'an unknown unit shows nothing'); } return n; };
    const views = hidden(a.bytes, 'german') + hidden(b.bytes, 'soviet') + hidden(w.bytes, 'watch');
    check(views > 4, 'views were received');
    for (const p of [a, b, w]) p.noErrors();
    return `${views} views, ${a.inputs + b.inputs} inputs`;
  },

  // A reload in the middle of a combat comes back to the same card.
  async reload(browser) {
    const p = await open(browser), m = {};
    await p.start({ game, scenario });
    await p.settle(900);
    for (let i = 0; i < 150; i++) {
      await p.waitTurn();
      if ((await p.over()) || (await p.page.locator('.decision .odds:not(:has(.done))').count())) break;
      await p.step(m);
    }
    const card = await p.page.locator('.decision .odds').first().innerText(), prompt = await p.prompt();
    await p.page.reload();
    await p.page.locator('.decision .odds').first().waitFor({ timeout: 8000 });
    check((await p.page.locator('.decision .odds').first().innerText()) === card, 'the same card');
    check((await p.prompt()) === prompt, 'the same prompt');
    p.noErrors();
  },

  // Replay: step back and forth, jump, return; the journal downloads and opens as a new game.
  async replay(browser) {
    const p = await open(browser), m = {};
    await p.start({ game, scenario });
    await p.settle(900);
    for (let i = 0; i < 14; i++) { await p.waitTurn(); if (await p.over()) break; await p.step(m); }
    await p.waitTurn();
    await p.click(p.button('One back'));
    await p.page.getByText(/Looking back at event/).waitFor();
    await p.click(p.button('First event'));
    await p.settle(300);
    await p.shot('replay-first');
    await p.click(p.page.locator('.log .ev').nth(1));
    await p.settle(300);
    await p.key('Escape');
    check((await p.page.getByText(/Looking back at event/).count()) === 0, 'back in the present');
    await p.click(p.page.getByRole('button', { name: 'Menu' }));
    const [file] = await Promise.all([p.page.waitForEvent('download'), p.click(p.page.getByRole('menuitem', { name: 'Download the journal' }))]);
    const text = readFileSync(await file.path(), 'utf8');
    check(text.startsWith('salient-journal 1'), 'a journal was downloaded');
    p.noErrors();
    return `${text.split('\n').length} lines`;
  },

  // Hot seat: nothing of the board shows during the hand-over.
  async hotseat(browser) {
    const p = await open(browser);
    await p.start({ game, scenario, german: 'Me', soviet: 'Me' });
    const covers = [];
    const m = { german: {}, soviet: {} };
    for (let i = 0; i < 40 && covers.length < 4; i++) {
      await p.settle(400);
      const cover = p.page.locator('.cover h1');
      if (await cover.count()) {
        covers.push(await cover.innerText());
        check(!(await p.page.locator('.board').isVisible()) && !(await p.page.locator('.log').isVisible()), 'the board is covered');
        await p.shot(`hotseat-${covers.length}`);
        await p.key('Enter');
        continue;
      }
      if ((await p.deciding()) && !(await p.over())) await p.step(m[(await p.page.locator('.prompt .who').innerText()).startsWith('German') ? 'german' : 'soviet']);
    }
    check(covers.some(c => c.startsWith('German')) && covers.some(c => c.startsWith('Soviet')), `both were handed the machine: ${covers}`);
    p.noErrors();
    return covers.length + ' hand-overs';
  },

  // A phone: tap a unit, tap a hex, confirm; the whole game.
  async phone(browser) {
    const p = await open(browser, { width: 390, height: 844, touch: true, scale: 2 }), m = {};
    await p.start({ game, scenario });
    await p.settle(1200);
    let moves = 0;
    for (let i = 0; i < 60 && moves < 4; i++) { await p.waitTurn(); if (await p.over()) break; if ((await p.step(m)) === 'move') { moves++; if (moves === 1) await p.shot('phone-moved'); } }
    check(moves > 0, `moved by tap, tap, confirm: ${JSON.stringify(m.did)}`);
    const wide = await p.page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= 390, `nothing sticks out: ${wide}`);
    await p.shot('phone');
    p.noErrors();
    return `${p.inputs} taps`;
  },

  // Automated accessibility check of every screen, light and dark.
  async access(browser) {
    const found = [];
    for (const dark of [false, true]) {
      const p = await open(browser, { dark, still: true }), run = async where => {
        await p.page.evaluate(axe + ';0').catch(async () => { await p.page.context().newCDPSession(p.page).then(s => s.send('Runtime.evaluate', { expression: axe })); });
        const r = await p.page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
        for (const v of r.violations) found.push(`${where}${dark ? ' dark' : ''}: ${v.id} ${v.nodes[0].target} ${v.nodes[0].failureSummary?.split('\n')[1] ?? ''}`);
      };
      await p.page.getByRole('radiogroup', { name: 'Game' }).waitFor();
      await run('lobby');
      await p.start({ game, scenario });
      await p.settle(900);
      await run('game');
      for (const k of ['s', 'f', 't', 'r', 'y', 'd', '?']) { await p.key(k); await p.settle(300); await run(`panel ${k}`); await p.key('Escape'); }
      p.errors.length = 0;
    }
    check(found.length === 0, [...new Set(found)].join(' | '));
  },

  // Every text pair of the page's tokens has 4.5:1, every mark 3:1, in both themes.
  async contrast() {
    const css = readFileSync(new URL('../src/style.css', import.meta.url), 'utf8');
    const theme = re => Object.fromEntries([...re.exec(css)[1].matchAll(/--([a-z0-9]+): (#[0-9a-f]{6})/g)].map(m => [m[1], m[2]]));
    const light = theme(/:root \{([^}]*)\}/), dark = { ...light, ...theme(/:root\[data-theme=dark\] \{([^}]*)\}/) };
    const lum = c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16) / 255).map(v => (v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)).reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
    const ratio = (a, b) => { const [x, y] = [lum(a), lum(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
    let least = 99;
    for (const [name, t] of [['light', light], ['dark', dark]]) {
      for (const [ink, ground] of [['ink', 'panel'], ['ink', 'inset'], ['ink', 'lift'], ['ink2', 'panel'], ['ink2', 'inset'], ['ink2', 'lift'], ['ink3', 'panel'], ['ink3', 'inset'], ['actink', 'act'], ['chipink', 'chip'], ['bad', 'badfill'], ['good', 'panel'], ['german', 'panel'], ['soviet', 'panel'], ['ink', 'infofill'], ['trackink', 'track'], ['act', 'panel'], ['act', 'infofill'], ['ink', 'desk'], ['ink3', 'desk']]) { const r = ratio(t[ink], t[ground]); least = Math.min(least, r); check(r >= 4.5, `${name} ${ink} on ${ground}: ${r.toFixed(2)}`); }
      for (const [mark, ground] of [['edge', 'panel'], ['edge', 'lift'], ['focus', 'panel'], ['focus', 'inset'], ['bar', 'panel']]) check(ratio(t[mark], t[ground]) >= 3, `${name} mark ${mark} on ${ground}`);
    }
    return `lowest ${least.toFixed(2)}`;
  },
};
