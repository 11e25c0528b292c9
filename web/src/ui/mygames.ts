// The games of this browser: those where one is awaited, those that wait for somebody else, those
// that are over. What is removed from the list can be taken back for ten seconds; the keys of the
// seats can be saved as a file.
import { fill, h } from '../dom';
import { type Saved, store } from '../net';

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

export class MyGames {
  root = h('section', { class: 'mygames', 'aria-label': 'Your games' });
  private all = false;
  constructor(
    private page: HTMLElement,
    private go: (g: Saved) => void,
  ) {
    this.render();
  }
  render(): void {
    const games = store.games(),
      mine = games.filter(g => !g.over && (g.mine || g.hotseat)),
      waiting = games.filter(g => !g.over && !g.mine && !g.hotseat),
      over = games.filter(g => g.over),
      few = this.all ? over : over.slice(0, SHOWN_OVER);
    fill(
      this.root,
      h('div', { class: 'spread' }, h('h2', null, 'Your games'), this.keysMenu(games)),
      games.length
        ? [
            this.group('Your move', mine, mine.length),
            this.group('Waiting', waiting, waiting.length),
            this.group('Over', few, over.length, over.length > few.length),
          ]
        : h('p', { class: 'soft empty' }, 'No game yet. The lesson takes ten minutes.'),
    );
  }
  private group(title: string, games: Saved[], count: number, more = false): HTMLElement | null {
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
        games.map(g => this.row(g, title)),
      ),
    );
  }
  private row(g: Saved, group: string): HTMLElement {
    return h(
      'div',
      { class: 'one', role: 'listitem' },
      h(
        'button',
        {
          class: `go${group === 'Your move' ? ' mine' : ''}${g.over ? ' past' : ''}`,
          type: 'button',
          onclick: () => this.go(g),
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
          onclick: () => this.remove(g),
        },
        '×',
      ),
    );
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
      h('button', { class: 'link', type: 'button', onclick: () => file.click() }, 'Load keys'),
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
