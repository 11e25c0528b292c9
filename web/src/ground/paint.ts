// Paints one tile of the ground. Everything is measured in R; the context is scaled so that one R is `px` device pixels.
// Shapes carry their bounds, and a tile takes only those that touch it.
import { type Line, type P, add, direction, leftOf, length, mul, offset, part, pt, resample, sub, turned, unitOf, dot, dice } from '../geom';
import type { Board } from '../model';
import { type Token, colour, rgba } from '../tokens';
import { type Lettering, type Plan, type Quad, type Tree, fortWeight, frontLines, widthOf } from './plan';

type Ctx = OffscreenCanvasRenderingContext2D;
interface Box { x0: number; y0: number; x1: number; y1: number }
interface Shape { path: Path2D; box: Box }
const touches = (a: Box, b: Box) => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

function boxOf(p: P[], more = .6): Box {
  const b = { x0: 1e9, y0: 1e9, x1: -1e9, y1: -1e9 };
  for (const q of p) { if (q.x < b.x0) b.x0 = q.x; if (q.y < b.y0) b.y0 = q.y; if (q.x > b.x1) b.x1 = q.x; if (q.y > b.y1) b.y1 = q.y; }
  return { x0: b.x0 - more, y0: b.y0 - more, x1: b.x1 + more, y1: b.y1 + more };
}
function straight(l: Line): Path2D {
  const d = new Path2D();
  l.p.forEach((p, i) => (i ? d.lineTo(p.x, p.y) : d.moveTo(p.x, p.y)));
  if (l.closed) d.closePath();
  return d;
}
function curve(l: Line): Path2D {
  const d = new Path2D(), n = l.p.length;
  if (n < 3) return straight(l);
  if (l.closed) {
    const s = mulAdd(l.p[n - 1], l.p[0]);
    d.moveTo(s.x, s.y);
    for (let i = 0; i < n; i++) { const m = mulAdd(l.p[i], l.p[(i + 1) % n]); d.quadraticCurveTo(l.p[i].x, l.p[i].y, m.x, m.y); }
    d.closePath();
  } else {
    d.moveTo(l.p[0].x, l.p[0].y);
    for (let i = 1; i < n - 1; i++) { const m = i === n - 2 ? l.p[n - 1] : mulAdd(l.p[i], l.p[i + 1]); d.quadraticCurveTo(l.p[i].x, l.p[i].y, m.x, m.y); }
  }
  return d;
}
const mulAdd = (a: P, b: P): P => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const shapes = (ls: Line[], how: (l: Line) => Path2D): Shape[] => ls.filter(l => l.p.length > 1).map(l => ({ path: how(l), box: boxOf(l.p) }));
function polygon(p: P[], d: Path2D): void { d.moveTo(p[0].x, p[0].y); for (let i = 1; i < p.length; i++) d.lineTo(p[i].x, p[i].y); d.closePath(); }

// Small things in bins of 4 R, one path a bin, so that a tile draws only its own.
const BIN = 4;
function bins<T>(items: T[], at: (t: T) => P, put: (d: Path2D, t: T) => void): Shape[] {
  const m = new Map<string, { path: Path2D; box: Box }>();
  for (const t of items) {
    const p = at(t), bx = Math.floor(p.x / BIN), by = Math.floor(p.y / BIN), k = `${bx}/${by}`;
    let s = m.get(k);
    if (!s) m.set(k, (s = { path: new Path2D(), box: { x0: bx * BIN - 1, y0: by * BIN - 1, x1: (bx + 1) * BIN + 1, y1: (by + 1) * BIN + 1 } }));
    put(s.path, t);
  }
  return [...m.values()];
}
// A long line in pieces, so that a tile strokes only those near it. Pieces overlap by a point; round joins hide the seam.
function pieces(ls: Line[], how: (l: Line) => Path2D, n = 40): Shape[] {
  const out: Shape[] = [];
  for (const l of ls) {
    if (l.p.length < 2) continue;
    if (l.closed || l.p.length <= n + 8) { out.push({ path: how(l), box: boxOf(l.p) }); continue; }
    for (let i = 0; i < l.p.length - 1; i += n) { const p = l.p.slice(i, i + n + 2); if (p.length > 1) out.push({ path: how({ p, closed: false, tag: l.tag }), box: boxOf(p) }); }
  }
  return out;
}

