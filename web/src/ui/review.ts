// The review of a finished game: the chance to win over the turns, what was dice and what was play,
// the largest mistakes, and a new game from any of them.
import { type Side, type View, other, sideName } from '../doc';
import { fill, h, icons, plural, svg } from '../dom';
import { Refused, type Saved, api, linkOf, store } from '../net';
import type { Play } from '../play';
import {
  type Dot,
  type Mistake,
  type ReviewAnswer,
  type ReviewDoc,
  betterInWords,
  course,
  drawMistake,
  playedInWords,
  sumUp,
} from '../review';
import { press } from './foot';

const NS = 'http://www.w3.org/2000/svg',
  WIDE = 1000,
  HIGH = 172,
  LEFT = 46,
  RIGHT = 18,
  TOP = 12,
  FOOT = 24;
function shape(tag: string, attrs: Record<string, string | number>, text = ''): SVGElement {
  const e = document.createElementNS(NS, tag);
  for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, String(v));
  if (text) e.textContent = text;
  return e;
}
const percent = (v: number): string => `${Math.round(100 * Math.max(0, Math.min(1, v)))} %`;
const points = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
const word = { inaccuracy: 'A small loss', mistake: 'A mistake', blunder: 'A large mistake' };

export class Review {
  on = false;
  drawer = h('section', { class: 'panel drawer reviewbar', 'aria-label': 'Review', hidden: true });
  private answer: ReviewAnswer = { state: 'none' };
  private side: Side | null = null;
  private open = 0; // the mistake whose card is open
  private line: number | null = null; // of the journal, shown on the board
  private failed = '';
  private timer = 0;

  constructor(
    private saved: Saved,
    private p: () => Play,
    private ui: { refresh(): void; toast(text: string): void; save(): void; rematch(): void },
  ) {}
  close(): void {
    clearTimeout(this.timer);
  }
  private get doc(): ReviewDoc | null {
    return this.answer.review ?? null;
  }
  private get seat(): Side {
    const mine = this.p().active;
    return this.side ?? (mine === 'watch' ? 'german' : mine);
  }
  private get mistakes(): Mistake[] {
    return this.doc?.mistakes.filter(m => m.side === this.seat) ?? [];
  }

  // ---- working it out
  begin(): void {
    this.on = true;
    this.failed = '';
    void this.ask(true);
    this.ui.refresh();
  }
  leave(): void {
    this.on = false;
    clearTimeout(this.timer);
    this.show(null);
  }
  private async ask(first: boolean): Promise<void> {
    const path = `/api/games/${encodeURIComponent(this.saved.id)}/review`,
      had = this.doc;
    clearTimeout(this.timer);
    try {
      this.answer = await api<ReviewAnswer>(path, first ? {} : undefined);
      this.failed = this.answer.state === 'failed' ? 'The review could not be worked out.' : '';
    } catch (e) {
      this.failed = e instanceof Refused ? e.fault.text : 'The server does not answer.';
    }
    if (!this.on) return;
    if (this.answer.state === 'waiting' || this.answer.state === 'running')
      this.timer = window.setTimeout(() => void this.ask(false), 1000);
    if (!had && this.doc) this.opened();
    this.ui.refresh();
  }
  // It has come: the side with mistakes first, at its largest one.
  private opened(): void {
    if (!this.mistakes.length && this.doc!.mistakes.length) this.side = this.doc!.mistakes[0].side;
    this.p().speak(`The review is there. ${this.sentence(sumUp(this.doc!, this.seat))}`);
    if (this.mistakes.length) this.choose(0);
  }

