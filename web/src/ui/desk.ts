// The referees' desk: what was reported, with its record, and verdicts. It never shows a board.
import { sideName } from '../doc';
import { fill, h, plural } from '../dom';
import { Refused, api } from '../net';
import { ago } from './mygames';

interface Report {
  id: string;
  at: number;
  game: string;
  side: string;
  name: string;
  guest: boolean;
  about: string;
  text: string;
  chat: { at: number; from: string; name: string; text: string }[];
  times: number;
  others: number;
  warnings: number;
  over: boolean;
  turn: number;
  by: string;
}
interface Act {
  at: number;
  who: string;
  what: string;
  whom: string;
  why: string;
}
const words = (e: unknown): string =>
  e instanceof Refused ? e.fault.text : 'The server does not answer.';

function verdicts(r: Report, again: () => void): HTMLElement {
  const say = h('p', { class: 'soft', role: 'status' }),
    reason = h('input', {
      type: 'text',
      maxlength: '280',
      style: 'width:100%',
      'aria-label': `Reason, for ${r.name || 'a guest'}`,
      placeholder: 'The reason, as the player will read it',
    }),
    days = h('input', {
      type: 'number',
      min: '0',
      max: '3650',
      value: '7',
      style: 'width:80px',
      'aria-label': 'Days of a ban; 0: for good',
    });
  const judge = (verdict: string) => (): void =>
    void api('/api/order/judge', {
      id: r.id,
      verdict,
      reason: reason.value.trim(),
      ...(verdict === 'ban' ? { days: Number(days.value) } : {}),
    }).then(again, e => {
      say.textContent = words(e);
    });
  const button = (text: string, verdict: string): HTMLElement =>
    h('button', { class: 'btn dense', type: 'button', onclick: judge(verdict) }, text);
  return h(
    'div',
    null,
    reason,
    h(
      'div',
      { class: 'row', style: 'flex-wrap:wrap;gap:8px;margin-top:6px' },
      button('Dismiss', 'dismiss'),
      r.guest ? null : button('Warn', 'warn'),
      button('End the chat', 'silence'),
      r.guest ? null : [button('Ban for days:', 'ban'), days],
    ),
    say,
  );
}
function one(r: Report, again: () => void): HTMLElement {
  const notes = [
    `${ago(r.at)} by ${r.by}`,
    r.times > 1 ? plural(r.times, 'time') : '',
    r.others ? plural(r.others, 'other report') : '',
    r.warnings ? plural(r.warnings, 'warning') : '',
    r.over ? 'the game is over' : `the game is in turn ${r.turn}`,
  ];
  return h(
    'li',
    { class: 'report', style: 'padding:8px 0;border-top:1px solid var(--line)' },
    h('b', null, r.name || `a guest (${sideName(r.side)})`),
    `: ${r.about}. `,
    h('span', { class: 'soft' }, notes.filter(Boolean).join(', ')),
    r.text ? h('p', null, r.text) : null,
    r.chat.length
      ? h(
          'details',
          null,
          h('summary', null, plural(r.chat.length, 'line of chat', 'lines of chat')),
          h(
            'ul',
            null,
            r.chat.map(c => h('li', null, h('b', null, c.name || sideName(c.from)), ': ', c.text)),
          ),
        )
      : null,
    verdicts(r, again),
  );
}
function acts(list: Act[]): HTMLElement {
  return h(
    'details',
    { style: 'margin:8px 0' },
    h('summary', null, 'What referees have done'),
    h(
      'ul',
      null,
      list.map(a => h('li', null, `${ago(a.at)}: ${a.who}, ${a.what} ${a.whom}. ${a.why}`)),
    ),
  );
}
export function deskSection(): HTMLElement {
  const body = h('div'),
    root = h('section', { class: 'sheet desk wide' }, h('h3', null, 'Reports'), body);
  const draw = async (): Promise<void> => {
    const { reports } = await api<{ reports: Report[] }>('/api/order/reports'),
      { log } = await api<{ log: Act[] }>('/api/order/log');
    fill(
      body,
      reports.length
        ? h(
            'ul',
            null,
            reports.map(r => one(r, () => void draw())),
          )
        : h('p', { class: 'soft' }, 'Nothing waits.'),
      acts(log),
    );
  };
  draw().catch(e => fill(body, h('p', { role: 'alert' }, words(e))));
  return root;
}
