// What the browser tests share: a browser, a page that fails on any console error, and a player who sees only the screen.
// The player uses pointer and key events at places read off the page; it never calls into it or into the server.
import { chromium } from 'playwright-core';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const base = process.env.SALIENT_URL ?? 'http://127.0.0.1:8080/';
export const out = process.env.SALIENT_SHOTS ?? join(dirname(fileURLToPath(import.meta.url)), 'shots');
mkdirSync(out, { recursive: true });

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
export function check(ok, what) { if (!ok) throw new Error(`failed: ${what}`); }

export async function open(browser, o = {}) {
  const context = await browser.newContext({ viewport: { width: o.width ?? 1440, height: o.height ?? 900 }, deviceScaleFactor: o.scale ?? 1, hasTouch: !!o.touch, isMobile: !!o.touch, colorScheme: o.dark ? 'dark' : 'light', reducedMotion: o.still ? 'reduce' : 'no-preference', acceptDownloads: true });
  const page = await context.newPage(), errors = [], bytes = [];
  page.on('console', m => { if (m.type() === 'error' || m.type() === 'warning') errors.push(m.text()); });
  page.on('pageerror', e => errors.push(e.message));
  page.on('websocket', ws => ws.on('framereceived', f => bytes.push(String(f.payload))));
  await page.goto(o.url ?? base);
  return new Player(page, errors, bytes, o.touch);
}

