// Who looks for a game, and a form to look for one. Accepting a seek makes the game; whoever looked
// for it goes there by the token that the seek was given.
import { type Side, sideName } from '../doc';
import { fill, h } from '../dom';
import { type Saved, api, store } from '../net';
import { type CompanyDesk, faultText, scenarios, select } from './company';
import { press } from './foot';

export interface Seek {
  id: string;
  game: string;
  scenario: string;
  side: Side | 'any';
  rated: boolean;
  name: string;
  bot?: boolean;
  rating?: number;
  provisional?: boolean;
  clock?: { bank: number; increment?: number } | null;
  yours: boolean;
  made?: string;
  seat?: Side;
}
export interface Desk extends CompanyDesk {
  signed(): string;
}
export const CLOCKS: Record<string, object> = {
  'an hour each': { bank: 3600, increment: 30, cap: 5400, timeout: 'lose' },
  'a day each': { bank: 86400, increment: 21600, cap: 172800, timeout: 'claim' },
  'three days each': { bank: 259200, increment: 43200, cap: 432000, timeout: 'claim' },
};
const KEY = 'salient.seeks',
  EVERY_MS = 2500;
function tokens(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
function keepTokens(t: Record<string, string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(t));
  } catch {
    /* private window */
  }
}
const hours = (s: number): string => (s >= 86400 ? `${s / 86400} d` : `${s / 3600} h`);
export const ratingText = (r: { rating?: number; provisional?: boolean }): string =>
  r.rating === undefined ? '' : `${r.rating}${r.provisional ? '?' : ''}`;

export class Seeks {
  root = h('section', { class: 'sheet', 'aria-label': 'Open seeks' });
  private list: Seek[] = [];
  private error = '';
  private timer = 0;
  private game = '';
  private scenario = '';
  private side = 'any';
  private clock = Object.keys(CLOCKS)[1];
  private rated = false;
  constructor(private desk: Desk) {}

