// The page of one cup: one's own next game first, what one may do, the table, the pairs with their
// games, and the referee's desk.
import { type Side, sideName } from '../doc';
import { fill, h, plural } from '../dom';
import { api } from '../net';
import { type CompanyDesk, faultText, select } from './company';
import { formWord } from './cupform';
import { press } from './foot';
import { Judge, type Judged } from './judging';

export interface CupHead {
  id: string;
  name: string;
  state: 'open' | 'running' | 'over';
  form: string;
  game: string;
  scenario: string;
  referee: string;
  rated: boolean;
  size: number;
  entered: number;
  days: number;
  turn: number;
  computers: boolean;
  bank?: number;
  handicap?: number;
  winner?: string;
  you: { referee: boolean; entered: boolean; vacation?: number };
}
interface Row {
  place: number;
  name: string;
  kind: 'person' | 'bot' | 'computer';
  away?: number;
  points: string;
  won: number;
  drawn: number;
  lost: number;
  buchholz: number;
  berger: number;
  out?: number;
}
interface CupGame {
  id: string;
  score?: number; // a's, in half points
  how?: string;
  judge?: boolean; // it waits for one's own verdict
}
interface Pair {
  a: string;
  b?: string; // without: a bye
  yours?: 'a' | 'b';
  until?: number;
  games: CupGame[];
}
interface Cup extends CupHead {
  of: number;
  table: Row[];
  rounds: Pair[][];
}
interface Own {
  game: CupGame;
  pair: Pair;
  side: Side;
  move: boolean;
}
const EVERY_MS = 4000,
  HOURS = 3600000,
  DAY = 86400;
const HOW: Record<string, string> = {
  played: '',
  abandoned: 'given up',
  timeout: 'out of time',
  judged: 'decided by the referee',
  full: 'too long',
};
// Points as they are spoken, from quarters of one: 6 is 1½.
const points = (n: number): string =>
  `${n >> 2 || n % 4 === 0 ? n >> 2 : ''}${' ¼½¾'[n % 4].trim()}`;

// `planner@club:2000n,bold` as the lobby calls it.
export function entrantName(name: string): string {
  const m = /^planner@(\w+)[^,]*(?:,(\w+))?$/.exec(name);
  return m ? `Computer, ${m[1]}${m[2] ? ` and ${m[2]}` : ''}` : name;
}
const clockWord = (s: number): string =>
  s >= DAY ? plural(s / DAY, 'day') : plural(s / 3600, 'hour');
export function facts(c: CupHead): HTMLElement {
  const states = { open: 'open', running: 'being played', over: 'over' };
  const words = [
    formWord(c.form),
    c.bank ? `${clockWord(c.bank)} each` : 'no clock',
    c.days ? `${plural(c.days, 'day')} a round` : '',
    c.turn ? `to turn ${c.turn}` : '',
    c.handicap ? `handicap ${c.handicap}` : '',
    c.rated ? 'rated' : '',
    c.computers ? 'computers only' : '',
  ];
  return h(
    'span',
    { class: 'cup-facts' },
    h('span', { class: 'said' }, states[c.state]),
    words.filter(Boolean).map(w => h('span', null, w)),
  );
}
function deadline(until: number | undefined): HTMLElement | null {
  if (!until) return null;
  const left = until - Date.now(),
    day = new Date(until).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  if (left < 0) return h('span', { class: 'late' }, `was due on ${day}`);
  if (left < 48 * HOURS)
    return h('span', { class: 'late' }, `due in ${Math.max(1, Math.round(left / HOURS))} h`);
  return h('span', { class: 'soft' }, `due on ${day}`);
}
// a is German in the first game, b in the second.
const sideOf = (who: 'a' | 'b', leg: number): Side =>
  (who === 'a') === (leg === 0) ? 'german' : 'soviet';