  // ---- what the board shows
  private show(line: number | null, m: Mistake | null = null): void {
    this.line = line;
    void this.p()
      .showLine(line)
      .then((view: View | null) => {
        const p = this.p();
        if (this.line !== line || !view || !m) return;
        const t = { board: p.map.board, view, sideOf: (u: View['units'][number]) => p.sideOf(u) },
          n = this.mistakes.indexOf(m) + 1,
          title = `Mistake ${n} of ${this.mistakes.length}, turn ${m.turn}`,
          shown = drawMistake(m, title, t),
          at = shown.arrows[0]?.way[0];
        p.showWays(shown);
        if (at) p.map.lookAt(at, p.map.cam.r);
      });
    this.ui.refresh();
  }
  choose(i: number): void {
    const m = this.mistakes[i];
    if (!m) return;
    this.open = i;
    this.show(m.n, m);
    this.p().speak(this.words(m));
  }
  next(): void {
    if (this.mistakes.length) this.choose((this.open + 1) % this.mistakes.length);
  }
  step(by: number): void {
    const lines = (this.doc?.points ?? this.answer.points ?? []).map(p => p.n),
      now = lines.findIndex(n => n >= (this.line ?? Infinity)),
      at = now < 0 ? lines.length : now,
      to = Math.max(0, Math.min(lines.length - 1, at + by));
    if (lines.length) this.show(lines[to], this.mistakes.find(m => m.n === lines[to]) ?? null);
  }
  private words(m: Mistake): string {
    return (
      `${word[m.kind]} in turn ${m.turn}. Played: ${playedInWords(m)}. ` +
      `Better: ${betterInWords(m)}. ` +
      `It gave away ${Math.round(100 * m.loss)} points of chance, ` +
      `give or take ${Math.round(100 * m.error)}.`
    );
  }
  // A new game from the moment before it, against the planner.
  async tryAgain(
    m: Mistake | undefined = this.mistakes[this.open],
    exercise = false,
  ): Promise<void> {
    if (!m) return;
    const seats = { [m.side]: 'me', [other(m.side)]: 'bot:planner' };
    try {
      const made = await api<{ id: string; seats: Saved['seats'] }>(
        `/api/games/${encodeURIComponent(this.saved.id)}/branch`,
        { line: m.n, seats },
        this.saved.seats[this.p().active],
      );
      const { links: _l, seen: _s, over: _o, invite: _i, hotseat: _h, ...same } = this.saved,
        g: Saved = {
          ...same,
          id: made.id,
          scenario: `${this.saved.scenario.replace(/, (analysis|puzzle)$/, '')}, ${
            exercise ? 'puzzle' : 'analysis'
          }`,
          seats: made.seats,
          at: Date.now(),
          note: undefined,
          foe: 'the computer',
          foeSide: other(m.side),
          puzzle: undefined,
          exercise: exercise ? m : undefined,
        };
      store.keep(g);
      location.hash = new URL(linkOf(g.id, Object.values(g.seats) as string[])).hash;
    } catch (e) {
      this.ui.toast(e instanceof Refused ? e.fault.text : 'The server does not answer.');
    }
  }

  asPuzzle(m?: Mistake): Promise<void> {
    return this.tryAgain(m, true);
  }

