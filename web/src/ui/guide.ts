// The guide of a lesson. A scenario may bring its own steps as data (rows of a guide file: at which
// decision, until which event, which unit or hex is meant, in which words); they come first, as a
// list that is ticked off. Beside them stand short words about whatever is on the panel for the
// first time. Both look at what the prompt and the events hold.
import { rowsOf } from '../brief';
import { fill, h } from '../dom';
import { api } from '../net';
import { type Unit, phaseSide } from '../doc';
import type { Play } from '../play';

// `tap`: in other words for a finger, where `text` names keys or a mouse
interface Step {
  id: string;
  title: string;
  text: string;
  tap?: string;
  own?: boolean;
  when: (p: Play) => boolean;
}
const isShot = (p: Play): boolean => !!p.prompt?.cards.some(c => c.kind === 'odds' && !c.table);
const isOwnPhase = (p: Play): boolean =>
  phaseSide(p.board?.phases.find(x => x.id === p.view?.phase)) === p.active;
// `own`: of use beside the steps of a lesson too; those show the rest in their own words
const general: Step[] = [
  {
    id: 'over',
    own: true,
    title: 'The lesson is over',
    text: 'Look back with the bar below, step by step, or go to the lobby for a longer scenario.',
    when: p => !!p.view?.over,
  },
  {
    id: 'wait',
    title: 'The other side decides',
    text:
      'Read the log below; each line names its rule. You can look around the map ' +
      'meanwhile: drag to move it, turn the wheel or pinch to zoom.',
    tap:
      'Read the log; each line names its rule. You can look around the map meanwhile: ' +
      'drag to move it, pinch to zoom.',
    when: p => !p.deciding,
  },
  {
    id: 'refused',
    own: true,
    title: 'A refusal',
    text:
      'The red line says why, and the chip beside it opens the rule in our words. ' +
      'Nothing has changed; choose something else.',
    when: p => !!p.refusal,
  },
  {
    id: 'reaction',
    own: true,
    title: 'Answer a reaction',
    text:
      'The other side’s move lets you act. The card shows each result with its chance. ' +
      'Choose to fire, or let it pass.',
    when: p => isShot(p) && !isOwnPhase(p),
  },
  {
    id: 'shot',
    own: true,
    title: 'A shot',
    text:
      'The card shows each result with its chance. Nothing is rolled before you choose, ' +
      'here or on the button below.',
    when: p => isShot(p) && isOwnPhase(p),
  },
  {
    id: 'attack',
    own: true,
    title: 'Read the odds',
    text:
      'Both totals, each shift with its rule, the column, and a bar for each result. ' +
      'Nothing is rolled before you press the main button.',
    when: p => !!p.prompt?.cards.some(c => c.kind === 'odds' && c.table),
  },
  {
    id: 'rolled',
    own: true,
    title: 'The dice have landed',
    text: 'The result lights up on the same card. Dice cannot be taken back: Undo stops here.',
    when: p => !!p.lastCard,
  },
  {
    id: 'reach',
    title: 'Choose where it goes',
    text:
      'Blue hexes can be reached, with the price in each. Rest on one to see the path, ' +
      'click it to go there. Esc lets go.',
    tap:
      'Blue hexes can be reached, with the price in each. Tap one to see the path, tap ' +
      'it again to go there.',
    when: p => !!p.reach?.hexes.some(x => x.do),
  },
  {
    id: 'owed',
    own: true,
    title: 'Something is owed',
    text:
      'The yellow triangles must be dealt with before the phase can end. Click a line, ' +
      'or press O, to go there.',
    tap:
      'The yellow triangles must be dealt with before the phase can end. Tap a line to ' +
      'go there.',
    when: p => !!p.prompt?.owed.length,
  },
  {
    id: 'form',
    title: 'A form',
    text: 'Each row is a choice with its price. What is dashed is not open; click it to read why.',
    tap: 'Each row is a choice with its price. What is dashed is not open; tap it to read why.',
    when: p => !!p.prompt?.forms.length,
  },
  {
    id: 'targets',
    title: 'Choose a target',
    text: 'Red hexes can be attacked. Click one.',
    tap: 'Red hexes can be attacked. Tap one.',
    when: p => p.map.scene.targets.size > 0,
  },
  {
    id: 'units',
    title: 'Choose a unit',
    text:
      'Counters with a dashed blue edge can act now. Click one to see where it can go. N ' +
      'steps through them.',
    tap:
      'Counters with a dashed blue edge can act now. Tap one to see where it can go. ' +
      'Next unit steps through them.',
    when: p => p.map.scene.hot.size > 0,
  },
  {
    id: 'buttons',
    title: 'Decide',
    text:
      'The bold sentence says what is being decided. The solid button is the main ' +
      'choice; every button shows its key.',
    tap: 'The bold sentence says what is being decided. The solid button is the main choice.',
    when: p => p.actions.some(a => a.on.button === 'main'),
  },
  {
    id: 'end',
    title: 'End this part',
    text: 'When you are finished, Space or the button ends this part of the turn.',
    tap: 'When you are finished, the button ends this part of the turn.',
    when: p => p.actions.some(a => a.on.button === 'end'),
  },
];

