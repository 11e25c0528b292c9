// Counters, badges and symbols, drawn on a side of 100 and kept as sprites by size.
// An unidentified unit has no counter document at all, so nothing of it can be shown.
import type { Counter, Face, Mark, Side, Unit } from './doc';
import { colours, symbols } from './look';
import { bandColour } from './tokens';

type Ctx = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
const FIGURES = '"Barlow Condensed", "Roboto Condensed", "Arial Narrow", sans-serif';

interface Look {
  face: string;
  ink: string;
  box: string;
  line: string;
  gold: boolean;
}
// Counters look the same in light and dark.
const plain = (name: keyof typeof colours): string => colours[name][0];
const looks: Record<string, Look> = {
  army: {
    face: plain('army'),
    ink: plain('armyInk'),
    box: plain('armyBox'),
    line: plain('armyInk'),
    gold: false,
  },
  ss: {
    face: plain('ss'),
    ink: plain('ssInk'),
    box: plain('ssBox'),
    line: plain('ssInk'),
    gold: false,
  },
  soviet: {
    face: plain('soviet'),
    ink: plain('sovietInk'),
    box: plain('sovietBox'),
    line: plain('sovietLine'),
    gold: false,
  },
  guards: {
    face: plain('soviet'),
    ink: plain('sovietInk'),
    box: plain('guardsBox'),
    line: plain('sovietLine'),
    gold: true,
  },
  air: {
    face: plain('air'),
    ink: plain('airInk'),
    box: plain('airBox'),
    line: plain('airInk'),
    gold: false,
  },
  neutral: {
    face: plain('neutral'),
    ink: plain('neutralInk'),
    box: plain('neutralBox'),
    line: plain('neutralInk'),
    gold: false,
  },
};
export function sideColour(side: string): string {
  if (side === 'german') return plain('army');
  if (side === 'soviet') return plain('soviet');
  return plain('neutral');
}

function lookOf(c: Counter | null, side: Side | undefined): Look {
  if (c?.style === 'air' && side === 'soviet') return { ...looks.soviet, box: looks.air.box };
  return (
    (c && looks[c.style]) ||
    (side === 'soviet' ? looks.soviet : side === 'german' ? looks.army : looks.neutral)
  );
}

// Shapes are written for a box of 100 x 64: outlines, then what is filled with the ink.
export { symbolWord } from './look';

// The face for these steps: the weakest that still has them all.
export function faceOf(
  c: Counter,
  steps: number | undefined,
): { face: Face | null; reduced: boolean } {
  if (!c.faces.length) return { face: null, reduced: false };
  const most = c.faces.reduce((a, b) => (b.steps > a.steps ? b : a));
  let best = most;
  if (steps) for (const f of c.faces) if (f.steps >= steps && f.steps < best.steps) best = f;
  return { face: best, reduced: best !== most };
}
export const figuresOf = (c: Counter, steps: number | undefined): string =>
  faceOf(c, steps).face?.figures.filter(Boolean).join('-') ?? '';

function fitted(c: Ctx, text: string, weight: number, size: number, most: number): number {
  c.font = `${weight} ${size}px ${FIGURES}`;
  const w = c.measureText(text).width;
  return w > most ? (size * most) / w : size;
}
function words(
  c: Ctx,
  text: string,
  x: number,
  y: number,
  weight: number,
  size: number,
  most: number,
): void {
  const s = fitted(c, text, weight, size, most);
  c.font = `${weight} ${s}px ${FIGURES}`;
  c.fillText(text, x, y);
}

export function drawSymbol(
  c: Ctx,
  symbol: string,
  box: [number, number, number, number],
  ink: string,
  fill: string,
  width: number,
): void {
  const [x, y, w, h] = box;
  c.fillStyle = fill;
  c.strokeStyle = ink;
  c.lineWidth = width;
  c.fillRect(x, y, w, h);
  c.strokeRect(x, y, w, h);
  if (symbol === 'hq') {
    c.beginPath();
    c.moveTo(x, y + h);
    c.lineTo(x, y + h * 1.38);
    c.stroke();
    c.fillStyle = ink;
    c.textAlign = 'center';
    words(c, 'HQ', x + w / 2, y + h * 0.79, 700, h * 0.8, w);
    return;
  }
  const s = symbols[symbol];
  if (!s) return;
  c.save();
  c.beginPath();
  c.rect(
    x - width / 2,
    y - (symbol === 'static' ? h * 0.3 : width / 2),
    w + width,
    h + (symbol === 'static' ? h * 0.35 : width),
  );
  c.clip();
  c.translate(x, y);
  c.scale(w / 100, h / 64);
  c.lineWidth = (width * 100) / w;
  c.lineJoin = 'round';
  if (s[0]) c.stroke(new Path2D(s[0]));
  c.fillStyle = ink;
  if (s[1]) c.fill(new Path2D(s[1]));
  c.restore();
}

