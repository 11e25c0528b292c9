// The tests of the static site: those of the client that need nobody else, played without a server; and one without a network.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { check } from './lib.mjs';
import { passing, savedKey, table, takesKey, verified } from './pass.mjs';
import { judged } from './review.mjs';
import { host, start } from './server.mjs';
import { tests as all } from './tests.mjs';

const { lesson, keyboard, reload, hotseat, replay, phone, panels, access, puzzles } = all;

// What the browser has kept is there: the worker that answers without a network is at work.
const kept = page =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise(yes => setTimeout(yes, 50));
  });

// What a host sends for these files when it compresses what is not compressed yet.
const MOST_BYTES = 1000000;
const onTheWire = (files, compress) =>
  files
    .map(f => [f, readFileSync(f)])
    .reduce(
      (sum, [f, bytes]) =>
        sum + (/\.(woff2|webp|lzma)$/.test(f) ? bytes.length : compress(bytes).length),
      0,
    );

// After one visit the host goes away. A lesson is begun, the page closed in the middle; opened again it is where it was, and it is
// played to its end and reviewed; and closed and opened once more, the review is there.
async function away(hand, o) {
  const { url, sent, stop } = await host(process.env.SITE_FOLDER),
    p = await hand.open({ url, ...o });
  await p.button(/^Start/).waitFor();
  await kept(p.page);
  stop();
  for (const compress of [brotliCompressSync, gzipSync]) {
    const bytes = onTheWire(sent, compress);
    check(bytes <= MOST_BYTES, `the first visit takes ${bytes} bytes: ${sent.join(' ')}`);
  }
  const context = p.page.context(),
    gone = await fetch(url).then(
      () => false,
      () => true,
    ),
    bytes = onTheWire(sent, brotliCompressSync);
  check(gone, 'the host is off the net');
  await p.start();
  const half = await p.play(
    { eager: 4 },
    () => {},
    s => s.last > 12 && !s.card,
  );
  await p.page.close();
  const again = await reopened(hand, { ...o, url, context });
  await again.turn();
  const now = await again.look();
  check(
    now.last >= half.last && now.prompt === half.prompt,
    `it is where it was: "${now.prompt}" at ${now.last}, was "${half.prompt}" at ${half.last}`,
  );
  const end = await again.play({ eager: 3, hurry: true });
  check(end.over && /\w/.test(end.prompt), `it is over and says who won: "${end.prompt}"`);
  await again.shot('over');
  await judged(again);
  await again.page.close();
  const last = await reopened(hand, { ...o, url, context });
  await last.settled();
  await last.click(last.button('Review this game'), 'review again');
  await last.page.locator('.decision .ledger-bars').waitFor();
  await last.shot('reviewed');
  await fromMistake(last);
  return `${p.inputs + again.inputs + last.inputs} inputs, ${bytes} bytes for the first visit`;
}
// The page closed and opened again, at the game that was played last.
async function reopened(hand, o) {
  const p = await hand.open(o);
  await p.click(p.page.locator('.mygames .one .go').first(), 'my game');
  return p;
}
// A new game from a mistake, where there was one.
async function fromMistake(p) {
  const button = p.page
    .locator('.decision .mistake')
    .first()
    .getByRole('button', { name: /Try again from here/ });
  if (!(await button.count())) return;
  await p.click(button, 'try again');
  await p.page.locator('.top', { hasText: 'analysis' }).waitFor();
  await p.settled();
  await p.turn();
  check(!(await p.look()).over, 'the new game goes on');
}
const offline = hand => away(hand, {});
const pocket = hand => away(hand, { width: 390, height: 844, touch: true, scale: 2, moving: true });
offline.limit = pocket.limit = 400;

// A passed game between a page without a server and a friend's program: begun on the page, which is off the net from then on, closed
// in the middle of a part and opened again, played to its end, and verified by the program.
async function passed(hand) {
  const { url, stop } = await host(process.env.SITE_FOLDER),
    friend = await table(),
    p = await hand.open({ url });
  await p.button(/^Start/).waitFor();
  await kept(p.page);
  const page = [p, await hand.open({ url: friend.url })],
    closed = async q => {
      stop(); // what passed games need is kept by now
      await q.turn();
      const before = await q.look();
      await q.page.close();
      const again = await reopened(hand, { url, context: q.page.context() });
      await again.page.locator('.passbar').waitFor();
      await again.settled();
      await again.turn();
      const after = await again.look();
      check(
        after.last === before.last && after.prompt === before.prompt,
        `it is where it was: "${after.prompt}" at ${after.last}, was "${before.prompt}" at ${before.last}`,
      );
      return again;
    };
  try {
    const { file, moves } = await passing(page, closed);
    verified(file, friend.home);
    await elsewhere(hand, page[0], file);
    return `${moves} moves`;
  } finally {
    friend.stop();
  }
}
passed.limit = 300;
// The player's key on other machines of his: the program knows him by it, and so does another browser that has none yet.
async function elsewhere(hand, p, file) {
  await p.page.evaluate(() => {
    location.hash = '';
  });
  const key = await savedKey(p),
    home = mkdtempSync(join(tmpdir(), 'salient-key-'));
  mkdirSync(join(home, 'pass'));
  writeFileSync(join(home, 'pass/key'), key);
  verified(file, home, 'You are the german side');
  rmSync(home, { recursive: true });
  const q = await hand.open();
  check(/no key file/.test(await takesKey(q, 'salient-key 1\nxyz\n')), 'what is no key is refused');
  await q.page.reload();
  check(/has your key/.test(await takesKey(q, key)), 'a browser without a key takes it');
  await q.page.reload();
  const strange = key.replace(/(.)\n$/, (_, c) => `${c === '0' ? '1' : '0'}\n`);
  check(/has a key already/.test(await takesKey(q, strange)), 'but no other after that');
}

