// A rating's way: a line through the games, with a band for how uncertain it is.
import { h } from '../dom';

export interface Spot {
  at: number;
  rating: number;
  deviation: number;
  says: string;
}
// A rating is provisional before five games or while its deviation is above 110, as on the server.
const SURE_GAMES = 5,
  SURE_DEVIATION = 110;
const NS = 'http://www.w3.org/2000/svg',
  W = 640,
  H = 220,
  LEFT = 46,
  BOTTOM = 24;

function shape(tag: string, attrs: Record<string, string | number>, text = ''): SVGElement {
  const e = document.createElementNS(NS, tag);
  for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, String(v));
  if (text) e.textContent = text;
  return e;
}
// Whole hundreds, and few of them.
function marks(low: number, high: number): number[] {
  const step = high - low > 800 ? 200 : 100,
    list: number[] = [];
  for (let v = Math.ceil(low / step) * step; v <= high; v += step) list.push(v);
  return list;
}
// Oldest first. The games are an equal step apart: what counts is their order.
export function plot(spots: Spot[], title: string): HTMLElement {
  const low = Math.min(...spots.map(s => s.rating - s.deviation)) - 20,
    high = Math.max(...spots.map(s => s.rating + s.deviation)) + 20,
    x = (i: number) => LEFT + ((W - LEFT - 10) * (i + 0.5)) / spots.length,
    y = (v: number) => 8 + ((H - 8 - BOTTOM) * (high - v)) / (high - low),
    up = spots.map((s, i) => `${x(i)},${y(s.rating + s.deviation)}`),
    down = spots.map((s, i) => `${x(i)},${y(s.rating - s.deviation)}`).reverse(),
    line = spots.map((s, i) => `${x(i)},${y(s.rating)}`),
    last = spots[spots.length - 1],
    svg = shape('svg', { viewBox: `0 0 ${W} ${H}`, class: 'plot', role: 'img' });
  svg.setAttribute('aria-label', `${title}: ${last.rating} after ${spots.length} rated games`);
  for (const v of marks(low, high))
    svg.append(
      shape('line', { x1: LEFT, x2: W - 10, y1: y(v), y2: y(v), class: 'rule' }),
      shape('text', { x: LEFT - 6, y: y(v) + 4, 'text-anchor': 'end' }, String(v)),
    );
  svg.append(
    shape('polygon', { points: [...up, ...down].join(' '), class: 'band' }),
    shape('polyline', { points: line.join(' '), class: 'way' }),
  );
  spots.forEach((s, i) => {
    const open = i + 1 < SURE_GAMES || s.deviation > SURE_DEVIATION,
      cls = open ? 'spot-dot provisional' : 'spot-dot',
      dot = shape('circle', { cx: x(i), cy: y(s.rating), r: 4, class: cls });
    dot.append(shape('title', {}, open ? `${s.says}?` : s.says));
    svg.append(dot);
  });
  const day = (t: number): string => new Date(t).toISOString().slice(0, 10);
  svg.append(
    shape('text', { x: LEFT, y: H - 6 }, day(spots[0].at)),
    shape('text', { x: W - 10, y: H - 6, 'text-anchor': 'end' }, day(last.at)),
  );
  return h('figure', { class: 'rating-plot' }, svg as unknown as HTMLElement);
}