// Single vehicles and guns are drawn from above, turned to where they face, and without a box.
const TURNS = ['tank', 'casemate', 'carrier', 'field-gun'];
export const turns = (k: Counter | null): boolean => !!k && TURNS.includes(k.symbol);

function drawAbove(c: Ctx, symbol: string, look: Look, small: boolean, turn: number): void {
  const [lines, solid] = symbols[symbol].map(d => new Path2D(d)),
    darkBox = look.box === looks.ss.box,
    lit = darkBox ? look.line : look.box,
    dark = darkBox ? look.box : look.line;
  c.save();
  c.translate(50, small ? 50 : 39);
  c.scale(small ? 1.1 : 0.86, small ? 1.1 : 0.86);
  c.rotate((turn * Math.PI) / 180);
  c.translate(-50, -33);
  c.lineJoin = 'round';
  c.strokeStyle = c.fillStyle = lit;
  c.lineWidth = 5;
  for (const d of [lines, solid]) {
    c.stroke(d);
    c.fill(d);
  }
  c.strokeStyle = c.fillStyle = dark;
  c.lineWidth = 2.4;
  c.stroke(lines);
  c.fill(solid);
  c.restore();
}

function sizeMark(c: Ctx, size: string, base: number, ink: string): void {
  const step = (ch: string) => (ch === 'X' ? 9.5 : ch === 'I' ? 5 : 7.5);
  let x = 50 - [...size].reduce((w, ch) => w + step(ch), 0) / 2;
  c.strokeStyle = c.fillStyle = ink;
  for (const ch of size) {
    c.beginPath();
    if (ch === 'X') {
      c.lineWidth = 2.6;
      c.moveTo(x + 1, base);
      c.lineTo(x + 8.6, base - 8.4);
      c.moveTo(x + 1, base - 8.4);
      c.lineTo(x + 8.6, base);
      c.stroke();
    } else if (ch === 'I') {
      c.lineWidth = 2.9;
      c.moveTo(x + 2.5, base);
      c.lineTo(x + 2.5, base - 8.8);
      c.stroke();
    } else {
      c.arc(x + 3.75, base - 4, 2.6, 0, 6.2832);
      c.fill();
    }
    x += step(ch);
  }
}

function body(c: Ctx, u: Unit, k: Counter | null, look: Look, s: number): void {
  c.fillStyle = 'rgba(26,20,8,.30)';
  c.beginPath();
  c.roundRect(2.4, 3.6, 100, 100, 7);
  c.fill();
  c.fillStyle = look.face;
  c.beginPath();
  c.roundRect(0, 0, 100, 100, 7);
  c.fill();
  const sheen = c.createLinearGradient(0, 0, 0, 100);
  sheen.addColorStop(0, 'rgba(255,255,255,.13)');
  sheen.addColorStop(1, 'rgba(21,24,26,.10)');
  c.fillStyle = sheen;
  c.fill();
  if (k?.formation && s >= 26) {
    c.fillStyle = bandColour(k.formation);
    c.beginPath();
    c.roundRect(0, 90.5, 100, 9.5, [0, 0, 7, 7]);
    c.fill();
    c.strokeStyle = 'rgba(27,26,21,.55)';
    c.lineWidth = 1.4;
    c.beginPath();
    c.moveTo(0, 90.5);
    c.lineTo(100, 90.5);
    c.stroke();
  }
  if (look.gold) {
    c.strokeStyle = '#e2b63f';
    c.lineWidth = 4.5;
    c.beginPath();
    c.roundRect(3.8, 3.8, 92.4, 92.4, 4.4);
    c.stroke();
  }
  c.strokeStyle = 'rgba(27,26,21,.9)';
  c.lineWidth = s < 40 ? 3 : 1.8;
  c.beginPath();
  c.roundRect(0.9, 0.9, 98.2, 98.2, 6.4);
  c.stroke();
  if (!look.gold && s >= 40) {
    c.strokeStyle = 'rgba(255,255,255,.32)';
    c.lineWidth = 1.6;
    c.beginPath();
    c.moveTo(2.6, 89);
    c.lineTo(2.6, 9);
    c.quadraticCurveTo(2.6, 2.6, 9, 2.6);
    c.lineTo(91, 2.6);
    c.stroke();
  }
  void u;
}

