// Accounts and order as people meet them: an account made on the page, its mail address verified by the link in a real mail,
// codes printed, another player reported below the chat, and a referee who judges it; then what an account is for years later,
// and what one can do about another player oneself. The mail relay is here.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { check, game } from './lib.mjs';
import { board, foeMoves } from './notices.mjs';
import { start } from './server.mjs';

// A mail relay: says yes to everything and keeps the texts.
async function relay() {
  const mails = [];
  const server = createServer(line => {
    let text = '',
      data = false;
    line.write('220 here\r\n');
    line.on('error', () => {});
    line.on('data', d => {
      text += d;
      for (let at; (at = text.indexOf(data ? '\r\n.\r\n' : '\r\n')) >= 0;) {
        const one = text.slice(0, at);
        text = text.slice(at + (data ? 5 : 2));
        if (data) mails.push(one);
        data = !data && /^DATA/i.test(one);
        line.write(data ? '354 go on\r\n' : /^QUIT/i.test(one) ? '221 bye\r\n' : '250 yes\r\n');
      }
    });
  });
  await new Promise(yes => server.listen(0, '127.0.0.1', yes));
  return { mails, port: server.address().port, stop: () => server.close() };
}
const until = async (f, what) => {
  for (let i = 0; i < 150; i++) {
    const got = await f();
    if (got) return got;
    await new Promise(yes => setTimeout(yes, 100));
  }
  throw new Error(`${what} has not come`);
};
async function account(hand, url, name) {
  const p = await hand.open({ url });
  await p.page.getByRole('button', { name: 'Account' }).click();
  await p.page.locator('#new-name').fill(name);
  await p.page.locator('#new-pass').fill('correct horse');
  await p.page.getByRole('button', { name: 'Make the account' }).click();
  await p.page.getByText(`You are ${name}.`).waitFor();
  return p;
}
const ask = (p, path, body) =>
  p.page.evaluate(
    async ([to, doc]) => {
      const r = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(doc),
      });
      return r.json();
    },
    [path, body],
  );
async function lasting(p, mail) {
  const page = p.page;
  await page.locator('#mail').fill('anna@example.org');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('A link has gone to anna@example.org').waitFor();
  const text = await until(() => mail.mails[0], 'the mail'),
    link = /http\S+#verify\/\S+/.exec(text)?.[0];
  check(link, `a link is in the mail: ${text}`);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'Yes, this is my address' }).click();
  await page.getByText('The address is your account’s now.').waitFor();
  await page.getByRole('link', { name: 'To the lobby' }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByText('Your address is anna@example.org.').waitFor();
  await page.locator('#codes-pass').fill('correct horse');
  await page.getByRole('button', { name: 'Make eight new codes' }).click();
  const codes = page.locator('.codes li');
  await codes.first().waitFor();
  check((await codes.count()) === 8, 'eight codes');
  await page.getByText('You have 8 left').waitFor();
  check(
    /^[A-Z2-9]{5}(-[A-Z2-9]{5}){3}$/.test(await codes.first().textContent()),
    'a code to print',
  );
  await p.shot('account');
  return codes.allTextContents();
}
// A server that sends mail to the relay, and the administrator's word to it.
async function house(mail) {
  const server = await start('serve', (folder, port) => [
      ...['--smtp', `smtp://127.0.0.1:${mail.port}`, '--mail-from', 'salient@example.org'],
      ...['--origin', `http://127.0.0.1:${port}`, '--admin', join(folder, 'admin')],
    ]),
    token = readFileSync(join(server.home, 'admin'), 'utf8').trim(),
    order = async (path, doc) => {
      const r = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(doc),
      });
      check(r.status === 200, `the administrator may: ${path} ${r.status}`);
    };
  return { url: server.url, stop: server.stop, order };
}
// Two accounts at one table: the first made the game, the second took its open seat.
async function table(german, soviet, more = {}) {
  const made = await ask(german, '/api/games', {
      game: 'nullgame',
      scenario: 'lesson',
      seats: { german: 'me', soviet: 'open' },
      ...more,
    }),
    taken = await ask(soviet, `/api/games/${made.id}/join`, {});
  check(taken.ok, JSON.stringify(taken));
  return made;
}
// An account's seat opens without its token.
async function openChat(p, url, id) {
  await p.page.goto(`${url}#mine/${id}`);
  await p.page.locator('.decision').waitFor();
  await p.page.getByRole('button', { name: 'Chat' }).first().click();
}
async function says(p, text) {
  await p.page.getByLabel('Chat message').fill(text);
  await p.page.keyboard.press('Enter');
}
async function reports(p, text) {
  await p.page.getByText('The other player', { exact: true }).click();
  await p.page.getByLabel('What happened').fill(text);
  await p.page.getByRole('button', { name: 'Report', exact: true }).click();
  await p.page.getByText('Reported.').waitFor();
}
async function toAccount(p, url) {
  await p.page.goto('about:blank');
  await p.page.goto(url);
  await p.page.getByRole('button', { name: 'Account' }).click();
}
export async function people(hand) {
  if (game && !game.test('The ford')) return { skip: 'the ford has it' };
  const mail = await relay(),
    server = await house(mail);
  try {
    const url = server.url,
      anna = await account(hand, url, 'Anna'),
      boris = await account(hand, url, 'Boris'),
      referee = await account(hand, url, 'Referee');
    await lasting(anna, mail);
    const made = await table(anna, boris);
    await openChat(boris, url, made.id);
    await says(boris, 'You fool');
    await openChat(anna, url, made.id);
    await anna.page.getByText('You fool').first().waitFor();
    await reports(anna, 'He insults me.');
    await anna.shot('report');
    await server.order('api/order/referee', { name: 'Referee', on: true });
    await referee.page.reload();
    await referee.page.getByRole('button', { name: 'Account' }).click();
    await referee.page.getByText('He insults me.').waitFor();
    await referee.page.getByText('1 line of chat').click();
    await referee.page.getByText('You fool').waitFor();
    await referee.shot('desk');
    await referee.page.getByLabel('Reason, for Boris').fill('Be polite.');
    await referee.page.getByRole('button', { name: 'Warn' }).click();
    await referee.page.getByText('Nothing waits.').waitFor();
    await toAccount(boris, url);
    await boris.page.getByText('Be polite.').waitFor();
    await boris.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await boris.page.getByRole('button', { name: 'Sign in' }).waitFor();
    return `${mail.mails.length} mail`;
  } finally {
    server.stop();
    mail.stop();
  }
}