const crowns = (trees: Tree[], k: number, scale: number, pass: number): Shape[] => {
  const r = (.045 + .016 * k) * scale;
  return bins(trees.filter(t => t.k === k), t => t, (d, t) => {
    if (pass === 0) { d.moveTo(t.x + r, t.y); d.arc(t.x, t.y, r, 0, 6.2832); return; }
    const [a0, a1, q] = pass === 1 ? [-29, 132, r] : [185, 290, r * .7], s = turned(pt(q, 0), a0 * Math.PI / 180);
    d.moveTo(t.x + s.x, t.y + s.y);
    d.arc(t.x, t.y, q, a0 * Math.PI / 180, a1 * Math.PI / 180);
  });
};

interface Tanaka { lit: boolean; b: number; shapes: Shape[] }
function tanaka(levels: Line[][]): Tanaka[] {
  const runs: Line[][] = Array.from({ length: 8 }, () => []);
  for (const loops of levels)
    for (const l of loops) {
      const n = l.p.length;
      let now = 0, run: Line | null = null;
      const seg = l.p.map((p, i) => unitOf(sub(l.p[(i + 1) % n], p)));
      for (let k = 0; k <= n; k++) {
        let b = 0;
        for (let w = -4; w <= 4; w++) b += dot(mul(leftOf(seg[(k + w + n * 5) % n]), -1), pt(-.64, -.77)) / 9;
        let s = Math.min(4, Math.max(1, Math.ceil(Math.abs(b) * 4)));
        if (b < 0) s = -s;
        const p = l.p[k % n];
        if (s !== now || !run) {
          run?.p.push(p);
          run = { p: [], closed: false, tag: 0 };
          runs[s < 0 ? -s - 1 : 3 + s].push(run);
          now = s;
        }
        run.p.push(p);
      }
    }
  return runs.map((r, i) => ({ lit: i >= 4, b: ((i % 4) + .5) / 4, shapes: shapes(r, curve) }));
}

function ribbon(l: Line, kind: number, more: number, times: number): Shape[] {
  const out: Shape[] = [], all = length(l), done = [0];
  for (let i = 1; i < l.p.length; i++) done.push(done[i - 1] + Math.hypot(l.p[i].x - l.p[i - 1].x, l.p[i].y - l.p[i - 1].y));
  for (let i = 0; i < l.p.length - 1; i += 40) {
    const from = Math.max(0, i - 1), to = Math.min(l.p.length - 1, i + 41), left: P[] = [], right: P[] = [];
    for (let k = from; k <= to; k++) {
      const w = widthOf(l, kind, done[k], all) * times + more, n = leftOf(direction(l, k));
      left.push(add(l.p[k], mul(n, w / 2)));
      right.push(add(l.p[k], mul(n, -w / 2)));
    }
    const d = new Path2D(), p = [...left, ...right.reverse()];
    polygon(p, d);
    out.push({ path: d, box: boxOf(p, .1) });
  }
  return out;
}

const fieldsOf = (strips: Plan['strips'], tone: number) => bins(strips.filter(s => s.tone === tone), s => s.p[0], (d, s) => polygon(s.p, d));
const quads = (q: Quad[], shift = 0) => bins(q, x => x.p[0], (d, x) => polygon(shift ? x.p.map(p => pt(p.x + shift, p.y + shift)) : x.p, d));

export interface TileSpec { px: number; x: number; y: number; w: number; h: number; dark: boolean; far: boolean; numbers: boolean; least?: number }

export class Painter {
  private s;
  private front: Line[] = [];
  private frontShapes: { side: Token; width: number; alpha: number; shapes: Shape[] }[] = [];
  private fortShapes: { k: number; line: Shape[]; teeth: Shape[] }[] = [];
  private grain = new Map<boolean, CanvasPattern>();

