// Cups: those there are, a form to make one, and the page of each (cup.ts). The address of a cup's
// page is #cup/ID, so that it can be passed on.
import { fill, h, plural } from '../dom';
import { api } from '../net';
import { type CupHead, CupPage, entrantName, facts } from './cup';
import { CupForm } from './cupform';
import { type CompanyDesk, styled } from './company';
import { Sign } from './sign';

await styled();

const chosen = (): string => /^#cup\/(\w+)$/.exec(location.hash)?.[1] ?? '';
const isOpen = (c: CupHead): boolean => c.state === 'open';

export class Cups {
  root = h('div', { class: 'page cups' });
  private body = h('div');
  private sign: Sign;
  private form: CupForm;
  private cup: CupPage;
  constructor(private desk: CompanyDesk) {
    this.sign = new Sign(desk.account, () => this.form.draw(!!this.sign.name));
    this.form = new CupForm(desk, id => this.open(id));
    this.cup = new CupPage(desk, () => this.open(''));
  }
  show(): void {
    const id = chosen();
    fill(this.root, id ? this.cup.root : [h('h2', null, 'Cups'), this.sign.root, this.body]);
    if (id) {
      void this.cup.load(id);
      return;
    }
    void this.sign.load();
    void this.load();
  }
  // A step of the browser's history, without a new page.
  private open(id: string): void {
    history.pushState(null, '', id ? `#cup/${id}` : '#cups');
    this.show();
    this.root.closest('main')?.scrollTo(0, 0);
  }
  private async load(): Promise<void> {
    const d = await api<{ cups: CupHead[] }>('/api/cups').catch(() => null);
    if (!d) {
      fill(this.body, h('p', { role: 'alert' }, 'The cups did not come. Try again.'));
      return;
    }
    const mine = (c: CupHead): boolean => c.state !== 'over' && (c.you.entered || c.you.referee),
      rest = d.cups.filter(c => !mine(c));
    fill(
      this.body,
      this.group('Yours', d.cups.filter(mine)),
      this.group('Open to enter', rest.filter(isOpen)),
      this.group(
        'Being played',
        rest.filter(c => c.state === 'running'),
      ),
      this.group(
        'Over',
        rest.filter(c => c.state === 'over'),
      ),
      d.cups.length
        ? null
        : h(
            'section',
            { class: 'sheet', 'aria-label': 'No cup yet' },
            h('h3', null, 'No cup yet'),
            h(
              'p',
              null,
              'Four to sixteen players meet in a round robin, a knock-out or a Swiss system. ' +
                'Each pair plays two games, one on each side. Whoever signs in can make a cup.',
            ),
          ),
      this.form.root,
    );
  }
  private group(title: string, cups: CupHead[]): HTMLElement | null {
    if (!cups.length) return null;
    return h(
      'section',
      { 'aria-label': title },
      h('h3', null, `${title}, ${cups.length}`),
      h(
        'div',
        { class: 'cup-cards' },
        cups.map(c => this.card(c)),
      ),
    );
  }
  private standing(c: CupHead): string {
    if (c.state === 'over') return `Won by ${entrantName(c.winner ?? '')}`;
    if (c.state === 'running') return plural(c.entered, 'player');
    return `${c.entered} of ${c.size} have entered`;
  }
  private card(c: CupHead): HTMLElement {
    const [title, scenario] = this.desk.titles(c.game, c.scenario),
      open = (e: Event): void => {
        e.preventDefault();
        this.open(c.id);
      };
    return h(
      'a',
      {
        class: c.you.entered ? 'cup-card mine' : 'cup-card',
        href: `#cup/${c.id}`,
        onclick: open,
      },
      h('b', null, c.name),
      h(
        'span',
        null,
        scenario,
        scenario === title ? null : h('span', { class: 'soft' }, ` ${title}`),
      ),
      h('span', { class: 'soft' }, this.standing(c)),
      facts(c),
    );
  }
}
