// What the browser tests share: a browser, pages whose console must stay empty, and a player who sees only the screen.
// The player reads what is shown and answers with pointer, touch and key events; it calls nothing in the page and asks the
// server nothing. It waits for what is on the screen (`aria-busy`, whose decision, the cover), never for a time to pass.
import { chromium } from 'playwright-core';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const base = process.env.SALIENT_URL ?? 'http://127.0.0.1:8080/';
export const out =
  process.env.SALIENT_SHOTS ?? join(dirname(fileURLToPath(import.meta.url)), 'shots');
mkdirSync(out, { recursive: true });
const chosen = word => (process.env[word] ? new RegExp(process.env[word], 'i') : undefined);
export const game = chosen('GAME'),
  scenario = chosen('SCENARIO'),
  prefix = process.env.SHOTS_AS ?? '',
  patience = Number(process.env.PATIENCE ?? 1);

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
export function check(ok, what) {
  if (!ok) throw new Error(what);
}

// A hand that opens pages for one test and knows them all, so that a failure can show them.
// The game of the tests has small differences only: an easy opponent may give them all away and do nothing.
const usual = /lantern/i.test(process.env.GAME ?? '') ? 'Best' : 'Easy';

export class Hand {
  players = [];
  constructor(browser, name) {
    Object.assign(this, { browser, name });
  }
  async open(o = {}) {
    const context =
      o.context ??
      (await this.browser.newContext({
        viewport: { width: o.width ?? 1280, height: o.height ?? 800 },
        deviceScaleFactor: o.scale ?? 1,
        hasTouch: !!o.touch,
        isMobile: !!o.touch,
        colorScheme: o.dark ? 'dark' : 'light',
        reducedMotion: o.moving ? 'no-preference' : 'reduce',
        acceptDownloads: true,
      }));
    context.setDefaultTimeout(15000 * patience);
    const page = await context.newPage(),
      p = new Player(this, page, !!o.touch);
    await page.goto(o.url ?? base);
    return p;
  }
  // The screens, and the words on them, of a test that failed.
  async failed() {
    const words = [];
    for (const [i, p] of this.players.entries()) {
      const name = `${prefix}${this.name}-failed${i || ''}`;
      await p.page.screenshot({ path: join(out, `${name}.png`), timeout: 3000 }).catch(() => {});
      const text = await p.page
        .evaluate(() => document.body.innerText)
        .catch(() => '(the page is gone)');
      writeFileSync(join(out, `${name}.txt`), `${text}\n\n${p.trace.join('\n')}\n`);
      words.push(
        `${name}.png: "${text
          .split('\n')
          .map(x => x.trim())
          .filter(Boolean)
          .slice(0, 30)
          .join(' / ')}"; last inputs: ${p.trace.slice(-6).join(' > ')}`,
      );
    }
    return words;
  }
  errors() {
    return this.players.flatMap(p => p.errors);
  }
  async close() {
    for (const c of new Set(this.players.map(p => p.page.context())))
      await c.close().catch(() => {});
  }
}

// The other side has done something and one may answer: a shot, or this button.
export const answer = /\b(pass|hold fire|let it)/i;

// The game on the page is given up by its seat: the page has no button for it.
export const giveUp = p =>
  p.page.evaluate(
    () =>
      new Promise((yes, no) => {
        const [, game, seat] = location.hash.split('/'),
          line = new WebSocket(`ws://${location.host}/ws`);
        line.onopen = () => line.send(JSON.stringify({ cmd: 'join', game, seat }));
        line.onmessage = m => {
          const doc = JSON.parse(m.data);
          if (doc.ok && doc.view) line.send('{"cmd":"abandon"}');
          else if (doc.ok) yes();
          else if (doc.ok === false) no(new Error(m.data));
        };
      }),
  );