// ---- years later
const unfold = (p, words) => p.page.locator('summary', { hasText: words }).click();
const press = (p, name) => p.page.getByRole('button', { name, exact: true }).click();
async function signIn(p, name, pass) {
  await p.page.locator('#acc-name').fill(name);
  await p.page.locator('#acc-pass').fill(pass);
  await p.page.locator('form:has(#acc-pass) button').click();
}
async function signOut(p) {
  await press(p, 'Sign out');
  await p.page.locator('#acc-name').waitFor();
}
const isSignedIn = (p, name) => p.page.getByText(`You are ${name}.`).waitFor();
const linkIn = (mail, page) =>
  until(
    () => mail.mails.map(m => new RegExp(`http\\S+#${page}/\\S+`).exec(m)?.[0]).find(Boolean),
    `a mail with a link to ${page}`,
  );
async function follow(p, link) {
  await p.page.goto('about:blank');
  await p.page.goto(link);
}
// Another browser of the same person is signed in, seen in the list, and ended from here.
async function endSession(hand, p, url, name) {
  const other = await hand.open({ url });
  await other.page.getByRole('button', { name: 'Account' }).click();
  await signIn(other, name, 'correct horse');
  await isSignedIn(other, name);
  await toAccount(p, url);
  const end = p.page.getByRole('button', { name: 'End', exact: true });
  await end.click();
  await end.waitFor({ state: 'detached' });
  await toAccount(other, url);
  await other.page.locator('#acc-name').waitFor();
}
async function saveAll(p) {
  await unfold(p, 'All that is kept about you');
  const [file] = await Promise.all([p.page.waitForEvent('download'), press(p, 'Save the file')]);
  return readFileSync(await file.path(), 'utf8');
}
// A move is told by mail; the mail's own link ends it, and the settings say so.
async function moveByMail(hand, p, url, mail) {
  const foe = await hand.open({ url }),
    settings = async () => {
      await follow(p, url);
      await p.page.getByRole('button', { name: 'Settings' }).first().click();
      return p.page.getByLabel(/^ ?By mail to anna@example.org/);
    };
  await (await settings()).check();
  const made = await table(foe, p, { position: board });
  await foeMoves(hand, url, made.id, made.seats.german);
  const text = await until(() => mail.mails.find(m => /^Subject: Your move/m.test(m)), 'the mail');
  check(text.includes(`#mine/${made.id}`), `it leads to the game: ${text}`);
  await follow(p, await linkIn(mail, 'stop'));
  await press(p, 'Stop this mail');
  await p.page.getByText('No more mail about your moves.').waitFor();
  check(!(await (await settings()).isChecked()), 'the settings know it');
}
async function byMail(p, url, mail, name) {
  await unfold(p, 'I forgot my passphrase');
  await p.page.locator('#rec-name').fill(name);
  await press(p, 'Send a link to my mail address');
  await p.page.getByText('If the account has a mail address, a link comes.').waitFor();
  await follow(p, await linkIn(mail, 'recover'));
  await p.page.locator('#fresh').fill('a second horse');
  await press(p, 'Set it');
  await p.page.getByText('You have a new passphrase, and are signed in.').waitFor();
  await toAccount(p, url);
  await isSignedIn(p, name);
}
async function byCode(p, name, code, pass) {
  await unfold(p, 'I forgot my passphrase');
  await p.page.locator('#code-name').fill(name);
  await p.page.locator('#code-code').fill(code);
  await p.page.locator('#code-new').fill(pass);
  await press(p, 'Set the new passphrase');
}

