// The games of this browser: those where one is awaited, those that wait for somebody else, those
// that are over. What is removed from the list can be taken back for ten seconds; the keys of the
// seats can be saved as a file. The server says which have gone on since they were last open.
import type { Side } from '../doc';
import { fill, h } from '../dom';
import { atHome } from '../home/door';
import { type Saved, api, store } from '../net';
import { LETTERS, type WaitingLetter, waitingLetters } from './pass';

const SHOWN_OVER = 3;
const MINUTE = 60000;

export function ago(at: number, now = Date.now()): string {
  const min = Math.floor((now - at) / MINUTE);
  if (min < 1) return 'just now';
  if (min < 60) return `${min} min ago`;
  if (min < 24 * 60) return `${Math.floor(min / 60)} h ago`;
  const days = Math.floor(min / 1440);
  if (days === 1) return 'yesterday';
  if (days < 14) return `${days} days ago`;
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
}
// A short message with a button that undoes what it speaks of.
export function undoToast(root: HTMLElement, text: string, undo: () => void): void {
  const e = h(
    'div',
    { class: 'toast', role: 'status' },
    text,
    h(
      'button',
      {
        class: 'btn dense',
        type: 'button',
        onclick: () => {
          e.remove();
          undo();
        },
      },
      'Undo',
    ),
  );
  root.append(e);
  setTimeout(() => e.remove(), 10000);
}

// What the server tells of one's games.
interface Told {
  id: string;
  over: boolean;
  how?: string;
  touched: number;
  to_move: Side[];
  side?: Side; // whose the token is; with an account the seats say it
  seats: Record<Side, { yours?: boolean }>;
}
const HOW: Record<string, string> = {
  played: 'played to its end',
  timeout: 'ended by the clock',
  abandoned: 'given up',
  judged: 'decided by the referee',
  adjourned: 'waits for the referee',
};
const tokenOf = (g: Saved): string => Object.values(g.seats).find(Boolean) ?? '';
// By their tokens, and by the account where a seat has none.
async function told(open: Saved[]): Promise<Told[]> {
  const games = open.filter(tokenOf).map(g => ({ id: g.id, token: tokenOf(g) })),
    ask = (body?: object) => api<{ games: Told[] }>('/api/mine', body).then(d => d.games),
    lists: Told[][] = [];
  if (games.length) lists.push(await ask({ games }));
  if (open.length > games.length) {
    const { name } = await api<{ name?: string }>('/api/account');
    if (name) lists.push(await ask());
  }
  return lists.flat();
}
function taken(g: Saved, t: Told): Saved {
  const waits = t.to_move.some(s => s === t.side || t.seats[s]?.yours);
  if (!t.over) return { ...g, mine: waits };
  return { ...g, over: true, mine: false, at: t.touched, won: HOW[t.how ?? ''] };
}

