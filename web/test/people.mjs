// Accounts and order as people meet them: an account made on the page, its mail address verified by the link in a real mail,
// codes printed, another player reported below the chat, and a referee who judges it. The mail relay is here.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { check, game } from './lib.mjs';
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
}
export async function people(hand) {
  if (game && !game.test('The ford')) return { skip: 'the ford has it' };
  const mail = await relay();
  let home = '';
  const server = await start('serve', (folder, port) => {
    home = folder;
    return [
      ...['--smtp', `smtp://127.0.0.1:${mail.port}`, '--mail-from', 'salient@example.org'],
      ...['--origin', `http://127.0.0.1:${port}`, '--admin', join(folder, 'admin')],
    ];
  });
  try {
    const url = server.url,
      token = readFileSync(join(home, 'admin'), 'utf8').trim(),
      anna = await account(hand, url, 'Anna'),
      boris = await account(hand, url, 'Boris'),
      referee = await account(hand, url, 'Referee');
    await lasting(anna, mail);
    const made = await ask(anna, '/api/games', {
        game: 'nullgame',
        scenario: 'lesson',
        seats: { german: 'me', soviet: 'open' },
      }),
      taken = await ask(boris, `/api/games/${made.id}/join`, {});
    check(taken.ok, JSON.stringify(taken));
    // an account's seat opens without its token
    await boris.page.goto(`${url}#mine/${made.id}`);
    await boris.page.locator('.decision').waitFor();
    await boris.page.getByRole('button', { name: 'Chat' }).first().click();
    await boris.page.getByLabel('Chat message').fill('You fool');
    await boris.page.keyboard.press('Enter');
    await anna.page.goto(`${url}#seat/${made.id}/${made.seats.german}`);
    await anna.page.locator('.decision').waitFor();
    await anna.page.getByRole('button', { name: 'Chat' }).first().click();
    await anna.page.getByText('You fool').first().waitFor();
    await anna.page.getByText('The other player', { exact: true }).click();
    await anna.page.getByLabel('What happened').fill('He insults me.');
    await anna.page.getByRole('button', { name: 'Report', exact: true }).click();
    await anna.page.getByText('Reported.').waitFor();
    await anna.shot('report');
    const named = await fetch(`${url}api/order/referee`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: 'Referee', on: true }),
    });
    check(named.status === 200, 'the administrator names a referee');
    await referee.page.reload();
    await referee.page.getByRole('button', { name: 'Account' }).click();
    await referee.page.getByText('He insults me.').waitFor();
    await referee.page.getByText('1 line of chat').click();
    await referee.page.getByText('You fool').waitFor();
    await referee.shot('desk');
    await referee.page.getByLabel('Reason, for Boris').fill('Be polite.');
    await referee.page.getByRole('button', { name: 'Warn' }).click();
    await referee.page.getByText('Nothing waits.').waitFor();
    await boris.page.goto('about:blank');
    await boris.page.goto(url);
    await boris.page.getByRole('button', { name: 'Account' }).click();
    await boris.page.getByText('Be polite.').waitFor();
    await boris.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await boris.page.getByRole('button', { name: 'Sign in' }).waitFor();
    return `${mail.mails.length} mail`;
  } finally {
    server.stop();
    mail.stop();
  }
}
