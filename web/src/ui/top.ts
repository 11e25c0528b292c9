// The top line: what is played, date and turn, the phases, the score, who decides, the clock.
import { type Phase, type Side, type View, other, phaseSide, points, sideName } from '../doc';
import { fill, h, icons, plural, svg } from '../dom';
import type { Play } from '../play';
import { chip, openPop } from '../rules';
import { type Brief, goalFor } from '../brief';

const MOST_PHASES = 9;
const shortTitle = (t: string): string =>
  t.replace(/^(German|Soviet)\s+/i, '').replace(/^./, c => c.toUpperCase());

interface Step {
  phase: Phase;
  i: number;
}
// The phases of the side whose part it is; of a long list those near the present one.
function stepsOf(phases: Phase[], now: number): Step[] {
  const side = phaseSide(phases[now]),
    all = phases.map((phase, i) => ({ phase, i })),
    isOver = (s: Step) => s.phase.id.startsWith('setup') && s.i < now,
    setUp = phases[now]?.id.startsWith('setup'),
    near = (s: Step) => side || (setUp ? s.phase.id.startsWith('setup') : !isOver(s)),
    part = all.filter(s => phaseSide(s.phase) === side && near(s));
  if (part.length <= MOST_PHASES) return part;
  const at = part.findIndex(s => s.i === now),
    from = Math.max(0, Math.min(at - 2, part.length - 8));
  return part.slice(from, Math.max(8, at + 6));
}
function stepMark(s: Step, now: number): HTMLElement {
  const state = s.i === now ? 'now' : s.i < now ? 'past' : '';
  return h(
    'li',
    { class: state, 'aria-current': s.i === now ? 'step' : null, title: s.phase.title },
    shortTitle(s.phase.title),
  );
}
function track(phases: Phase[], now: number): HTMLElement[] {
  const side = phaseSide(phases[now]),
    steps = stepsOf(phases, now).map(s => stepMark(s, now)),
    swatch = (s: Side) => h('i', { class: `sw ${s}` }),
    others = (['german', 'soviet'] as Side[]).filter(
      s => s !== side && phases.some(x => phaseSide(x) === s),
    );
  const head = side
    ? [h('li', { class: 'whose' }, swatch(side), sideName(side).toUpperCase())]
    : [];
  const rest = others.map(s => {
    const dots = '○'.repeat(phases.filter(x => phaseSide(x) === s).length);
    return h(
      'li',
      null,
      swatch(s),
      sideName(s),
      h('span', { class: 'dots', 'aria-hidden': 'true' }, dots),
    );
  });
  return [...head, ...steps, ...rest];
}
// Where there is no room for the track, the phase stands before the turn.
const phaseWord = (phase: Phase | undefined): string => (phase ? `${phase.title}, ` : '');
// What has no room is left out whole, never cut: the dots of the other side first, then what is
// past, the oldest first, then what is farthest ahead. The present phase stays.
function fitTrack(e: HTMLElement): void {
  const steps = [...e.children].filter(li => !li.matches('.whose, .now')),
    past = steps.filter(li => li.matches('.past')),
    ahead = steps.filter(li => !li.matches('.past')).reverse(),
    spare = [...e.querySelectorAll('.dots'), ...past, ...ahead];
  while (e.scrollWidth > e.clientWidth && spare.length) spare.shift()!.remove();
}
function whoDecides(p: Play, v: View): string {
  if (v.over) return 'Game over';
  if (v.to_move.length > 1) return 'Both decide, sealed';
  if (p.toMove && !p.follow.on) return 'You decide';
  const side = v.to_move[0],
    name = side ? p.me.presence[side]?.name : '';
  return `${name || sideName(side ?? '')} decides`;
}

export class TopLine {
  root = h('header', { class: 'top' });
  strip = h('div', { class: 'strip', 'aria-hidden': 'true' });
  constructor(
    private title: string,
    private act: { menu(at: Element): void; invite(): void },
  ) {}

