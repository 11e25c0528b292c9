// The webhook of one's seat: another program is told when it is one's move in this game.
import { fill, h } from '../dom';
import { atHome } from '../home/door';
import { Refused } from '../net';
import type { Play } from '../play';

const FORMS: [string, string][] = [
  ['', 'Plain JSON'],
  ['discord+', 'Discord'],
  ['ntfy+', 'ntfy'],
];
// Discord's and ntfy's own addresses are known by their name; a house of one's own says its form.
const known = (url: string): boolean =>
  /^https:\/\/(discord\.com\/api\/webhooks\/|ntfy\.sh\/)/.test(url);

export function hookForm(p: Play): HTMLElement | null {
  if (atHome || p.active === 'watch') return null;
  const say = h('p', { class: 'soft', role: 'status' }),
    address = h('input', {
      type: 'url',
      placeholder: 'https://',
      'aria-label': 'Address of the webhook',
      autocomplete: 'off',
      maxlength: '240',
    }),
    form = h(
      'select',
      { 'aria-label': 'Form of the message' },
      FORMS.map(([value, text]) => h('option', { value }, text)),
    );
  const tell = (url: string, done: string): void => {
    fill(say, 'One moment.');
    p.me.seat.ask({ cmd: 'hook', url }).then(
      () => fill(say, done),
      e => fill(say, e instanceof Refused ? e.message : 'The server did not answer.'),
    );
  };
  const save = (e: Event): void => {
    e.preventDefault();
    const url = address.value.trim(),
      word = known(url) ? '' : form.value;
    if (!url) fill(say, 'Put an address in first.');
    else tell(word + url, 'It will be told when it is your move in this game.');
  };
  const end = (): void => {
    address.value = '';
    tell('', 'Nothing is told any more.');
  };
  return h(
    'section',
    { style: 'margin-bottom:12px', 'aria-label': 'Webhook' },
    h('h3', { class: 'label', style: 'margin-bottom:4px' }, 'Webhook of your seat in this game'),
    h(
      'form',
      { style: 'display:grid;gap:8px', onsubmit: save },
      address,
      h(
        'div',
        { class: 'row', style: 'flex-wrap:wrap;gap:8px' },
        form,
        h('button', { class: 'btn', type: 'submit' }, 'Save'),
        h('button', { class: 'btn', type: 'button', onclick: end }, 'Remove'),
      ),
    ),
    say,
  );
}
