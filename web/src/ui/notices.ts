// Notices: told by this browser when it is one's move, also while no page is open.
import { fill, h } from '../dom';
import { atHome } from '../home/door';
import type { Side } from '../doc';
import { Refused, type Saved, api, linkOf, store } from '../net';

interface Kept {
  on: boolean;
  quiet: boolean;
  from: string; // 22:00
  to: string;
}
interface Told {
  key: string;
  mail: { address?: string; on?: boolean; failed?: number; why?: string } | null;
  push: { host: string; made: number; failed?: number; why?: string }[];
  hooks: { failed: number; why: string }[];
}
const KEY = 'salient.notices';
function kept(): Kept {
  const or = { on: false, quiet: false, from: '22:00', to: '07:00' };
  try {
    return { ...or, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return or;
  }
}
function keep(k: Partial<Kept>): Kept {
  const all = { ...kept(), ...k };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    /* private window */
  }
  return all;
}
const able = (): boolean =>
  !atHome && isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window;

// The seats this browser holds: whoever has a seat's token may ask to be told.
const seats = (): { game: string; token: string }[] =>
  store
    .games()
    .filter(g => !g.over && !g.hotseat)
    .flatMap(g =>
      Object.entries(g.seats)
        .filter(([side, token]) => side !== 'watch' && token)
        .map(([, token]) => ({ game: g.id, token })),
    )
    .slice(0, 60);
const minutes = (t: string): number => Number(t.slice(0, 2)) * 60 + Number(t.slice(3, 5));
const quiet = (k: Kept): object =>
  k.quiet && k.from !== k.to
    ? { quiet: { from: minutes(k.from), to: minutes(k.to), zone: -new Date().getTimezoneOffset() } }
    : {};
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, c => c.charCodeAt(0));
}
async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}
async function tell(s: PushSubscription): Promise<void> {
  const doc = s.toJSON();
  await api('/api/notices/push', {
    endpoint: s.endpoint,
    p256dh: doc.keys!.p256dh,
    auth: doc.keys!.auth,
    seats: seats(),
    ...quiet(kept()),
  });
}
async function turnOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(
      'This browser does not let the page show notices. Its settings can change that.',
    );
  const worker = await navigator.serviceWorker.register('notices.js'),
    { key } = await api<Told>('/api/notices', { seats: [] });
  await navigator.serviceWorker.ready;
  const s = await worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
    .catch(() => {
      throw new Error('This browser has no push service, or cannot reach it.');
    });
  await tell(s);
  keep({ on: true });
}
async function turnOff(): Promise<void> {
  const s = await subscription();
  keep({ on: false });
  if (!s) return;
  await api('/api/notices/push/end', { endpoint: s.endpoint }).catch(() => {});
  await s.unsubscribe();
}
async function trial(): Promise<void> {
  const s = await subscription();
  if (!s) throw new Error('This browser has lost its subscription. Turn notices off and on again.');
  await api('/api/notices/push/try', { endpoint: s.endpoint });
}
// Games come and go: the server is told of the seats again when a page opens and when one is taken.
let told = '';
export async function keepNotices(): Promise<void> {
  if (!able() || !kept().on) return;
  const now = JSON.stringify([seats(), kept()]);
  if (now === told) return;
  const s = await subscription().catch(() => null);
  if (!s) return;
  told = now;
  await tell(s).catch(() => {
    told = '';
  });
}
export function hearNotices(): void {
  if (!able()) return;
  navigator.serviceWorker.addEventListener('message', e => {
    const to = (e.data as { open?: string } | null)?.open;
    if (to?.startsWith('#mine/')) location.hash = to;
  });
  addEventListener('load', () => void keepNotices());
  addEventListener('hashchange', () => setTimeout(() => void keepNotices(), 1000));
}
// A notice names a game; the seat's token is only here.
export function mineLink(): string | null {
  const id = /^#mine\/(\w+)$/.exec(location.hash)?.[1],
    g = id ? store.games().find(x => x.id === id) : undefined;
  const tokens = Object.values(g?.seats ?? {}) as string[];
  return g && tokens.every(Boolean) ? new URL(linkOf(g.id, tokens)).hash : null;
}
// ..or the seat is the account's, and opens without one: a link in a mail, on another device.
export async function accountSeat(): Promise<Saved | null> {
  const id = /^#mine\/(\w+)$/.exec(location.hash)?.[1];
  if (!id) return null;
  const info = await api<{
    game: string;
    scenario: string;
    seats: Record<Side, { yours?: boolean }>;
  }>(`/api/games/${id}`).catch(() => null);
  const side = (['german', 'soviet'] as Side[]).find(s => info?.seats?.[s]?.yours);
  if (!info || !side) return null;
  const { game, scenario } = info;
  return { id, game, title: '', scenario, seats: { [side]: '' }, at: Date.now() };
}