// Another name, a session ended from afar, all data in a file, a move told by mail and the mail ended, a lost passphrase set
// again by mail and by a printed code, which works once, and in the end nothing is left.
export async function accounts(hand) {
  if (game && !game.test('The ford')) return { skip: 'the ford has it' };
  const mail = await relay(),
    server = await house(mail);
  try {
    const url = server.url,
      dora = await account(hand, url, 'Dora'),
      name = 'Dora Two',
      codes = await lasting(dora, mail);
    await unfold(dora, 'Another name');
    await dora.page.locator('#rename').fill(name);
    await press(dora, 'Change the name');
    await isSignedIn(dora, name);
    await endSession(hand, dora, url, name);
    const kept = await saveAll(dora);
    check(kept.includes(name) && kept.includes('anna@example.org'), `the file has all: ${kept}`);
    await moveByMail(hand, dora, url, mail);
    await toAccount(dora, url);
    await signOut(dora);
    await byMail(dora, url, mail, name);
    await signOut(dora);
    await byCode(dora, name, codes[0], 'a third horse');
    await isSignedIn(dora, name);
    await signOut(dora);
    await byCode(dora, name, codes[0], 'a fourth horse');
    await dora.page
      .getByText('The name or the code is wrong, or the code has been used.')
      .waitFor();
    await signIn(dora, name, 'a third horse');
    await isSignedIn(dora, name);
    await dora.shot('signed-in');
    await unfold(dora, 'Delete the account');
    await dora.page.locator('#gone').fill('a third horse');
    await dora.page.locator('form:has(#gone) button').click();
    await dora.page.locator('#acc-name').waitFor();
    await signIn(dora, name, 'a third horse');
    await dora.page.getByText('The name or the passphrase is wrong.').waitFor();
    dora.refusals();
    return `${mail.mails.length} mails`;
  } finally {
    server.stop();
    mail.stop();
  }
}
accounts.limit = 180;

