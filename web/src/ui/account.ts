// The account page: signing in, and what one can do with one's own account. Nobody needs one.
import { fill, h } from '../dom';
import { Refused, api } from '../net';
import { BotsSection } from './bots';
import { deskSection } from './desk';
import { ago } from './mygames';

interface Me {
  name?: string;
  created?: number;
  mails: boolean;
  mail?: string;
  codes?: number;
  referee?: boolean;
  blocks?: { name: string; at: number }[];
  warnings?: { at: number; reason: string }[];
}
interface Session {
  id: string;
  made: number;
  until: number;
  this: boolean;
}
const words = (e: unknown): string =>
  e instanceof Refused ? e.fault.text : 'The server does not answer.';
const capital = (s: string): string => s[0].toUpperCase() + s.slice(1);

// One line of a form: its fields, a button, and what came of it.
interface Field {
  id: string;
  label: string;
  type?: string;
  value?: string;
  complete?: string;
}
export function form(
  fields: Field[],
  button: string,
  act: (v: Record<string, string>) => Promise<string | void>,
): HTMLElement {
  const say = h('p', { class: 'soft', role: 'status' }),
    inputs = fields.map(f =>
      h('input', {
        id: f.id,
        type: f.type ?? 'text',
        value: f.value ?? '',
        maxlength: '254',
        autocomplete: f.complete ?? 'off',
      }),
    );
  const submit = async (): Promise<void> => {
    say.textContent = 'One moment.';
    const v = Object.fromEntries(inputs.map(i => [i.id, i.value.trim()]));
    try {
      say.textContent = (await act(v)) ?? '';
    } catch (e) {
      say.textContent = capital(words(e));
    }
  };
  return h(
    'form',
    {
      class: 'account',
      onsubmit: (e: Event) => {
        e.preventDefault();
        void submit();
      },
    },
    fields.map((f, i) =>
      h('p', null, h('label', { class: 'label', for: f.id }, f.label), h('br'), inputs[i]),
    ),
    h('button', { class: 'btn', type: 'submit' }, button),
    say,
  );
}
const part = (title: string, ...rest: (HTMLElement | string | null)[]): HTMLElement =>
  h('section', { class: 'sheet', 'aria-label': title }, h('h3', null, title), rest);
const more = (title: string, ...rest: HTMLElement[]): HTMLElement =>
  h('details', { style: 'margin:8px 0' }, h('summary', null, title), rest);
const nameField: Field = { id: 'acc-name', label: 'Name', complete: 'username' };
const passField = (id: string, label: string, complete: string): Field => ({
  id,
  label,
  complete,
  type: 'password',
});