  // ---- the panel
  blocks(): HTMLElement[] {
    if (this.failed) return [this.failure()];
    return this.doc ? this.whole(this.doc) : [this.progress()];
  }
  private failure(): HTMLElement {
    return h(
      'section',
      { class: 'block' },
      h('p', { role: 'alert' }, this.failed),
      h(
        'div',
        { class: 'row' },
        press('btn', 'Try once more', () => this.begin()),
      ),
    );
  }
  private progress(): HTMLElement {
    const { done = 0, of = 0, points: judged = [], state } = this.answer,
      turn = judged.at(-1)?.turn,
      turns = this.p().view?.turn.n,
      words =
        state === 'waiting'
          ? 'Other games are reviewed first. It begins by itself.'
          : turn === undefined || !of
            ? 'The planner reads the game.'
            : done <= judged.length
              ? `Turn ${turn} of ${turns} judged, ${done} of about ${of} positions.`
              : `The largest mistakes are looked at, ${done} of about ${of}.`;
    return h(
      'section',
      { class: 'block' },
      h('span', { class: 'label' }, 'The planner plays every position to its end, many times'),
      h('progress', { max: String(of || 1), value: String(done), 'aria-label': 'Review' }),
      h('p', { class: 'soft', role: 'status' }, words),
      h('p', { class: 'soft' }, 'You may leave: it goes on, and is kept with the game.'),
    );
  }
  private sentence(s: ReturnType<typeof sumUp>): string {
    const part = (n: number) => (n < 0 ? ` − ${-n}` : ` + ${n}`);
    return `${s.start} at the start${part(s.own)}${part(s.theirs)}${part(s.dice)}`;
  }
  private whole(doc: ReviewDoc): HTMLElement[] {
    const side = this.seat,
      s = sumUp(doc, side),
      rows: [string, number, string][] = [
        [`${sideName(side)} decisions`, s.own, side],
        [`${sideName(other(side))} decisions`, s.theirs, other(side)],
        ['Dice', s.dice, 'luck'],
      ],
      most = Math.max(20, ...rows.map(r => Math.abs(r[1])));
    return [
      h(
        'section',
        { class: 'block' },
        h(
          'div',
          { class: 'row between' },
          h('h3', null, 'Where the game went'),
          h('span', { class: 'soft' }, `points of ${sideName(side)} chance`),
        ),
        h(
          'table',
          { class: 'ledger-bars' },
          h(
            'tbody',
            null,
            rows.map(([name, n, cls]) =>
              h(
                'tr',
                null,
                h('th', { scope: 'row' }, name),
                h(
                  'td',
                  { class: 'bar', 'aria-hidden': 'true' },
                  h('i', {
                    class: cls,
                    style:
                      `width:${(50 * Math.abs(n)) / most}%;` + (n < 0 ? 'right:50%' : 'left:50%'),
                  }),
                ),
                h('td', { class: 'tab num' }, points(n)),
              ),
            ),
          ),
        ),
        h(
          'div',
          { class: 'row between' },
          h('span', null, this.sentence(s)),
          h('b', null, doc.over ? `${s.end} at the end` : `${s.end} when it ended`),
        ),
        h('p', { class: 'soft' }, this.accuracy(doc)),
      ),
      this.mistakeList(doc),
    ];
  }
  private accuracy(doc: ReviewDoc): string {
    const of = (s: Side) => `${sideName(s)} ${percent(doc.totals[s].accuracy)}`;
    return (
      `Accuracy: ${of('german')}, ${of('soviet')} (100: no mistake was found). ` +
      `Each position was played on for ${Math.round(doc.nodes / 1000)},000 moves; ` +
      `${plural(doc.luck.length, 'roll')} of dice.`
    );
  }
  private mistakeList(doc: ReviewDoc): HTMLElement {
    const all = this.mistakes,
      whose = sideName(this.seat),
      lost = all.reduce((n, m) => n + Math.round(100 * m.loss), 0);
    if (!all.length)
      return h(
        'section',
        { class: 'block' },
        h('h3', null, `No ${whose} mistake`),
        h(
          'p',
          { class: 'soft' },
          'None was found that cost 5 points of chance ' +
            'beyond what the error of the estimate allows.',
          doc.mistakes.length ? ` The ${sideName(other(this.seat))} side has some.` : '',
        ),
      );
    return h(
      'section',
      { class: 'block' },
      h(
        'div',
        { class: 'row between' },
        h('h3', null, `The largest ${whose} mistakes`),
        h('span', { class: 'soft' }, `${lost} points`),
      ),
      h(
        'ol',
        { class: 'mistakes' },
        all.map((m, i) => this.card(m, i)),
      ),
    );
  }
  private card(m: Mistake, i: number): HTMLElement {
    const open = this.open === i,
      date = this.p().me.dates.get(m.turn) ?? `turn ${m.turn}`,
      was = m.chance,
      is = m.chance - m.loss;
    return h(
      'li',
      { class: `mistake${open ? ' open' : ''}`, 'data-mistake': m.n },
      h(
        'button',
        {
          type: 'button',
          class: 'head',
          'aria-expanded': String(open),
          onclick: () => this.choose(i),
        },
        h('span', { class: 'disc' }, String(i + 1)),
        h('b', { class: 'grow' }, word[m.kind]),
        h('span', { class: 'soft' }, date),
        h(
          'b',
          {
            class: 'bad tab',
            title: `if planners play on; give or take ${Math.round(100 * m.error)}`,
          },
          `${percent(was).replace(' %', '')} → ${percent(is)}`,
        ),
      ),
      h('p', null, h('span', { class: 'soft' }, 'Played '), playedInWords(m)),
      h('p', null, h('span', { class: 'better' }, 'Better '), betterInWords(m)),
      open
        ? h(
            'div',
            { class: 'row' },
            press('btn dense', 'Try again from here', () => void this.tryAgain(m), 'T'),
            press('btn dense', 'As a puzzle', () => void this.asPuzzle(m), 'Z'),
            h(
              'span',
              { class: 'soft cost' },
              `${Math.round(100 * m.loss)} ± ${Math.round(100 * m.error)} points`,
            ),
          )
        : null,
    );
  }
  buttons(): HTMLElement {
    const watch = this.p().active === 'watch';
    return h(
      'div',
      { class: 'buttons' },
      watch
        ? null
        : press('btn main', 'Again, sides changed', () => {
            this.ui.rematch();
          }),
      press('btn', 'Save the game', () => this.ui.save()),
      press('btn', 'Close the review', () => this.leave(), 'Esc'),
    );
  }