// Who has no mouse taps, and has no keys.
const taps = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;
const tapped = (text: string): string =>
  text
    .replace(/\bClick/g, 'Tap')
    .replace(/\bclick/g, 'tap')
    .replace(/, or [A-Z],/g, '')
    .replace(/\bpress Space or /g, 'press ')
    .replace(/ with Space\b/g, '');
const wording = (s: { text: string; tap?: string }): string =>
  taps() ? (s.tap ?? tapped(s.text)) : s.text;

const MARK = 'mark:';
interface Row {
  part: string;
  node: string; // the decision it belongs to; `*`: any of one's own
  until: string[]; // kinds of events that end it; none: the player says so
  // a unit (the first of several that is there) or a hex that it points at; `target`: a place that
  // can be attacked; `reach`: somewhere to go; `mark:broken`: an own unit with that mark
  at: string;
  title: string;
  text: string;
}
function readRows(tsv: string): Row[] {
  return rowsOf(tsv).map(r => ({
    part: r.part,
    node: r.node,
    until: !r.until || r.until === '-' ? [] : r.until.split(' '),
    at: !r.at || r.at === '-' ? '' : r.at,
    title: r.title,
    text: r.text,
  }));
}

export class Guide {
  root = h('aside', { class: 'guide', 'aria-label': 'Guide', hidden: true });
  private seen = new Map<string, number>();
  private now = '';
  private rows: Row[] | null = null;
  private done = new Set<Row>();
  private shown: Row | null = null; // the row on the panel, and the decision at which it came
  private shownAt = '';
  private waits = new Map<Row, number>(); // rows that wait for a deed; the last event by then