function front(c: Ctx, u: Unit, k: Counter, look: Look, s: number, turn: number): void {
  const { face, reduced } = faceOf(k, u.steps),
    small = s < 40;
  const box: [number, number, number, number] = small ? [13, 22, 74, 50] : [23, 20.5, 54, 34.5];
  if (reduced) {
    const inset = look.gold ? 6 : 1.8;
    c.fillStyle = '#fffdf6';
    c.fillRect(inset, box[1] + box[3] / 2 - 12.25, 100 - 2 * inset, 24.5);
  }
  c.textAlign = 'center';
  if (!k.symbol || k.symbol === 'none') {
    c.fillStyle = reduced ? '#3a1009' : look.ink;
    words(c, k.name, 50, 46, 700, 22, 84);
  } else if (turns(k)) drawAbove(c, k.symbol, look, small, turn);
  else {
    const sign = reduced && k.symbol === 'squad' ? 'half-squad' : k.symbol;
    drawSymbol(c, sign, box, look.line, look.box, small ? 4.5 : 3.2);
  }
  if (small) return;
  sizeMark(c, k.size, k.symbol === 'static' ? 15 : 16, look.ink);
  c.fillStyle = look.ink;
  const fig = face?.figures.filter(Boolean).join('-') ?? '';
  words(
    c,
    fig,
    50,
    85.5,
    700,
    fig.length > 4 ? 30 : 36,
    face?.corners.sw || face?.corners.se ? 62 : 86,
  );
  if (s < 58) return;
  for (const [where, x, y, align] of [
    ['nw', 6, 17, 'left'],
    ['ne', 94, 17, 'right'],
    ['sw', 6, 86, 'left'],
    ['se', 94, 86, 'right'],
  ] as const) {
    const t = face?.corners[where];
    if (!t) continue;
    c.textAlign = align;
    words(c, t, x, y, 700, 15, 26);
  }
  if (k.symbol === 'none') return;
  c.textAlign = 'center';
  c.fillStyle = reduced ? (look.line === '#ffffff' ? '#15181a' : look.line) : look.ink;
  for (const [text, x, turn] of [
    [k.name, 13.2, -1],
    [k.formation, 86.8, 1],
  ] as const) {
    if (!text) continue;
    c.save();
    c.translate(x, 37.8);
    c.rotate((turn * Math.PI) / 2);
    const size = Math.max(6.5, fitted(c, text, 600, 11.8, reduced ? 24 : 46));
    c.font = `600 ${size}px ${FIGURES}`;
    c.fillText(text, 0, size * 0.34);
    c.restore();
  }
  if (s >= 100 && (u.steps ?? 0) > 1) {
    // pips: steps it still has
    c.fillStyle = look.ink;
    const n = Math.min(u.steps ?? 0, 6);
    for (let i = 0; i < n; i++) {
      c.beginPath();
      c.arc(face?.corners.sw ? 94 : 8, 82 - i * 7.5, 2.7, 0, 6.2832);
      c.fill();
    }
  }
}

export const isTile = (k: Counter | null): boolean =>
  !!k && k.symbol === 'static' && !k.faces[0]?.figures.length;

export function drawCounter(
  c: Ctx,
  u: Unit,
  k: Counter | null,
  s: number,
  bodyOnly = false,
  turn = 0,
): void {
  const side = k?.side ?? u.side,
    look = lookOf(k, side);
  if (isTile(k)) {
    if (bodyOnly) return;
    drawSymbol(c, 'infantry', [23, 32, 54, 36], '#b23a20', '#f5ddc9', 4.5);
    return;
  }
  body(c, u, k, look, s);
  if (bodyOnly) return;
  if (k) {
    front(c, u, k, look, s, turn);
    return;
  }
  c.strokeStyle = look.ink;
  c.globalAlpha = 0.35;
  c.lineWidth = 2;
  c.beginPath();
  c.roundRect(12, 12, 76, 76, 4);
  c.stroke();
  c.globalAlpha = 1;
  c.fillStyle = look.ink;
  c.textAlign = 'center';
  words(c, '?', 50, 69, 700, 56, 80);
}

