// A mistake of a review as a puzzle: the moment before it, in a new game, with nothing given away
// until a move has been made.
import { sideName } from '../doc';
import { h } from '../dom';
import { type Mistake, betterInWords, playedInWords } from '../review';

type Verdict = 'right' | 'same' | 'other';
const TITLE: Record<Verdict, string> = {
  right: 'Right: the planner plays it too.',
  same: 'This was played in the game.',
  other: 'The planner plays something else.',
};
const percent = (v: number): string => `${Math.round(100 * Math.max(0, Math.min(1, v)))} %`;

// How far two lists of actions agree.
const agree = (done: string[], way: string[]): boolean =>
  done.slice(0, way.length).every((a, i) => a === way[i]);

// What the actions made so far amount to; null: it can still become either.
export function judgeExercise(done: string[], m: Mistake): Verdict | null {
  const better = agree(done, m.better),
    played = [m.played, ...m.then],
    same = agree(done, played);
  if (better && done.length >= m.better.length) return 'right';
  if (same && done.length >= played.length) return 'same';
  return better || same ? null : 'other';
}

export class Exercise {
  private done: string[] = [];
  private verdict: Verdict | null = null;
  constructor(
    private m: Mistake,
    private ui: { refresh(): void; speak(text: string): void },
  ) {}
  // The rules have taken these. True: there is a verdict.
  acted(actions: string[]): boolean {
    if (this.verdict) return true;
    this.done.push(...actions);
    this.verdict = judgeExercise(this.done, this.m);
    if (this.verdict) this.ui.speak(TITLE[this.verdict]);
    this.ui.refresh();
    return this.verdict !== null;
  }
  block(): HTMLElement {
    return this.verdict ? this.result(this.verdict) : this.question();
  }
  private question(): HTMLElement {
    const { side, loss, error } = this.m,
      cost = `${Math.round(100 * loss)} ± ${Math.round(100 * error)}`;
    return h(
      'section',
      { class: 'block puzzle', 'aria-label': 'Puzzle' },
      h('h3', null, `Puzzle: find a better move for the ${sideName(side)} side`),
      h('p', { class: 'soft' }, `In the game this moment cost ${cost} points of chance.`),
    );
  }
  private result(v: Verdict): HTMLElement {
    const m = this.m,
      way = (name: string, cls: string, says: string, chance: number) =>
        h('p', null, h('span', { class: cls }, `${name} `), `${says}: ${percent(chance)}`);
    return h(
      'section',
      { class: `block puzzle ${v === 'right' ? 'good' : 'bad'}`, 'aria-label': 'Puzzle' },
      h('h3', { role: 'status' }, TITLE[v]),
      v === 'other'
        ? h('p', { class: 'soft' }, 'Yours may be as good: it was not tried. Play on and see.')
        : null,
      way('Better', 'better', betterInWords(m), m.chance),
      way('Played', 'soft', playedInWords(m), m.chance - m.loss),
      h('p', { class: 'soft' }, `${sideName(m.side)} chances to win, if planners play on.`),
    );
  }
}
