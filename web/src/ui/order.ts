// What a player can do about the other one: mute the chat, block the account, report to the
// referees. Below the chat, when a person sits on the other side.
import type { Side } from '../doc';
import { h } from '../dom';
import { atHome } from '../home/door';
import { Refused, api } from '../net';
import type { Play } from '../play';

const ABOUT: [string, string][] = [
  ['chat', 'what is said in the chat'],
  ['name', 'the name'],
  ['stalling', 'stalling'],
  ['cheating', 'cheating'],
  ['other', 'something else'],
];
const muted = new Set<string>();
// The panel is drawn again whenever something happens; games whose fold is open, and what it says.
const unfolded = new Map<string, string>();

function against(p: Play): boolean {
  const other: Side = p.active === 'german' ? 'soviet' : 'german',
    seat = p.me.presence[other];
  return !atHome && p.active !== 'watch' && !p.hotseat && !!seat && seat.kind !== 'bot';
}
export function chatTools(p: Play, redraw: () => void): HTMLElement | null {
  if (!against(p)) return null;
  const token = p.me.seat.token,
    path = `/api/games/${encodeURIComponent(p.saved.id)}`,
    id = p.saved.id,
    say = h('p', { class: 'soft', role: 'status' }, unfolded.get(id) ?? ''),
    isMuted = muted.has(id);
  const tell = (text: string): void => {
    say.textContent = text;
    if (unfolded.has(id)) unfolded.set(id, text);
  };
  const ask =
    (what: string, body: object, done: string, then = (): void => {}) =>
    (): void =>
      void api(`${path}/${what}`, body, token || undefined).then(
        () => {
          tell(done);
          then();
        },
        e => {
          tell(e instanceof Refused ? e.fault.text : 'The server does not answer.');
        },
      );
  const about = h(
      'select',
      { 'aria-label': 'What it is about' },
      ABOUT.map(([v, w]) => h('option', { value: v }, w)),
    ),
    text = h('input', {
      type: 'text',
      maxlength: '1000',
      style: 'width:100%',
      'aria-label': 'What happened',
      placeholder: 'What happened',
    });
  const button = (words: string, f: () => void): HTMLElement =>
    h('button', { class: 'btn dense', type: 'button', onclick: f }, words);
  const flip = (): void => {
    if (isMuted) muted.delete(id);
    else muted.add(id);
    redraw();
  };
  const folded = (e: Event): void => {
    if (!(e.target as HTMLDetailsElement).open) unfolded.delete(id);
    else if (!unfolded.has(id)) unfolded.set(id, '');
  };
  return h(
    'details',
    { class: 'order', style: 'margin-top:10px', open: unfolded.has(id), ontoggle: folded },
    h('summary', null, 'The other player'),
    h(
      'div',
      { class: 'row', style: 'flex-wrap:wrap;gap:8px;margin:6px 0' },
      button(
        isMuted ? 'Hear again' : 'Mute',
        ask('mute', { on: !isMuted }, isMuted ? 'You hear the other side again.' : 'Muted.', flip),
      ),
      button('Block', ask('block', { on: true }, 'Blocked: no chat, and no open seats together.')),
    ),
    h(
      'div',
      { class: 'row', style: 'flex-wrap:wrap;gap:8px' },
      about,
      text,
      button('Report', () =>
        ask(
          'report',
          { about: about.value, text: text.value.trim() },
          'Reported. A referee reads it with the last lines of the chat.',
        )(),
      ),
    ),
    say,
  );
}
