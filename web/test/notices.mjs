// Notices, from the button in the settings to what the system shows. Chromium's own push service is far away, so the browser's
// subscription is a stand-in whose endpoint is here: what the server sends there is decrypted here with the browser's key and
// handed to the page's real service worker, by the way a browser delivers it.
import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { check, game } from './lib.mjs';
import { start } from './server.mjs';

const text = b => b.toString('base64url');
const mac = (key, data) => createHmac('sha256', key).update(data).digest();
const hkdf = (salt, from, info, n) =>
  mac(mac(salt, from), Buffer.concat([info, Buffer.from([1])])).subarray(0, n);

// RFC 8291, the browser's side.
function decrypt(keys, auth, body) {
  const salt = body.subarray(0, 16),
    theirs = body.subarray(21, 86),
    info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]),
    both = hkdf(auth, keys.computeSecret(theirs), info, 32),
    key = hkdf(salt, both, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    nonce = hkdf(salt, both, Buffer.from('Content-Encoding: nonce\0'), 12),
    d = createDecipheriv('aes-128-gcm', key, nonce);
  d.setAuthTag(body.subarray(-16));
  const plain = Buffer.concat([d.update(body.subarray(86, -16)), d.final()]);
  check(plain.at(-1) === 2, 'the record is the last one');
  return plain.subarray(0, -1).toString();
}
// A push service on this machine, and the browser's keys for it.
async function service() {
  const keys = createECDH('prime256v1'),
    auth = randomBytes(16),
    came = [];
  keys.generateKeys();
  const server = createServer((q, r) => {
    const parts = [];
    q.on('data', d => parts.push(d));
    q.on('end', () => {
      came.push({ head: q.headers, text: decrypt(keys, auth, Buffer.concat(parts)) });
      r.writeHead(201).end();
    });
  });
  await new Promise(yes => server.listen(0, '127.0.0.1', yes));
  return {
    came,
    stop: () => server.close(),
    subscription: {
      endpoint: `http://127.0.0.1:${server.address().port}/sub`,
      p256dh: text(keys.getPublicKey()),
      auth: text(auth),
    },
  };
}
// In the page, before anything else: a browser whose push service is ours.
function standIn(s) {
  if (location.protocol === 'about:') return;
  let on = sessionStorage.getItem('standin') === 'on';
  const it = {
    endpoint: s.endpoint,
    toJSON: () => ({ endpoint: s.endpoint, keys: { p256dh: s.p256dh, auth: s.auth } }),
    unsubscribe: async () => ((on = false), sessionStorage.removeItem('standin'), true),
  };
  PushManager.prototype.subscribe = async function (o) {
    if (!o.userVisibleOnly || new Uint8Array(o.applicationServerKey)[0] !== 4)
      throw new Error('key');
    sessionStorage.setItem('standin', 'on');
    on = true;
    return it;
  };
  PushManager.prototype.getSubscription = async () => (on ? it : null);
}
const until = async (f, what) => {
  for (let i = 0; i < 150; i++) {
    const got = await f();
    if (got) return got;
    await new Promise(yes => setTimeout(yes, 100));
  }
  throw new Error(`${what} has not come`);
};
async function deliver(page, data) {
  const cdp = await page.context().newCDPSession(page),
    found = new Promise(yes =>
      cdp.on('ServiceWorker.workerRegistrationUpdated', e => {
        if (e.registrations[0]) yes(e.registrations[0].registrationId);
      }),
    );
  await cdp.send('ServiceWorker.enable');
  const registrationId = await found;
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data,
  });
}
const shown = page =>
  page.evaluate(async () => {
    const r = await navigator.serviceWorker.ready;
    return (await r.getNotifications()).map(n => ({ title: n.title, body: n.body, tag: n.tag }));
  });
const ask = async (url, path, body, token) => {
  const r = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return r.json();
};
// The other side's move, made in a page of its own: then it is the decision of the browser under test.
export async function foeMoves(hand, url, game, token) {
  const p = await hand.open({ url });
  const said = await p.page.evaluate(
    async ([id, seat]) => {
      const ws = new WebSocket(`ws://${location.host}/ws`),
        say = doc =>
          new Promise(yes => {
            ws.onmessage = m => {
              const d = JSON.parse(m.data);
              if (d.id) yes(d);
            };
            ws.send(JSON.stringify({ ...doc, id: 1 }));
          });
      await new Promise(yes => (ws.onopen = yes));
      const { seq } = await say({ cmd: 'join', game: id, seat }),
        done = await say({ cmd: 'do', action: 'done', seq, key: 'k' });
      ws.close();
      return done;
    },
    [game, token],
  );
  check(said.ok, JSON.stringify(said));
}
// The German side attacks; when it is done, the Soviet side decides.
export const board = {
  map: 'plain:9x9',
  phase: 'german.attack',
  units: [
    { unit: 'de.pz.a', hex: '0505' },
    { unit: 'ru.1.rifle', hex: '0101' },
  ],
};

