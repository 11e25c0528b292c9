// Names beside their places, the important ones first, each where it covers least.
import type { Board } from './model';
import { textWidth } from './ground/plan';

export type Level = 'far' | 'mid' | 'near';
interface Rect {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
export interface Placed {
  text: string;
  x: number;
  y: number;
  size: number;
  align: CanvasTextAlign;
  rank: number;
  triangle?: [number, number, number];
}

const SIZE = [0, 0.42, 0.29, 0.195, 0.185, 0.34],
  SPACING = [0, 0.09, 0, 0, 0, 0.12];
const FACES = '"Alegreya Sans", "Gill Sans", "Segoe UI", sans-serif';
export function nameFont(rank: number, px: number): string {
  const weight = rank === 4 ? 'italic 700' : rank <= 2 ? '800' : '500';
  return `${weight} ${px.toFixed(2)}px ${FACES}`;
}

export function placeNames(
  b: Board,
  level: Level,
  node: { x: number; y: number }[] | null,
  occupied: Map<number, number>,
  marks: Set<number>,
): Placed[] {
  const taken: { r: Rect; w: number }[] = [],
    out: Placed[] = [],
    half = (level === 'far' ? 1.16 : level === 'mid' ? 1.04 : 1) / 2;
  for (const i of occupied.keys()) {
    const p = b.hex[i].at;
    taken.push({
      r: { x0: p.x - half, y0: p.y - half, x1: p.x + half + 0.1, y1: p.y + half + 0.1 },
      w: 6,
    });
  }
  for (const i of marks) {
    const p = b.hex[i].at;
    taken.push({ r: { x0: p.x + 0.42, y0: p.y - 0.2, x1: p.x + 0.85, y1: p.y + 0.2 }, w: 3 });
  }
  if (level !== 'far')
    for (const h of b.hex) {
      const w = 0.04 * h.id.length + 0.02;
      taken.push({
        r: { x0: h.at.x - w, y0: h.at.y - 0.82, x1: h.at.x + w, y1: h.at.y - 0.68 },
        w: 3,
      });
    }
  const index = new Map<string, number[]>(); // by cells of 3 R, so that a large board stays quick
  const cells = (r: Rect) => {
    const k: string[] = [];
    for (let x = Math.floor(r.x0 / 3); x <= Math.floor(r.x1 / 3); x++)
      for (let y = Math.floor(r.y0 / 3); y <= Math.floor(r.y1 / 3); y++) k.push(`${x},${y}`);
    return k;
  };
  const note = (i: number) => {
    for (const k of cells(taken[i].r)) {
      const l = index.get(k);
      if (l) l.push(i);
      else index.set(k, [i]);
    }
  };
  taken.forEach((_, i) => note(i));
  const overlap = (r: Rect): number => {
    let cost = 0;
    const seen = new Set<number>();
    for (const k of cells(r))
      for (const i of index.get(k) ?? []) {
        if (seen.has(i)) continue;
        seen.add(i);
        const t = taken[i].r,
          w = Math.min(r.x1, t.x1) - Math.max(r.x0, t.x0),
          h = Math.min(r.y1, t.y1) - Math.max(r.y0, t.y0);
        if (w > 0 && h > 0) cost += ((w * h) / ((r.x1 - r.x0) * (r.y1 - r.y0))) * taken[i].w;
      }
    if (
      r.x0 < b.box.x0 + 0.1 ||
      r.y0 < b.box.y0 + 0.1 ||
      r.x1 > b.box.x1 - 0.1 ||
      r.y1 > b.box.y1 - 0.1
    )
      cost += 2.5;
    return cost;
  };
  for (let rank = 1; rank <= 5; rank++)
    for (const l of b.doc.labels) {
      if (Math.min(5, l.rank) !== rank || !l.text || (level === 'far' && rank === 4)) continue;
      const i = b.find(l.hex);
      if (i < 0) continue;
      const m = rank === 4 ? /\d.*/.exec(l.text) : null,
        text = rank === 1 ? l.text.toUpperCase() : m ? m[0] : l.text;
      const size = SIZE[rank] * (level === 'far' ? (rank <= 2 ? 1.5 : rank === 3 ? 2.2 : 1.75) : 1),
        h = size * 0.78;
      const w =
        textWidth(text, size) * (rank <= 2 ? 1.1 : 1) * (rank === 1 ? 1.18 : 1) +
        SPACING[rank] * size * text.length;
      const at = rank <= 3 && node ? node[i] : b.hex[i].at;
      const [low, high, side, diag] =
        rank >= 4 ? [0.34, -0.16, 0.14, 0.2] : [0.75, -0.57, 0.5, 0.52];
      const spots: [number, number, CanvasTextAlign, number][] = [
        [0, low + h / 3, 'center', 0],
        [0, high, 'center', 0.12],
        [side, h / 2, 'left', rank === 4 ? -0.1 : 0.2],
        [-side, h / 2, 'right', 0.25],
        [diag, low - 0.1, 'left', 0.35],
        [-diag, low - 0.1, 'right', 0.4],
        [diag, high + 0.05, 'left', 0.38],
        [-diag, high + 0.05, 'right', 0.42],
        [0, h / 2, 'center', rank === 5 ? -0.2 : 0.8],
      ];
      let best = 1e9,
        chosen = spots[0],
        box: Rect = { x0: 0, y0: 0, x1: 0, y1: 0 };
      for (const s of spots) {
        const x = at.x + s[0],
          y = at.y + s[1],
          x0 = s[2] === 'center' ? x - w / 2 : s[2] === 'left' ? x : x - w;
        const r = { x0: x0 - 0.03, y0: y - h - 0.02, x1: x0 + w + 0.03, y1: y + size * 0.22 },
          cost = overlap(r) + s[3] * 0.5;
        if (cost < best) {
          best = cost;
          chosen = s;
          box = r;
        }
      }
      if ((rank === 3 || rank === 4) && best > 1.2 * (level === 'near' ? 1.6 : 1)) continue;
      const p: Placed = {
        text,
        x: at.x + chosen[0],
        y: at.y + chosen[1],
        size,
        align: chosen[2],
        rank,
      };
      if (rank === 4) {
        const r = size * 0.26,
          tip = chosen[2] === 'right' ? box.x1 - 0.03 : box.x0;
        p.triangle = [tip - (chosen[2] === 'left' ? r * 0.2 : 0), (box.y0 + box.y1) / 2 - 0.01, r];
        p.x += chosen[2] === 'center' ? r * 1.4 : chosen[2] === 'right' ? -r * 1.6 : r * 1.9;
        box = { ...box, x0: box.x0 - r, x1: box.x1 + r * 2 };
      }
      taken.push({ r: box, w: 1.5 + (rank < 3 ? 3 : 0) });
      note(taken.length - 1);
      out.push(p);
    }
  return out;
}
