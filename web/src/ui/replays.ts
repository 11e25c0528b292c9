// The page of replays: a journal to open, and the finished games of this browser.
import { h } from '../dom';
import { linkOf, store } from '../net';

export function replaysPage(open: (text: string) => void, more: HTMLElement | null): HTMLElement[] {
  const area = h('textarea', {
      rows: '5',
      style: 'width:100%;font-family:var(--mono)',
      'aria-label': 'Journal text',
      placeholder: 'salient-journal 1 …',
    }),
    done = store.games().filter(g => g.over),
    link = (g: (typeof done)[0]) => linkOf(g.id, Object.values(g.seats) as string[]);
  return [
    h('h2', null, 'Replays and game files'),
    h(
      'div',
      { class: 'page' },
      h(
        'p',
        null,
        'A game is kept as a journal: text with a line for each action. Paste one to replay it, ' +
          'or to go on from its end. “Open a game file” takes one from your disk.',
      ),
      area,
      h(
        'div',
        { class: 'row', style: 'margin-top:8px' },
        h(
          'button',
          {
            class: 'btn main',
            type: 'button',
            onclick: () => (area.value.trim() ? open(area.value) : area.focus()),
          },
          'Open this journal',
        ),
      ),
      more,
      h('h3', { style: 'margin-top:20px' }, 'Finished games of this browser'),
      done.length ? null : h('p', { class: 'soft' }, 'None yet.'),
      done.map(g =>
        h(
          'p',
          null,
          h('a', { class: 'link', href: link(g) }, `${g.title}, ${g.scenario}`),
          ` ${g.note ?? ''}`,
        ),
      ),
    ),
  ];
}
