// The log as a story, and the replay bar: headings by turn and phase that fold, one line a move,
// attacks with odds and dice. Resting on a line lights its hexes, a click looks back to it.
import { fill, h, icons, svg } from '../dom';
import type { Play } from '../play';
import { type Chapter, type Line, sumOf } from '../story';

const OPEN_CHAPTERS = 3; // the newest ones are unfolded by themselves

export class Drawer {
  root = h('section', { class: 'panel drawer', 'aria-label': 'Log and replay' });
  private bar = h('div', { class: 'replay' });
  private list = h('div', { class: 'log', role: 'log', 'aria-label': 'Log', tabIndex: 0 });
  private scrub = h('input', {
    type: 'range',
    min: '0',
    max: '1',
    value: '1',
    'aria-label': 'Event shown',
  });
  private find = h('input', {
    type: 'search',
    class: 'logfind',
    placeholder: 'Find in the log',
    'aria-label': 'Find in the log',
    hidden: true,
  });
  private ticks = h('div', { class: 'ticks' });
  private state = h('span', { class: 'row' });
  private folds = new Map<string, boolean>(); // by the player's hand

  constructor(
    private p: () => Play,
    branch: () => void,
  ) {
    this.scrub.addEventListener('input', () => void this.p().showAt(Number(this.scrub.value)));
    this.find.addEventListener('input', () => this.render());
    this.fillBar(branch);
    fill(this.root, this.bar, this.list);
    for (const kind of ['pointerover', 'focusin'])
      this.list.addEventListener(kind, e => {
        const b = (e.target as Element).closest<HTMLElement>('.ev');
        if (b) this.light(b);
      });
    this.list.addEventListener('pointerleave', () => this.p().flash([]));
    this.list.addEventListener('keydown', e => this.rove(e));
  }
  // One Tab goes past the whole log; inside it the arrows go from line to line, from the newest on.
  private rove(e: KeyboardEvent): void {
    const lines = [...this.list.querySelectorAll<HTMLElement>('button')],
      now = lines.indexOf(document.activeElement as HTMLElement),
      from = now < 0 ? lines.length : now,
      to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: lines.length - 1 }[e.key],
      line = to === undefined ? undefined : lines[Math.max(0, Math.min(to, lines.length - 1))];
    if (!line) return;
    line.focus();
    e.preventDefault();
    e.stopPropagation();
  }
  private fillBar(branch: () => void): void {
    const square = (label: string, icon: keyof typeof icons, f: () => void) =>
      h(
        'button',
        { class: 'sq', type: 'button', 'aria-label': label, title: label, onclick: f },
        svg(icons[icon], ''),
      );
    const word = (text: string, title: string, f: () => void) =>
      h('button', { class: 'btn dense', type: 'button', title, onclick: f }, text);
    const at = () => this.p().replayAt ?? this.p().view?.seq ?? 0;
    fill(
      this.bar,
      square('First event', 'first', () => void this.p().showAt(1)),
      square('One back', 'back', () => void this.p().showAt(Math.max(1, at() - 1))),
      square('One on', 'on', () => void this.p().showAt(at() + 1)),
      square('Last event', 'last', () => void this.p().showAt(null)),
      h('div', { class: 'scrub' }, this.scrub, this.ticks),
      this.state,
      word('Since my last turn', 'What happened since you decided', () => this.sinceMine()),
      word('Branch', 'Play on from here in a private game', branch),
      this.find,
      word('Find', 'Search the log', () => this.toggleFind()),
      h(
        'button',
        {
          class: 'sq taller',
          type: 'button',
          'aria-label': 'Taller or lower',
          title: 'Taller or lower',
          onclick: () => {
            this.list.classList.toggle('tall');
            this.list.scrollTop = this.list.scrollHeight;
          },
        },
        '⇕',
      ),
      h(
        'button',
        {
          class: 'sq only-phone',
          type: 'button',
          'aria-label': 'Close the log',
          onclick: () => this.root.classList.remove('open'),
        },
        '×',
      ),
    );
  }
  private toggleFind(): void {
    this.find.hidden = !this.find.hidden;
    if (this.find.hidden) this.find.value = '';
    else this.find.focus();
    this.list.classList.toggle('tall', !this.find.hidden);
    this.render();
  }
  private light(b: HTMLElement): void {
    const p = this.p(),
      hexes = (b.dataset.at ?? '').split(' ').filter(Boolean);
    p.flash(hexes.map(x => p.map.board.find(x)));
  }
  // Back to where this side last decided, then on at reading speed.
  private sinceMine(): void {
    const p = this.p();
    if (p.recap || p.recapAgain()) p.playAgain();
  }
  private lineRow(l: Line): HTMLElement {
    const dead = l.dead.length > 0,
      places = [...new Set([...l.at, ...l.way])];
    return h(
      'button',
      {
        class: `ev${l.kind === 'fight' ? ' fight' : ''}`,
        type: 'button',
        tabIndex: -1,
        'data-at': places.join(' '),
        'data-n': l.last,
        onclick: () => void this.p().showAt(l.last),
      },
      h('span', { class: 'n' }, `${l.n}${l.order ? '*' : ''}`),
      h('i', { class: `stripe ${l.side ?? ''}` }),
      h(
        'span',
        { class: 'c' },
        l.rule && l.rule !== '-' ? h('span', { class: 'chip' }, l.rule) : null,
      ),
      h(
        'span',
        { class: 'grow' },
        l.kind === 'fight' || dead ? h('b', null, l.text) : l.text,
        l.more.length ? h('span', { class: 'soft' }, ` ${l.more.join(' ')}`) : null,
      ),
    );
  }
  private chapterRows(c: Chapter, open: boolean): HTMLElement[] {
    const fold = (): void => {
      this.folds.set(c.key, !open);
      this.render();
    };
    const head = h(
      'button',
      {
        class: 'chapter',
        type: 'button',
        tabIndex: -1,
        'aria-expanded': String(open),
        onclick: fold,
      },
      h('span', { 'aria-hidden': 'true' }, open ? '▾' : '▸'),
      h('i', { class: `stripe ${c.side ?? ''}` }),
      h('b', null, c.title),
      h('span', { class: 'soft' }, sumOf(c.lines)),
    );
    return [head, ...(open ? c.lines.map(l => this.lineRow(l)) : [])];
  }
  private rows(chapters: Chapter[]): HTMLElement[] {
    const want = this.find.value.trim().toLowerCase(),
      newest = chapters.length - OPEN_CHAPTERS;
    if (!want)
      return chapters.flatMap((c, i) => this.chapterRows(c, this.folds.get(c.key) ?? i >= newest));
    const has = (l: Line) => `${l.text} ${l.more.join(' ')} ${l.rule}`.toLowerCase().includes(want),
      hits = chapters.map(c => ({ ...c, lines: c.lines.filter(has) })).filter(c => c.lines.length);
    if (!hits.length) return [h('p', { class: 'soft none' }, `Not in the log: ${want}`)];
    return hits.flatMap(c => this.chapterRows(c, true));
  }
  render(): void {
    const p = this.p(),
      last = p.view?.seq ?? 0,
      shownTo = p.follow.on ? (p.map.view?.seq ?? last) : last,
      all = p.me?.events ?? [],
      events = all.filter(e => e.n <= shownTo),
      first = events[0]?.n ?? 0;
    this.scrub.min = String(first);
    this.scrub.max = String(Math.max(1, last));
    this.scrub.value = String(p.replayAt ?? last);
    fill(this.state, h('b', null, p.live ? 'Live' : `at ${p.replayAt}`));
    const chapters = p.story ? p.story.chapters(events).filter(c => c.lines.length) : [],
      atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    const had = this.list.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset.n
      : undefined;
    fill(
      this.list,
      chapters.length
        ? this.rows(chapters)
        : h('p', { class: 'soft none' }, 'Nothing has happened yet.'),
    );
    this.list.classList.toggle('empty', !chapters.length);
    this.mark(p.replayAt, atEnd);
    if (had)
      this.list.querySelector<HTMLElement>(`.ev[data-n="${had}"]`)?.focus({ preventScroll: true });
    const span = Math.max(1, last - first),
      place = (n: number) => `left:${((100 * (n - first)) / span).toFixed(2)}%`;
    fill(
      this.ticks,
      chapters.slice(-80).map(c => h('i', { style: place(c.first), title: c.title })),
    );
  }
  // The line that is shown on the board.
  private mark(at: number | null, atEnd: boolean): void {
    const lines = [...this.list.querySelectorAll<HTMLElement>('.ev')],
      now = at === null ? lines.at(-1) : lines.find(e => Number(e.dataset.n) >= at);
    now?.classList.add('at');
    if (at !== null && now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - 40;
    else if (atEnd || at === null) this.list.scrollTop = this.list.scrollHeight;
  }
}