export class CupPage {
  root = h('div', { class: 'page cups' });
  private id = '';
  private cup: Cup | null = null;
  private moves = new Set<string>(); // games in which one is awaited
  private levels: string[] = [];
  private bot = '';
  private away = '3';
  private error = '';
  private timer = 0;
  private judge: Judge;
  constructor(
    private desk: CompanyDesk,
    private back: () => void,
  ) {
    this.judge = new Judge(
      () => this.id,
      () => void this.load(this.id),
    );
  }
  async load(id: string): Promise<void> {
    clearTimeout(this.timer);
    if (id !== this.id) {
      this.cup = null;
      this.error = '';
    }
    this.id = id;
    try {
      const cup = await api<Cup>(`/api/cups/${id}`);
      if (this.id !== id) return;
      this.cup = cup;
      await this.know(cup);
    } catch (e) {
      this.error = faultText(e);
    }
    const here = this.root.contains(document.activeElement),
      typing = here && document.activeElement?.matches('select, input');
    if (!typing || !this.root.childElementCount) this.draw();
    this.timer = window.setTimeout(() => {
      if (this.root.isConnected) void this.load(id);
    }, EVERY_MS);
  }
  // Where it is one's own move, and which computers there are: only for those whom it concerns.
  private async know(cup: Cup): Promise<void> {
    type Mine = { id: string; to_move: Side[]; seats: Record<Side, { yours?: boolean }> };
    if (cup.you.entered && cup.state === 'running') {
      const d = await api<{ games: Mine[] }>('/api/mine').catch(() => ({ games: [] as Mine[] })),
        waits = (g: Mine): boolean => g.to_move.some(s => g.seats[s]?.yours);
      this.moves = new Set(d.games.filter(waits).map(g => g.id));
    }
    if (cup.you.referee && cup.state === 'open' && !this.levels.length) {
      const d = await api<{ levels?: string[] }>('/api/games').catch(() => ({ levels: [] }));
      this.levels = d.levels ?? [];
    }
  }
  private async act(what: string, body: object = {}): Promise<void> {
    this.error = '';
    try {
      this.cup = await api<Cup>(`/api/cups/${this.id}/${what}`, body);
    } catch (e) {
      this.error = faultText(e);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    await this.load(this.id);
  }
  // One's own games that are not over: those where one is awaited first, then by deadline.
  private own(cup: Cup): Own[] {
    const list: Own[] = [];
    for (const pair of cup.rounds.flat())
      pair.games.forEach((game, leg) => {
        if (!pair.yours || !game.id || game.score !== undefined || game.how) return;
        const side = sideOf(pair.yours, leg);
        list.push({ game, pair, side, move: this.moves.has(game.id) });
      });
    const rank = (o: Own): number => (o.move ? 0 : 1);
    return list.sort(
      (x, y) => rank(x) - rank(y) || (x.pair.until ?? Infinity) - (y.pair.until ?? Infinity),
    );
  }
  private next(cup: Cup): HTMLElement | null {
    const all = this.own(cup),
      first = all[0];
    if (!first) return null;
    const foe = entrantName((first.pair.yours === 'a' ? first.pair.b : first.pair.a) ?? '');
    return h(
      'section',
      { class: 'cup-panel next', 'aria-label': 'Your next game' },
      h('i', { class: `sw ${first.side}` }),
      h(
        'span',
        { class: 'grow' },
        h('b', null, first.move ? 'Your move' : 'Your next game'),
        h('br'),
        `You are ${sideName(first.side)} against ${foe}`,
        first.pair.until ? [', ', deadline(first.pair.until)] : null,
        all.length > 1 ? `; ${all.length} of your games are open.` : '.',
      ),
      h('a', { class: 'btn main', href: `#mine/${first.game.id}` }, 'Play'),
    );
  }
  // ---- what one may do
  private botRow(): HTMLElement | null {
    const words = ['steady', 'bold', 'careful'],
      list = this.levels.flatMap(l =>
        words.map((w): [string, string] => [`planner@${l}:2000n,${w}`, `${l} and ${w}`]),
      );
    if (!list.length) return null;
    this.bot ||= list[0][0];
    return h(
      'span',
      { class: 'row' },
      select('Computer', list, this.bot, v => {
        this.bot = v;
      }),
      press('btn', 'Enter a computer', () => void this.act('enter', { bot: this.bot })),
    );
  }
  private entry(c: Cup): (HTMLElement | null)[] {
    const full = c.entered >= c.size,
      mayEnter = !c.you.entered && !full && !c.computers;
    return [
      mayEnter ? press('btn main', 'Enter', () => void this.act('enter')) : null,
      c.you.entered ? press('btn', 'Leave', () => void this.act('leave')) : null,
      c.you.referee && !full ? this.botRow() : null,
      c.you.referee && c.entered >= 4
        ? press('btn main', `Start with ${c.entered}`, () => void this.act('start'))
        : null,
    ];
  }
  private vacation(left: number): HTMLElement | null {
    if (!left) return h('span', { class: 'soft' }, 'Your vacation in this cup is used up.');
    const list = Array.from({ length: left }, (_, i): [string, string] => [
      String(i + 1),
      plural(i + 1, 'day'),
    ]);
    if (Number(this.away) > left) this.away = String(left);
    return h(
      'span',
      { class: 'row wrap' },
      select('Days of vacation', list, this.away, v => {
        this.away = v;
      }),
      press('btn', 'Take a vacation', () => void this.act('vacation', { days: Number(this.away) })),
      h('span', { class: 'soft' }, 'moves your deadlines and adds to your clocks'),
    );
  }
  private doing(c: Cup): HTMLElement | null {
    const file = `${c.name.replace(/[^\w-]+/g, '-')}.ics`,
      list = [
        c.state === 'open' ? this.entry(c) : null,
        c.state === 'running' && c.you.entered ? this.vacation(c.you.vacation ?? 0) : null,
        c.state === 'running' && c.days
          ? h(
              'a',
              { class: 'link', href: `/api/cups/${c.id}/ical`, download: file },
              'Deadlines for your calendar (iCal)',
            )
          : null,
      ].flat();
    return list.some(Boolean) ? h('div', { class: 'row wrap' }, list) : null;
  }
  private waits(c: Cup): HTMLElement | null {
    if (c.state !== 'open') return null;
    const more = Math.max(0, 4 - c.entered),
      needs = more ? `It needs ${more} more to begin.` : `${c.referee} starts it.`;
    return h('p', null, `${c.entered} of ${c.size} have entered. ${needs}`);
  }
  // ---- the table
  private row(r: Row): HTMLElement {
    const notes = [
      r.kind === 'bot' ? 'bot' : '',
      r.away ? 'on vacation' : '',
      r.out ? `out in round ${r.out}` : '',
    ].filter(Boolean);
    return h(
      'tr',
      { class: r.out ? 'cut' : '' },
      h('td', { class: 'tab' }, r.place),
      h(
        'th',
        { scope: 'row' },
        entrantName(r.name),
        notes.length ? h('span', { class: 'soft' }, ` (${notes.join(', ')})`) : null,
      ),
      h('td', { class: 'tab points' }, r.points.replace('0½', '½')),
      [r.won, r.drawn, r.lost].map(v => h('td', { class: 'tab' }, v)),
      [2 * r.buchholz, r.berger].map(v => h('td', { class: 'tab' }, points(v))),
    );
  }
  // Before it begins there are only names.
  private entered(c: Cup): HTMLElement {
    const bot = (r: Row): string => (r.kind === 'bot' ? ' (bot)' : '');
    return h(
      'section',
      { 'aria-label': 'Entered' },
      h('h3', null, 'Entered'),
      c.table.length
        ? h(
            'ol',
            { class: 'cup-panel cup-names' },
            c.table.map(r => h('li', null, entrantName(r.name) + bot(r))),
          )
        : h('p', { class: 'soft' }, 'Nobody yet.'),
    );
  }
  private table(c: Cup): HTMLElement {
    if (c.state === 'open') return this.entered(c);
    const heads = ['', 'Player', 'Points', 'Won', 'Drawn', 'Lost', 'Buchholz', 'S.-B.'];
    return h(
      'section',
      { 'aria-label': 'Table' },
      h('h3', null, 'Table'),
      h(
        'div',
        { class: 'cup-panel cup-table', tabIndex: 0, role: 'group', 'aria-label': 'Standings' },
        h(
          'table',
          { class: 'standings' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              heads.map(t => h('th', { scope: 'col' }, t)),
            ),
          ),
          h(
            'tbody',
            null,
            c.table.map(r => this.row(r)),
          ),
        ),
      ),
      h(
        'p',
        { class: 'soft' },
        `${c.form === 'knockout' ? 'The round one has reached comes first. ' : ''}Equal points: ` +
          'Buchholz (the points of one’s opponents), then Sonneborn-Berger (those ' +
          'of the beaten ones), then games won, then the seeding by rating.',
      ),
    );
  }
  // ---- the pairs
  private said(p: Pair, g: CupGame, leg: number): string {
    const german = entrantName((leg === 0 ? p.a : p.b) ?? '');
    if (!g.id) return `${german} will be German`;
    if (g.how === 'adjourned') return `${german} as German: waits for the referee`;
    if (g.score === undefined) return `${german} is German`;
    const ofGerman = leg === 0 ? g.score : 2 - g.score,
      how = HOW[g.how ?? ''] ?? g.how;
    return `${german} as German ${['lost', 'drew', 'won'][ofGerman]}${how ? `, ${how}` : ''}`;
  }
  private gameLine(p: Pair, g: CupGame, leg: number): HTMLElement {
    const over = g.score !== undefined || g.how === 'adjourned',
      word = over ? 'Replay' : 'Watch',
      mine = p.yours && !over,
      href = mine ? `#mine/${g.id}` : `#watch/${g.id}/`;
    return h(
      'div',
      { class: 'leg' },
      h('span', { class: 'grow' }, this.said(p, g, leg)),
      g.id ? h('a', { class: 'link', href }, mine ? 'Play' : word) : null,
    );
  }
  private pair(p: Pair): HTMLElement {
    const done = p.games.filter(g => g.score !== undefined),
      a = done.reduce((n, g) => n + g.score!, 0),
      score = done.length ? `${points(2 * a)} – ${points(4 * done.length - 2 * a)}` : '–';
    if (!p.b) return h('div', { class: 'pair' }, h('b', null, entrantName(p.a)), ' has a bye');
    return h(
      'div',
      { class: p.yours ? 'pair mine' : 'pair' },
      h(
        'div',
        { class: 'match' },
        h('b', null, entrantName(p.a)),
        h('span', { class: 'score' }, score),
        h('b', null, entrantName(p.b)),
      ),
      done.length < p.games.length ? deadline(p.until) : null,
      p.games.map((g, leg) => this.gameLine(p, g, leg)),
    );
  }
  private rounds(c: Cup): HTMLElement | null {
    if (!c.rounds.length) return null;
    const one = (pairs: Pair[], n: number): HTMLElement =>
      h(
        'section',
        { 'aria-label': `Round ${n + 1}` },
        h('h3', null, `Round ${n + 1} of ${c.of}`),
        h(
          'div',
          { class: 'pairs' },
          [...pairs].sort((x, y) => (x.yours ? 0 : 1) - (y.yours ? 0 : 1)).map(p => this.pair(p)),
        ),
      );
    return h('div', null, c.rounds.map(one).reverse());
  }
  private toJudge(c: Cup): Judged[] {
    return c.rounds.flat().flatMap(p =>
      p.games.flatMap((g, leg) =>
        g.judge
          ? [
              {
                id: g.id,
                german: entrantName((leg === 0 ? p.a : p.b) ?? ''),
                soviet: entrantName((leg === 0 ? p.b : p.a) ?? ''),
                adjourned: g.how === 'adjourned',
              },
            ]
          : [],
      ),
    );
  }
  private draw(): void {
    const c = this.cup,
      all = press('link', '‹ all cups', this.back),
      alert = this.error ? h('p', { class: 'bad', role: 'alert' }, this.error) : null;
    if (!c) {
      fill(this.root, all, alert);
      return;
    }
    const [title, scenario] = this.desk.titles(c.game, c.scenario);
    document.title = c.name;
    fill(
      this.root,
      h(
        'div',
        { class: 'cup-head' },
        all,
        h('h2', null, c.name),
        h(
          'p',
          null,
          h('b', null, scenario),
          scenario === title ? '. ' : `, ${title}. `,
          h('span', { class: 'soft' }, `Referee: ${c.referee || 'the house'}`),
        ),
        facts(c),
        c.winner ? h('p', null, h('b', null, `${entrantName(c.winner)} has won the cup.`)) : null,
      ),
      this.next(c),
      this.waits(c),
      this.doing(c),
      alert,
      this.judge.section(this.toJudge(c)),
      this.table(c),
      this.rounds(c),
    );
  }
}
