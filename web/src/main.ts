// Which page: the lobby, or the game that the address's fragment names.
import { fill } from './dom';
import type { Game } from './doc';
import { type Saved, api, fromFragment, linkOf, store } from './net';
import { GamePage, applySettings } from './ui/game';
import { Lobby } from './ui/lobby';
import { acceptDrops, letterSaved } from './ui/pass';

const app = document.getElementById('app')!;
let page: { close(): void; root: HTMLElement } | null = null;

function show(next: { close(): void; root: HTMLElement }): void {
  page?.close();
  page = next;
  fill(app, next.root);
}
async function route(): Promise<void> {
  const at = fromFragment();
  if (!at) { document.title = 'salient'; show(new Lobby(g => { store.keep(g); location.hash = new URL(linkOf(g.id, Object.values(g.seats) as string[])).hash; })); return; }
  let saved = letterSaved(at.id) ?? store.games().find(g => g.id === at.id && at.tokens.every(t => Object.values(g.seats).includes(t)));
  if (!saved) { // a link from elsewhere: the server tells which seat it is
    const seats: Saved['seats'] = at.tokens.length > 1 ? { german: at.tokens[0], soviet: at.tokens[1] } : { watch: at.tokens[0] };
    const info = await api<{ game?: string; scenario?: string }>(`/api/games/${encodeURIComponent(at.id)}`).catch(() => ({ game: '', scenario: '' }));
    saved = { id: at.id, game: info.game ?? '', title: '', scenario: info.scenario ?? '', seats, at: Date.now() };
  }
  if (!saved.title) { const all = await api<{ games: Game[] }>('/api/games').catch(() => ({ games: [] as Game[] })); const g = all.games.find(x => x.id === saved!.game); saved.title = g?.title ?? 'salient'; saved.scenario = g?.scenarios.find(s => s.id === saved!.scenario)?.title ?? saved.scenario; }
  document.title = `${saved.title}, ${saved.scenario}`;
  const game = new GamePage(saved, saved.title, () => { location.hash = ''; });
  show(game);
}
applySettings(store.settings());
acceptDrops();
addEventListener('hashchange', () => void route());
void route();