export class MyGames {
  root = h('section', { class: 'mygames', 'aria-label': 'Your games' });
  private all = false;
  constructor(
    private page: HTMLElement,
    private go: (g: Saved) => void,
    private titles: (game: string, scenario: string) => [string, string],
  ) {
    this.render();
    addEventListener(LETTERS, this.again);
  }
  private again = (): void => this.render();
  close(): void {
    removeEventListener(LETTERS, this.again);
  }
  // Games go on while this page is closed: the other side moves, a clock runs out.
  async refresh(): Promise<void> {
    const open = store.games().filter(g => !g.over && !g.id.startsWith('pass-'));
    if (atHome || !open.length) return;
    const news = await told(open).catch(() => []);
    for (const t of news) {
      const g = open.find(x => x.id === t.id);
      if (g) store.keep(taken(g, t));
    }
    if (news.length) this.render();
  }
  render(): void {
    const games = store.games(),
      letters = waitingLetters(),
      mine = games.filter(g => !g.over && (g.mine || g.hotseat)),
      waiting = games.filter(g => !g.over && !g.mine && !g.hotseat),
      over = games.filter(g => g.over),
      few = this.all ? over : over.slice(0, SHOWN_OVER);
    this.root.classList.toggle('none', !games.length && !letters.length);
    fill(
      this.root,
      h('div', { class: 'spread' }, h('h2', null, 'Your games'), this.keysMenu(games)),
      games.length + letters.length
        ? [
            this.group('Your move', mine, mine.length),
            this.group('Waiting', waiting, waiting.length + letters.length, false, letters),
            this.group('Over', few, over.length, over.length > few.length),
          ]
        : h('p', { class: 'soft empty' }, 'No game yet. The lesson takes ten minutes.'),
    );
  }
  private group(
    title: string,
    games: Saved[],
    count: number,
    more = false,
    letters: WaitingLetter[] = [],
  ): HTMLElement | null {
    if (!count) return null;
    return h(
      'div',
      { class: 'group' },
      h(
        'div',
        { class: 'spread' },
        h('h3', null, `${title}, ${count}`),
        more
          ? h(
              'button',
              {
                class: 'link',
                type: 'button',
                onclick: () => {
                  this.all = true;
                  this.render();
                },
              },
              'show all ▾',
            )
          : null,
      ),
      h(
        'div',
        { class: 'saved', role: 'list' },
        letters.map(l => this.letter(l)),
        games.map(g => this.row(g, title)),
      ),
    );
  }
  private row(g: Saved, group: string): HTMLElement {
    const kind = `${group === 'Your move' ? ' mine' : ''}${g.over ? ' past' : ''}`;
    return this.line(
      g,
      kind,
      () => this.go(g),
      () => this.remove(g),
    );
  }
  private line(g: Saved, kind: string, open: () => void, remove: () => void): HTMLElement {
    return h(
      'div',
      { class: 'one', role: 'listitem' },
      h(
        'button',
        {
          class: `go${kind}`,
          type: 'button',
          onclick: open,
        },
        h(
          'span',
          { class: 'spread' },
          h('span', { class: 'clip' }, h('b', null, g.title), ' ', h('span', null, g.scenario)),
          h('span', { class: 'soft when' }, ago(g.at)),
        ),
        h(
          'span',
          { class: 'spread' },
          h('span', { class: 'soft clip' }, g.won ?? g.note ?? 'not begun'),
          h(
            'span',
            { class: 'foe' },
            g.foeSide ? h('i', { class: `sw ${g.foeSide}` }) : null,
            g.foe ?? (g.hotseat ? 'hot seat' : ''),
          ),
        ),
      ),
      h(
        'button',
        {
          class: 'x',
          type: 'button',
          'aria-label': `Remove ${g.title}, ${g.scenario} from the list`,
          onclick: remove,
        },
        '×',
      ),
    );
  }
  private letter(l: WaitingLetter): HTMLElement {
    const [title, scenario] = this.titles(l.game, l.scenario),
      words = { id: l.id, game: l.game, title, scenario, seats: {}, at: l.at },
      saved: Saved = { ...words, note: 'a file; nobody has joined', foeSide: l.foe, foe: 'friend' };
    return this.line(saved, '', l.open, () => {
      const back = l.remove();
      this.render();
      undoToast(this.page, `${title}, ${scenario} is removed from the list.`, () => {
        back();
        this.render();
      });
    });
  }
  private remove(g: Saved): void {
    const kept = store.forget(g.id) ?? g;
    this.render();
    undoToast(this.page, `${g.title}, ${g.scenario} is removed from the list.`, () => {
      store.keep(kept);
      this.render();
    });
  }
  // The keys of the seats, to write down or to carry to another browser.
  private keysMenu(games: Saved[]): HTMLElement {
    const file = h('input', {
      type: 'file',
      accept: '.json',
      hidden: true,
      onchange: async () => {
        const f = file.files?.[0];
        if (f) this.take(await f.text());
      },
    });
    const save = (): void => {
      const text = JSON.stringify({ v: 1, games }, null, 1),
        url = URL.createObjectURL(new Blob([text], { type: 'application/json' })),
        a = h('a', { href: url, download: 'salient-keys.json' });
      a.click();
      setTimeout(() => URL.revokeObjectURL(url), 5000);
    };
    return h(
      'span',
      { class: 'row' },
      games.length
        ? h(
            'button',
            {
              class: 'link',
              type: 'button',
              title: 'A file with the keys of your seats: whoever has it can play them',
              onclick: save,
            },
            'Save keys',
          )
        : null,
      h(
        'button',
        {
          class: 'link',
          type: 'button',
          title: 'Takes over the games of a file that “Save keys” made in another browser',
          onclick: () => file.click(),
        },
        'Load keys',
      ),
      file,
    );
  }
  private take(text: string): void {
    try {
      const doc = JSON.parse(text) as { games?: Saved[] };
      for (const g of doc.games ?? []) if (g.id && g.seats) store.keep(g);
    } catch {
      undoToast(this.page, 'This file holds no keys.', () => {});
    }
    this.render();
  }
}