export class Player {
  inputs = 0;
  constructor(page, errors, bytes, touch) { Object.assign(this, { page, errors, bytes, touch }); }
  async shot(name) { await this.page.screenshot({ path: join(out, `${name}.png`) }); }
  async click(locator) { this.inputs++; await (this.touch ? locator.tap({ timeout: 8000 }) : locator.click({ timeout: 8000 })); }
  // A choice may vanish between reading and clicking, when the other side's answer arrives; that is no failure.
  async tryClick(locator) { this.inputs++; try { await (this.touch ? locator.tap({ timeout: 1500 }) : locator.click({ timeout: 1500 })); return true; } catch { return false; } }
  async at(x, y) { this.inputs++; await (this.touch ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y)); }
  async key(k) { this.inputs++; await this.page.keyboard.press(k); }
  async type(text) { for (const c of text) await this.key(c === ' ' ? 'Space' : c); }
  button(name) { return this.page.getByRole('button', { name }); }

  // Lobby: choose a game by its title (or the first), seats, start.
  async start({ game, scenario, german = 'Me', soviet = 'Computer' } = {}) {
    await this.page.getByRole('radiogroup', { name: 'Game' }).waitFor();
    if (game) await this.click(this.page.getByRole('radiogroup', { name: 'Game' }).getByRole('radio', { name: game }));
    if (scenario) await this.click(this.page.getByRole('radiogroup', { name: 'Scenario' }).getByRole('radio', { name: scenario }));
    for (const [side, who] of [['German', german], ['Soviet', soviet]]) {
      const r = this.page.getByRole('radiogroup', { name: `${side} seat` }).getByRole('radio', { name: who, exact: true });
      if ((await r.getAttribute('aria-checked')) !== 'true') await this.click(r);
    }
    await this.click(this.button(/^Start/));
    await this.page.locator('.decision').waitFor({ state: 'attached' });
  }
  async prompt() { return ((await this.page.locator('.prompt h2').first().textContent()) ?? '').trim(); }
  async over() { return (await this.page.locator('.prompt').first().innerText()).includes('The game is over'); }
  async deciding() { return (await this.page.locator('.prompt.waiting').count()) === 0 && (await this.page.locator('.cover').count()) === 0; }
  async settle(ms = 140) { await this.page.waitForTimeout(ms); }
  async waitTurn(limit = 60000) {
    for (const end = Date.now() + limit; Date.now() < end; await this.settle(80)) if ((await this.over()) || (await this.deciding())) return;
    throw new Error(`failed: nobody decided for ${limit} ms at "${await this.prompt()}"`);
  }
  // Places of the choices on the board that are not under a panel.
  async spots(kind) {
    await this.settle(180);
    const size = this.page.viewportSize(), right = size.width > 1180 ? 470 : size.width > 820 ? 414 : 0, all = await this.page.locator(`.spot${kind ? `[data-kind=${kind}]` : ''}`).evaluateAll(l => l.map(e => ({ hex: e.dataset.hex, kind: e.dataset.kind, text: e.textContent, x: parseFloat(e.style.left), y: parseFloat(e.style.top) })));
    const low = size.width > 820 ? size.height - 170 : (await this.page.locator('.decision').boundingBox()).y;
    return all.filter(s => s.x > (size.width > 820 ? 70 : 12) && s.x < size.width - right - 10 && s.y > 70 && s.y < low - 6);
  }
  async buttons() { return this.page.locator('.decision .buttons .btn:not([aria-disabled])').evaluateAll(l => l.map(e => ({ text: e.textContent, main: e.classList.contains('main') }))); }
  async press(re) { await this.click(this.page.locator('.decision .buttons .btn:not([aria-disabled])').filter({ hasText: re }).first()); }
  async menu() { const m = this.page.locator('.pop.menu button'); if (await m.count()) { await this.tryClick(m.first()); return true; } return false; }
  async confirmIfAsked() { const m = this.page.locator('.decision .confirm'); if (await m.count()) await this.tryClick(this.page.locator('.decision .buttons .btn.main').first()); }

  // One sensible step of play, whatever the game: attack what can be attacked, move what can move, else go on.
  async step(memory) {
    const prompt = await this.prompt(), card = await this.page.locator('.decision .odds:not(:has(.done))').count(), forms = await this.page.locator('.form:not([hidden]) .btn:not([aria-disabled])').count();
    memory.count = (memory.count ?? 0) + 1;
    if (forms && memory.count % 3 === 0) { await this.tryClick(this.page.locator('.form:not([hidden]) .btn:not([aria-disabled])').first()); await this.confirmIfAsked(); return 'form'; }
    const closeForm = this.page.getByRole('button', { name: 'Look at the board' });
    if (await closeForm.count()) await this.tryClick(closeForm);
    const all = await this.spots(), units = all.filter(x => x.kind === 'unit'), hexes = all.filter(x => x.kind === 'hex'), go = all.filter(x => x.kind === 'go');
    const reach = go.length > 0, main = (await this.buttons()).find(b => b.main && !/Undo|Hint|Let go|Open/.test(b.text));
    if (reach && !memory.stay?.has(prompt + go.length)) { // toward the enemy: the farthest row
      const to = [...go].sort((a, b) => a.y - b.y || a.x - b.x)[memory.count % Math.min(3, go.length)];
      await this.at(to.x, to.y);
      if (this.touch) { await this.settle(); await this.confirmTouch(); }
      await this.settle(420);
      (memory.stay ??= new Set()).add(prompt + go.length + memory.count);
      return 'move';
    }
    const owed = (await this.page.locator('.warnmark').count()) > 0, fresh = list => list.filter(s => owed || !main || !memory.seen?.has(prompt + s.kind + s.hex));
    for (const list of card ? [fresh(units)] : [fresh(units), fresh(hexes)]) {
      if (!list.length) continue;
      const s = list[memory.count % list.length];
      (memory.seen ??= new Set()).add(prompt + s.kind + s.hex);
      await this.at(s.x, s.y);
      await this.settle(260);
      await this.menu();
      if (this.touch) await this.confirmTouch();
      return s.kind;
    }
    if (card && main) { await this.tryClick(this.page.locator('.decision .buttons .btn.main').first()); await this.confirmIfAsked(); await this.settle(420); return 'attack'; }
    if (main) { await this.tryClick(this.page.locator('.decision .buttons .btn.main').first()); await this.confirmIfAsked(); await this.settle(260); return 'main'; }
    const any = (await this.buttons()).find(b => !/Undo|Hint|Let go|Open|lobby|Look back/.test(b.text));
    if (any) { await this.tryClick(this.page.locator('.decision .buttons .btn:not([aria-disabled])').filter({ hasNotText: /Undo|Hint|Let go|Open/ }).first()); await this.confirmIfAsked(); await this.settle(260); return 'button'; }
    await this.key('Escape');
    await this.settle(200);
    return 'escape';
  }
  async confirmTouch() { const m = this.page.locator('.decision .confirm'); if (await m.count()) { await this.tryClick(this.page.locator('.decision .buttons .btn.main').first()); await this.settle(300); } }
  async playOut(memory = {}, each = async () => { }, limit = 700) {
    for (let i = 0; i < limit; i++) {
      await this.waitTurn();
      if (await this.over()) return i;
      const did = await this.step(memory);
      (memory.did ??= {})[did] = (memory.did[did] ?? 0) + 1;
      await each(did, i);
    }
    throw new Error(`failed: not over after ${limit} steps, at "${await this.prompt()}" ${JSON.stringify(memory.did)}`);
  }
  noErrors() { check(this.errors.length === 0, `console: ${this.errors.join(' | ')}`); }
}