export async function notices(hand) {
  if (game && !game.test('The ford')) return { skip: 'the ford has it' };
  const push = await service(),
    server = await start('serve', () => ['--private-webhooks']);
  try {
    const url = new URL(server.url).origin + '/',
      made = await ask(url, 'api/games', {
        game: 'nullgame',
        scenario: 'lesson',
        seats: { german: 'hotseat', soviet: 'hotseat' },
        position: board,
      });
    check(made.ok, JSON.stringify(made));
    const p = await hand.open({ url }),
      page = p.page;
    await page.context().grantPermissions(['notifications'], { origin: new URL(url).origin });
    await page.addInitScript(standIn, push.subscription);
    // the seat is this browser's, as if it had made the game
    await page.goto(`${url}#seat/${made.id}/${made.seats.soviet}`);
    await page.locator('.decision').waitFor();
    await page.evaluate(
      ([id, token]) =>
        localStorage.setItem(
          'salient.games',
          JSON.stringify([
            { id, game: 'nullgame', title: 'x', scenario: 'x', seats: { soviet: token }, at: 1 },
          ]),
        ),
      [made.id, made.seats.soviet],
    );
    await page.goto('about:blank');
    await page.goto(url);
    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('You will be told here, also while no page is open.').waitFor();
    await p.shot('on');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('A notice is on its way.').waitFor();
    check(push.came.length === 1 && /Notices work/.test(push.came[0].text), 'the trial came');
    // the other side moves, and nobody looks at the game
    await foeMoves(hand, url, made.id, made.seats.german);
    const note = await until(() => push.came.find(c => /Your move/.test(c.text)), 'the notice');
    check(/^vapid t=/.test(note.head.authorization), 'it says who sends it');
    const doc = JSON.parse(note.text);
    check(/^Your move: .+, (turn \d+|set-up)$/.test(doc.title), doc.title);
    await deliver(page, note.text);
    const seen = await until(
      async () => (await shown(page)).find(n => n.tag === made.id),
      'what the system shows',
    );
    check(seen.title === doc.title && seen.body === doc.body, JSON.stringify(seen));
    // a notice leads to its game
    await page.goto(`${url}#mine/${made.id}`);
    await page.locator('.decision').waitFor();
    check(page.url().includes(made.seats.soviet), 'the seat is opened with its token');
    await page.goto('about:blank');
    await page.goto(url);
    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('You will not be told here any more.').waitFor();
    return seen.title;
  } finally {
    push.stop();
    server.stop();
  }
}

// A house of one's own that wants ntfy's form: the seat's webhook, set in the game's settings.
async function listener() {
  const came = [],
    server = createServer((q, r) => {
      const parts = [];
      q.on('data', d => parts.push(d));
      q.on('end', () => {
        came.push({ path: q.url, head: q.headers, text: Buffer.concat(parts).toString() });
        r.end();
      });
    });
  await new Promise(yes => server.listen(0, '127.0.0.1', yes));
  return {
    came,
    url: `http://127.0.0.1:${server.address().port}/kursk`,
    stop: () => server.close(),
  };
}
export async function webhook(hand) {
  if (game && !game.test('The ford')) return { skip: 'the ford has it' };
  const there = await listener(),
    server = await start('serve', () => ['--private-webhooks']);
  try {
    const url = new URL(server.url).origin + '/',
      made = await ask(url, 'api/games', {
        game: 'nullgame',
        scenario: 'lesson',
        seats: { german: 'hotseat', soviet: 'hotseat' },
        position: board,
      }),
      p = await hand.open({ url }),
      page = p.page;
    await page.goto(`${url}#seat/${made.id}/${made.seats.soviet}`);
    await page.locator('.decision').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const form = page.getByRole('region', { name: 'Webhook' });
    // an address that is none is refused, and the reason is read there
    await form.getByLabel('Address of the webhook').fill('ftp://here');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText(/must be an http/).waitFor();
    await form.getByLabel('Address of the webhook').fill(there.url);
    await form.getByLabel('Form of the message').selectOption('ntfy');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('It will be told when it is your move in this game.').waitFor();
    await p.shot('webhook');
    await page.goto('about:blank');
    await foeMoves(hand, url, made.id, made.seats.german);
    const got = await until(() => there.came[0], 'the webhook');
    check(got.path === '/kursk' && /Your move/.test(got.head.title ?? ''), JSON.stringify(got));
    return got.head.title;
  } finally {
    there.stop();
    server.stop();
  }
}