// Everything a player can see, read off the page in one go.
function screen() {
  const all = (q, f, of = document) => [...of.querySelectorAll(q)].map(f),
    board = document.querySelector('.board'),
    panel = document.querySelector('.decision');
  const place = e => {
    const r = e.getBoundingClientRect();
    return { x: r.x + r.width / 2, y: r.y + r.height / 2 };
  };
  const shown = e => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';
  const every = all('.spot', e => ({
    kind: e.dataset.kind,
    hex: e.dataset.hex,
    text: e.textContent,
    x: parseFloat(e.style.left),
    y: parseFloat(e.style.top),
  }));
  const spots = every.filter(s => document.elementFromPoint(s.x, s.y) === board);
  const buttons = all('.decision .buttons .btn[data-action]:not([aria-disabled])', e => ({
    text: e.textContent.trim(),
    action: e.dataset.action,
    main: e.classList.contains('main'),
    ...place(e),
  }));
  const card = [...document.querySelectorAll('.decision .odds')].at(0),
    log = all('.log .ev', e => Number(e.dataset.n));
  return {
    cover: document.querySelector('.cover h1')?.textContent ?? null,
    turn: Number(
      document.querySelector('.bit.date .soft')?.textContent.match(/turn (\d+)/)?.[1] ?? 0,
    ),
    over: !!panel?.querySelector('.prompt .who')?.textContent.includes('The game is over'),
    waiting: !!panel?.querySelector('.prompt.waiting'),
    who: panel?.querySelector('.prompt .who span')?.textContent ?? '',
    prompt: panel?.querySelector('.prompt h2')?.textContent.trim() ?? '',
    asked: panel?.querySelector('.prompt .chip')?.textContent ?? '',
    refusal: panel?.querySelector('.refusal')?.innerText.trim() ?? '',
    owed: all('.decision .warnmark', () => 1).length,
    last: log.at(-1) ?? 0,
    events: log.length,
    said: [...document.querySelectorAll('.log .ev')].at(-1)?.textContent ?? '',
    spots,
    under: every.length - spots.length, // places that panels hide or that are off the screen
    buttons,
    card: card
      ? {
          title: card.querySelector('h3').textContent,
          text: card.innerText,
          rolled: !!card.querySelector('.outcomes.done'),
          hit: card.querySelector('.outcomes .hit')?.innerText ?? '',
          table: !!card.querySelector('.ruler'),
          dice: card.querySelectorAll('.die').length,
          chances: all('.outcomes .pc', e => e.textContent, card),
          rows: all('.outcomes tbody tr', e => e.innerText, card),
        }
      : null,
    landed: (e =>
      e
        ? { title: e.querySelector('.soft').textContent, text: e.querySelector('b').textContent }
        : null)(panel?.querySelector('.landed')),
    confirm: panel?.querySelector('.confirm')?.textContent ?? '',
    yes: all('.decision .confirm + .btn.main', place).at(0) ?? null,
    question: all('.decision .question', e => e.innerText).at(0) ?? '',
    end: all('.decision .question [data-answer=end]', place).at(0) ?? null,
    recap: all('.decision .recap-list > li', e => e.innerText),
    goOn:
      all('.decision .buttons .btn.main', e => e)
        .filter(e => /^Go on/.test(e.textContent))
        .map(place)
        .at(0) ?? null,
    undo:
      all('.decision .buttons .btn:not([aria-disabled])', e => e)
        .filter(e => /^Undo(?! turn)/.test(e.textContent))
        .map(place)
        .at(0) ?? null,
    menu: all('.pop.menu[aria-label="Choices here"] button', e => ({
      text: e.textContent,
      ...place(e),
    })),
    form: all('.form:not([hidden]) .btn[data-action]:not([aria-disabled])', e => ({
      text: e.textContent,
      action: e.dataset.action,
    })),
    more: all('.decision .mid .btn[data-action]:not([aria-disabled])', e => ({
      text: e.textContent.trim(),
      action: e.dataset.action,
    })),
    boxed: all('.decision .boxed:not([disabled])', e => ({ text: e.getAttribute('aria-label') })),
    formOpen: [...document.querySelectorAll('.form')].some(shown),
    choices: all('.choices li > button', e => e.dataset.choice),
    guide: {
      parts: all('.guide .parts li', e => e.textContent).length,
      past: all('.guide .parts .past', e => e.textContent).length,
    },
  };
}