// ---- order
// The other side hears what is said, or it does not: then what comes after it is there, and it is not.
async function hears(p, from, text) {
  await says(from, text);
  await p.page.getByText(text).first().waitFor();
}
async function mute(anna, boris) {
  await hears(anna, boris, 'A first line');
  await unfold(anna, 'The other player');
  await press(anna, 'Mute');
  await anna.page.getByText('Muted.').waitFor();
  await says(boris, 'An unheard line');
  await hears(boris, anna, 'Her own line');
  check((await anna.page.getByText('An unheard line').count()) === 0, 'she does not hear it');
  await press(anna, 'Hear again');
  await anna.page.getByText('You hear the other side again.').waitFor();
  await hears(anna, boris, 'A last line');
}
async function block(anna, boris, url) {
  await press(anna, 'Block');
  await anna.page.getByText('Blocked: no chat, and no open seats together.').waitFor();
  await says(boris, 'A blocked line');
  await boris.page.getByText('One of you has blocked the other: there is no chat.').waitFor();
  const open = await ask(anna, '/api/games', {
      game: 'nullgame',
      scenario: 'lesson',
      seats: { german: 'me', soviet: 'open' },
    }),
    seat = await ask(boris, `/api/games/${open.id}/join`, {});
  check(/blocked the other/.test(seat.error?.text), JSON.stringify(seat));
  await toAccount(anna, url);
  await press(anna, 'Unblock');
  await anna.page.getByRole('heading', { name: 'Blocked' }).waitFor({ state: 'detached' });
  const taken = await ask(boris, `/api/games/${open.id}/join`, {});
  check(taken.ok, JSON.stringify(taken));
  boris.refusals();
}
// Whoever is banned is at his game at that moment: his page ends, and signing in tells him why.
async function ban(referee, boris, url) {
  await toAccount(referee, url);
  await referee.page.getByLabel('Reason, for Boris').fill('No insults here.');
  await press(referee, 'Ban for days:');
  await referee.page.getByText('Nothing waits.').waitFor();
  await unfold(referee, 'What referees have done');
  await referee.page.getByText(/ban Boris\. No insults here\./).waitFor();
  await referee.shot('banned');
  await boris.page.getByText('This seat does not open').waitFor();
  await boris.shot('ended');
  await toAccount(boris, url);
  await signIn(boris, 'Boris', 'correct horse');
  await boris.page.getByText(/^This account is closed until .+: No insults here\.$/).waitFor();
  boris.refusals();
}

// What one can do about another player oneself, what a referee can, and the rules that the owner of the house has written.
export async function order(hand) {
  if (game && !game.test('The ford')) return { skip: 'the ford has it' };
  const mail = await relay(),
    server = await house(mail);
  try {
    const url = server.url,
      anna = await account(hand, url, 'Anna'),
      boris = await account(hand, url, 'Boris'),
      referee = await account(hand, url, 'Referee');
    await server.order('api/order/house', { text: 'Be kind.' });
    await server.order('api/order/referee', { name: 'Referee', on: true });
    await toAccount(anna, url);
    await anna.page.getByRole('heading', { name: 'House rules' }).waitFor();
    await anna.page.getByText('Be kind.').waitFor();
    const made = await table(anna, boris);
    await openChat(boris, url, made.id);
    await openChat(anna, url, made.id);
    await mute(anna, boris);
    await block(anna, boris, url);
    await openChat(anna, url, made.id);
    await reports(anna, 'He insults me.');
    await ban(referee, boris, url);
    return 'muted, blocked, banned';
  } finally {
    server.stop();
    mail.stop();
  }
}
order.limit = 180;

// ---- programs as guests
// A bot is made on the page, its token opens the server, a new one shuts the old one out, and a deleted bot is gone.
const bearer = (url, token) =>
  fetch(`${url}api/account`, { headers: { authorization: `Bearer ${token}` } }).then(r => r.json());
export async function bots(hand) {
  if (game && !game.test('The ford')) return { skip: 'the ford has it' };
  const server = await start('serve');
  try {
    const url = server.url,
      emil = await account(hand, url, 'Emil'),
      page = emil.page,
      token = page.getByLabel('Token of Emils Bot');
    await page.locator('#bot-name').fill('Emil');
    await press(emil, 'Make a bot');
    await page.getByText('that name is taken').waitFor();
    await page.locator('#bot-name').fill('Emils Bot');
    await press(emil, 'Make a bot');
    const first = await token.inputValue();
    check((await bearer(url, first)).name === 'Emils Bot', 'the token opens the bot’s account');
    await emil.shot('token');
    await press(emil, 'New token: Emils Bot');
    await until(async () => (await token.inputValue()) !== first, 'another token');
    const second = await token.inputValue();
    check(!(await bearer(url, first)).name, 'the old token opens nothing');
    check((await bearer(url, second)).name === 'Emils Bot', 'the new one does');
    await press(emil, 'Delete: Emils Bot');
    await press(emil, 'Keep it: Emils Bot');
    await press(emil, 'Delete: Emils Bot');
    await press(emil, 'Delete for good: Emils Bot');
    await page.getByText('Emils Bot', { exact: true }).waitFor({ state: 'detached' });
    check(!(await bearer(url, second)).name, 'a deleted bot opens nothing');
    emil.refusals();
  } finally {
    server.stop();
  }
}
