// The worker that shows notices while no page is open. It keeps nothing and fetches nothing; the
// static site has another worker and never this one.
interface Shown {
  title: string;
  body: string;
  game?: string;
}
interface Waits extends Event {
  waitUntil(p: Promise<unknown>): void;
}
interface PushCame extends Waits {
  data: { json(): unknown } | null;
}
interface Clicked extends Waits {
  notification: { close(): void; data: { game?: string } | null };
}
interface Client {
  url: string;
  focus(): Promise<Client>;
  postMessage(m: unknown): void;
}
interface Scope {
  registration: {
    scope: string;
    showNotification(title: string, o: object): Promise<void>;
  };
  clients: {
    matchAll(o: object): Promise<Client[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: string, f: (e: never) => void): void;
}
const me = self as unknown as Scope;

function read(e: PushCame): Shown {
  try {
    return e.data!.json() as Shown;
  } catch {
    return { title: 'salient', body: 'It is your move.' };
  }
}
// One notice a game: a newer one takes the older one's place.
const show = (n: Shown): Promise<void> =>
  me.registration.showNotification(n.title, {
    body: n.body,
    tag: n.game ?? 'salient',
    renotify: true,
    icon: 'icon-move.svg',
    data: { game: n.game },
  });
async function open(game?: string): Promise<void> {
  const pages = await me.clients.matchAll({ type: 'window', includeUncontrolled: true }),
    page = pages.find(p => game && p.url.includes(game)) ?? pages[0],
    fragment = game ? `#mine/${game}` : '';
  if (!page) {
    await me.clients.openWindow(`${me.registration.scope}${fragment}`);
    return;
  }
  await page.focus();
  if (game && !page.url.includes(game)) page.postMessage({ open: fragment });
}
me.addEventListener('install', () => void me.skipWaiting());
me.addEventListener('activate', (e: Waits) => e.waitUntil(me.clients.claim()));
me.addEventListener('push', (e: PushCame) => e.waitUntil(show(read(e))));
me.addEventListener('notificationclick', (e: Clicked) => {
  e.notification.close();
  e.waitUntil(open(e.notification.data?.game));
});