export class Player {
  inputs = 0;
  errors = [];
  bytes = [];
  trace = [];
  constructor(hand, page, touch) {
    Object.assign(this, { hand, page, touch });
    hand.players.push(this);
    page.on('console', m => {
      if (m.type() === 'error' || m.type() === 'warning') this.errors.push(m.text());
    });
    page.on('pageerror', e => this.errors.push(e.message));
    page.on('websocket', ws => ws.on('framereceived', f => this.bytes.push(String(f.payload))));
  }
  did(what) {
    this.inputs++;
    this.trace.push(what);
  }
  // A request was refused on purpose; the browser's own word on it is no error.
  refusals() {
    this.errors = this.errors.filter(e => !/responded with a status of 4\d\d/.test(e));
  }
  // A picture for the record, when the board is painted; a test does not wait for it longer than a moment.
  async shot(name) {
    await this.page
      .locator('.board[data-ground=whole], .cover, .lobby')
      .first()
      .waitFor({ state: 'attached', timeout: 4000 })
      .catch(() => {});
    await this.page.screenshot({ path: join(out, `${prefix}${this.hand.name}-${name}.png`) });
  }

  // ---- inputs
  async click(locator, what) {
    this.did(what ?? 'click');
    await (this.touch ? locator.tap() : locator.click());
  }
  async at(spot, what) {
    this.did(`${what ?? 'at'} ${spot.hex ?? ''} ${spot.text ?? ''}`.trim());
    await this.apart(spot);
    await (this.touch
      ? this.page.touchscreen.tap(spot.x, spot.y)
      : this.page.mouse.click(spot.x, spot.y));
    await this.settled();
  }
  // Two clicks on one place in a moment are a double click, and the page does one thing then. A person who means two waits.
  last = { x: -99, y: -99, at: 0 };
  async apart(spot) {
    const near = Math.hypot(spot.x - this.last.x, spot.y - this.last.y) < 8,
      left = near ? 420 - (Date.now() - this.last.at) : 0;
    if (left > 0) await new Promise(yes => setTimeout(yes, left));
    this.last = { x: spot.x, y: spot.y, at: Date.now() };
  }
  async key(k) {
    this.did(`key ${k}`);
    await this.page.keyboard.press(k);
  }
  async keys(k) {
    await this.key(k);
    await this.settled();
  }
  async type(text) {
    for (const c of text) await this.key(c === ' ' ? 'Space' : c);
  }
  button(name) {
    return this.page.getByRole('button', { name });
  }

  // ---- waiting. A page that follows a long turn of the opponent, on a busy machine, takes its time; one that hangs stays so.
  async settled() {
    await this.page
      .locator('.cover, .decision[aria-busy=false]')
      .first()
      .waitFor({ state: 'attached', timeout: 60000 * patience });
  }
  async turn(limit = 90000 * patience) {
    try {
      await this.page
        .locator('.cover, .decision[aria-busy=false]:not(:has(.prompt.waiting))')
        .first()
        .waitFor({ state: 'attached', timeout: limit });
    } catch {
      throw new Error(`nobody decided for ${limit / 1000} s`);
    }
  }
  look() {
    return this.page.evaluate(screen);
  }

  // ---- the lobby: choose the game by its title (or take what is chosen), seats, start.
  async choose(name, radio) {
    const group = this.page.getByRole('radiogroup', { name, exact: true });
    await group.waitFor();
    const r = group.getByRole('radio', radio).first();
    if ((await r.getAttribute('aria-checked')) !== 'true') await this.click(r, `${name}`);
  }
  async start({
    german = 'Me',
    soviet = 'Computer',
    title = game,
    part = scenario,
    level = usual,
  } = {}) {
    if (title) await this.choose('Game', { name: title });
    if (part) await this.choose('Scenario', { name: part });
    await this.choose('German seat', { name: german, exact: true });
    await this.choose('Soviet seat', { name: soviet, exact: true });
    if (german === 'Computer' || soviet === 'Computer') await this.choose('Level', { name: level });
    await this.click(this.button(/^Start/), 'start');
    await this.settled();
  }

