// The ring round the target of a shot: which way its front lies, and what each face means.
import type { P } from '../geom';
import { colour, rgba } from '../tokens';
import { FONT, type Ring } from './scene';

const INNER = 0.84,
  OUTER = 1.7,
  LABEL = 1.5;
const radians = (degrees: number): number => ((degrees - 90) * Math.PI) / 180;

function sector(at: P, r: number, from: number, to: number): Path2D {
  const d = new Path2D();
  d.arc(at.x, at.y, OUTER * r, radians(from), radians(to));
  d.arc(at.x, at.y, INNER * r, radians(to), radians(from), true);
  d.closePath();
  return d;
}
export function drawRing(
  c: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  at: P,
  r: number,
  ring: Ring,
  dark: boolean,
): void {
  const [front, flank] = ring.faces,
    left = ring.turn - ring.half,
    right = ring.turn + ring.half;
  c.lineWidth = Math.max(1.4, 0.03 * r);
  c.fillStyle = rgba('bad', dark, 0.24);
  c.strokeStyle = rgba('bad', dark, 1);
  const ahead = sector(at, r, left, right);
  c.fill(ahead);
  c.stroke(ahead);
  c.strokeStyle = rgba('good', dark, 1);
  c.setLineDash([0.1 * r, 0.07 * r]);
  c.stroke(sector(at, r, right, left + 360));
  c.setLineDash([]);
  if (r < 24) return;
  label(c, at, r, ring.turn, front, 'bad', dark);
  if (flank) label(c, at, r, ring.turn + 180, flank, 'good', dark);
}
// Two lines on a card of their own; the face that is struck has a bold edge.
function label(
  c: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  at: P,
  r: number,
  turn: number,
  face: Ring['faces'][0],
  style: 'bad' | 'good',
  dark: boolean,
): void {
  const size = 0.23 * r,
    x = at.x + LABEL * r * Math.cos(radians(turn)),
    y = at.y + LABEL * r * Math.sin(radians(turn));
  c.textAlign = 'center';
  c.font = `700 ${size.toFixed(1)}px ${FONT}`;
  const wide = Math.max(...face.lines.map(l => c.measureText(l).width)) + size,
    high = size * 1.2 * face.lines.length + size * 0.4;
  c.beginPath();
  c.roundRect(x - wide / 2, y - high / 2, wide, high, size * 0.3);
  c.fillStyle = colour('card', dark);
  c.fill();
  c.strokeStyle = rgba(style, dark, 1);
  c.lineWidth = (face.struck ? 0.06 : 0.025) * r;
  c.stroke();
  c.fillStyle = colour('ink', dark);
  face.lines.forEach((l, i) => c.fillText(l, x, y - high / 2 + size * (1.1 + 1.2 * i)));
}
