// The board in a frame of another site: the game that the address names, to watch. It knows no
// seats and no account, so that nobody can be made to act in it.
import { briefOf, say } from './brief';
import { fill, h } from './dom';
import { api, fromFragment, store } from './net';
import { GamePage, applySettings } from './ui/game';

const app = document.getElementById('app')!;

async function frame(id: string, token: string): Promise<void> {
  const info = await api<{ game: string; scenario: string }>(`/api/games/${id}`).catch(() => null),
    title = say(await briefOf(info?.game ?? ''), '*', 'name')?.text ?? 'salient',
    { game, scenario } = info ?? { game: '', scenario: '' },
    saved = { id, game, title, scenario, seats: { watch: token }, at: 0 },
    whole = `${location.origin}/${location.hash}`;
  const page = new GamePage(saved, title, () => window.open(whole));
  fill(
    app,
    page.root,
    h(
      'a',
      { class: 'btn embed-open', target: '_blank', rel: 'noopener', href: whole },
      'Open the game',
    ),
  );
}
function route(): void {
  const at = fromFragment();
  if (at?.kind === 'watch') void frame(at.id, at.tokens[0]);
  else fill(app, h('p', { role: 'alert' }, 'This frame needs the link of a game to watch.'));
}
applySettings(store.settings());
addEventListener('hashchange', () => location.reload());
route();
