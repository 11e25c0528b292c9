// The form that makes a cup. Whoever makes one is its referee.
import type { Option } from '../doc';
import { fill, h, plural } from '../dom';
import { api } from '../net';
import { type CompanyDesk, faultText, scenarios, seg, select } from './company';
import { press } from './foot';
import { CLOCKS } from './seeks';

const FORMS: [string, string][] = [
  ['robin', 'Round robin'],
  ['swiss', 'Swiss'],
  ['knockout', 'Knock-out'],
];
export const formWord = (form: string): string => FORMS.find(f => f[0] === form)?.[1] ?? form;
const LEAST = 4,
  MOST = 16,
  NO_CLOCK = 'no clock';

// How many rounds a full cup has, and what they are like.
export function course(form: string, size: number): string {
  const pairs = Math.floor(size / 2),
    halvings = Math.ceil(Math.log2(size)),
    robin = size % 2 ? size : size - 1;
  if (form === 'robin')
    return `Everybody meets everybody: ${robin} rounds, ${size - 1} opponents for each.`;
  if (form === 'swiss')
    return `Equals meet: ${halvings} rounds of ${plural(pairs, 'pair')}, and nobody drops out.`;
  return `The loser of a pair drops out: ${halvings} rounds to the winner.`;
}

export class CupForm {
  root = h('section', { 'aria-label': 'New cup' });
  private open = false;
  private signed = false;
  private error = '';
  private name = '';
  private form = 'robin';
  private size = 8;
  private place = '';
  private clock = 'three days each';
  private days = '14';
  private turn = 0;
  private handicap: number | null = null;
  private rated = false;
  constructor(
    private desk: CompanyDesk,
    private made: (id: string) => void,
  ) {}

  private async make(): Promise<void> {
    const [game, scenario] = this.place.split('/');
    try {
      const d = await api<{ id: string }>('/api/cups', {
        name: this.name.trim(),
        form: this.form,
        size: this.size,
        game,
        scenario,
        ...(this.days === '0' ? {} : { days: Number(this.days) }),
        ...(this.turn ? { turn: this.turn } : {}),
        ...(this.clock === NO_CLOCK ? {} : { clock: CLOCKS[this.clock] }),
        ...(this.handicap === null ? {} : { options: { handicap: this.handicap } }),
        ...(this.rated ? { rated: true } : {}),
      });
      this.open = false;
      this.error = this.name = '';
      this.made(d.id);
    } catch (e) {
      this.error = faultText(e);
      this.draw(this.signed);
    }
  }
  private option(): Option | undefined {
    const [game, scenario] = this.place.split('/'),
      g = this.desk.games().find(x => x.id === game);
    return g?.scenarios.find(s => s.id === scenario)?.options.find(o => o.id === 'handicap');
  }
  private again(): void {
    const had = (document.activeElement as HTMLElement | null)?.dataset?.key;
    this.draw(this.signed);
    if (had) this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(had)}"]`)?.focus();
  }
  // As printed, even where that was measured, or any other number of points.
  private handicapRow(): HTMLElement[] {
    const o = this.option();
    if (!o) return [];
    const number = h('input', {
      type: 'number',
      min: o.min,
      max: o.max,
      value: String(this.handicap ?? o.default),
      'aria-label': o.title,
      onchange: () => {
        this.handicap = Number(number.value);
      },
    });
    const even = o.even !== undefined && o.even !== o.default;
    return [
      h('b', null, 'Handicap'),
      h(
        'span',
        { class: 'row wrap' },
        number,
        even
          ? press('btn dense', `Even: ${o.even}`, () => {
              this.handicap = o.even!;
              this.again();
            })
          : null,
        h('span', { class: 'soft' }, o.title),
      ),
    ];
  }
  private fields(): HTMLElement[] {
    const sizes = Array.from({ length: MOST - LEAST + 1 }, (_, i) => String(i + LEAST)),
      days: [string, string][] = [
        ['0', 'no deadline'],
        ['3', '3 days'],
        ['7', 'a week'],
        ['14', 'two weeks'],
        ['30', '30 days'],
      ];
    const name = h('input', {
        type: 'text',
        maxlength: '60',
        value: this.name,
        placeholder: 'Spring cup',
        'aria-label': 'Name of the cup',
        oninput: () => {
          this.name = name.value;
        },
      }),
      rated = h('input', {
        type: 'checkbox',
        checked: this.rated,
        onchange: () => {
          this.rated = rated.checked;
        },
      }),
      turn = h('input', {
        type: 'number',
        min: '0',
        max: '1000',
        value: String(this.turn),
        'aria-label': 'Last turn of a game; 0: to its end',
        onchange: () => {
          this.turn = Number(turn.value);
        },
      });
    const pick = (label: string, list: [string, string][], now: string, set: (v: string) => void) =>
      select(label, list, now, v => {
        set(v);
        this.again();
      });
    return [
      h('b', null, 'Name'),
      name,
      h('b', null, 'Form'),
      seg('Form', FORMS, this.form, v => {
        this.form = v;
        this.again();
      }),
      h('b', null, 'Places'),
      pick(
        'Places',
        sizes.map(n => [n, `up to ${n} players`]),
        String(this.size),
        v => {
          this.size = Number(v);
        },
      ),
      h('span', { class: 'wide soft' }, `${course(this.form, this.size)} A pair plays two games.`),
      h('b', null, 'Scenario'),
      pick('Scenario', scenarios(this.desk), this.place, v => {
        this.place = v;
        this.handicap = null;
      }),
      ...this.handicapRow(),
      h('b', null, 'Clock'),
      pick(
        'Clock',
        [...Object.keys(CLOCKS), NO_CLOCK].map(c => [c, c]),
        this.clock,
        v => {
          this.clock = v;
        },
      ),
      h('b', null, 'A round lasts'),
      pick('A round lasts', days, this.days, v => {
        this.days = v;
      }),
      h('b', null, 'Last turn'),
      h(
        'span',
        { class: 'row wrap' },
        turn,
        h('span', { class: 'soft' }, 'of a game; then the referee decides. 0: to its end.'),
      ),
      h('b', null, 'Rated'),
      h('label', { class: 'row' }, rated, 'The games move the ratings; they need a clock.'),
    ];
  }
  draw(signed: boolean): void {
    this.signed = signed;
    this.place ||= scenarios(this.desk)[0]?.[0] ?? '';
    if (!signed) {
      fill(this.root, h('p', { class: 'soft' }, 'Sign in to enter a cup or to make one.'));
      return;
    }
    if (!this.open) {
      const begin = (): void => {
        this.open = true;
        this.draw(true);
        this.root.querySelector('input')?.focus();
      };
      fill(this.root, press('btn', 'Make a cup', begin));
      return;
    }
    fill(
      this.root,
      h('h3', null, 'New cup'),
      h(
        'div',
        { class: 'cup-panel' },
        h('div', { class: 'cup-form' }, this.fields()),
        h('p', { class: 'soft' }, 'You will be its referee. It begins when you start it.'),
        this.error ? h('p', { class: 'bad', role: 'alert' }, this.error) : null,
        h(
          'div',
          { class: 'row' },
          press('btn main', 'Make the cup', () => void this.make()),
          press('btn', 'Not now', () => {
            this.open = false;
            this.draw(true);
          }),
        ),
      ),
    );
  }
}