  constructor(private b: Board, private plan: Plan) {
    const p = plan, rails = p.road[2];
    const ties = (ls: Line[], every: number, half: number) => {
      const list: { p: P; n: P }[] = [];
      for (const l of ls) { const e = resample(l, every); e.p.forEach((q, i) => list.push({ p: q, n: mul(leftOf(direction(e, i)), half) })); }
      return bins(list, t => t.p, (d, t) => { d.moveTo(t.p.x + t.n.x, t.p.y + t.n.y); d.lineTo(t.p.x - t.n.x, t.p.y - t.n.y); });
    };
    const slopeTicks: P[][] = [], fringe: [P, P][] = [];
    p.slope.forEach((sl, i) => {
      const l = resample(sl, .06);
      l.p.forEach((q, k) => {
        const d = direction(l, k), down = leftOf(d), end = Math.min(k, l.p.length - 1 - k) * .06;
        let long = .20 + .12 * dice(k, i, 31);
        if (!l.closed) long *= Math.min(1, .4 + end);
        slopeTicks.push([sub(q, mul(d, .016)), add(q, mul(d, .016)), add(add(q, mul(down, long)), mul(d, .03 * (dice(k, i, 32) - .5)))]);
      });
    });
    for (const bl of p.berm) {
      const l = resample(bl, .075);
      l.p.forEach((q, k) => { const n = leftOf(direction(l, k)); for (const s of [-1, 1]) fringe.push([add(q, mul(n, s * .11)), add(q, mul(n, s * (.17 + .04 * dice(k, s, 33))))]); });
    }
    const trimmed = (k: number) => p.slope.map(l => { if (l.closed) return l; const all = length(l), cut = Math.min(.042 * (4 - k), all / 4); return part(l, cut, all - cut); });
    const furrows = bins(p.strips, s => s.p[0], (d, s) => { const a = mulAdd(s.p[0], s.p[3]), c = mulAdd(s.p[1], s.p[2]); d.moveTo(a.x, a.y); d.lineTo(c.x, c.y); });
    const gridPath = bins(b.hex.filter((h, i) => h.same === i), h => h.at, (d, h) => {
      let pen = false;
      for (let k = 0; k < 6; k++) {
        const mine = k < 3 || h.next[k] < 0;
        if (!mine) { pen = false; continue; }
        const a = b.corner[h.corner[k]], c = b.corner[h.corner[(k + 1) % 6]];
        if (!pen) d.moveTo(a.x, a.y);
        d.lineTo(c.x, c.y);
        pen = true;
      }
    });
    const seg = (list: [P, P][]) => bins(list, t => t[0], (d, [a, c]) => { d.moveTo(a.x, a.y); d.lineTo(c.x, c.y); });
    this.s = {
      edge: shapes(p.outline, straight), blotch: p.blotch.map(x => ({ light: x.light, s: shapes(x.loops, curve) })), green: shapes(p.green, curve),
      hills: p.hills.map(l => shapes(l, curve)), hillsFar: p.hillsFar.map(l => shapes(l, curve)), tanaka: tanaka(p.hills), tanakaFar: tanaka(p.hillsFar),
      fields: [0, 1, 2].map(t => fieldsOf(p.strips, t)), furrows, marsh: shapes(p.marsh, curve),
      tufts: bins(p.tufts, t => t, (d, t) => { d.moveTo(t.x - .09, t.y); d.lineTo(t.x + .09, t.y); d.moveTo(t.x, t.y); d.lineTo(t.x, t.y - .07); d.moveTo(t.x - .045, t.y); d.lineTo(t.x - .06, t.y - .05); d.moveTo(t.x + .045, t.y); d.lineTo(t.x + .06, t.y - .05); }),
      balka: shapes(p.balka, curve), balkaTicks: seg(p.balkaTicks), orchard: shapes(p.orchard, curve), orchardTrees: bins(p.orchardTrees, t => t, (d, t) => { d.moveTo(t.x + .055, t.y); d.arc(t.x, t.y, .055, 0, 6.2832); }),
      lake: shapes(p.lake, curve), lakeCore: shapes(p.lakeCore, curve), woods: shapes(p.woods, curve),
      trees: [0, 1, 2].map(pass => [0, 1, 2].map(k => crowns(p.trees, k, 1, pass))), treesFar: [0, 1].map(pass => [0, 1, 2].map(k => crowns(p.treesFar, k, 1.5, pass))),
      town: shapes(p.townGround, curve), slopeShade: [.5, .38, .26, .14].map((w, k) => ({ w, s: pieces(trimmed(k).map(l => offset(l, w / 2)), straight) })),
      slopeLit: pieces(p.slope.map(l => offset(l, -.03)), straight), slopeLine: pieces(p.slope, straight), slopeTicks: bins(slopeTicks, t => t[0], (d, t) => polygon(t, d)),
      berm: pieces(p.berm, straight), fringe: seg(fringe), bermTies: ties(p.berm, .17, .06), gaps: seg(p.gaps),
      valley: pieces(p.courses.map(c => c.l), curve), courses: [[.035, 1], [0, 1], [0, .42]].map(([more, times]) => p.courses.filter(c => !c.l.closed).flatMap(c => ribbon(c.l, c.kind, more, times))),
      moats: p.courses.filter(c => c.l.closed).map(c => ({ s: shapes([c.l], curve), w: [.155, .30, .10][c.kind] })),
      road: p.road.map(ls => pieces(ls.map(l => resample(l, .22)), curve, 24)), ties: ties(rails, .17, .065),
      brackets: p.brackets.map(x => ({ ...x, s: shapes(x.lines, straight) })), blocks: quads(p.blocks), blockShadow: quads(p.blocks, .016), houses: quads(p.houses), houseShadow: quads(p.houses, .03), ruins: quads(p.ruins),
      walls: shapes(p.walls, straight), wallTies: ties(p.walls, .2, .07), trenches: pieces(p.trenches, straight, 60), grid: gridPath,
      regions: p.regions.map(r => ({ fill: shapes(r.loops, straight), line: shapes(r.loops.map(l => offset(l, -.03)), straight), soft: shapes(r.loops.map(l => offset(l, -.08)), straight) })),
      outlineAll: (() => { const d = new Path2D(); for (const l of p.outline) d.addPath(straight(l)); return d; })(),
    };
    this.control();
  }

