// Which page: the lobby, or the game that the address's fragment names.
import { asset } from './asset';
import { briefOf, say } from './brief';
import { fill, roveRadios } from './dom';
import type { Game } from './doc';
import { keepSite } from './home/door';
import { type Saved, api, fromFragment, linkOf, playKey, store } from './net';
import { GamePage, applySettings } from './ui/game';
import { Lobby } from './ui/lobby';
import { accountSeat, hearNotices, mineLink } from './ui/notices';
import { acceptDrops, letterSaved } from './ui/pass';

const app = document.getElementById('app')!;
let page: { close(): void; root: HTMLElement } | null = null;

function show(next: { close(): void; root: HTMLElement }): void {
  page?.close();
  page = next;
  fill(app, next.root);
}
// A link that came by mail; few come by one, so its page is a script of its own.
async function byMail(): Promise<{ close(): void; root: HTMLElement } | null> {
  if (!/^#(verify|recover|stop)\//.test(location.hash)) return null;
  const { linkPage } = (await import(asset('account.js'))) as typeof import('./ui/account');
  return linkPage();
}
async function route(): Promise<void> {
  const link = await byMail(),
    mine = mineLink();
  if (link) {
    show(link);
    return;
  }
  if (mine) history.replaceState(null, '', mine);
  const seat = await accountSeat(),
    at = seat ? { id: seat.id, tokens: [''], kind: 'seat' as const } : fromFragment();
  if (!at) {
    document.title = 'salient';
    show(
      new Lobby(g => {
        store.keep(g);
        const tokens = Object.values(g.seats) as string[];
        location.hash = tokens.every(Boolean)
          ? new URL(linkOf(g.id, tokens)).hash
          : `#mine/${g.id}`; // an account's seat
      }),
    );
    return;
  }
  let saved =
    seat ??
    letterSaved(at.id) ??
    store
      .games()
      .find(g => g.id === at.id && at.tokens.every(t => Object.values(g.seats).includes(t)));
  if (!saved) {
    // a link from elsewhere: the server tells which seat it is
    let seats: Saved['seats'] =
      at.tokens.length > 1
        ? { german: at.tokens[0], soviet: at.tokens[1] }
        : { watch: at.tokens[0] };
    // an invitation is exchanged for a token that nobody else knows; any other link is used as it
    // is
    const taken =
      at.tokens.length > 1 || at.kind !== 'game'
        ? null
        : await api<{ seats: Saved['seats'] }>(
            `/api/games/${encodeURIComponent(at.id)}/join`,
            store.settings().name ? { name: store.settings().name } : {},
            at.tokens[0],
          ).catch(() => null);
    if (taken) {
      seats = taken.seats;
      history.replaceState(null, '', linkOf(at.id, Object.values(seats) as string[]));
    }
    const info = await api<{ game?: string; scenario?: string }>(
      `/api/games/${encodeURIComponent(at.id)}`,
    ).catch(() => ({ game: '', scenario: '' }));
    saved = {
      id: at.id,
      game: info.game ?? '',
      title: '',
      scenario: info.scenario ?? '',
      seats,
      at: Date.now(),
    };
    if (taken) store.keep(saved); // before anything else can fail: the invitation is used up
  }
  if (!saved.title) {
    const all = await api<{ games: Game[] }>('/api/games').catch(() => ({ games: [] as Game[] }));
    const g = all.games.find(x => x.id === saved!.game);
    saved.title = say(await briefOf(saved.game), '*', 'name')?.text || (g?.title ?? 'salient');
    saved.scenario = g?.scenarios.find(s => s.id === saved!.scenario)?.title ?? saved.scenario;
  }
  document.title = `${saved.title}, ${saved.scenario}`;
  const game = new GamePage(saved, saved.title, () => {
    location.hash = '';
  });
  show(game);
}
applySettings(store.settings());
acceptDrops();
addEventListener('keydown', roveRadios);
playKey();
keepSite();
hearNotices();
addEventListener('hashchange', () => void route());
void route();
