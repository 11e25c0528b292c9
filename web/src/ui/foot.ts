// The foot of the decision panel: the buttons, what is proposed or asked, and the phone's row for
// the thumb.
import type { Action, Card, Prompt } from '../doc';
import { fill, h, icons, svg, warnMark } from '../dom';
import type { Play } from '../play';
import { chip } from '../rules';
import { actOf, button, type Decision, idleWord, keyCap as key } from './parts';

export function press(cls: string, text: string, act: () => void, cap?: string): HTMLElement {
  return h('button', { class: cls, type: 'button', onclick: act }, text, cap ? key(cap) : null);
}
function followButtons(p: Play, bar: HTMLElement): void {
  const f = p.follow;
  bar.append(
    press('btn main', 'Skip to my move', () => f.skip(), 'Space'),
    press('btn', f.paused ? 'Go on' : 'Pause', () => f.pause(), 'P'),
    press('btn', 'Step', () => f.step(), '→'),
  );
}
// What is left undone, then the question. The other answer than ending shows what is meant.
function questionButtons(p: Play, bar: HTMLElement): void {
  const q = p.question!;
  bar.classList.add('question');
  bar.append(
    h(
      'div',
      { class: 'question-text', role: 'alert' },
      warnMark(),
      h('div', null, h('b', null, q.text), h('div', null, `${q.action.label}?`)),
    ),
    press('btn', 'Show them', () => {
      p.question = null;
      p.nextUnit();
      p.update();
    }),
    h(
      'button',
      {
        class: 'btn main',
        type: 'button',
        'data-action': q.action.id,
        'data-answer': 'end',
        onclick: () => void p.act(q.action),
      },
      q.action.label,
      key('E'),
    ),
  );
}
// The chance that a shot does anything, beside what it is called; nothing where the name has it.
const NOTHING = /^(miss|0 hits)|no effect/i;
function chanceOf(card: Card | undefined, label: string): string {
  const all = card && !card.table ? (card.outcomes ?? []) : [];
  if (!all.length || label.includes('%')) return '';
  const some = all.filter(o => !NOTHING.test(o.text)).map(o => o.chance[0] / o.chance[1]),
    share = some.reduce((sum, x) => sum + x, 0);
  return share > 0 && share < 0.005 ? ', <1 %' : `, ${Math.round(100 * share)} %`;
}
// Taking back and asking: in the same place at every decision.
function tools(p: Play, q: Prompt): HTMLElement {
  const no = {
    'aria-disabled': 'true',
    title: 'Press to be told why',
  };
  return h(
    'div',
    { class: 'tools' },
    h(
      'button',
      { class: 'btn', type: 'button', ...(q.undo ? {} : no), onclick: () => void p.undo() },
      q.undo ? 'Undo' : 'Nothing to undo',
      q.undo ? key('U') : null,
    ),
    q.undo_turn ? press('btn', 'Undo turn', () => void p.undo(true), '⇧U') : null,
    h(
      'button',
      {
        class: 'btn',
        type: 'button',
        'aria-disabled': p.thinking ? 'true' : null,
        title: 'What would the computer do, and why',
        onclick: () => void p.askHint(),
      },
      svg(icons.hint),
      'Hint',
    ),
  );
}
export function buttons(p: Play, d: Decision): HTMLElement {
  const q = p.prompt,
    bar = h('div', { class: 'buttons' });
  if (!p.live) {
    fill(
      bar,
      h(
        'button',
        { class: 'btn main', type: 'button', onclick: () => void p.showAt(null) },
        'Back to the present ',
        key('Esc'),
      ),
    );
    return bar;
  }
  if (p.follow.on) {
    followButtons(p, bar);
    return bar;
  }
  if (p.recap && p.deciding && !p.proposal && !p.confirming) {
    fill(
      bar,
      press('btn main', 'Go on', () => p.goOn(), 'Enter'),
      press('btn', 'Play it again', () => p.playAgain()),
    );
    return bar;
  }
  if (p.question && p.deciding) {
    questionButtons(p, bar);
    return bar;
  }
  if (p.proposal) {
    const x = p.proposal;
    fill(
      bar,
      h(
        'div',
        { class: 'confirm' },
        x.title,
        ' ',
        x.rule ? chip(p.view!.game, x.rule) : null,
        x.note ? h('div', { class: 'soft', style: 'font-weight:400' }, x.note) : null,
      ),
      h(
        'button',
        { class: 'btn main', type: 'button', onclick: x.go },
        x.unit ? `Go to ${p.map.board.hex[x.hex].id}` : x.title,
      ),
      h(
        'button',
        {
          class: 'btn',
          type: 'button',
          onclick: () => {
            p.proposal = null;
            p.update();
          },
        },
        'Cancel',
      ),
      h(
        'div',
        { class: 'least', style: 'flex:1 1 100%;text-align:center' },
        x.hex >= 0
          ? `Tap ${p.map.board.hex[x.hex].id} again to do it, or another hex to change.`
          : '',
      ),
    );
    return bar;
  }
  if (p.confirming) {
    const a = p.confirming;
    fill(
      bar,
      h('div', { class: 'confirm', role: 'alert' }, a.confirm ?? `${a.label}?`),
      h(
        'button',
        { class: 'btn main', type: 'button', onclick: () => void p.act(a) },
        a.label + chanceOf(p.weighed ?? undefined, a.label),
        key('Enter'),
      ),
      h(
        'button',
        {
          class: 'btn',
          type: 'button',
          onclick: () => {
            p.confirming = null;
            p.weighed = null;
            p.update();
          },
        },
        'Not yet',
        key('Esc'),
      ),
    );
    return bar;
  }
  if (p.deciding && q) {
    const of = (b: string) => p.actions.filter(a => a.on.button === b && !a.vary);
    const main = of('main'),
      more = of('more'),
      end = of('end'),
      few = main.length + more.length + end.length <= 5;
    // a reaction: its answer belongs here too
    const told = q.cards.map(c => actOf(p, c)).filter((a): a is Action => !!a),
      named = q.cards.some(c => p.actions.some(a => a.id === c.do)),
      others = named ? [] : p.actions.filter(a => a.on.unit && !told.includes(a)),
      answers = told.length > 1 && others.length ? [told[0], ...others] : [...told, ...others],
      shots = q.cards.some(c => c.kind === 'odds' && !c.table) ? answers.slice(0, 2) : [];
    const odds = q.cards.find(c => c.kind === 'odds' && c.table)?.column ?? '',
      at = /^\d+:\d+( to \d+:\d+)?$/.test(odds) ? ` at ${odds}` : '';
    const only = told.length || q.cards.length > 1 ? undefined : q.cards[0],
      chance = (a: Action) => {
        const card = q.cards.find(c => actOf(p, c) === a) ?? (a === shots[0] ? only : undefined);
        return chanceOf(card, a.label);
      };
    main.forEach((a, i) => bar.append(button(p, a, i === 0, i === 0 ? at : '')));
    shots.forEach((a, i) => bar.append(button(p, a, i === 0 && !main.length, chance(a))));
    end.forEach(a =>
      bar.append(button(p, a, !main.length && !shots.length && !p.prompt!.owed.length)),
    );
    if (few) more.forEach(a => bar.append(button(p, a, false)));
    if (p.sel && !q.selected.includes(p.sel))
      bar.append(
        h(
          'button',
          { class: 'btn', type: 'button', onclick: () => p.letGo() },
          'Let go',
          key('Esc'),
        ),
      );
    if (!d.narrow() && !p.puzzling) bar.append(tools(p, q));
  } else if (p.view?.over) {
    const watch = p.active === 'watch',
      review = d.canReview(),
      again = review ? 'btn' : 'btn main';
    bar.append(
      review ? press('btn main', 'Review this game', () => d.reviewGame()) : '',
      watch ? '' : press(again, 'Again, sides changed', () => d.rematch()),
      press('btn', 'Look back', () => d.open('log')),
      h(
        'button',
        {
          class: 'btn',
          type: 'button',
          onclick: () => {
            location.hash = '';
          },
        },
        'To the lobby',
      ),
    );
  } else if (q?.undo)
    bar.append(
      h('button', { class: 'btn', type: 'button', onclick: () => void p.undo() }, 'Undo', key('U')),
    );
  else if (p.board?.orders.length && p.active !== 'watch')
    bar.append(
      h(
        'button',
        { class: 'btn', type: 'button', onclick: () => d.open('orders') },
        'Standing orders',
        key('D'),
      ),
    );
  return bar;
}

export function phoneBar(p: Play, d: Decision): HTMLElement {
  const own = p.deciding && p.live,
    owed = own ? (p.prompt?.owed.length ?? 0) : 0,
    idle = own ? p.idle().length : 0,
    count = (n: number) => h('b', { class: 'chip' }, String(n));
  return h(
    'div',
    { class: 'phone', style: 'display:none' },
    h(
      'button',
      {
        type: 'button',
        onclick: () => void p.undo(),
        'aria-disabled': p.prompt?.undo ? null : 'true',
      },
      'Undo',
    ),
    owed
      ? h('button', { type: 'button', onclick: () => p.nextOwed() }, 'Owed ', count(owed))
      : null,
    h(
      'button',
      { type: 'button', onclick: () => p.nextUnit() },
      idle ? [`Not ${idleWord(p)} `, count(idle)] : 'Next unit',
    ),
    h('button', { type: 'button', onclick: () => d.open('log') }, 'Log'),
    h('button', { type: 'button', onclick: () => d.open('menu') }, 'More'),
  );
}