  // After control changed on the board: the front, and which fortified lines lie on it.
  control(): void {
    this.front = frontLines(this.b);
    const W = [.50, .43, .36, .29, .22, .15, .08], A = [.045, .05, .06, .07, .085, .11, .22];
    this.frontShapes = W.flatMap((w, k) => [['frontGerman', -1], ['frontSoviet', 1]].map(([side, s]) =>
      ({ side: side as Token, width: w, alpha: A[k] * 1.5, shapes: pieces(this.front.map(l => offset(l, (s as number) * w / 2)), straight) })));
    this.fortShapes = this.plan.forts.map(f => {
      const k = fortWeight(this.b, f.sides), l = offset(f.l, -.13 * k), e = resample(l, .12), teeth: P[][] = [];
      for (let j = 1; j + 1 < e.p.length; j += 2) { const d = direction(e, j); teeth.push([sub(e.p[j], mul(d, .065 * k)), add(e.p[j], mul(leftOf(d), .125 * k)), add(e.p[j], mul(d, .065 * k))]); }
      return { k, line: pieces([l], straight), teeth: bins(teeth, t => t[0], (d, t) => polygon(t, d)) };
    });
  }

  paint(c: Ctx, t: TileSpec): void {
    const { dark, far, px } = t, S = this.s, view: Box = { x0: t.x, y0: t.y, x1: t.x + t.w, y1: t.y + t.h };
    const put = (tok: Token, alpha?: number) => rgba(tok, dark, alpha);
    const fill = (list: Shape[], style: string, evenodd = false) => {
      const hit = list.filter(s => touches(s.box, view));
      if (!hit.length) return;
      c.fillStyle = style;
      if (evenodd) { const d = new Path2D(); for (const s of hit) d.addPath(s.path); c.fill(d, 'evenodd'); } else for (const s of hit) c.fill(s.path);
    };
    const stroke = (list: Shape[], style: string, width: number) => {
      const hit = list.filter(s => touches(s.box, view));
      if (!hit.length) return;
      c.strokeStyle = style;
      c.lineWidth = width;
      if (hit.length === 1) { c.stroke(hit[0].path); return; }
      const d = new Path2D();
      for (const s of hit) d.addPath(s.path);
      c.stroke(d);
    };
    c.save();
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.fillStyle = put('offMap');
    c.fillRect(0, 0, c.canvas.width, c.canvas.height);
    c.setTransform(px, 0, 0, px, -t.x * px, -t.y * px);
    c.lineJoin = 'round';
    c.save();
    c.clip(S.outlineAll);
    c.fillStyle = put('paper');
    c.fillRect(view.x0, view.y0, t.w, t.h);
    for (const x of S.blotch) fill(x.s, put(x.light ? 'blotchLight' : 'blotchDark', (x.light ? .7 : .6) * .6), true);
    fill(S.green, put('valley'), true);
    const tones: Token[] = far ? ['hill1', 'hill3', 'hill5'] : ['hill1', 'hill2', 'hill3', 'hill4', 'hill5'];
    (far ? S.hillsFar : S.hills).forEach((l, k) => fill(l, put(tones[k]), true));
    for (const r of far ? S.tanakaFar : S.tanaka) stroke(r.shapes, put(r.lit ? 'hillLit' : 'hillDark', (r.lit ? (dark ? .28 : .85) : dark ? .5 : .36) * (.3 + .7 * r.b)), .01 + .028 * r.b);
    S.fields.forEach((l, k) => fill(l, put((['field1', 'field2', 'field3'] as Token[])[k])));
    if (!far) stroke(S.furrows, put('furrow'), .008);
    fill(S.marsh, put('marsh'), true);
    c.lineCap = 'round';
    stroke(S.tufts, put('marshStroke'), .018);
    fill(S.balka, put('balka'), true);
    stroke(S.balka, put('balkaStroke'), .03);
    stroke(S.balkaTicks, put('balkaStroke'), .02);
    fill(S.orchard, put('orchard'), true);
    fill(S.orchardTrees, put('treeDark'));
    fill(S.lake, put('water'), true);
    stroke(S.lake, put('waterEdge'), .05);
    fill(S.lakeCore, put('waterCore', .45), true);
    this.woods(c, t, view, fill, stroke);
    fill(S.town, put('town'), true);
    this.relief(fill, stroke, put);
    this.lines(c, t, view, fill, stroke, put);
    stroke(S.grid, put('grid'), Math.min(1.5, Math.max(.8, .016 * px)) / px);
    if (t.numbers && !far) this.numbers(c, t, view);
    if (!far) this.grained(c, dark, t);
    for (const r of S.regions) {
      fill(r.fill, put('areaTint'), true);
      stroke(r.soft, put('frontGerman', .16), .16);
      c.setLineDash([.30, .12]);
      stroke(r.line, put('frontGerman', .85), .05);
      c.setLineDash([]);
    }
    c.lineCap = 'butt';
    for (const f of this.frontShapes) stroke(f.shapes, put(f.side, f.alpha), f.width);
    stroke(S.walls, put('lineHalo'), .15);
    stroke(S.walls, put('wall'), .075);
    stroke(S.wallTies, put('wall'), .05);
    stroke(S.trenches, put('toothedHalo'), .10);
    stroke(S.trenches, put('toothed'), .048);
    for (const f of this.fortShapes) {
      const k = f.k * (far ? 1.2 : 1);
      stroke(f.line, put('toothedHalo'), .10 * k);
      fill(f.teeth, put('toothed'));
      stroke(f.line, put('toothed'), .045 * k);
    }
    c.restore();
    c.lineJoin = 'round';
    stroke(S.edge, put('mapEdge'), Math.max(1.2 / px, .028));
    this.names(c, t, view);
    c.restore();
  }

