// Puzzles: a page that offers one of the player's strength, and on the game's page the question and
// the verdict. The rating is kept in this browser.
import { type Side, sideName } from '../doc';
import { h, plural } from '../dom';
import { Refused, type Saved, api, store } from '../net';
import { press } from './foot';

export interface PuzzleHead {
  id: string;
  game: string;
  scenario: string;
  side: Side;
  turn: number;
  rating: number;
  choices: number;
}
interface Way {
  action: string;
  says: string;
  chance: number;
  tries: number;
}
interface Verdict {
  solved: boolean;
  best: string[];
  gap: number;
  error: number;
  ways: Way[];
}
// ---- what this browser remembers
interface Record {
  rating: number;
  done: { [id: string]: boolean };
}
const KEY = 'salient.puzzles',
  START = 1200,
  STEP = 40;
function record(): Record {
  try {
    return { rating: START, done: {}, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { rating: START, done: {} };
  }
}
// The rating after a puzzle: only the first answer to it counts.
function note(p: PuzzleHead, solved: boolean): Record {
  const r = record();
  if (p.id in r.done) return r;
  const expected = 1 / (1 + 10 ** ((p.rating - r.rating) / 400));
  r.rating = Math.round(r.rating + STEP * ((solved ? 1 : 0) - expected));
  r.done[p.id] = solved;
  try {
    localStorage.setItem(KEY, JSON.stringify(r));
  } catch {
    /* private window */
  }
  return r;
}
let heads: PuzzleHead[] | null = null;
async function load(): Promise<PuzzleHead[]> {
  heads ??= (await api<{ puzzles: PuzzleHead[] }>('/api/puzzles')).puzzles;
  return heads;
}
// The one whose rating is nearest, among those that have not been answered.
export function nextOf(list: PuzzleHead[], r: Record, game?: string): PuzzleHead | undefined {
  const left = list.filter(p => !(p.id in r.done) && (!game || p.game === game)),
    far = (p: PuzzleHead) => Math.abs(p.rating - r.rating);
  return left.sort((a, b) => far(a) - far(b))[0];
}
// The puzzle as a game of its own, with the planner in the other seat.
async function open(p: PuzzleHead, title: string, scenario: string): Promise<Saved> {
  const name = store.settings().name,
    made = await api<{ id: string; seats: Saved['seats'] }>(
      `/api/puzzles/${encodeURIComponent(p.id)}`,
      name ? { name } : {},
    );
  return {
    id: made.id,
    game: p.game,
    title,
    scenario: `${scenario}, puzzle`,
    seats: made.seats,
    at: Date.now(),
    puzzle: p.id,
    seen: Number.MAX_SAFE_INTEGER, // what led to it is no news
    foe: 'the computer',
  };
}

// ---- the page
export interface PuzzlePage {
  games: string[]; // in the lobby's order
  picture(game: string): HTMLElement;
  titles(game: string, scenario: string): [string, string];
  go(g: Saved): void;
  redraw(): void;
  fail(text: string): void;
}
export function puzzlesPage(page: PuzzlePage): HTMLElement[] {
  if (!heads) {
    void load()
      .then(() => page.redraw())
      .catch(() => page.fail('The puzzles could not be loaded.'));
    return [h('h2', null, 'Puzzles'), h('p', { class: 'soft' }, 'They are on their way.')];
  }
  const r = record(),
    begin = async (p: PuzzleHead): Promise<void> => {
      try {
        page.go(await open(p, ...page.titles(p.game, p.scenario)));
      } catch (e) {
        page.fail(e instanceof Refused ? e.fault.text : 'The server does not answer.');
      }
    };
  const games = page.games.filter(g => heads!.some(p => p.game === g)),
    solved = Object.values(r.done).filter(Boolean).length,
    next = nextOf(heads, r);
  const tile = (game: string): HTMLElement => {
    const own = heads!.filter(p => p.game === game),
      right = own.filter(p => r.done[p.id]).length,
      tried = own.filter(p => p.id in r.done).length,
      one = nextOf(heads!, r, game);
    return h(
      'section',
      { class: 'tile puzzle-game', 'data-game': game },
      page.picture(game),
      h(
        'div',
        null,
        h('b', null, page.titles(game, own[0].scenario)[0]),
        h('span', { class: 'soft' }, plural(own.length, 'puzzle')),
        h('progress', { max: String(own.length), value: String(right), 'aria-label': 'Solved' }),
        h('span', null, tried ? `${right} of ${tried} solved` : 'none tried yet'),
        one
          ? press('btn', 'Give me one', () => void begin(one))
          : h('span', { class: 'soft' }, 'all answered'),
      ),
    );
  };
  return [
    h('h2', null, 'Puzzles'),
    h(
      'section',
      { class: 'sheet puzzle-head' },
      h(
        'p',
        { class: 'grow' },
        'One choice is clearly better than all others. Make it on the board, with all rules. ' +
          'Then you see what every choice is worth: ' +
          'each was played on to its end hundreds of times.',
      ),
      h(
        'p',
        { class: 'puzzle-rating' },
        'Your rating ',
        h('b', { class: 'tab' }, String(r.rating)),
        h('span', { class: 'soft' }, ` ${plural(solved, 'puzzle')} solved`),
      ),
      next
        ? press('btn main', 'A puzzle of my strength', () => void begin(next))
        : h('p', null, 'You have answered all of them.'),
    ),
    h('div', { class: 'games puzzle-games' }, games.map(tile)),
  ];
}

// ---- on the game's page
export interface PuzzleUi {
  refresh(): void;
  speak(text: string): void;
  go(g: Saved): void;
  toast(text: string): void;
}
const percent = (v: number): string => `${Math.round(100 * v)} %`;
const SHOWN = 6;

export class Puzzle {
  private head: PuzzleHead | null = null;
  private verdict: Verdict | null = null;
  private played = '';
  private before = record().rating;
  private asked = false;
  constructor(
    private id: string,
    private saved: Saved,
    private ui: PuzzleUi,
  ) {
    this.asked = id in record().done;
    void load().then(list => {
      this.head = list.find(p => p.id === id) ?? null;
      this.ui.refresh();
    });
  }
  // The first choice that the rules have taken is the answer.
  async acted(action: string): Promise<void> {
    if (this.played || !this.head) return;
    this.played = action;
    try {
      this.verdict = await api<Verdict>(`/api/puzzles/${encodeURIComponent(this.id)}/answer`, {
        action,
      });
      note(this.head, this.verdict.solved);
      this.ui.speak(this.title(this.verdict));
    } catch (e) {
      this.ui.toast(
        e instanceof Refused ? e.fault.text : 'The server did not judge this in time. Try again.',
      );
    }
    this.ui.refresh();
  }
  private title(v: Verdict): string {
    return v.solved ? 'Right: nothing is better.' : 'There is something better.';
  }
  block(): HTMLElement | null {
    if (this.verdict) return this.result(this.verdict);
    if (!this.head) return null;
    const { side, choices, rating } = this.head;
    return h(
      'section',
      { class: 'block puzzle', 'aria-label': 'Puzzle' },
      h('h3', null, `Puzzle: find the best choice for the ${sideName(side)} side`),
      h(
        'p',
        { class: 'soft' },
        `${choices} choices, one is clearly better. Rated ${rating}, you ${record().rating}.`,
        this.asked ? ' You have answered it before: it does not count again.' : '',
      ),
    );
  }
  private result(v: Verdict): HTMLElement {
    const own = v.ways.find(w => w.action === this.played),
      top = v.ways.slice(0, SHOWN),
      list = own && !top.includes(own) ? [...top.slice(0, SHOWN - 1), own] : top,
      now = record().rating,
      rest = v.ways.length - list.length,
      change = now - this.before;
    return h(
      'section',
      { class: `block puzzle ${v.solved ? 'good' : 'bad'}`, 'aria-label': 'Puzzle' },
      h('h3', { role: 'status' }, this.title(v)),
      h(
        'p',
        null,
        own && !v.solved
          ? `Yours leaves ${percent(own.chance)}, the best ${percent(v.ways[0].chance)}. `
          : '',
        `The best is ${Math.round(100 * v.gap)} ± ${Math.round(100 * v.error)} points ` +
          'of win chance ahead of the next.',
      ),
      h(
        'table',
        { class: 'ways' },
        h(
          'tbody',
          null,
          list.map(w =>
            h(
              'tr',
              { class: w === own ? 'own' : '' },
              h(
                'th',
                { scope: 'row' },
                w.says,
                w === own ? h('span', { class: 'soft' }, ' yours') : null,
                v.best.includes(w.action) ? h('span', { class: 'right' }, ' best') : null,
              ),
              h(
                'td',
                { class: 'bar', 'aria-hidden': 'true' },
                h('i', { style: `width:${100 * w.chance}%` }),
              ),
              h('td', { class: 'tab' }, percent(w.chance)),
            ),
          ),
        ),
      ),
      rest > 0
        ? h('p', { class: 'soft' }, `and ${plural(rest, 'other choice')}, none better`)
        : null,
      h(
        'p',
        null,
        'Your rating: ',
        h('b', { class: 'tab' }, String(now)),
        change ? ` (${change > 0 ? '+' : '−'}${Math.abs(change)})` : '',
      ),
      h(
        'div',
        { class: 'row' },
        press('btn main', 'Next puzzle', () => void this.next()),
        h('span', { class: 'soft' }, 'or play on against the planner'),
      ),
    );
  }
  private async next(): Promise<void> {
    const p = nextOf(await load(), record());
    if (!p) {
      this.ui.toast('You have answered all puzzles.');
      return;
    }
    const same = p.game === this.saved.game,
      title = same ? this.saved.title : '',
      scenario = same ? this.saved.scenario.replace(/, puzzle$/, '') : p.scenario;
    try {
      this.ui.go(await open(p, title, scenario));
    } catch (e) {
      this.ui.toast(e instanceof Refused ? e.fault.text : 'The server does not answer.');
    }
  }
}
