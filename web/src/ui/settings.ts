// Settings and the list of keys, in the lobby and in a game.
import { fill, h } from '../dom';
import type { Settings } from '../net';
import { noticesForm } from './notices';

const keyRows: [string, [string, string][]][] = [
  [
    'Board cursor',
    [
      ['Arrows', 'next hex'],
      ['Shift + arrows', 'five hexes'],
      ['.', 'say this hex again'],
      [';', 'say what is around it'],
    ],
  ],
  [
    'Act',
    [
      ['Enter', 'go there, or do the main action'],
      ['Space', 'end what can be ended'],
      ['Esc', 'let go'],
      ['U', 'undo'],
      ['Shift + U', 'undo the turn'],
      ['O', 'next thing owed'],
      ['N', 'next unit with a choice'],
      ['1–9', 'choose from a list'],
      ['Tab', 'next unit in the stack'],
      ['I', 'hint'],
    ],
  ],
  [
    'Listen',
    [
      ['P', 'say the prompt'],
      ['L', 'last event'],
      ['C', 'clock'],
      ['K', 'the odds card, line by line'],
    ],
  ],
  [
    'Go to',
    [
      ['/', 'command box'],
      ['G', 'go to hex or place'],
      ['?', 'this list'],
      ['H', 'hide counters'],
      ['+ −', 'zoom'],
      ['0', 'whole map'],
      ['S F T R Y D', 'stack, forces, tables, rules, layers, orders'],
    ],
  ],
];
export function keysList(body: HTMLElement): void {
  fill(
    body,
    keyRows.map(([t, rows]) =>
      h(
        'section',
        { style: 'margin-bottom:10px' },
        h('h3', { class: 'label' }, t),
        h(
          'dl',
          { style: 'display:grid;grid-template-columns:auto 1fr;gap:4px 14px;align-items:center' },
          rows.map(([k, w]) => [h('dt', null, h('kbd', null, k)), h('dd', null, w)]),
        ),
      ),
    ),
    h(
      'p',
      { class: 'least' },
      'Single keys can be changed or turned off in Settings. A letter shown on a ' +
        'button wins inside that decision.',
    ),
  );
}
function nameField(p: Form): HTMLElement {
  return h(
    'div',
    { style: 'margin-bottom:12px' },
    h('label', { class: 'label', for: 'my-name' }, 'Your name, as other players see it'),
    h('br'),
    h('input', {
      id: 'my-name',
      type: 'text',
      maxlength: '30',
      value: p.settings.name,
      onchange: (e: Event) => p.set({ name: (e.target as HTMLInputElement).value.trim() }),
    }),
  );
}
interface Form {
  settings: Settings;
  changed: () => void;
  set: (s: Partial<Settings>) => void;
  hook?: HTMLElement | null; // in a game: where its seat's webhook goes
}
export function settingsForm(p: Form, body: HTMLElement): void {
  const seg = <K extends keyof Settings>(k: K, title: string, opts: [Settings[K], string][]) =>
    h(
      'div',
      { style: 'margin-bottom:12px' },
      h('div', { class: 'label', style: 'margin-bottom:4px' }, title),
      h(
        'div',
        { class: 'seg', role: 'radiogroup', 'aria-label': title },
        opts.map(([v, w]) =>
          h(
            'button',
            {
              type: 'button',
              role: 'radio',
              'aria-checked': String(p.settings[k] === v),
              onclick: () => {
                p.set({ [k]: v } as Partial<Settings>);
                settingsForm(p, body);
              },
            },
            w,
          ),
        ),
      ),
    );
  const words: [string, string, string][] = [
    ['undo', 'u', 'Undo'],
    ['owed', 'o', 'Next thing that is owed'],
    ['next', 'n', 'Next unit that has not acted'],
    ['hide', 'h', 'Hide counters'],
    ['hint', 'i', 'Hint'],
  ];
  const remap = words.map(([k, d, word]) =>
    h(
      'label',
      { class: 'row' },
      h('span', { class: 'grow' }, word),
      h('input', {
        type: 'text',
        maxlength: '1',
        style: 'width:52px;text-align:center',
        value: p.settings.remap[k] ?? d,
        'aria-label': `Key for: ${word}`,
        onchange: (e: Event) =>
          p.set({
            remap: {
              ...p.settings.remap,
              [k]: (e.target as HTMLInputElement).value.toLowerCase() || d,
            },
          }),
      }),
    ),
  );
  const group = (title: string, ...rest: (HTMLElement | null | undefined)[]): HTMLElement =>
    h('section', { class: 'sheet', 'aria-label': title }, h('h3', null, title), rest);
  fill(
    body,
    group(
      'Look and sound',
      seg('theme', 'Light', [
        ['auto', 'As the system'],
        ['light', 'Light'],
        ['dark', 'Dark'],
      ]),
      seg('scale', 'Text in panels', [
        [100, '100 %'],
        [115, '115 %'],
        [130, '130 %'],
      ]),
      seg('motion', 'Motion', [
        ['normal', 'Normal'],
        ['instant', 'Instant'],
      ]),
      seg('sound', 'Sound', [
        [false, 'Off'],
        [true, 'On'],
      ]),
    ),
    group(
      'How it plays',
      seg('speed', 'Opponent’s moves', [
        ['step', 'Step'],
        ['slow', 'Slow'],
        ['quick', 'Quick'],
        ['once', 'At once'],
      ]),
      seg('ask', 'Ask before a phase ends', [
        ['always', 'Always'],
        ['left', 'When something is left'],
        ['never', 'Never'],
      ]),
      seg('confirm', 'Ask before what cannot be undone', [
        [true, 'Ask'],
        [false, 'Do it'],
      ]),
      seg('guided', 'Guide in lessons', [
        [true, 'On'],
        [false, 'Off'],
      ]),
    ),
    group('You', nameField(p), noticesForm(), p.hook),
    group(
      'Keys and voice',
      seg('spoken', 'Show what is spoken', [
        [false, 'Hidden'],
        [true, 'Shown'],
      ]),
      seg('keys', 'Single-letter keys', [
        [true, 'On'],
        [false, 'Off'],
      ]),
      p.settings.keys ? h('div', { style: 'display:grid;gap:6px' }, remap) : null,
    ),
  );
}
