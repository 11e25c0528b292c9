// Two players bid for a side: who would give more points for it plays it, with that handicap.
import { type Option, type Side, sideName } from '../doc';
import { h } from '../dom';

const SIDES: Side[] = ['german', 'soviet'];
interface Bid {
  side: Side;
  points: number;
}
type Who = 'me' | 'other';
const words: Record<Who, string> = { me: 'I want', other: 'My friend wants' };

export class Bids {
  on = false;
  private bid: Record<Who, Bid> = {
    me: { side: 'german', points: 0 },
    other: { side: 'german', points: 0 },
  };
  // What the request carries. The maker sits on the side that he wants.
  doc(mine: Side): Record<Who, Bid> {
    return { me: { ...this.bid.me, side: mine }, other: this.bid.other };
  }
  // Whether the friend gets the side that the maker wants (the server decides the same way).
  lost(mine: Side): boolean {
    return this.on && this.bid.other.side === mine && this.bid.other.points > this.bid.me.points;
  }
  private row(who: Who, mine: Side, option: Option, redraw: () => void): HTMLElement {
    const bid = this.bid[who],
      side = h(
        'select',
        {
          'aria-label': words[who],
          onchange: () => {
            bid.side = side.value as Side;
            redraw();
          },
        },
        SIDES.map(s => h('option', { value: s, selected: s === bid.side }, sideName(s))),
      ),
      points = h('input', {
        type: 'number',
        'aria-label': `${words[who]}: points`,
        min: 0,
        max: Math.max(option.max ?? 0, -(option.min ?? 0)),
        value: String(bid.points),
        onchange: () => {
          bid.points = Math.max(0, Math.round(Number(points.value)) || 0);
          redraw();
        },
      });
    return h(
      'span',
      { class: 'row' },
      `${words[who]} `,
      who === 'me' ? h('b', null, sideName(mine)) : side,
      ' and gives ',
      points,
    );
  }
  private outcome(mine: Side): string {
    const enemy: Side = mine === 'german' ? 'soviet' : 'german',
      { me, other } = this.bid;
    if (other.side !== mine) return 'Each of you gets the wanted side: the printed game.';
    if (this.lost(mine)) return `You play ${sideName(enemy)} and are given ${other.points}.`;
    return `You play ${sideName(mine)} and give ${me.points}.`;
  }
  part(mine: Side, option: Option, redraw: () => void): HTMLElement {
    const box = h('input', {
      type: 'checkbox',
      checked: this.on,
      onchange: () => {
        this.on = box.checked;
        redraw();
      },
    });
    return h(
      'div',
      { class: 'brief-part bids' },
      h('label', null, box, 'Bid for sides'),
      this.on
        ? [
            this.row('me', mine, option, redraw),
            this.row('other', mine, option, redraw),
            h('div', { class: 'soft' }, `${this.outcome(mine)} ${option.title}.`),
          ]
        : null,
    );
  }
}
