// The card after starting with a friend: the friend's link, a code to point a phone at, names, who
// is awaited. One's own seat and the watchers' link are folded away last.
import qrcode from 'qrcode-generator';
import { type Side, other, sideName } from '../doc';
import { fill, h } from '../dom';
import { type Saved, linkOf, store } from '../net';
import type { Play } from '../play';
import { asset } from '../asset';
import { press } from './foot';
import { copyButton, linkField } from './links';

const isHere = (): boolean => /^(localhost|127\.|\[?::1)/.test(location.hostname);

function qrPicture(text: string): SVGSVGElement {
  const q = qrcode(0, 'M');
  q.addData(text);
  q.make();
  const n = q.getModuleCount(),
    NS = 'http://www.w3.org/2000/svg',
    e = document.createElementNS(NS, 'svg'),
    path = document.createElementNS(NS, 'path'),
    dark: string[] = [];
  for (let r = 0; r < n; r++)
    for (let c = 0; c < n; c++) if (q.isDark(r, c)) dark.push(`M${c + 4} ${r + 4}h1v1h-1z`);
  e.setAttribute('viewBox', `0 0 ${n + 8} ${n + 8}`);
  e.setAttribute('class', 'qr');
  e.setAttribute('role', 'img');
  e.setAttribute('aria-label', 'The link as a code for a phone’s camera');
  path.setAttribute('d', dark.join(''));
  e.append(path);
  return e;
}
function folded(summary: string, note: string, label: string, link: string): HTMLElement {
  return h(
    'details',
    null,
    h('summary', { class: 'link' }, summary),
    h('p', { class: 'soft' }, note),
    h('div', { class: 'row' }, linkField(label, link), copyButton(link, 'btn dense')),
  );
}

export class Invite {
  root = h('section', { class: 'panel invite', 'aria-label': 'Invitation', hidden: true });
  private open = false;
  private joined = false;
  private inner: HTMLElement | null = null; // who may watch, instead of the links
  constructor(
    private saved: Saved,
    private p: () => Play,
    private toast: (text: string) => void,
  ) {}

  get seat(): Side | null {
    const p = this.p();
    if (this.saved.invite) return this.saved.invite;
    if (p.active === 'watch' || p.hotseat) return null;
    const side = other(p.active),
      kind = p.me?.presence[side]?.kind;
    return this.saved.links?.[side] && kind !== 'bot' ? side : null;
  }
  show(): void {
    this.open = true;
    this.render();
    this.root.querySelector<HTMLElement>('.linkfield')?.focus({ preventScroll: true });
  }
  close(): boolean {
    const was = this.open;
    this.open = false;
    this.inner = null;
    this.root.hidden = true;
    return was;
  }
  // The other player has sat down: said once, and the card folds.
  presence(): void {
    const side = this.seat,
      o = side ? this.p().me?.presence[side] : undefined;
    if (!side || !o?.taken || this.joined) return;
    this.joined = true;
    if (!this.open) return;
    this.render();
    this.toast(`${o.name || `The ${sideName(side)} player`} has joined.`);
    setTimeout(() => this.close(), 3000);
  }
  private watcherAndOwn(): (HTMLElement | null)[] {
    const p = this.p(),
      links = this.saved.links ?? {},
      own = p.active !== 'watch' ? (this.saved.seats[p.active] ?? '') : '';
    return [
      links.watch
        ? folded(
            'Link for watchers',
            'Whoever has it sees what both sides know, and decides nothing.',
            'To watch',
            linkOf(this.saved.id, [links.watch], 'watch'),
          )
        : null,
      own
        ? folded(
            'My own seat, to go on elsewhere',
            'This opens your own seat: do not send it to anybody.',
            'Your own seat',
            linkOf(this.saved.id, [own], 'seat'),
          )
        : null,
      p.active === 'watch' ? null : press('link', 'Let others watch', () => void this.eyes()),
    ];
  }
  // A script of its own: few let others watch.
  private async eyes(): Promise<void> {
    const { EyesSection } = (await import(asset('eyes.js'))) as typeof import('./eyes');
    const back = (): void => {
      this.inner = null;
      this.render();
    };
    this.inner = new EyesSection(this.saved, this.p().active, back).root;
    this.render();
  }
  render(): void {
    const side = this.seat;
    this.root.hidden = !this.open;
    if (!this.open) return;
    if (this.inner) {
      if (this.root.firstChild !== this.inner) fill(this.root, this.inner);
      return;
    }
    const token = side ? this.saved.links?.[side] : undefined;
    fill(
      this.root,
      h(
        'header',
        null,
        side ? h('i', { class: `stripe tall ${side}` }) : null,
        h(
          'div',
          { class: 'grow' },
          h('h2', null, side ? `Send this link to the ${sideName(side)} player` : 'Links'),
          h(
            'p',
            { class: 'soft' },
            side ? `Whoever opens it sits down as ${sideName(side)}.` : 'Everybody is here.',
          ),
        ),
        h(
          'button',
          { class: 'x', type: 'button', 'aria-label': 'Close', onclick: () => this.close() },
          '×',
        ),
      ),
      side && token ? this.body(side, linkOf(this.saved.id, [token])) : null,
      side ? this.waiting(side) : null,
      h('footer', null, this.watcherAndOwn()),
    );
  }
  private body(side: Side, link: string): HTMLElement {
    const share = (): void => {
      void navigator
        .share({ title: 'salient', text: 'Your seat in a game', url: link })
        .catch(() => {});
    };
    return h(
      'div',
      { class: 'invite-body' },
      h(
        'div',
        { class: 'grow' },
        isHere()
          ? h(
              'p',
              { class: 'warnline' },
              'Only this computer can open it: the server listens on this machine ' +
                'alone. Start it ' +
                'with serve --address to be reached from elsewhere, or pass the game as a file.',
            )
          : null,
        h('label', { class: 'label' }, `Link for the ${sideName(side)} seat`),
        linkField(`Link for the ${sideName(side)} seat`, link),
        h(
          'div',
          { class: 'row' },
          copyButton(link, 'btn main'),
          'share' in navigator && !isHere()
            ? h('button', { class: 'btn', type: 'button', onclick: share }, 'Share …')
            : null,
          h(
            'a',
            { class: 'btn', href: `mailto:?subject=Your%20seat&body=${encodeURIComponent(link)}` },
            'Send by mail',
          ),
        ),
        this.nameField(),
      ),
      h(
        'div',
        { class: `qrbox${isHere() ? ' off' : ''}` },
        qrPicture(link),
        h(
          'p',
          { class: 'least' },
          isHere() ? 'Opens on this computer only.' : 'Point a phone at it.',
        ),
      ),
    );
  }
  private nameField(): HTMLElement {
    const p = this.p(),
      input = h('input', {
        type: 'text',
        maxlength: '30',
        value: store.settings().name,
        placeholder: 'Your name',
        'aria-label': 'Your name',
        onchange: () => {
          p.settings = store.set({ name: input.value.trim() });
          p.tellName();
        },
      });
    return h(
      'div',
      { class: 'names' },
      h('label', { class: 'label' }, 'Your name, as they see it'),
      input,
    );
  }
  private waiting(side: Side): HTMLElement {
    const o = this.p().me?.presence[side],
      name = o?.name || `the ${sideName(side)} player`;
    if (o?.taken)
      return h(
        'div',
        { class: 'waitband good', role: 'status' },
        h('b', null, `${name} has joined.`),
      );
    return h(
      'div',
      { class: 'waitband', role: 'status' },
      h('b', null, `Waiting for ${name}.`),
      ' The link has not been opened yet. You can play on until it is their turn.',
    );
  }
}
