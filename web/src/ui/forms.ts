// Forms: purchases, set-ups, results; one table a section, with the totals on the decision panel.
import { type Form, points } from '../doc';
import { fill, h } from '../dom';
import type { Play } from '../play';
import { chip, openPop } from '../rules';

export function totals(forms: Form[], p: Play): HTMLElement | null {
  const all = forms.flatMap(f => f.totals ?? []);
  if (!all.length) return null;
  return h(
    'section',
    { class: 'block' },
    all.map((t, i) =>
      i === 0
        ? h(
            'div',
            { class: 'big-total' },
            h('b', null, points(t.value)),
            h('span', { class: 'grow' }, t.label),
            chip(p.view!.game, t.rule),
          )
        : h(
            'div',
            { class: 'spread' },
            h('span', null, t.label),
            h(
              'span',
              { class: 'row' },
              chip(p.view!.game, t.rule),
              h('b', { class: 'tab' }, points(t.value)),
            ),
          ),
    ),
  );
}

export function renderForms(root: HTMLElement, p: Play, at: { tab: number }): void {
  const forms = p.prompt?.forms ?? [];
  if (at.tab >= forms.length) at.tab = 0;
  const f = forms[at.tab],
    scroll = root.querySelector('.body')?.scrollTop ?? 0,
    numeric = (c: number) => f.rows.every(r => /^[−–-]?[\d./½¼¾]*$/.test(r.cells[c] ?? ''));
  const nums = f.cols.map((_, i) => i > 0 && numeric(i)),
    ok = new Set(p.actions.map(a => a.id));
  const control = (x: Form['rows'][0]['do'][0]) => {
    const off = !!x.why || !ok.has(x.action),
      why = x.why ?? (off ? { text: 'Not open now.', rule: '' } : null);
    const b = h(
      'button',
      {
        class: 'btn dense',
        type: 'button',
        'aria-disabled': off ? 'true' : null,
        title: why?.text,
        'data-action': x.action,
        onclick: () => {
          if (!off) {
            const a = p.actions.find(y => y.id === x.action);
            if (a) void p.act(a);
          } else
            openPop(
              b,
              '',
              e => fill(e, h('p', null, why!.text, ' ', chip(p.view!.game, why!.rule))),
              'dialog',
              'Why not',
            );
        },
      },
      x.label,
    );
    return b;
  };
  fill(
    root,
    h(
      'header',
      null,
      h('h2', null, f.title),
      chip(p.view!.game, f.rule),
      h('span', { class: 'grow' }),
    ),
    forms.length > 1
      ? h(
          'div',
          { class: 'tabs', role: 'tablist' },
          forms.map((x, i) =>
            h(
              'button',
              {
                type: 'button',
                role: 'tab',
                'aria-selected': String(i === at.tab),
                onclick: () => {
                  at.tab = i;
                  renderForms(root, p, at);
                },
              },
              x.title,
            ),
          ),
        )
      : null,
    h(
      'div',
      { class: 'body', style: 'padding:0 8px 8px' },
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            f.cols.map((c, i) => h('th', { class: nums[i] ? 'n' : '', scope: 'col' }, c)),
            h('th', null, h('span', { class: 'sr' }, 'choices')),
          ),
        ),
        h(
          'tbody',
          null,
          f.rows.map(r => {
            const all = r.do.length > 0 && r.do.every(x => x.why || !ok.has(x.action)),
              why = r.do.find(x => x.why)?.why;
            return h(
              'tr',
              { class: all ? 'off' : '' },
              r.cells.map((c, i) =>
                h('td', { class: nums[i] ? 'n' : '', 'data-col': i > 1 ? f.cols[i] : null }, c),
              ),
              h(
                'td',
                { class: 'do' },
                all && why
                  ? h('span', { class: 'why' }, why.text, ' ', chip(p.view!.game, why.rule))
                  : r.do.map(control),
              ),
            );
          }),
        ),
      ),
    ),
  );
  const body = root.querySelector('.body');
  if (body) body.scrollTop = scroll;
}
