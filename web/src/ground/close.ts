// Where a hex is forty metres and single houses stand, trees stand singly too: crowns with their
// shadow, light from the north-west. Woods, orchards in rows, bushes.
import { type P, dice, pt } from '../geom';
import { type Token, colour, rgba } from '../tokens';
import { type Grid, type Near, gridAt } from './area';
import type { Tree } from './plan';
import type { Box } from './shapes';

export interface Crown {
  x: number;
  y: number;
  r: number;
  tone: number; // from dark to light
  turn: number; // of its lobes
}
const ROWS = 0.36, // of an orchard
  BUSHES = 0.24,
  FULL = 6.2832;

// `step` apart on a grid, as far as the area goes.
function* spots(g: Grid, step: number): Generator<[P, number, number]> {
  for (let y = g.y, row = 0; y < g.y + g.ny * g.step; y += step, row++)
    for (let x = g.x, col = 0; x < g.x + g.nx * g.step; x += step, col++)
      yield [pt(x, y), col, row];
}
const crown = (p: P, r: number, col: number, row: number): Crown => ({
  x: p.x,
  y: p.y,
  r: r * (0.85 + 0.3 * dice(col, row, 61)),
  tone: Math.floor(3 * dice(col, row, 62)),
  turn: FULL * dice(col, row, 63),
});
export function crownsOf(
  woods: Tree[],
  orchard: Grid | null,
  brush: Grid | null,
  near: Near,
): Crown[] {
  const out = woods.map((t, i) => ({ ...crown(t, 0.165, i, 1), tone: t.k }));
  if (orchard)
    for (const [p, col, row] of spots(orchard, ROWS))
      if (gridAt(orchard, p) > 0.56 && near.clear(p, 0.16)) out.push(crown(p, 0.12, col, row));
  if (brush)
    for (const [p, col, row] of spots(brush, BUSHES)) {
      const q = pt(p.x + 0.2 * (dice(col, row, 64) - 0.5), p.y + 0.2 * (dice(col, row, 65) - 0.5));
      const stands = gridAt(brush, q) > 0.56 && dice(col, row, 66) > 0.45 && near.clear(q, 0.12);
      if (stands) out.push(crown(q, 0.07, col, row));
    }
  return out.sort((a, b) => a.y - b.y);
}

const TONES: Token[] = ['crown1', 'crown2', 'crown3'];
// A crown is one disc with two lobes.
function body(t: Crown): Path2D {
  const d = new Path2D();
  d.arc(t.x, t.y, t.r, 0, FULL);
  for (const lobe of [t.turn, t.turn + 2.4]) {
    const x = t.x + 0.5 * t.r * Math.cos(lobe),
      y = t.y + 0.5 * t.r * Math.sin(lobe);
    d.moveTo(x + 0.66 * t.r, y);
    d.arc(x, y, 0.66 * t.r, 0, FULL);
  }
  return d;
}
// From north to south, so that each stands before those behind it.
export function paintCrowns(
  c: OffscreenCanvasRenderingContext2D,
  crowns: Crown[],
  view: Box,
  dark: boolean,
): void {
  const seen = crowns.filter(
    t => t.x > view.x0 - 0.5 && t.x < view.x1 + 0.5 && t.y > view.y0 - 0.5 && t.y < view.y1 + 0.5,
  );
  c.fillStyle = rgba('shadow', dark, 0.2);
  c.beginPath();
  for (const t of seen) {
    c.moveTo(t.x + 1.3 * t.r, t.y + 0.45 * t.r);
    c.arc(t.x + 0.3 * t.r, t.y + 0.45 * t.r, t.r, 0, FULL);
  }
  c.fill();
  c.lineWidth = 0.014;
  c.strokeStyle = rgba('crownEdge', dark);
  for (const t of seen) {
    const d = body(t);
    c.stroke(d);
    c.fillStyle = colour(TONES[t.tone], dark);
    c.fill(d);
    c.fillStyle = rgba('crownLit', dark);
    c.beginPath();
    c.arc(t.x - 0.28 * t.r, t.y - 0.32 * t.r, 0.5 * t.r, 0, FULL);
    c.fill();
  }
}