function signIn(me: Me, again: () => void): HTMLElement[] {
  const enter =
    (path: string) =>
    async (v: Record<string, string>): Promise<void> => {
      await api(path, {
        name: v['acc-name'] ?? v['new-name'],
        passphrase: v['acc-pass'] ?? v['new-pass'],
      });
      again();
    };
  return [
    h(
      'p',
      { class: 'wide' },
      'You can play everything as a guest: your seats are kept in this browser. An account keeps ' +
        'your name, and tells you of your moves on every device.',
    ),
    part(
      'Sign in',
      form(
        [nameField, passField('acc-pass', 'Passphrase', 'current-password')],
        'Sign in',
        enter('/api/login'),
      ),
      more(
        'I forgot my passphrase',
        me.mails
          ? form([{ id: 'rec-name', label: 'Name' }], 'Send a link to my mail address', async v => {
              await api('/api/account/recover', { name: v['rec-name'] });
              return 'If the account has a mail address, a link comes. It works for an hour.';
            })
          : h('p', { class: 'soft' }, 'This server sends no mail.'),
        form(
          [
            { id: 'code-name', label: 'Name' },
            { id: 'code-code', label: 'A printed code' },
            passField('code-new', 'New passphrase', 'new-password'),
          ],
          'Set the new passphrase',
          async v => {
            await api('/api/account/reset', {
              name: v['code-name'],
              code: v['code-code'],
              new: v['code-new'],
            });
            again();
          },
        ),
      ),
    ),
    part(
      'New account',
      form(
        [
          { id: 'new-name', label: 'Name', complete: 'username' },
          passField('new-pass', 'Passphrase, at least 8 characters', 'new-password'),
        ],
        'Make the account',
        enter('/api/account'),
      ),
    ),
  ];
}
function mailPart(me: Me, again: () => void): HTMLElement | null {
  if (!me.mails) return null;
  return part(
    'Mail',
    h(
      'p',
      null,
      me.mail
        ? `Your address is ${me.mail}.`
        : 'No address. With one you can get back in, and be told of your moves once an hour.',
    ),
    form(
      [{ id: 'mail', label: 'Mail address', type: 'email', complete: 'email' }],
      'Send the link',
      async v => {
        await api('/api/account/mail', { address: v.mail });
        return `A link has gone to ${v.mail}. Open it within a day.`;
      },
    ),
    me.mail
      ? h(
          'p',
          { class: 'row', style: 'gap:8px;flex-wrap:wrap' },
          h(
            'button',
            {
              class: 'btn',
              type: 'button',
              onclick: () => void api('/api/account/mail/end', {}).then(again),
            },
            'Remove the address',
          ),
        )
      : null,
  );
}
function codesPart(me: Me): HTMLElement {
  const list = h('div'),
    left = h('b', null, String(me.codes ?? 0));
  return part(
    'Printed codes',
    h(
      'p',
      null,
      'You have ',
      left,
      ' left. Each sets a new passphrase once, without mail. Keep them on paper.',
    ),
    form(
      [passField('codes-pass', 'Passphrase', 'current-password')],
      'Make eight new codes',
      async v => {
        const { codes } = await api<{ codes: string[] }>('/api/account/codes', {
          name: me.name,
          passphrase: v['codes-pass'],
        });
        fill(
          list,
          h(
            'ul',
            { class: 'codes', style: 'font-family:var(--mono)' },
            codes.map(c => h('li', null, c)),
          ),
          h('button', { class: 'btn', type: 'button', onclick: () => print() }, 'Print'),
        );
        left.textContent = String(codes.length);
        return 'Older codes no longer work.';
      },
    ),
    list,
  );
}
function sessionsPart(again: () => void): HTMLElement {
  const list = h('ul');
  const row = (s: Session): HTMLElement =>
    h(
      'li',
      { class: 'spread', style: 'padding:4px 0' },
      h('span', null, `Signed in ${ago(s.made)}${s.this ? ', here' : ''}`),
      s.this
        ? null
        : h(
            'button',
            {
              class: 'btn dense',
              type: 'button',
              onclick: () => void api('/api/account/sessions/end', { id: s.id }).then(draw),
            },
            'End',
          ),
    );
  const draw = async (): Promise<void> => {
    const { sessions } = await api<{ sessions: Session[] }>('/api/account/sessions');
    fill(list, sessions.map(row));
  };
  void draw().catch(() => {});
  return part(
    'Signed in',
    list,
    h(
      'p',
      { class: 'row', style: 'gap:8px;flex-wrap:wrap' },
      h(
        'button',
        { class: 'btn', type: 'button', onclick: () => void api('/api/logout', {}).then(again) },
        'Sign out',
      ),
      h(
        'button',
        {
          class: 'btn',
          type: 'button',
          onclick: () => void api('/api/logout/all', {}).then(again),
        },
        'Sign out everywhere',
      ),
    ),
  );
}
async function saveAll(): Promise<void> {
  const doc = await api<object>('/api/account/export'),
    url = URL.createObjectURL(
      new Blob([JSON.stringify(doc, null, 1)], { type: 'application/json' }),
    ),
    a = h('a', { href: url, download: 'salient-account.json' });
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}
function blocksPart(me: Me, again: () => void): HTMLElement | null {
  if (!me.blocks?.length) return null;
  return part(
    'Blocked',
    h(
      'ul',
      null,
      me.blocks.map(b =>
        h(
          'li',
          { class: 'spread', style: 'padding:4px 0' },
          b.name,
          h(
            'button',
            {
              class: 'btn dense',
              type: 'button',
              onclick: () => void api('/api/account/unblock', { name: b.name }).then(again),
            },
            'Unblock',
          ),
        ),
      ),
    ),
  );
}
function ownPart(me: Me, again: () => void): HTMLElement {
  return part(
    'Your account',
    more(
      'Another name',
      form([{ id: 'rename', label: 'Name', value: me.name }], 'Change the name', async v => {
        await api('/api/account/rename', { name: v.rename });
        again();
      }),
    ),
    more(
      'Another passphrase',
      form(
        [
          passField('old', 'Passphrase', 'current-password'),
          passField('fresh', 'New passphrase', 'new-password'),
        ],
        'Change the passphrase',
        async v => {
          await api('/api/account/passphrase', { name: me.name, passphrase: v.old, new: v.fresh });
          return 'Changed. All other sessions have ended.';
        },
      ),
    ),
    more(
      'All that is kept about you',
      h('p', null, 'A file with your games, chat, sessions and settings.'),
      h('button', { class: 'btn', type: 'button', onclick: () => void saveAll() }, 'Save the file'),
    ),
    more(
      'Delete the account',
      h('p', null, 'Your games stay, without your name. This cannot be undone.'),
      form([passField('gone', 'Passphrase', 'current-password')], 'Delete the account', async v => {
        await api('/api/account/delete', { name: me.name, passphrase: v.gone });
        again();
      }),
    ),
  );
}
function signedIn(me: Me, again: () => void): (HTMLElement | null)[] {
  return [
    h('p', { class: 'wide' }, 'You are ', h('b', null, me.name!), '.'),
    me.warnings?.length
      ? part(
          'From the referees',
          h(
            'ul',
            null,
            me.warnings.map(w => h('li', null, `${ago(w.at)}: ${w.reason}`)),
          ),
        )
      : null,
    me.referee ? deskSection() : null,
    mailPart(me, again),
    codesPart(me),
    sessionsPart(again),
    new BotsSection().root,
    blocksPart(me, again),
    ownPart(me, again),
  ];
}
async function house(root: HTMLElement): Promise<void> {
  const { text } = await api<{ text: string }>('/api/house').catch(() => ({ text: '' }));
  if (text) root.append(part('House rules', h('p', { style: 'white-space:pre-wrap' }, text)));
}
export function accountPage(main: HTMLElement): void {
  const body = h('div', { class: 'sheets' });
  const draw = async (): Promise<void> => {
    try {
      const me = await api<Me>('/api/account');
      fill(body, me.name ? signedIn(me, again) : signIn(me, again));
      await house(body);
    } catch (e) {
      fill(body, h('p', { role: 'alert' }, words(e)));
    }
  };
  const again = (): void => void draw();
  fill(main, h('h2', null, 'Account'), body);
  again();
}