// The browser's storage is full: the page says so and begins nothing; when there is room again, it begins.
async function full(hand) {
  const p = await hand.open(),
    origin = new URL(p.page.url()).origin,
    tools = await p.page.context().newCDPSession(p.page),
    alert = p.page.locator('.startbar [role=alert]');
  await p.button(/^Start/).waitFor();
  await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await p.click(p.button(/^Start/), 'start');
  await alert.waitFor();
  const said = await alert.innerText();
  check(/no room left for games; it was not made/.test(said), `the page says why: "${said}"`);
  await tools.send('Storage.overrideQuotaForOrigin', { origin });
  await p.start();
  await p.turn();
  check((await p.look()).prompt, 'and then it begins');
}
// The engine's worker with some lines put before it.
async function withPrelude(hand, prelude) {
  const context = await hand.browser.newContext();
  await context.route(/home\.js$/, async route => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${prelude};${await answer.text()}` });
  });
  return hand.open({ context });
}
// It gets full in the middle of a game. A browser looks at its quota only now and then, so the storage itself refuses here.
async function fuller(hand) {
  const p = await withPrelude(
      hand,
      `let noRoom = false;
       new BroadcastChannel('test-room').onmessage = e => { noRoom = !e.data; e.target.postMessage(''); };
       const put = IDBObjectStore.prototype.put;
       IDBObjectStore.prototype.put = function (...a) {
         if (noRoom) throw new DOMException('no room', 'QuotaExceededError');
         return put.apply(this, a);
       }`,
    ),
    room = there =>
      p.page.evaluate(async b => {
        const c = new BroadcastChannel('test-room'),
          heard = new Promise(yes => {
            c.onmessage = yes;
          });
        c.postMessage(b);
        await heard;
        c.close();
      }, there);
  await p.start();
  await p.turn();
  const before = await p.look();
  await room(false);
  await p.click(p.page.locator('.decision .buttons .btn.main').first(), 'main');
  await p.page
    .getByText(/no room left for games; the move was not kept/)
    .first()
    .waitFor();
  await p.shot('said');
  await room(true);
  await p.page.reload();
  await p.settled();
  await p.turn();
  const after = await p.look();
  check(after.last === before.last, `nothing has happened: ${after.last}, was ${before.last}`);
  const on = await p.play(
    { eager: 4 },
    () => {},
    s => s.last > before.last + 3,
    60,
  );
  check(on.last > before.last, 'and the game goes on');
}

// A new version of the site while a game is played: the game goes on, in the old version while it is open and in the new one after.
async function update(hand) {
  const folder = mkdtempSync(join(tmpdir(), 'salient-site-'));
  cpSync(process.env.SITE_FOLDER, folder, { recursive: true });
  const { url, stop } = await host(folder),
    p = await hand.open({ url }),
    version = q => q.page.locator('meta[name=salient-home]').getAttribute('content');
  await p.button(/^Start/).waitFor();
  await kept(p.page);
  await p.start();
  await p.play(
    { eager: 4 },
    () => {},
    s => s.last > 8 && !s.card,
    60,
  );
  await p.turn();
  const half = await p.look(),
    was = await version(p),
    is = newer(folder, was);
  await p.page.reload();
  await p.settled();
  await p.turn();
  check((await p.look()).last >= half.last, 'after the swap the game goes on');
  // the new one has been fetched, and takes over when no page of the old one is open
  await p.page.evaluate(async () => {
    const r = await navigator.serviceWorker.getRegistration();
    await r.update();
    while (!r.waiting && (r.installing || r.active?.state !== 'activated'))
      await new Promise(yes => setTimeout(yes, 50));
  });
  const context = p.page.context(),
    now = await p.look();
  await p.page.close();
  let again = await reopened(hand, { url, context });
  for (let i = 0; i < 50 && (await version(again)) !== is; i++) {
    await again.page.close();
    again = await reopened(hand, { url, context });
  }
  check((await version(again)) === is, `it is the new version: ${await version(again)}, not ${is}`);
  await again.turn();
  const then = await again.look();
  check(then.last >= now.last, `it is where it was: ${then.last}, was ${now.last}`);
  const on = await again.play(
    { eager: 4 },
    () => {},
    s => s.last > then.last + 3,
    60,
  );
  check(on.last > then.last, 'and goes on');
  stop();
  rmSync(folder, { recursive: true });
}
update.limit = 240;
// The same site under another hash, with a page that differs.
function newer(folder, was) {
  const is = was.replace(/^./, c => (c === 'f' ? '0' : 'f')),
    change = name => {
      const file = join(folder, name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(was, is));
    };
  renameSync(join(folder, 'v', was), join(folder, 'v', is));
  for (const name of ['index.html', 'sw.js']) change(name);
  return is;
}

// What a browser lacks is said in one sentence, and a window that keeps nothing is told so.
async function lacking(hand) {
  const context = await hand.browser.newContext();
  await context.addInitScript(() => {
    delete globalThis.WebAssembly;
  });
  const p = await hand.open({ context });
  await p.page.getByText('This browser has no WebAssembly.').waitFor();
  const q = await withPrelude(
    hand,
    "Object.defineProperty(self, 'indexedDB', { value: undefined })",
  );
  await q.page.getByText(/This window keeps no games/).waitFor();
  await q.start();
  await q.turn();
  check((await q.look()).prompt, 'and it can be played in all the same');
}

// A policy without eval, inline scripts or strangers; what breaks it would stand in the console, which must stay empty.
async function policy(hand) {
  const p = await hand.open(),
    text = await p.page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
  check(/default-src 'none'/.test(text), `nothing that is not named: ${text}`);
  check(/script-src 'self' 'wasm-unsafe-eval';/.test(text), `no eval but WebAssembly's: ${text}`);
  check(!/unsafe-inline|'unsafe-eval'|\*|https?:/.test(text), `no way around: ${text}`);
  await p.start();
  await p.turn();
}

// A server offers the same page: "play on this device". A game begun there is taken to the server as a file and goes on.
async function device(hand) {
  const server = await start('serve', () => ['--device', process.env.SITE_FOLDER]),
    p = await hand.open({ url: server.url });
  await p.click(p.page.getByRole('link', { name: 'Play on this device' }), 'device');
  await p.page.locator('meta[name=salient-home]').waitFor({ state: 'attached' });
  await p.button(/^Start/).waitFor();
  await p.start();
  await p.play(
    { eager: 4 },
    () => {},
    s => s.last > 8 && !s.card,
    60,
  );
  await p.turn();
  const half = await p.look();
  await p.click(p.button('Menu'), 'menu');
  const [file] = await Promise.all([
    p.page.waitForEvent('download'),
    p.click(p.page.getByRole('menuitem', { name: 'Download the journal' }), 'download'),
  ]);
  await p.page.goto(server.url);
  await p.button(/^Start/).waitFor();
  check((await p.page.locator('.mygames .one').count()) === 0, 'the server has a list of its own');
  await p.page.locator('input[type=file][accept*=journal]').setInputFiles(await file.path());
  await p.settled(); // the panel is there from the start; the cover comes with the game
  if ((await p.look()).cover) await p.keys('Enter');
  await p.turn();
  const there = await p.look();
  check(there.last === half.last, `it is where it was: ${there.last}, was ${half.last}`);
  const on = await p.play(
    { eager: 4 },
    () => {},
    s => s.last > there.last + 3,
    60,
  );
  check(on.last > there.last, 'and goes on');
  server.stop();
}

// How long until Start can be pressed on a processor slowed four times, as the page sees it, and how long its main thread has worked by
// then; figures, no verdict. The second does not depend on what else the machine does.
async function quick(hand) {
  const context = await hand.browser.newContext(),
    took = [];
  await context.addInitScript(() => {
    new MutationObserver((_, watch) => {
      const start = [...document.querySelectorAll('button')].find(b =>
        b.textContent.startsWith('Start'),
      );
      if (!start) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('start')));
    }).observe(document, { childList: true, subtree: true });
  });
  const p = await hand.open({ url: 'about:blank', context }),
    tools = await context.newCDPSession(p.page),
    marks = () => performance.getEntriesByName('start').map(m => m.startTime);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await tools.send('Performance.getMetrics');
    return metrics.find(m => m.name === 'TaskDuration').value * 1000;
  };
  for (let i = 0; i < 3; i++) {
    const before = await worked();
    await p.page.goto(process.env.SALIENT_URL, { waitUntil: 'commit' });
    await p.page.waitForFunction(() => performance.getEntriesByName('start').length);
    const busy = (await worked()) - before,
      [ms] = await p.page.evaluate(marks);
    took.push(`${Math.round(ms)} ms (${Math.round(busy)} ms of work)`);
  }
  return `Start after ${took.join(', ')}`;
}

export const tests = {
  offline,
  pocket,
  passed,
  full,
  fuller,
  update,
  lacking,
  policy,
  device,
  quick,
  puzzles,
  lesson,
  keyboard,
  reload,
  hotseat,
  replay,
  phone,
  panels,
  access,
};