  // The list again, and again while the page shows it.
  async load(): Promise<void> {
    clearTimeout(this.timer);
    const d = await api<{ seeks: Seek[] }>('/api/seeks').catch(() => ({ seeks: [] as Seek[] }));
    this.list = d.seeks.map(s => (tokens()[s.id] ? { ...s, yours: true } : s));
    this.list.push(...(await this.accepted(d.seeks)));
    const typing = this.root.contains(document.activeElement);
    if (!typing) this.draw();
    this.timer = window.setTimeout(() => {
      if (this.root.isConnected) void this.load();
    }, EVERY_MS);
  }
  // Those that are no longer in the list for everybody: perhaps they have become games.
  private async accepted(shown: Seek[]): Promise<Seek[]> {
    const found: Seek[] = [],
      all = tokens();
    for (const id of Object.keys(all)) {
      if (shown.some(s => s.id === id)) continue;
      const d = await api<{ seeks: Seek[] }>(`/api/seeks/${id}`, undefined, all[id]).catch(
        () => null,
      );
      if (d?.seeks[0]) found.push({ ...d.seeks[0], yours: true });
      else delete all[id];
    }
    keepTokens(all);
    return found;
  }
  private async act(what: () => Promise<void>): Promise<void> {
    try {
      this.error = '';
      await what();
    } catch (e) {
      this.error = faultText(e);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    await this.load();
  }
  private saved(s: Seek, id: string, seats: Saved['seats']): Saved {
    const [title, scenario] = this.desk.titles(s.game, s.scenario);
    return { id, game: s.game, title, scenario, seats, at: Date.now() };
  }
  private accept(s: Seek): Promise<void> {
    return this.act(async () => {
      const name = this.desk.signed() ? '' : store.settings().name,
        m = await api<{ id: string; seats: Saved['seats'] }>(
          `/api/seeks/${s.id}/accept`,
          name ? { name } : {},
        );
      this.desk.go(this.saved(s, m.id, m.seats));
    });
  }
  private takeBack(s: Seek): Promise<void> {
    return this.act(async () => {
      const all = tokens();
      await api(`/api/seeks/${s.id}/drop`, {}, all[s.id]);
      delete all[s.id];
      keepTokens(all);
    });
  }
  private open(s: Seek): void {
    const all = tokens(),
      token = all[s.id];
    delete all[s.id];
    keepTokens(all);
    this.desk.go(this.saved(s, s.made!, { [s.seat!]: token }));
  }
  private offer(): Promise<void> {
    return this.act(async () => {
      const name = this.desk.signed() ? '' : store.settings().name,
        m = await api<{ id: string; token: string }>('/api/seeks', {
          game: this.game,
          scenario: this.scenario,
          side: this.side,
          clock: CLOCKS[this.clock],
          ...(this.rated ? { rated: true } : {}),
          ...(name ? { name } : {}),
        });
      keepTokens({ ...tokens(), [m.id]: m.token });
    });
  }
  private button(s: Seek): HTMLElement | null {
    if (s.made) return tokens()[s.id] ? press('btn main dense', 'Play', () => this.open(s)) : null;
    if (s.yours) return press('btn dense', 'Take back', () => void this.takeBack(s));
    if (s.rated && !this.desk.signed()) return h('span', { class: 'soft' }, 'sign in to accept');
    return press('btn dense', 'Accept', () => void this.accept(s));
  }
  private row(s: Seek): HTMLElement {
    const [title, scenario] = this.desk.titles(s.game, s.scenario),
      left: Record<string, string> = { german: 'Soviet', soviet: 'German', any: 'either' };
    return h(
      'tr',
      { 'data-seek': s.id },
      h('th', { scope: 'row' }, scenario, ' ', h('span', { class: 'soft' }, title)),
      h('td', null, s.name || 'a guest', s.bot ? ' (bot) ' : ' ', ratingText(s)),
      h('td', null, s.made ? `you are ${sideName(s.seat!)}` : `for you: ${left[s.side]}`),
      h('td', null, s.clock ? hours(s.clock.bank) : 'no clock'),
      h('td', null, s.rated ? 'rated' : 'unrated'),
      h('td', null, this.button(s)),
    );
  }
  private form(): HTMLElement {
    const games = this.desk.games(),
      g = games.find(x => x.id === this.game) ?? games[0];
    this.game = g.id;
    if (!g.scenarios.some(s => s.id === this.scenario)) this.scenario = g.scenarios[0].id;
    const rated = h('input', {
      type: 'checkbox',
      checked: this.rated,
      disabled: !this.desk.signed(),
      onchange: () => {
        this.rated = rated.checked;
      },
    });
    const sides: [string, string][] = [
      ['any', 'either side'],
      ['german', 'German'],
      ['soviet', 'Soviet'],
    ];
    return h(
      'div',
      { class: 'row wrap' },
      select('Scenario', scenarios(this.desk), `${this.game}/${this.scenario}`, v => {
        [this.game, this.scenario] = v.split('/');
      }),
      select('Side', sides, this.side, v => {
        this.side = v;
      }),
      select(
        'Clock',
        Object.keys(CLOCKS).map(c => [c, c]),
        this.clock,
        v => {
          this.clock = v;
        },
      ),
      h('label', { class: 'row' }, rated, 'Rated'),
      press('btn main', 'Look for a game', () => void this.offer()),
    );
  }
  draw(): void {
    if (!this.desk.games().length) return;
    fill(
      this.root,
      h('h3', null, `Looking for a game, ${this.list.length}`),
      this.list.length
        ? h(
            'table',
            { class: 'seeks' },
            h(
              'tbody',
              null,
              this.list.map(s => this.row(s)),
            ),
          )
        : h('p', { class: 'soft' }, 'Nobody is looking for a game now.'),
      this.form(),
      this.error ? h('p', { class: 'bad', role: 'alert' }, this.error) : null,
    );
  }
}