// ---- in the settings
const words = (e: unknown): string =>
  e instanceof Refused || e instanceof Error ? e.message : 'That did not work.';

function quietRow(k: Kept, changed: (k: Kept) => void): HTMLElement {
  const time = (which: 'from' | 'to', label: string): HTMLElement =>
    h('input', {
      type: 'time',
      value: k[which],
      'aria-label': label,
      onchange: (e: Event) => changed(keep({ [which]: (e.target as HTMLInputElement).value })),
    });
  return h(
    'div',
    { class: 'row', style: 'flex-wrap:wrap;gap:8px;margin-top:8px' },
    h(
      'label',
      { class: 'row' },
      h('input', {
        type: 'checkbox',
        checked: k.quiet,
        onchange: (e: Event) => changed(keep({ quiet: (e.target as HTMLInputElement).checked })),
      }),
      ' Quiet hours',
    ),
    k.quiet ? ['from ', time('from', 'Quiet from'), ' to ', time('to', 'Quiet until')] : null,
  );
}
const troubles = (t: Told): HTMLElement[] =>
  [...t.push, ...t.hooks, t.mail ?? {}]
    .filter(x => x.why)
    .map(x => h('p', { class: 'soft' }, `${new Date(x.failed!).toLocaleString()}: ${x.why}`));

// Mail at most once an hour, to an account with an address.
function mailRow(t: Told): HTMLElement | null {
  if (!t.mail?.address) return null;
  const send = (on: boolean): void =>
    void api('/api/notices/mail', { on, ...quiet(kept()) }).catch(() => {});
  return h(
    'label',
    { class: 'row', style: 'margin-top:8px' },
    h('input', {
      type: 'checkbox',
      checked: !!t.mail.on,
      onchange: (e: Event) => send((e.target as HTMLInputElement).checked),
    }),
    ` By mail to ${t.mail.address}, at most once an hour`,
  );
}
export function noticesForm(): HTMLElement | null {
  if (atHome) return null;
  const root = h('section', { class: 'notices', style: 'margin-bottom:12px' });
  const say = h('p', { class: 'soft', role: 'status' });
  const act = (what: () => Promise<void>, done: string) => (): void => {
    say.textContent = 'One moment.';
    what().then(
      () => draw(done),
      e => draw(words(e)),
    );
  };
  const button = (text: string, f: () => void): HTMLElement =>
    h('button', { class: 'btn', type: 'button', onclick: f }, text);
  const draw = (text: string): void => {
    const k = kept();
    say.textContent = text;
    fill(
      root,
      h('h3', { class: 'label', style: 'margin-bottom:4px' }, 'Notices when it is your move'),
      !able()
        ? h(
            'p',
            { class: 'soft' },
            'This browser shows no notices here: they need https, and a browser with web push.',
          )
        : h(
            'div',
            { class: 'row', style: 'flex-wrap:wrap;gap:8px' },
            k.on
              ? [
                  button('Turn off', act(turnOff, 'You will not be told here any more.')),
                  button('Try it', act(trial, 'A notice is on its way.')),
                ]
              : button(
                  'Turn on',
                  act(turnOn, 'You will be told here, also while no page is open.'),
                ),
          ),
      able() && k.on
        ? quietRow(k, () => {
            void keepNotices();
            draw('');
          })
        : null,
      say,
    );
    void api<Told>('/api/notices', { seats: seats() }).then(
      t => {
        const mail = mailRow(t);
        if (mail) root.append(mail);
        root.append(...troubles(t));
      },
      () => {},
    );
  };
  draw('');
  return root;
}