  // ---- one sensible step, whatever the game. `mind` holds what was tried since something last happened, so that nobody runs
  // in circles, and `hurry`: end what can be ended. Returns what was done and what was seen before.
  async step(mind) {
    const s = await this.look();
    if (mind.last !== s.last) {
      mind.last = s.last;
      mind.all = new Map();
    }
    if (!mind.all.has(s.prompt)) mind.all.set(s.prompt, new Map());
    const tried = mind.all.get(s.prompt),
      tries = k => {
        const n = tried.get(k) ?? 0;
        tried.set(k, n + 1);
        return n;
      },
      kind = k => s.spots.filter(x => x.kind === k);
    const pick = list => list[(mind.n = ((mind.n ?? 7) * 48271) % 2147483647) % list.length];
    const untried = list => list.filter(x => !tried.has(`${x.kind}${x.hex}${x.text}`)),
      tap = async (x, what) => {
        tries(`${x.kind}${x.hex}${x.text}`);
        await this.at(x, what);
        if (this.touch) await this.yes();
        return { did: what, s };
      };
    const on = s.buttons.filter(b => !/Esc$/.test(b.text)),
      end = on.find(b => /Space/.test(b.text)),
      main = on.find(b => b.main) ?? on[0];
    if (tries('steps') > 60) throw new Error(`going in circles at "${s.prompt}"`);
    if (s.menu.length) {
      await this.at(pick(s.menu), 'menu');
      return { did: 'menu', s };
    }
    if (s.yes && s.confirm) {
      await this.at(s.yes, 'confirm');
      return { did: 'confirm', s };
    }
    if (s.end) {
      await this.at(s.end, 'yes, end');
      return { did: 'end', s };
    }
    if (s.goOn) {
      await this.at(s.goOn, 'go on');
      return { did: 'recap', s };
    }
    if (s.form.length && tries('form') < (mind.hurry ? 1 : 3)) {
      const f = pick(s.form);
      const b = this.page
        .locator(`.form .btn[data-action="${f.action}"]:not([aria-disabled])`)
        .first();
      this.did(`form ${f.action}`);
      await (this.touch ? b.tap({ timeout: 3000 }) : b.click({ timeout: 3000 })).catch(() => {});
      await this.settled();
      return { did: 'form', s };
    }
    if (s.formOpen) {
      await this.click(this.button('Look at the board'), 'board');
      await this.settled();
      return { did: 'board', s };
    }
    const go = kind('go'),
      hexes = untried(kind('hex')),
      units = untried(kind('unit'));
    const shot = s.card && !s.card.rolled && !s.card.table && s.buttons.length > 1;
    if (shot && s.buttons.some(b => answer.test(b.text))) {
      const b = mind.hurry ? (end ?? main) : main;
      await this.at(b, 'reaction');
      return { did: 'reaction', s };
    }
    if (shot && kind('unit').length && tries('shot') < 1) return tap(pick(kind('unit')), 'fire');
    if (s.card && !s.card.rolled && main && !s.owed) {
      await this.at(main, 'commit');
      return { did: 'commit', s };
    }
    // a button that only turns something over ends nothing: after a few times the board is asked
    if (mind.hurry && !s.owed && (end ?? main) && tries('hurry') < 6) {
      await this.at(end ?? main, 'end');
      return { did: 'end', s };
    }
    if (s.owed && tries('owed') > 6 && tries('hint') < 40) {
      // what must be done and is not found: ask, and do it
      await this.hint();
      await this.click(
        this.page.locator('section.block:has(.label:text("The computer would")) button').first(),
        'as it would',
      );
      await this.settled();
      return { did: 'hint', s };
    }
    const aimed = hexes.filter(x => /\b(fire|shoots?|shells?)\b/i.test(x.text)); // a target in sight
    if (mind.aim && aimed.length && tries('aim') < 3) return tap(pick(aimed), 'aim');
    if (go.length && tries('go') < 4) return tap(pick(go), 'move');
    if (hexes.length && tries('hex') < (s.owed ? 20 : 4)) return tap(pick(hexes), 'hex');
    if (units.length && tries('unit') < (s.owed ? 20 : (mind.eager ?? 3)))
      return tap(pick(units), 'unit');
    if (s.boxed.length && tries('box') < (main || end ? 2 : 12)) {
      const n = s.boxed.indexOf(pick(s.boxed));
      await this.click(
        this.page.locator('.decision .boxed:not([disabled])').nth(n),
        `box ${s.boxed[n].text}`,
      );
      await this.settled();
      return { did: 'box', s };
    }
    if (main) {
      await this.at(tries('main') > 2 ? pick(s.buttons) : main, 'main');
      return { did: 'main', s };
    }
    if (s.more.length && tries('more') < 12) {
      const b = pick(s.more);
      await this.click(
        this.page.locator(`.decision .mid .btn[data-action="${b.action}"]`).first(),
        b.text,
      );
      await this.settled();
      return { did: 'more', s };
    }
    if (s.spots.length && tries('any') < 12) return tap(pick(s.spots), 'any');
    if (s.buttons.length) {
      await this.at(s.buttons[0], 'off');
      return { did: 'off', s };
    }
    if (s.choices.length && tries('list') < 12) {
      // nothing of it on the screen now: the same choices stand in a list
      const choice = pick(s.choices),
        one = this.page.locator(`.choices li > button[data-choice="${choice}"]`);
      if (!(await one.isVisible()))
        await this.click(this.page.locator('.choices > summary'), 'every choice as a list');
      await this.click(one, choice);
      await this.settled();
      return { did: 'list', s };
    }
    await this.keys('Escape');
    return { did: 'escape', s };
  }
  // A place on the board where the selected unit cannot go: somewhere among the choices, but none of them.
  async refused(s) {
    const xs = s.spots.map(q => q.x),
      ys = s.spots.map(q => q.y),
      go = s.spots.filter(q => q.kind === 'go'),
      away = [];
    for (let x = Math.min(...xs) - 90; x <= Math.max(...xs) + 90; x += 45)
      for (let y = Math.min(...ys) - 90; y <= Math.max(...ys) + 90; y += 45)
        away.push({ x, y, d: Math.min(...go.map(g => Math.hypot(g.x - x, g.y - y))) });
    for (const spot of away
      .filter(a => a.d > 75 && a.d < 320 && a.x > 90 && a.x < 740 && a.y > 70 && a.y < 560)
      .sort((a, b) => a.d - b.d)
      .slice(0, 8)) {
      await this.at(spot, 'away');
      const now = await this.look();
      if (now.refusal) return now;
      if (!now.spots.some(q => q.kind === 'go')) return null; // let go of it; another time
    }
    return null;
  }
  // A button on a desk; on a phone it stands in the menu.
  async hint() {
    const button = this.button('Hint');
    if (await button.count()) return this.click(button, 'hint');
    await this.click(this.button('Menu'), 'menu');
    await this.click(this.page.getByRole('menuitem', { name: /^Hint/ }), 'hint');
  }
  async yes() {
    const s = await this.look();
    if (s.yes && s.confirm) await this.at(s.yes, 'confirm');
  }
  // Plays until `done` says so or the game is over; `each` sees what was done and the screen before and after.
  async play(mind, each = () => {}, done = () => false, limit = 400) {
    for (let i = 0; i < limit; i++) {
      await this.turn();
      const s = await this.look();
      if (s.over || (await done(s))) return s;
      if (s.cover) {
        await this.keys('Enter');
        continue;
      }
      const was = await this.step(mind);
      (mind.did ??= {})[was.did] = (mind.did[was.did] ?? 0) + 1;
      await each(was.did, was.s);
    }
    throw new Error(`not at an end after ${limit} steps: ${JSON.stringify(mind.did)}`);
  }
}