const shapesOf: Record<string, { d: string; fill: string; ink: string; rim: string; low: number }> =
  {
    square: { d: 'M-44 -44H44V44H-44Z', fill: '#3a372e', ink: '#fff', rim: '#fff', low: 0 },
    round: {
      d: 'M0 -48A48 48 0 1 1 0 48A48 48 0 1 1 0 -48Z',
      fill: '#1b5fd0',
      ink: '#fff',
      rim: '#fff',
      low: 0,
    },
    ring: {
      d: 'M0 -48A48 48 0 1 1 0 48A48 48 0 1 1 0 -48Z',
      fill: '#fff',
      ink: '#a5201a',
      rim: '#c2301c',
      low: 0,
    },
    diamond: { d: 'M0 -60L60 0L0 60L-60 0Z', fill: '#f0b429', ink: '#15180f', rim: '#fff', low: 0 },
    triangle: { d: 'M0 -60L58 44H-58Z', fill: '#6a4fa3', ink: '#fff', rim: '#fff', low: 12 },
    pentagon: {
      d: 'M0 -60L52 -14L34 46H-34L-52 -14Z',
      fill: '#c2301c',
      ink: '#fff',
      rim: '#fff',
      low: 2,
    },
  };
// A badge about (0,0), 100 across.
export function drawBadge(c: Ctx, letter: string, shape: string, turn: number): void {
  const s = shapesOf[shape] ?? shapesOf.round,
    d = new Path2D(s.d);
  c.save();
  if (shape === 'pentagon') c.rotate((turn * Math.PI) / 180);
  c.lineJoin = 'round';
  c.strokeStyle = s.rim;
  c.lineWidth = 10;
  c.stroke(d);
  c.fillStyle = s.fill;
  c.fill(d);
  if (shape === 'ring') {
    c.lineWidth = 8;
    c.stroke(d);
  }
  c.restore();
  c.fillStyle = s.ink;
  c.textAlign = 'center';
  const n = letter.length;
  words(c, letter, 0, s.low + (n > 1 ? 19 : 24), 700, n > 2 ? 42 : n > 1 ? 54 : 66, 88);
}
export function drawObjective(
  c: Ctx,
  badge: string,
  side: Side | undefined,
  goal: boolean,
  shape: string,
): void {
  // about (0,0), 20 across
  if (badge === '*' || badge === '★' || (goal && side === 'soviet')) {
    c.fillStyle = '#c2301c';
    c.strokeStyle = '#f4eedd';
    c.lineWidth = 1.6;
    c.lineJoin = 'round';
    const d = new Path2D(
      'M0 -11L2.6 -3.6L10.5 -3.4L4.2 1.4L6.5 8.9L0 4.4L-6.5 8.9L-4.2 1.4L-10.5 -3.4L-2.6 -3.6Z',
    );
    c.stroke(d);
    c.fill(d);
  } else if (badge === '+' || badge === '✚' || (goal && side === 'german')) {
    c.fillStyle = '#15181a';
    c.strokeStyle = '#f4eedd';
    c.lineWidth = 1.4;
    c.beginPath();
    c.roundRect(-10, -10, 20, 20, 2);
    c.fill();
    c.stroke();
    c.fillStyle = '#fff';
    c.fillRect(-6.5, -2.3, 13, 4.6);
    c.fillRect(-2.3, -6.5, 4.6, 13);
  } else {
    c.save();
    c.scale(0.18, 0.18);
    drawBadge(c, badge, shape, 0);
    c.restore();
  }
}

// On a sharp screen, as a phone has, smaller figures can still be read.
const SHARP = 1.5,
  FINER = 1.3;