  private woods(c: Ctx, t: TileSpec, view: Box, fill: (l: Shape[], s: string, e?: boolean) => void, stroke: (l: Shape[], s: string, w: number) => void): void {
    const S = this.s, hit = S.woods.filter(s => touches(s.box, view)), put = (k: Token, a?: number) => rgba(k, t.dark, a);
    if (!hit.length) return;
    const all = new Path2D();
    for (const s of hit) all.addPath(s.path);
    c.save();
    c.translate(.035, .045);
    c.fillStyle = put('shadow', .13);
    c.fill(all, 'evenodd');
    c.restore();
    c.fillStyle = put('wood');
    c.fill(all, 'evenodd');
    c.save();
    c.clip(all, 'evenodd');
    c.strokeStyle = put('woodEdge', .16);
    c.lineWidth = .28;
    c.stroke(all);
    c.strokeStyle = put('woodEdge', .22);
    c.lineWidth = .12;
    c.stroke(all);
    c.restore();
    c.strokeStyle = put('woodEdge');
    c.lineWidth = .022;
    c.stroke(all);
    const scale = t.far ? 1.5 : 1, passes = t.far ? S.treesFar : S.trees;
    c.lineCap = 'round';
    passes.forEach((kinds, pass) => { for (const list of kinds) if (pass === 0) fill(list, put('treeMid')); else stroke(list, put(pass === 1 ? 'treeDark' : 'treeLit'), (pass === 1 ? .022 : .016) * scale); });
  }