  // Once for a game: its own guide, where it has one.
  private load(p: Play): void {
    const v = p.view!;
    this.rows = [];
    void api<{ guide: string }>(
      `/api/guide/${encodeURIComponent(v.game)}/${encodeURIComponent(v.scenario)}`,
    ).then(
      d => {
        this.rows = readRows(d.guide);
        this.render(p, true);
      },
      () => {},
    );
  }
  private ownEvent(p: Play, kinds: string[], since: number): boolean {
    const side = (id: string) => p.board?.counters.find(c => c.id === id)?.side;
    return p.me.events.some(e => {
      if (e.n <= since || !kinds.includes(e.kind)) return false;
      return !e.units.length || side(e.units[0]) === p.active;
    });
  }
  // What a row waited for has happened, whatever decision is up by now. It counts for all rows of
  // the part that wait for the same. A row that waits for nothing is done when the player goes on.
  private tick(p: Play, node: string): void {
    for (const [row, since] of this.waits) {
      if (!this.ownEvent(p, row.until, since)) continue;
      for (const r of this.rows ?? [])
        if (r.part === row.part && r.until.length && this.ownEvent(p, r.until, since))
          this.done.add(r);
      this.waits.delete(row);
    }
    if (this.shown && !this.shown.until.length && node !== this.shownAt) this.done.add(this.shown);
    if (this.shown && this.done.has(this.shown)) this.shown = null;
  }
  // What a step points at must be there: a unit with a choice, a hex on the map.
  private isThere(p: Play, r: Row): boolean {
    if (!r.at) return true;
    if (r.at === 'target') return p.attackable().length > 0;
    if (r.at === 'reach') return !!p.reach?.hexes.some(x => x.do);
    if (r.at.startsWith(MARK)) return !!this.marked(p, r);
    if (p.map.board?.find(r.at) >= 0) return true;
    return !!this.unitOf(p, r);
  }
  private unitOf(p: Play, r: Row): string | undefined {
    return r.at.split(' ').find(id => p.on({ unit: id }).length > 0 || p.sel === id);
  }
  private marked(p: Play, r: Row): string | undefined {
    const has = (u: Unit) => u.marks?.some(m => m.split(':')[0] === r.at.slice(MARK.length));
    return p.view?.units.find(u => p.sideOf(u) === p.active && has(u))?.id;
  }
  private fits(p: Play, r: Row, node: string): boolean {
    return (r.node === '*' || r.node === node) && this.isThere(p, r);
  }
  // The row for this decision: the first of the part under way that is not done. Rows that wait for
  // nothing in particular (an answer to the other side) come when their decision comes, and hold up
  // no other: it may never come.
  private row(p: Play): Row | null {
    const rows = this.rows ?? [],
      node = p.deciding ? (p.prompt?.node ?? '') : '';
    this.tick(p, node);
    if (!node) return null;
    const open = rows.filter(r => !this.done.has(r)),
      holdsUp = (r: Row) => r.until.length > 0 || r.node === '*',
      part = open.find(r => holdsUp(r) && !r.at.startsWith(MARK))?.part,
      next =
        open.find(r => r.part === part && r.node !== '*' && this.fits(p, r, node)) ??
        open.find(r => r.node !== '*' && this.fits(p, r, node)) ??
        open.find(r => r.part === part && this.fits(p, r, node)) ??
        null;
    if (next !== this.shown) {
      this.shown = next;
      this.shownAt = node;
      if (next?.until.length && !this.waits.has(next))
        this.waits.set(next, p.me.events.at(-1)?.n ?? 0);
      this.unpoint(p);
      if (next) this.point(p, next);
    }
    if (!next) this.unpoint(p);
    return next;
  }
  private pointed = false; // something is framed on the board for the row that is shown
  private unpoint(p: Play): void {
    if (this.pointed) p.flash([]);
    this.pointed = false;
  }
  // The view goes to what is meant, and it is framed until another row comes.
  private point(p: Play, r: Row): void {
    const hex = this.hexOf(p, r),
      acting = p.hexOf({ unit: p.sel ?? p.prompt?.selected[0] ?? '' });
    if (hex < 0) return;
    this.pointed = true;
    if (acting < 0 || !p.map.gather([hex, acting])) p.map.reveal(hex);
    p.flash([hex]);
  }
  private hexOf(p: Play, r: Row): number {
    if (!r.at) return -1;
    if (r.at === 'target') return p.attackable()[0] ?? -1;
    const hex = p.map.board.find(r.at),
      unit = r.at.startsWith(MARK) ? this.marked(p, r) : this.unitOf(p, r);
    return hex >= 0 ? hex : p.hexOf({ unit: unit ?? '' });
  }
  private parts(): HTMLElement | null {
    const names = [...new Set((this.rows ?? []).map(r => r.part))];
    if (!names.length) return null;
    const isOver = (n: string) => this.rows!.filter(r => r.part === n).every(r => this.done.has(r)),
      state = (n: string) => (isOver(n) ? 'past' : n === this.shown?.part ? 'now' : '');
    return h(
      'ol',
      { class: 'parts', 'aria-label': 'Steps of the lesson' },
      names.map(n =>
        h(
          'li',
          { class: state(n), 'aria-current': n === this.shown?.part ? 'step' : null },
          h('span', { 'aria-hidden': 'true' }, isOver(n) ? '✓ ' : '○ '),
          n,
          isOver(n) ? h('span', { class: 'sr' }, ', done') : null,
        ),
      ),
    );
  }
  private tip(p: Play): Step | null {
    if (p.view?.scenario !== 'lesson') return null;
    const fits = (x: Step) => x.own || !this.rows?.length;
    return general.find(x => fits(x) && x.when(p) && (this.seen.get(x.id) ?? 0) < 1) ?? null;
  }
  private close(p: Play, own: Row | null, s: Step | null): void {
    if (own) {
      this.done.add(own);
      this.waits.delete(own);
    } else if (s) this.seen.set(s.id, 9);
    this.shown = null;
    p.flash([]);
    this.render(p, true);
    p.update();
  }
  render(p: Play, on: boolean): void {
    if (!on || p.covered || !p.live || !p.view || p.follow.on || p.recap) {
      this.root.hidden = true;
      return;
    }
    if (!this.rows) this.load(p);
    const own = p.refusal ? null : this.row(p),
      s = own ? null : this.tip(p);
    if (!s && !own) {
      this.root.hidden = true;
      this.now = '';
      return;
    }
    const id = own ? `${own.part}/${own.title}` : s!.id;
    if (id !== this.now) {
      if (this.now && !own) this.seen.set(this.now, (this.seen.get(this.now) ?? 0) + 1);
      this.now = id;
    }
    this.root.hidden = false;
    const close = () => this.close(p, own, s),
      word = own ? (own.until.length ? 'Skip this' : 'Next') : 'Understood',
      hex = own ? this.hexOf(p, own) : -1;
    fill(
      this.root,
      h(
        'h3',
        null,
        own ? own.title : s!.title,
        h(
          'button',
          { class: 'x', type: 'button', 'aria-label': 'Close this tip', onclick: close },
          '×',
        ),
      ),
      h('p', null, wording(own ?? s!)),
      h(
        'div',
        { class: 'spread' },
        h(
          'span',
          { class: 'row' },
          h(
            'button',
            {
              class: own && !own.until.length ? 'btn dense' : 'link',
              type: 'button',
              onclick: close,
            },
            word,
          ),
          hex >= 0
            ? h(
                'button',
                { class: 'btn dense', type: 'button', onclick: () => this.show(p, own!) },
                'Show me',
              )
            : null,
        ),
        this.parts(),
      ),
    );
  }
  private show(p: Play, r: Row): void {
    const unit = this.unitOf(p, r) ?? '';
    this.point(p, r);
    if (unit) p.choose(unit);
  }
}