// ---- sprites
export class Sprites {
  private kept = new Map<string, ImageBitmap>();
  private counters: Map<string, Counter>;
  marks: Map<string, Mark>;
  constructor(
    counters: Counter[],
    marks: Mark[],
    private pointy = false,
  ) {
    this.counters = new Map(counters.map(c => [c.id, c]));
    this.marks = new Map(marks.map(m => [m.id, m]));
  }
  counter(u: Unit): Counter | null {
    return this.counters.get(u.counter ?? u.id) ?? null;
  }
  // Where a unit faces, in degrees from the top of the map.
  turnOf(u: Unit): number {
    if (u.facing === undefined || u.facing < 0) return 0;
    return this.pointy ? (u.facing * 60 + 330) % 360 : u.facing * 60;
  }
  clear(): void {
    this.kept.clear();
    this.latest.clear();
  }
  // Making sprites takes time, so a frame makes only what it has time for; meanwhile the size at
  // hand is scaled.
  private latest = new Map<string, ImageBitmap>();
  private until = Infinity;
  hungry = false;
  made = 0;
  private todo = new Map<string, () => void>();
  begin(ms: number): void {
    this.until = performance.now() + ms;
    this.hungry = false;
    this.todo.clear();
  }
  // Between frames: those that the last one had no time for. Says whether some are left.
  feed(ms: number): boolean {
    this.until = performance.now() + ms;
    for (const [key, make] of this.todo) {
      if (performance.now() > this.until) return true;
      this.todo.delete(key);
      make();
    }
    return false;
  }
  sprite(
    key: string,
    w: number,
    draw: (c: OffscreenCanvasRenderingContext2D) => void,
    name = '',
    h = w,
  ): ImageBitmap | null {
    let e = this.kept.get(key);
    if (e) return e;
    if (performance.now() > this.until) {
      this.hungry = true;
      this.todo.set(key, () => void this.sprite(key, w, draw, name, h));
      return name ? (this.latest.get(name) ?? null) : null;
    }
    if (this.kept.size > 2400) this.kept.clear();
    const canvas = new OffscreenCanvas(Math.ceil(w), Math.ceil(h));
    draw(canvas.getContext('2d')!);
    e = canvas.transferToImageBitmap(); // cheaper to draw again and again than a canvas
    this.kept.set(key, e);
    this.made++;
    if (name) this.latest.set(name, e);
    return e;
  }
  // A counter s device pixels wide, with a margin of 6 % on each side; `css` decides the level of
  // detail.
  of(u: Unit, s: number, css: number, bodyOnly = false): ImageBitmap | null {
    const k = this.counter(u),
      seen = s >= SHARP * css ? css * FINER : css,
      level = seen < 26 ? 0 : seen < 40 ? 1 : seen < 58 ? 2 : seen < 100 ? 3 : 4,
      turn = turns(k) && !bodyOnly ? this.turnOf(u) : 0,
      id = k ? `${k.id}${turn || ''}` : `?${u.side ?? ''}`;
    return this.sprite(
      `${id}|${bodyOnly ? 'b' : (u.steps ?? '')}|${s}|${level}`,
      s * 1.12,
      c => {
        c.translate(s * 0.06, s * 0.06);
        c.scale(s / 100, s / 100);
        drawCounter(c, u, k, seen, bodyOnly, turn);
      },
      `${id}|${bodyOnly ? 'b' : (u.steps ?? '')}`,
    );
  }
  badge(letter: string, shape: string, turn: number, s: number): ImageBitmap | null {
    return this.sprite(
      `!${letter}|${shape}|${turn}|${s}`,
      s * 1.4,
      c => {
        c.translate(s * 0.7, s * 0.7);
        c.scale(s / 100, s / 100);
        drawBadge(c, letter, shape, turn);
      },
      `!${letter}|${shape}|${turn}`,
    );
  }
  objective(
    badge: string,
    side: Side | undefined,
    goal: boolean,
    shape: string,
    s: number,
  ): ImageBitmap | null {
    return this.sprite(
      `*${badge}|${side}|${goal}|${shape}|${s}`,
      s * 1.3,
      c => {
        c.translate(s * 0.65, s * 0.65);
        c.scale(s / 20, s / 20);
        drawObjective(c, badge, side, goal, shape);
      },
      `*${badge}|${side}|${goal}|${shape}`,
    );
  }
  // "oos:2" -> the mark and what its badge says
  markOf(word: string): { mark: Mark; letter: string } | null {
    const [id, level] = word.split(':'),
      mark = this.marks.get(id);
    return mark ? { mark, letter: mark.badge + (level ?? '') } : null;
  }
}

// A counter for a panel: its own small canvas, sharp on any screen.
export function counterCanvas(sprites: Sprites, u: Unit, css: number): HTMLCanvasElement {
  const dpr = window.devicePixelRatio || 1,
    e = document.createElement('canvas');
  e.width = e.height = Math.ceil(css * dpr * 1.06);
  e.style.width = e.style.height = `${css * 1.06}px`;
  e.setAttribute('aria-hidden', 'true');
  e.className = 'counter';
  const c = e.getContext('2d')!;
  c.scale((css * dpr) / 100, (css * dpr) / 100);
  drawCounter(c, u, sprites.counter(u), Math.max(css, 58), false, sprites.turnOf(u));
  return e;
}