  private relief(fill: (l: Shape[], s: string) => void, stroke: (l: Shape[], s: string, w: number) => void, put: (t: Token, a?: number) => string): void {
    const S = this.s;
    S.slopeShade.forEach((x, k) => stroke(x.s, put('hillDark', [.25, .27, .30, .34][k] * .36), x.w));
    stroke(S.slopeLit, put('hillLit'), .05);
    fill(S.slopeTicks, put('hillText', .85));
    stroke(S.slopeLine, put('hillText', .8), .022);
    stroke(S.berm, put('bermShade'), .36);
    stroke(S.berm, put('berm'), .26);
    stroke(S.fringe, put('bermFringe'), .02);
    stroke(S.berm, put('rail'), .038);
    stroke(S.bermTies, put('rail'), .026);
    stroke(S.gaps, put('paper'), .17);
  }

  private lines(c: Ctx, t: TileSpec, view: Box, fill: (l: Shape[], s: string) => void, stroke: (l: Shape[], s: string, w: number) => void, put: (t: Token, a?: number) => string): void {
    const S = this.s, major = this.plan.courses.some(x => x.kind === 1), k = t.far ? 1.25 : 1;
    for (const w of [.62, .40, .20]) stroke(S.valley, put('valley'), w + (major ? .18 : 0));
    const water: Token[] = ['waterEdge', 'water', 'waterCore'];
    S.courses.forEach((l, i) => {
      fill(l, colour(water[i], t.dark));
      for (const m of S.moats) stroke(m.s, colour(water[i], t.dark), m.w * [1, 1, .42][i] + [.035, 0, 0][i]);
    });
    c.lineCap = 'round';
    const [main, minor, rail, track] = S.road;
    stroke(track, put('lineHalo'), .09 * k);
    stroke(minor, put('lineHalo'), .11 * k);
    stroke(main, put('lineHalo'), .17 * k);
    c.lineCap = 'butt';
    c.setLineDash([.13, .07]);
    stroke(track, put('road'), .032 * k);
    c.setLineDash([]);
    c.lineCap = 'round';
    stroke(minor, put('road'), .045 * k);
    stroke(main, put('mainCasing'), .115 * k);
    stroke(main, put('mainCore'), .068 * k);
    stroke(rail, put('lineHalo'), .125 * k);
    stroke(rail, put('rail'), .04 * k);
    c.lineCap = 'butt';
    stroke(S.ties, put('rail'), .028 * k);
    for (const b of S.brackets) {
      if (b.deck) { c.strokeStyle = put('road'); c.lineWidth = .07; c.beginPath(); c.moveTo(b.deck[0].x, b.deck[0].y); c.lineTo(b.deck[1].x, b.deck[1].y); c.stroke(); }
      if (b.dashed) c.setLineDash([.05, .04]);
      c.lineCap = b.dashed ? 'butt' : 'round';
      stroke(b.s, put(b.rail ? 'rail' : 'ink'), .034);
      c.setLineDash([]);
    }
    fill(S.blockShadow, put('blockShadow'));
    fill(S.blocks, put('block'));
    fill(S.houseShadow, put('blockShadow'));
    fill(S.houses, put('block'));
    fill(S.ruins, put('rubble'));
    void view;
  }

