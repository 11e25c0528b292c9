// Games on this server that wait for somebody to take a seat.
import { type Side, sideName } from '../doc';
import { fill, h } from '../dom';
import { type Saved, Refused, api, store } from '../net';

const SIDES: Side[] = ['german', 'soviet'];
interface OpenGame {
  id: string;
  game: string;
  scenario: string;
  over: boolean;
  seats: Record<Side, { kind: string; taken: boolean; name?: string }>;
}
const freeSeats = (g: OpenGame): Side[] =>
  SIDES.filter(s => g.seats?.[s]?.kind === 'open' && !g.seats[s].taken);

export class OpenGames {
  root = h('div');
  constructor(
    private titles: (game: string, scenario: string) => [string, string],
    private go: (g: Saved) => void,
    private fail: (text: string) => void,
  ) {}
  async load(): Promise<void> {
    const d = await api<{ games: OpenGame[] }>('/api/lobby').catch(() => ({ games: [] })),
      mine = new Set(store.games().map(g => g.id)),
      rows = d.games.filter(g => !g.over && !mine.has(g.id) && freeSeats(g).length).slice(0, 12);
    fill(
      this.root,
      h('h3', null, `Open games, ${rows.length}`),
      rows.length
        ? rows.map(r => this.row(r))
        : h('p', { class: 'soft' }, 'Nobody waits. Choose “Open” for a seat to offer a game.'),
    );
  }
  private row(r: OpenGame): HTMLElement {
    const [title, scenario] = this.titles(r.game, r.scenario),
      host = SIDES.map(s => r.seats?.[s]?.name ?? '').find(Boolean),
      take = (s: Side) =>
        h(
          'button',
          { class: 'btn dense', type: 'button', onclick: () => void this.join(r, s) },
          h('i', { class: `sw ${s}` }),
          `Take ${sideName(s)}`,
        );
    return h(
      'div',
      { class: 'opengame' },
      h(
        'span',
        { class: 'grow clip' },
        h('b', null, scenario),
        ' ',
        h('span', { class: 'soft' }, host || title),
      ),
      freeSeats(r).map(take),
    );
  }
  private async join(r: OpenGame, side: Side): Promise<void> {
    const [title, scenario] = this.titles(r.game, r.scenario),
      name = store.settings().name;
    try {
      const m = await api<{ id: string; seats: Saved['seats'] }>(
        `/api/games/${encodeURIComponent(r.id)}/join`,
        { side, ...(name ? { name } : {}) },
      );
      this.go({ id: r.id, game: r.game, title, scenario, seats: m.seats, at: Date.now() });
    } catch (e) {
      this.fail(e instanceof Refused ? e.fault.text : 'The server does not answer.');
      void this.load();
    }
  }
}