  // ---- the curve
  renderDrawer(narrow: boolean): void {
    this.drawer.hidden = !this.on || narrow;
    if (!this.drawer.hidden) fill(this.drawer, ...this.curveParts());
  }
  curveParts(): HTMLElement[] {
    const dots = course(this.doc?.points ?? this.answer.points ?? [], this.doc, this.seat),
      at = this.dotAt(dots),
      where = at ? `${this.p().me.dates.get(at.turn) ?? `Turn ${at.turn}`}` : 'The end',
      sq = (label: string, icon: keyof typeof icons, f: () => void) =>
        h(
          'button',
          { class: 'sq', type: 'button', 'aria-label': label, title: label, onclick: f },
          svg(icons[icon], ''),
        );
    const bar = h(
      'div',
      { class: 'replay' },
      sq('First position', 'first', () => this.step(-9999)),
      sq('One position back', 'back', () => this.step(-1)),
      sq('One position on', 'on', () => this.step(1)),
      sq('The end', 'last', () => this.show(null)),
      h('b', null, where),
      at ? h('span', { class: 'soft' }, `${percent(at.y)}, line ${at.line}`) : null,
      h('span', { class: 'grow' }),
      h('span', { class: 'soft' }, 'Show'),
      h(
        'div',
        { class: 'seg', role: 'radiogroup', 'aria-label': 'Whose chance' },
        (['german', 'soviet'] as Side[]).map(s =>
          h(
            'button',
            {
              type: 'button',
              role: 'radio',
              'aria-checked': String(s === this.seat),
              tabIndex: s === this.seat ? 0 : -1,
              onclick: () => this.turnTo(s),
            },
            sideName(s),
          ),
        ),
      ),
    );
    return [bar, this.curve(dots)];
  }
  private turnTo(s: Side): void {
    this.side = s;
    this.open = 0;
    if (this.mistakes.length) this.choose(0);
    else this.show(this.line);
  }
  private curve(dots: Dot[]): HTMLElement {
    const box = h('div', { class: 'winchance' });
    if (!dots.length) {
      fill(box, h('p', { class: 'soft none' }, 'The curve grows from the left.'));
      return box;
    }
    const turns = this.p().view?.turn.n ?? dots.at(-1)!.turn,
      x = (t: number) => LEFT + ((WIDE - LEFT - RIGHT) * (t - 1)) / Math.max(1, turns),
      y = (v: number) => TOP + (HIGH - TOP - FOOT) * (1 - Math.max(0, Math.min(1, v))),
      e = shape('svg', {
        viewBox: `0 0 ${WIDE} ${HIGH}`,
        preserveAspectRatio: 'none',
        'aria-hidden': 'true',
      }),
      line = (of: (d: Dot) => number) => dots.map(d => `${x(d.x)},${y(of(d))}`).join(' ');
    for (const v of [0, 0.25, 0.5, 0.75, 1])
      e.append(shape('line', { class: 'grid', x1: LEFT, x2: WIDE - RIGHT, y1: y(v), y2: y(v) }));
    if (this.doc) {
      const back = [...dots].reverse().map(d => `${x(d.x)},${y(d.dry)}`);
      e.append(
        shape('polygon', { class: 'dice', points: `${line(d => d.y)} ${back.join(' ')}` }),
        shape('polyline', { class: `dry ${this.seat}`, points: line(d => d.dry) }),
      );
    }
    e.append(shape('polyline', { class: 'win', points: line(d => d.y) }));
    const at = this.dotAt(dots);
    if (at) e.append(shape('line', { class: 'now', x1: x(at.x), x2: x(at.x), y1: 4, y2: y(0) }));
    const left = (t: number) => `left:${((100 * x(t)) / WIDE).toFixed(2)}%`;
    const top = (v: number) => `top:${((100 * y(v)) / HIGH).toFixed(2)}%`;
    const label = (text: string, style: string, cls: string) =>
      h('span', { class: cls, style, 'aria-hidden': 'true' }, text);
    fill(
      box,
      e,
      [0, 25, 50, 75, 100].map(v => label(String(v), top(v / 100), 'ytick')),
      Array.from({ length: turns }, (_, i) => label(String(i + 1), left(i + 1), 'xtick')),
      this.mistakes.map((m, i) => {
        const d = dots.filter(k => k.line <= m.n).at(-1) ?? dots[0];
        return h(
          'button',
          {
            type: 'button',
            class: 'disc',
            style: `${left(d.x)};${top(d.y)}`,
            'aria-label': `Mistake ${i + 1}, turn ${m.turn}`,
            onclick: () => this.choose(i),
          },
          String(i + 1),
        );
      }),
      h(
        'span',
        { class: 'key' },
        h('b', { class: 'win' }, `${sideName(this.seat)} chance to win`),
        this.doc ? h('span', { class: `dry ${this.seat}` }, 'with average dice') : null,
      ),
      h('p', { class: 'sr' }, this.curveWords(dots)),
    );
    this.drag(box, dots, turns);
    return box;
  }
  // The position before the line that is shown: the last dot that is not behind it.
  private dotAt(dots: Dot[]): Dot | undefined {
    const { line } = this;
    return line === null ? undefined : dots.filter(d => d.line <= line).at(-1);
  }
  private curveWords(dots: Dot[]): string {
    const first = new Map<number, Dot>();
    for (const d of dots) if (!first.has(d.turn)) first.set(d.turn, d);
    const list = [...first.values()].map(d => `turn ${d.turn}: ${percent(d.y)}`).join('; ');
    return `${sideName(this.seat)} chance to win, ${list}.`;
  }
  // A click or a drag on the curve shows the position there.
  private drag(box: HTMLElement, dots: Dot[], turns: number): void {
    const go = (e: PointerEvent): void => {
      const r = box.getBoundingClientRect(),
        along = ((e.clientX - r.left) / r.width) * WIDE,
        turn = 1 + ((along - LEFT) * turns) / (WIDE - LEFT - RIGHT),
        near = dots.reduce((a, d) => (Math.abs(d.x - turn) < Math.abs(a.x - turn) ? d : a));
      if (near.line !== this.line) this.show(near.line);
    };
    box.addEventListener('pointerdown', e => {
      if (!(e.target as Element).closest('button')) go(e);
    });
  }
}