  private numbers(c: Ctx, t: TileSpec, view: Box): void {
    c.fillStyle = rgba('number', t.dark);
    c.textAlign = 'center';
    // Fonts round badly below a pixel a unit, so text is set in pixels.
    c.save();
    c.setTransform(1, 0, 0, 1, 0, 0);
    const size = Math.max(.132 * t.px, t.least ?? 0);
    c.font = `500 ${Math.max(size, 1).toFixed(2)}px "Barlow Condensed", "Roboto Condensed", "Arial Narrow", sans-serif`;
    for (let i = 0; i < this.b.hex.length; i++) {
      const h = this.b.hex[i];
      if (h.same !== i || h.at.x < view.x0 - 1 || h.at.x > view.x1 + 1 || h.at.y < view.y0 - 1 || h.at.y > view.y1 + 1) continue;
      c.fillText(h.id, (h.at.x - t.x) * t.px, (h.at.y - .705 - t.y) * t.px);
    }
    c.restore();
  }

  private names(c: Ctx, t: TileSpec, view: Box): void {
    const set = (l: Lettering) => {
      for (const halo of [true, false]) {
        c.fillStyle = rgba('waterText', t.dark);
        c.strokeStyle = rgba('inkHalo', t.dark);
        c.lineWidth = .27 * l.size * t.px;
        for (const a of l.at) {
          if (a.x < view.x0 - 1 || a.x > view.x1 + 1 || a.y < view.y0 - 1 || a.y > view.y1 + 1) continue;
          c.save();
          c.setTransform(1, 0, 0, 1, 0, 0);
          c.translate((a.x - t.x) * t.px, (a.y - t.y) * t.px);
          c.rotate(a.turn);
          if (halo) c.strokeText(a.ch, 0, 0);
          else c.fillText(a.ch, 0, 0);
          c.restore();
        }
      }
    };
    c.save();
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.textAlign = 'center';
    c.lineJoin = 'round';
    for (const l of t.far ? this.plan.riverNames.far : this.plan.riverNames.near) {
      c.font = `italic 700 ${(l.size * t.px).toFixed(2)}px Alegreya, Georgia, serif`;
      set(l);
    }
    c.font = `700 ${(.6 * t.px).toFixed(2)}px Alegreya, Georgia, serif`;
    c.fillStyle = rgba('frontGerman', t.dark, .5);
    for (const r of this.plan.regions) c.fillText(r.title, (r.at.x - t.x) * t.px, (r.at.y - t.y) * t.px);
    c.restore();
  }

  private grained(c: Ctx, dark: boolean, t: TileSpec): void {
    let p = this.grain.get(dark);
    if (!p) {
      const tile = new OffscreenCanvas(128, 128), g = tile.getContext('2d')!;
      for (const light of [false, true]) {
        g.fillStyle = rgba(light ? 'grainLight' : 'grainDark', dark);
        for (let i = 0; i < (light ? 130 : 250); i++) { g.beginPath(); g.arc(dice(i, light ? 1 : 0, 21) * 128, dice(i, light ? 1 : 0, 22) * 128, .55, 0, 6.2832); g.fill(); }
      }
      p = c.createPattern(tile, 'repeat')!;
      this.grain.set(dark, p);
    }
    c.save();
    c.setTransform(1, 0, 0, 1, -((t.x * t.px) % 128), -((t.y * t.px) % 128));
    c.fillStyle = p;
    c.fillRect(-128, -128, c.canvas.width + 384, c.canvas.height + 384);
    c.restore();
  }
}
