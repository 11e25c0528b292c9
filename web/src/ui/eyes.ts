// Who may watch: through one's own eyes, so many turns late; a caster, whom both players name; and
// the board as a frame in another page. The server holds all of it; this asks and shows.
import type { Side } from '../doc';
import { fill, h } from '../dom';
import { type Saved, api, linkOf } from '../net';
import { faultText, select, styled } from './company';
import { press } from './foot';
import { copyButton, linkField } from './links';

interface Eyes {
  delay: number;
  token?: string;
  caster?: string;
  casts: boolean;
}
const LATE: [string, string][] = [
  ['0', 'nobody'],
  ['1', 'others, one turn late'],
  ['2', 'others, two turns late'],
  ['3', 'others, three turns late'],
];
const frame = (link: string): string =>
  `<iframe src="${link.replace('#', 'embed.html#')}" width="800" height="560"` +
  ' title="salient"></iframe>';

await styled();

export class EyesSection {
  root = h('section', { class: 'eyes', 'aria-label': 'Who may watch' });
  private now: Eyes = { delay: 0, casts: false };
  private says = '';
  private game: string;
  private seat: string; // its token; empty: the account's
  private watch: string | undefined; // of those who see what both sides know
  constructor(
    saved: Saved,
    side: Side | 'watch',
    private back: () => void,
  ) {
    this.game = saved.id;
    this.seat = saved.seats[side] ?? '';
    this.watch = saved.links?.watch;
    void this.ask();
  }
  private async ask(body?: object): Promise<void> {
    const path = `/api/games/${encodeURIComponent(this.game)}/eyes`;
    try {
      this.now = await api<Eyes>(path, body, this.seat || undefined);
      this.says = body ? 'Kept.' : '';
    } catch (e) {
      this.says = faultText(e);
    }
    this.draw();
  }
  private set(delay: number, caster: string): void {
    void this.ask({ delay, ...(caster ? { caster } : {}) });
  }
  private link(label: string, link: string): HTMLElement {
    return h(
      'div',
      { class: 'eyes-link' },
      linkField(label, link),
      h(
        'div',
        { class: 'row' },
        copyButton(link, 'btn dense'),
        copyButton(frame(link), 'btn dense', 'Copy as a frame'),
      ),
    );
  }
  private caster(): HTMLElement[] {
    const e = this.now,
      name = h('input', {
        type: 'text',
        maxlength: '30',
        value: e.caster ?? '',
        placeholder: 'Name of an account',
        'aria-label': 'Caster',
      });
    const words = !e.caster
      ? 'An account that both of you name sees both sides, equally late.'
      : e.casts
        ? `${e.caster} may see both sides. Send them this link; it opens for their account alone.`
        : `The other player has not named ${e.caster} yet.`;
    return [
      h('h3', null, 'A caster'),
      h(
        'div',
        { class: 'row' },
        name,
        press('btn dense', 'Name them', () => this.set(e.delay, name.value.trim())),
      ),
      h('p', { class: 'soft' }, words),
      ...(e.casts
        ? [linkField('Link for the caster', linkOf(this.game, ['caster'], 'watch'))]
        : []),
    ];
  }
  private draw(): void {
    const e = this.now;
    fill(
      this.root,
      h(
        'div',
        { class: 'spread' },
        h('h2', null, 'Let others watch'),
        press('link', '‹ all links', this.back),
      ),
      h('h3', null, 'Who may look through your eyes'),
      select('Who may look through your eyes', LATE, String(Math.min(3, e.delay)), v =>
        this.set(Number(v), e.caster ?? ''),
      ),
      h(
        'p',
        { class: 'soft' },
        e.token
          ? 'Whoever has this link sees what your side saw, also what is hidden from the other. ' +
              'The other player knows that you show it. A change makes a new link.'
          : 'They would see what your side sees, only late; you can end it at any time.',
      ),
      e.token ? this.link('Link to your eyes', linkOf(this.game, [e.token], 'watch')) : null,
      e.token ? this.caster() : null,
      this.watch
        ? [
            h('h3', null, 'The board in another page'),
            h('p', { class: 'soft' }, 'It shows what both sides know, and when it is over, all.'),
            this.link('Link to watch', linkOf(this.game, [this.watch], 'watch')),
          ]
        : null,
      h('p', { class: 'soft', role: 'status' }, this.says),
    );
  }
}
