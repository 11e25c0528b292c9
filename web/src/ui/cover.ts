// The hand-over in a hot seat: covers the board, and recaps to the next player what that side may
// know. The only modal.
import type { Brief } from '../brief';
import { type Side, sideName } from '../doc';
import { dieFace, h } from '../dom';
import type { Play } from '../play';
import { chip } from '../rules';
import type { Item } from '../table/recap';
import { rgba } from '../tokens';
import { goals } from './top';

export function cover(
  p: Play,
  side: Side,
  title: string,
  brief: Brief | null,
  done: () => void,
  replay: () => void,
): HTMLElement {
  const s = p.seats.get(side)!,
    v = s.view,
    events = s.events.filter(e => e.n > s.recapFrom),
    recap = p.recapSince(s, side),
    items = recap?.items ?? [],
    picture = h('canvas', { class: 'recap', 'aria-hidden': 'true' });
  const main = h(
    'button',
    { class: 'btn main', type: 'button', onclick: done },
    `I am the ${sideName(side)} player, show my board `,
    h('kbd', null, 'Enter'),
  );
  const root = h(
    'div',
    { class: 'cover', role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'cover-title' },
    h(
      'section',
      null,
      h(
        'header',
        null,
        h(
          'div',
          null,
          h('h1', { id: 'cover-title', class: side }, `${sideName(side)}, your turn`),
          h(
            'p',
            { class: 'soft', style: 'padding-left:29px' },
            'The board is covered. Hand the machine over before going on.',
          ),
        ),
        h(
          'div',
          { style: 'text-align:right' },
          h('b', null, v?.turn.date ?? ''),
          h('div', { class: 'soft' }, `${title}, turn ${v?.turn.n} of ${v?.turn.of}`),
          h('div', { class: 'soft' }, p.board?.phases.find(x => x.id === v?.phase)?.title ?? ''),
        ),
      ),
      h(
        'div',
        { class: 'body' },
        h(
          'div',
          null,
          picture,
          h(
            'p',
            { class: 'least', style: 'margin-top:8px' },
            'Only what this side knows is shown; no stack is drawn.',
          ),
        ),
        h(
          'div',
          null,
          h('div', { class: 'label' }, coverTitle(items.length, events.length)),
          h(
            'ul',
            { class: 'recap' },
            items.map(item =>
              h(
                'li',
                null,
                h('span', { class: item.n ? 'n' : 'n none' }, item.n ? String(item.n) : ''),
                h(
                  'span',
                  { class: 'grow' },
                  h('b', null, item.title),
                  h('div', { class: 'soft' }, item.text),
                ),
                h(
                  'span',
                  { class: 'row dice-row' },
                  item.dice.slice(0, 4).map(d => dieFace(d.v, d.d, true)),
                ),
                chip(v?.game ?? '', item.rule),
              ),
            ),
            (recap?.own ?? [])
              .slice(0, 5)
              .map(o =>
                h('li', null, h('span', { class: 'n none' }), h('span', { class: 'grow' }, o.text)),
              ),
          ),
          items.length || !v
            ? null
            : h(
                'div',
                { class: 'goal' },
                h('div', { class: 'label' }, 'What wins'),
                goals(v, brief),
              ),
        ),
      ),
      h(
        'footer',
        null,
        main,
        events.length
          ? h(
              'button',
              { class: 'btn', type: 'button', style: 'min-height:46px', onclick: replay },
              'Replay it first ',
              h('kbd', null, 'R'),
            )
          : null,
        h('span', { class: 'least', style: 'margin-left:auto' }, 'Hot seat'),
      ),
    ),
  );
  root.addEventListener('keydown', e => {
    if (
      e.key === 'Enter' &&
      document.activeElement !== main &&
      !(document.activeElement instanceof HTMLButtonElement)
    )
      done();
    else if (e.key.toLowerCase() === 'r' && events.length) replay();
    else if (e.key === 'Tab') {
      // focus stays here
      const all = [...root.querySelectorAll<HTMLElement>('button')],
        i = all.indexOf(document.activeElement as HTMLElement);
      all[(i + (e.shiftKey ? all.length - 1 : 1)) % all.length]?.focus();
      e.preventDefault();
    }
    e.stopPropagation();
  });
  const paint = () =>
    draw(
      p,
      picture,
      items.filter(i => i.n).map(placeOf),
      events.flatMap(e => e.at),
    );
  p.map.onSmall = paint;
  requestAnimationFrame(() => {
    paint();
    main.focus();
  });
  return root;
}
function coverTitle(items: number, events: number): string {
  if (items) return 'Since you last decided';
  return events ? 'The other side has done nothing that you know of' : 'Nothing has happened yet';
}
// Where an item is marked: the place that was fought for, or where the way ends.
function placeOf(item: Item): string[] {
  const l = item.lines[0],
    place = l.kind === 'fight' ? l.at[0] : (l.way[l.way.length - 1] ?? l.at[0]);
  return place ? [place] : [];
}
// The ground where things happened, with numbers on the fights; no counters.
function draw(p: Play, e: HTMLCanvasElement, fights: string[][], all: string[]): void {
  const b = p.map.board,
    w = 460,
    hgt = 380,
    d = Math.min(2, devicePixelRatio || 1),
    c = e.getContext('2d')!;
  e.width = w * d;
  e.height = hgt * d;
  c.scale(d, d);
  const pts = (fights.flat().length ? fights.flat() : all)
    .map(x => b.at(x))
    .filter((x): x is { x: number; y: number } => !!x);
  p.map.snapshot(c, w, hgt, pts);
  const at = p.map.snapshotPlace(w, hgt, pts);
  c.textAlign = 'center';
  c.lineJoin = 'round';
  for (const l of b.doc.labels) {
    const q = l.rank <= 3 ? b.at(l.hex) : null,
      s = q ? at(q) : null;
    if (!s || s.x < 30 || s.x > w - 30 || s.y < 10 || s.y > hgt - 24) continue;
    c.font = `${l.rank < 3 ? '800 17px' : '500 14px'} "Alegreya Sans", sans-serif`;
    c.strokeStyle = rgba('inkHalo', p.map.dark);
    c.lineWidth = 4;
    c.strokeText(l.text, s.x, s.y + 20);
    c.fillStyle = rgba('ink', p.map.dark);
    c.fillText(l.text, s.x, s.y + 20);
  }
  fights.forEach((f, i) => {
    const q = b.at(f[0]);
    if (!q) return;
    const s = at(q);
    c.beginPath();
    c.arc(s.x, s.y, 15, 0, 6.2832);
    c.fillStyle = '#221f18';
    c.fill();
    c.lineWidth = 2.5;
    c.strokeStyle = '#fff';
    c.stroke();
    c.fillStyle = '#fff';
    c.textAlign = 'center';
    c.font = '700 18px "Barlow Condensed", sans-serif';
    c.fillText(String(i + 1), s.x, s.y + 6);
  });
}