// ---- links that came by mail: #verify/.. #recover/.. #stop/..
export class LinkPage {
  root: HTMLElement;
  constructor(kind: string, token: string) {
    const body = h('div', { class: 'page' });
    this.root = h(
      'div',
      { class: 'lobby' },
      h('header', { class: 'bar' }, h('h1', null, 'salient')),
      h('main', null, body, h('p', null, h('a', { class: 'link', href: '#' }, 'To the lobby'))),
    );
    history.replaceState(null, '', location.pathname); // the token is not left lying about
    const done = (text: string) => (): void => fill(body, h('p', { role: 'status' }, text));
    if (kind === 'recover')
      fill(
        body,
        h('h2', null, 'A new passphrase'),
        form([passField('fresh', 'New passphrase', 'new-password')], 'Set it', async v => {
          await api('/api/account/reset', { token, new: v.fresh });
          done('You have a new passphrase, and are signed in.')();
        }),
      );
    else if (kind === 'verify')
      fill(
        body,
        h('h2', null, 'Your mail address'),
        form([], 'Yes, this is my address', async () => {
          await api('/api/account/mail/verify', { token });
          done('The address is your account’s now.')();
        }),
      );
    else
      fill(
        body,
        h('h2', null, 'Mail about your moves'),
        form([], 'Stop this mail', async () => {
          await api('/api/mail/stop', { token });
          done('No more mail about your moves. Settings can turn it on again.')();
        }),
      );
  }
  close(): void {}
}
export function linkPage(): LinkPage | null {
  const m = /^#(verify|recover|stop)\/([\w-]+)$/.exec(location.hash);
  return m ? new LinkPage(m[1], m[2]) : null;
}
