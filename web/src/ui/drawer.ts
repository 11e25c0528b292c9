// The log and the replay bar: every event in words with its rule; resting on one lights its hexes, a click looks back to it.
import { fill, h, icons, svg } from '../dom';
import type { Play } from '../play';
import { chip } from '../rules';

export class Drawer {
  root = h('section', { class: 'panel drawer', 'aria-label': 'Log and replay' });
  private bar = h('div', { class: 'replay' });
  private list = h('div', { class: 'log', role: 'log', 'aria-label': 'Log', tabIndex: 0 });
  private scrub = h('input', { type: 'range', min: '0', max: '1', value: '1', 'aria-label': 'Event shown' });
  private ticks = h('div', { class: 'ticks' });
  private state = h('span', { class: 'row' });
  private fork = h('button', { class: 'btn dense', type: 'button', title: 'Play on from here in a private game' }, 'Branch');
  private shown = 0;
  private first = -1;
  private side = '';
  constructor(private p: () => Play, branch: () => void) {
    const go = (label: string, icon: keyof typeof icons, f: () => void) => h('button', { class: 'sq', type: 'button', 'aria-label': label, title: label, onclick: f }, svg(icons[icon], ''));
    const at = () => this.p().replayAt ?? this.p().view?.seq ?? 0;
    this.scrub.addEventListener('input', () => void this.p().showAt(Number(this.scrub.value)));
    fill(this.bar, go('First event', 'first', () => void this.p().showAt(1)), go('One back', 'back', () => void this.p().showAt(Math.max(1, at() - 1))), go('One on', 'on', () => void this.p().showAt(at() + 1)), go('Last event', 'last', () => void this.p().showAt(null)),
      h('div', { class: 'scrub' }, this.scrub, this.ticks), this.state,
      h('button', { class: 'btn dense', type: 'button', onclick: () => this.sinceMine() }, 'Since my last turn'),
      this.fork,
      h('button', { class: 'sq', type: 'button', 'aria-label': 'Taller or lower', onclick: () => { this.list.classList.toggle('tall'); this.list.scrollTop = this.list.scrollHeight; } }, '⇕'));
    this.fork.addEventListener('click', branch);
    fill(this.root, this.bar, this.list);
    this.list.addEventListener('pointerover', e => { const b = (e.target as Element).closest<HTMLElement>('.ev'); if (b) this.light(b); });
    this.list.addEventListener('focusin', e => { const b = (e.target as Element).closest<HTMLElement>('.ev'); if (b) this.light(b); });
    this.list.addEventListener('pointerleave', () => this.p().flash([]));
  }
  private light(b: HTMLElement): void { const p = this.p(); p.flash((b.dataset.at ?? '').split(' ').filter(Boolean).map(x => p.map.board.find(x))); }
  // Back to where this side last decided, then on at reading speed.
  private sinceMine(): void {
    const p = this.p(), events = p.me.events, mine = p.active === 'german' ? 'german' : 'soviet';
    const from = p.me.recapFrom || [...events].reverse().find(e => e.kind.startsWith('phase') && e.text.toLowerCase().includes(mine))?.n || events[Math.max(0, events.length - 12)]?.n || 1;
    const step = (n: number) => { if (n > (p.view?.seq ?? 0) || (p.replayAt !== null && p.replayAt !== n - 1 && n !== from)) { void p.showAt(null); return; } void p.showAt(n); setTimeout(() => { if (p.replayAt === n) step(n + 1); }, p.settings.motion === 'instant' ? 250 : 700); };
    step(from);
  }
  render(): void {
    const p = this.p(), events = p.me?.events ?? [], last = p.view?.seq ?? 0;
    this.scrub.min = String(events[0]?.n ?? 0);
    this.scrub.max = String(Math.max(1, last));
    this.scrub.value = String(p.replayAt ?? last);
    fill(this.state, h('b', null, p.live ? 'Live' : `at ${p.replayAt}`));
    if (this.side !== p.active || this.first !== (events[0]?.n ?? -1) || this.shown > events.length || (events[this.shown - 1] && this.list.lastElementChild && Number((this.list.lastElementChild as HTMLElement).dataset.n) !== events[this.shown - 1].n)) { this.list.replaceChildren(); this.shown = 0; this.side = p.active; this.first = events[0]?.n ?? -1; }
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    const add = document.createDocumentFragment();
    for (const e of events.slice(this.shown)) {
      const c = chip(p.view?.game ?? '', e.rule);
      const b = h('div', { class: 'ev-row', 'data-n': e.n }, h('button', { class: 'ev', type: 'button', 'data-at': e.at.join(' '), 'data-n': e.n, onclick: () => void p.showAt(e.n) }, h('span', { class: 'n' }, `${e.n}${e.order ? '*' : ''}`), h('span', { class: 'c' }, c ? h('span', { class: 'chip' }, e.rule) : null), h('span', { class: 'grow' }, e.text)));
      add.append(b);
    }
    this.shown = events.length;
    this.list.append(add);
    for (const b of this.list.querySelectorAll('.ev.at')) b.classList.remove('at');
    const now = this.list.querySelector<HTMLElement>(`.ev[data-n="${p.replayAt ?? events[events.length - 1]?.n}"]`);
    now?.classList.add('at');
    if (!p.live && now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - 40;
    else if (atEnd || p.live) this.list.scrollTop = this.list.scrollHeight;
    const span = Math.max(1, last - (events[0]?.n ?? 0));
    fill(this.ticks, events.filter(e => /phase|turn/.test(e.kind)).slice(-80).map(e => h('i', { style: `left:${(100 * (e.n - (events[0]?.n ?? 0)) / span).toFixed(2)}%` })));
  }
}
