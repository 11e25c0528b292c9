// The ladder: who looks for a game, who stands where in each game, and how a player came there.
import { fill, h, plural } from '../dom';
import { api } from '../net';
import { type CompanyDesk, seg, styled } from './company';
import { press } from './foot';
import { plot } from './plot';
import { Seeks, ratingText } from './seeks';
import { Sign } from './sign';
import { playerStats, scenarioStats } from './stats';

interface Standing {
  rating: number;
  deviation: number;
  provisional: boolean;
  won: number;
  drawn: number;
  lost: number;
}
interface Rung extends Standing {
  name: string;
  kind: 'person' | 'bot' | 'computer';
}
interface Past {
  id: string;
  at: number;
  game: string;
  scenario: string;
  bots: boolean;
  foe: string;
  result: string;
  before: number;
  rating: number;
  deviation: number;
}
interface Profile {
  name: string;
  kind: string;
  ratings: (Standing & { game: string; bots: boolean })[];
  history: Past[];
}
const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

await styled();

export class Ladder {
  root = h('div', { class: 'page ladder' });
  private body = h('div');
  private sign: Sign;
  private seeks: Seeks;
  private game = '';
  constructor(private desk: CompanyDesk) {
    this.sign = new Sign(desk.account, () => this.seeks.draw());
    this.seeks = new Seeks({ ...desk, signed: () => this.sign.name });
    fill(this.root, h('h2', null, 'Ladder'), this.sign.root, this.seeks.root, this.body);
  }
  show(): void {
    this.game ||= this.desk.games()[0].id;
    this.seeks.draw();
    void this.sign.load();
    void this.seeks.load();
    void this.load();
  }
  private async load(): Promise<void> {
    const d = await api<{ people: Rung[]; bots: Rung[] }>(`/api/ladder/${this.game}`).catch(
      () => null,
    );
    if (!d) {
      fill(this.body, h('p', { role: 'alert' }, 'The ladder could not be loaded.'));
      return;
    }
    const games = this.desk.games().map((g): [string, string] => [g.id, this.desk.name(g)]);
    fill(
      this.body,
      seg('Ladder of', games, this.game, id => {
        this.game = id;
        void this.load();
      }),
      h(
        'div',
        { class: 'ladders' },
        this.table('People', d.people),
        this.table('Bots and the computer', d.bots),
      ),
      h(
        'p',
        { class: 'soft' },
        'Glicko-2. What a side of the scenario is worth is counted in. A rating with a question ' +
          'mark, or an open dot, is provisional: fewer than five games, or not sure yet.',
      ),
      scenarioStats(this.game, this.desk.titles),
    );
  }
  private table(title: string, rows: Rung[]): HTMLElement {
    const name = (r: Rung) =>
      r.kind === 'computer'
        ? r.name
        : press(
            'link',
            r.name + (r.kind === 'bot' ? ' (bot)' : ''),
            () => void this.player(r.name),
          );
    return h(
      'section',
      { class: 'sheet', 'aria-label': title },
      h('h3', null, title),
      rows.length
        ? h(
            'table',
            { class: 'standings' },
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                ['', 'Player', 'Rating', '±', 'Won', 'Drawn', 'Lost'].map(t =>
                  h('th', { scope: 'col' }, t),
                ),
              ),
            ),
            h(
              'tbody',
              null,
              rows.map((r, i) =>
                h(
                  'tr',
                  null,
                  h('td', { class: 'tab' }, `${i + 1}`),
                  h('th', { scope: 'row' }, name(r)),
                  [ratingText(r), r.deviation, r.won, r.drawn, r.lost].map(v =>
                    h('td', { class: 'tab' }, v),
                  ),
                ),
              ),
            ),
          )
        : h('p', { class: 'soft' }, 'No rated game yet.'),
    );
  }
  // One player: a plot for each game, and the games themselves.
  private async player(name: string): Promise<void> {
    const p = await api<Profile>(`/api/player/${encodeURIComponent(name)}`).catch(() => null);
    if (!p) return;
    const part = (r: Profile['ratings'][0]): HTMLElement => {
      const own = p.history.filter(x => x.game === r.game && x.bots === r.bots).reverse(),
        title = this.desk.titles(r.game, '')[0],
        against = r.bots ? 'with bots' : 'among people';
      return h(
        'section',
        null,
        h('h3', null, `${title}, ${against}: ${ratingText(r)}`),
        plot(
          own.map(x => ({ ...x, says: `${x.result} against ${x.foe}: ${x.rating}` })),
          `${p.name} in ${title}, ${against}`,
        ),
      );
    };
    const line = (x: Past): HTMLElement =>
      h(
        'tr',
        null,
        h('td', null, new Date(x.at).toISOString().slice(0, 10)),
        h('th', { scope: 'row' }, this.desk.titles(x.game, x.scenario).join(', ')),
        h('td', null, `${x.result} against ${x.foe || 'somebody who has left'}`),
        h('td', { class: 'tab' }, signed(x.rating - x.before)),
        h('td', { class: 'tab' }, x.rating),
      );
    fill(
      this.body,
      press('link', '‹ the ladder', () => void this.load()),
      h('h2', null, p.name, p.kind === 'bot' ? ' (bot)' : ''),
      p.ratings.map(part),
      playerStats(p.name, this.desk.titles),
      h('h3', null, plural(p.history.length, 'rated game')),
      h('table', { class: 'standings' }, h('tbody', null, p.history.map(line))),
    );
  }
}
