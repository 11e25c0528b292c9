// The referee's desk of a cup: games that have lasted as long as they may, or are too late. A
// verdict is one of three words, or the review's, which is begun here when there is none.
import { fill, h } from '../dom';
import { api } from '../net';
import { faultText } from './company';
import { press } from './foot';

export interface Judged {
  id: string;
  german: string;
  soviet: string;
  adjourned: boolean;
}
const EVERY_MS = 1500;

export class Judge {
  private root = h('section', { class: 'cup-panel', 'aria-label': 'To decide' });
  private drawn = '';
  constructor(
    private cup: () => string,
    private done: () => void,
  ) {}

  private async rule(game: string, winner: string): Promise<void> {
    await api(`/api/cups/${this.cup()}/rule`, { game, winner });
    this.done();
  }
  // Begins the review if need be, waits for it, and lets it decide.
  private async byReview(game: string, say: (text: string) => void): Promise<void> {
    type Doc = { state: string; done?: number; of?: number };
    let d = await api<Doc>(`/api/games/${game}/review`);
    if (d.state === 'none' || d.state === 'failed')
      d = await api<Doc>(`/api/games/${game}/review`, {});
    while (d.state !== 'done') {
      if (d.state === 'failed' || !this.root.isConnected) throw new Error('The review failed.');
      say(d.of ? `The review has judged ${d.done ?? 0} of ${d.of}.` : 'The review begins.');
      await new Promise(yes => setTimeout(yes, EVERY_MS));
      d = await api<Doc>(`/api/games/${game}/review`);
    }
    await this.rule(game, 'review');
  }
  private one(g: Judged): HTMLElement {
    const note = h('span', { class: 'soft', role: 'status' }),
      say = (text: string): void => {
        note.textContent = text;
      },
      decide = (winner: string) => (): void =>
        void this.rule(g.id, winner).catch(e => say(faultText(e)));
    const review = (): void => void this.byReview(g.id, say).catch(e => say(faultText(e)));
    return h(
      'div',
      { class: 'judge' },
      h(
        'span',
        null,
        h('b', null, g.german),
        ' (German) and ',
        h('b', null, g.soviet),
        ` (Soviet): ${g.adjourned ? 'adjourned' : 'past the deadline'}. `,
        h('a', { class: 'link', href: `#watch/${g.id}/` }, 'Look at it'),
      ),
      h(
        'span',
        { class: 'row wrap' },
        press('btn dense', 'German won', decide('german')),
        press('btn dense', 'Soviet won', decide('soviet')),
        press('btn dense', 'A draw', decide('draw')),
        g.adjourned ? press('btn dense', 'As its review says', review) : null,
        note,
      ),
    );
  }
  // Drawn again only when there is something else to decide: a review may be running.
  section(games: Judged[]): HTMLElement | null {
    const now = games.map(g => g.id).join(' ');
    if (!now) this.drawn = '';
    if (!now) return null;
    if (now !== this.drawn)
      fill(
        this.root,
        h('h3', null, `To decide, ${games.length}`),
        games.map(g => this.one(g)),
      );
    this.drawn = now;
    return this.root;
  }
}