  render(p: Play, brief: Brief | null): void {
    // while the other side is followed: as shown
    const v = p.follow.on ? (p.map.view ?? p.view) : p.view;
    if (!v) {
      fill(this.root, this.menuButton(), h('span', { class: 'title' }, this.title));
      return;
    }
    const phases = p.board?.phases ?? [],
      now = phases.findIndex(x => x.id === v.phase);
    fill(
      this.root,
      this.menuButton(),
      h('span', { class: 'title' }, this.title),
      h(
        'span',
        { class: 'bit two date' },
        h('b', null, v.turn.date || `Turn ${v.turn.n}`),
        ' ',
        h(
          'span',
          { class: 'soft' },
          h('span', { class: 'only-phone' }, phaseWord(phases[now])),
          `turn ${v.turn.n} of ${v.turn.of}`,
        ),
      ),
      h('ol', { class: 'track', 'aria-label': 'Phases' }, track(phases, now)),
      h(
        'span',
        { class: 'bit right' },
        this.absent(p),
        this.score(p, v, brief),
        h(
          'span',
          { class: 'decides' },
          v.over ? null : h('i', { class: `sw ${v.to_move[0] ?? ''}` }),
          whoDecides(p, v),
        ),
        h('span', { class: 'clock', id: 'clock' }),
      ),
    );
    fitTrack(this.root.querySelector('.track')!);
    const mark = (i: number) => (i === now ? 'now' : i < now ? 'past' : '');
    fill(
      this.strip,
      phases.map((_, i) => h('i', { class: mark(i) })),
    );
    this.clock(p);
  }
  private menuButton(): HTMLElement {
    const b: HTMLElement = h(
      'button',
      {
        class: 'menu-btn',
        type: 'button',
        'aria-label': 'Menu',
        'aria-haspopup': 'menu',
        onclick: () => this.act.menu(b),
      },
      svg(icons.menu),
    );
    return b;
  }
  // The other player: not joined yet, or away.
  private absent(p: Play): HTMLElement | null {
    if (p.active === 'watch' || p.hotseat) return null;
    const side = other(p.active),
      o = p.me.presence[side];
    if (o?.online && o.eyes)
      return h('span', { class: 'soft' }, `${sideName(side)} lets others watch`);
    if (!o || o.kind === 'bot' || o.online) return null;
    const name = o.name || sideName(side),
      words = o.taken ? `${name} is away` : `${name} has not joined`;
    return h(
      'button',
      {
        class: `absent${o.taken ? '' : ' missing'}`,
        type: 'button',
        title: o.taken ? 'Not connected now' : 'Show the invitation',
        onclick: () => this.act.invite(),
      },
      h('i', { class: `sw ${side}` }),
      words,
    );
  }
  private score(p: Play, v: View, brief: Brief | null): HTMLElement | null {
    const g = v.scores.german,
      s = v.scores.soviet;
    if (g === undefined && s === undefined) return null;
    const b: HTMLElement = h(
      'button',
      {
        class: 'score',
        type: 'button',
        title: 'The score, German to Soviet, and what wins',
        onclick: () => showGoal(b, p, v, brief),
      },
      h('span', { class: 'sr' }, 'Score, German to Soviet: '),
      h('i', { class: 'sw german' }),
      h('b', { class: 'tab' }, points(g ?? 0)),
      h('span', { class: 'soft' }, ':'),
      h('b', { class: 'tab' }, points(s ?? 0)),
      h('i', { class: 'sw soviet' }),
    );
    return b;
  }
  clock(p: Play): void {
    const e = this.root.querySelector('#clock');
    if (!e || !p.me) return;
    if (!p.me.up) {
      fill(e, 'Offline, retrying');
      return;
    }
    const ms = timeLeft(p);
    if (ms === null) {
      e.replaceChildren();
      return;
    }
    const min = Math.floor(ms / 60000),
      two = (n: number) => String(n).padStart(2, '0'),
      long = min >= 60,
      text = long
        ? `${Math.floor(min / 60)}:${two(min % 60)}`
        : `${min}:${two(Math.floor(ms / 1000) % 60)}`;
    fill(
      e,
      svg(icons.clock),
      h('b', { class: 'tab' }, text),
      h('span', { class: 'soft word' }, long ? 'hours left' : 'min left'),
    );
  }
}
// Of the own side while it decides, else of whoever does. A game that is over has no time left.
function timeLeft(p: Play): number | null {
  const { clock, clockAt, ended, eyes } = p.me,
    own = p.active as Side,
    actors = p.view?.to_move ?? [],
    side = actors.includes(own) ? own : (actors[0] ?? own),
    left = clock?.left_ms[side];
  if (left === undefined || ended || eyes) return null;
  const since = clock!.running.includes(side) ? Date.now() - clockAt : 0;
  return Math.max(0, left - since);
}
// The lead on a scale, with a tick where it begins to win; the words beside it say the same.
function gauge(v: View, brief: Brief | null): HTMLElement | null {
  const need = brief ? goalFor(brief, v.scenario, 'german')?.need : undefined;
  if (need === undefined) return null;
  const lead = Number(v.scores.german ?? 0) - Number(v.scores.soviet ?? 0),
    low = Math.min(0, lead),
    high = Math.max(need * 1.5, lead * 1.1),
    at = (n: number): string => `${((100 * (n - low)) / (high - low)).toFixed(1)}%`,
    tick = (n: number, word: string): HTMLElement =>
      h(
        'span',
        { class: `tick ${word}`, style: `left:${at(n)}` },
        `${points(n).replace('-', '−')} ${word}`,
      );
  return h(
    'div',
    { class: 'gauge', 'aria-hidden': 'true' },
    h('i', { class: 'lead', style: `width:${at(lead)}` }),
    h('i', { class: 'won', style: `left:${at(need)}` }),
    tick(lead, 'now'),
    lead === need ? null : tick(need, 'wins'),
  );
}
// What wins, the score, who leads, how long it still goes.
export function goalBlock(p: Play, v: View, brief: Brief | null): HTMLElement {
  const left = Math.max(0, v.turn.of - v.turn.n),
    turns = left ? `${plural(left, 'turn')} after this one` : 'This is the last turn';
  return h(
    'div',
    { class: 'goal' },
    h('b', null, leaderWords(v, brief)),
    gauge(v, brief),
    goals(v, brief),
    h('div', { class: 'soft' }, `${turns}.`),
  );
}
// What each side has to do.
export function goals(v: View, brief: Brief | null): (HTMLElement | null)[] {
  return (['german', 'soviet'] as Side[]).map(s => {
    const goal = brief ? goalFor(brief, v.scenario, s) : null;
    if (!goal) return null;
    return h(
      'div',
      { class: 'goal-side' },
      h('b', { class: s }, sideName(s)),
      h('span', { class: 'grow' }, goal.text, ' ', chip(v.game, goal.rule)),
    );
  });
}
export function leaderWords(v: View, brief: Brief | null): string {
  const g = Number(v.scores.german ?? 0),
    s = Number(v.scores.soviet ?? 0),
    need = brief ? goalFor(brief, v.scenario, 'german')?.need : undefined,
    score = `German ${points(v.scores.german ?? 0)}, Soviet ${points(v.scores.soviet ?? 0)}`;
  if (need === undefined) {
    if (g === s) return `${score}: level.`;
    return `${score}: the ${g > s ? 'German' : 'Soviet'} side leads.`;
  }
  const lead = g - s;
  if (lead >= need)
    return `${score}. As it stands the German side wins: it needs a lead of ${need}.`;
  return `${score}. As it stands the Soviet side wins: the German side needs a lead of ${need}.`;
}
function showGoal(at: Element, p: Play, v: View, brief: Brief | null): void {
  openPop(
    at,
    'goalpop',
    e => fill(e, h('h3', null, 'What wins'), goalBlock(p, v, brief)),
    'dialog',
    'What wins',
  );
}
