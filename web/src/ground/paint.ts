// Paints one tile of the ground. Everything is measured in R; the context is scaled so that one R
// is `px` device pixels. Shapes carry their bounds, and a tile takes only those that touch it.
import {
  type P,
  type Line,
  add,
  sub,
  mul,
  leftOf,
  line,
  length,
  resample,
  direction,
  offset,
  part,
  dice,
} from '../geom';
import type { Board } from '../model';
import { type Token, colour, rgba } from '../tokens';
import { fortWeight, frontLines } from './front';
import { paintCrowns } from './close';
import { type Lettering, type Plan } from './plan';
import {
  type Box,
  type Shape,
  touches,
  FIGURES,
  straight,
  curve,
  mulAdd,
  shapes,
  polygon,
  bins,
  pieces,
  crowns,
  tanaka,
  ribbon,
  fieldsOf,
  quads,
  slopes,
} from './shapes';

type Ctx = OffscreenCanvasRenderingContext2D;

const CLOSE_PX = 18; // pixels for an R: below, a crown is a speck

export interface TileSpec {
  px: number;
  x: number;
  y: number;
  w: number;
  h: number;
  dark: boolean;
  far: boolean;
  numbers: boolean;
  least?: number;
}

export class Painter {
  private s;
  private front: Line[] = [];
  private frontShapes: { side: Token; width: number; alpha: number; shapes: Shape[] }[] = [];
  private fortShapes: { k: number; line: Shape[]; teeth: Shape[] }[] = [];
  private grain = new Map<boolean, CanvasPattern>();

  constructor(
    private b: Board,
    private plan: Plan,
  ) {
    const p = plan,
      rails = p.road[2];
    const ties = (ls: Line[], every: number, half: number) => {
      const list: { p: P; n: P }[] = [];
      for (const l of ls) {
        const e = resample(l, every);
        e.p.forEach((q, i) => list.push({ p: q, n: mul(leftOf(direction(e, i)), half) }));
      }
      return bins(
        list,
        t => t.p,
        (d, t) => {
          d.moveTo(t.p.x + t.n.x, t.p.y + t.n.y);
          d.lineTo(t.p.x - t.n.x, t.p.y - t.n.y);
        },
      );
    };
    const slopeTicks: P[][] = [],
      fringe: [P, P][] = [];
    p.slope.forEach((sl, i) => {
      const l = resample(sl, 0.06);
      l.p.forEach((q, k) => {
        const d = direction(l, k),
          down = leftOf(d),
          end = Math.min(k, l.p.length - 1 - k) * 0.06;
        let long = 0.2 + 0.12 * dice(k, i, 31);
        if (!l.closed) long *= Math.min(1, 0.4 + end);
        slopeTicks.push([
          sub(q, mul(d, 0.016)),
          add(q, mul(d, 0.016)),
          add(add(q, mul(down, long)), mul(d, 0.03 * (dice(k, i, 32) - 0.5))),
        ]);
      });
    });
    for (const bl of p.berm) {
      const l = resample(bl, 0.075);
      l.p.forEach((q, k) => {
        const n = leftOf(direction(l, k));
        for (const s of [-1, 1])
          fringe.push([
            add(q, mul(n, s * 0.11)),
            add(q, mul(n, s * (0.17 + 0.04 * dice(k, s, 33)))),
          ]);
      });
    }
    const trimmed = (k: number) =>
      p.slope.map(l => {
        if (l.closed) return l;
        const all = length(l),
          cut = Math.min(0.042 * (4 - k), all / 4);
        return part(l, cut, all - cut);
      });
    const furrows = bins(
      p.strips,
      s => s.p[0],
      (d, s) => {
        const a = mulAdd(s.p[0], s.p[3]),
          c = mulAdd(s.p[1], s.p[2]);
        d.moveTo(a.x, a.y);
        d.lineTo(c.x, c.y);
      },
    );
    const gridPath = bins(
      b.hex.filter((h, i) => h.same === i),
      h => h.at,
      (d, h) => {
        let pen = false;
        for (let k = 0; k < 6; k++) {
          const mine = k < 3 || h.next[k] < 0;
          if (!mine) {
            pen = false;
            continue;
          }
          const a = b.corner[h.corner[k]],
            c = b.corner[h.corner[(k + 1) % 6]];
          if (!pen) d.moveTo(a.x, a.y);
          d.lineTo(c.x, c.y);
          pen = true;
        }
      },
    );
    const seg = (list: [P, P][]) =>
      bins(
        list,
        t => t[0],
        (d, [a, c]) => {
          d.moveTo(a.x, a.y);
          d.lineTo(c.x, c.y);
        },
      );
    this.s = {
      edge: shapes(p.outline, straight),
      blotch: p.blotch.map(x => ({ light: x.light, s: shapes(x.loops, curve) })),
      green: shapes(p.green, curve),
      hills: p.hills.map(l => shapes(l, curve)),
      hillsFar: p.hillsFar.map(l => shapes(l, curve)),
      tanaka: tanaka(p.hills),
      tanakaFar: tanaka(p.hillsFar),
      fields: [0, 1, 2].map(t => fieldsOf(p.strips, t)),
      furrows,
      marsh: shapes(p.marsh, curve),
      tufts: bins(
        p.tufts,
        t => t,
        (d, t) => {
          d.moveTo(t.x - 0.09, t.y);
          d.lineTo(t.x + 0.09, t.y);
          d.moveTo(t.x, t.y);
          d.lineTo(t.x, t.y - 0.07);
          d.moveTo(t.x - 0.045, t.y);
          d.lineTo(t.x - 0.06, t.y - 0.05);
          d.moveTo(t.x + 0.045, t.y);
          d.lineTo(t.x + 0.06, t.y - 0.05);
        },
      ),
      balka: shapes(p.balka, curve),
      balkaTicks: seg(p.balkaTicks),
      grain: shapes(p.grain, curve),
      grainRows: seg(p.grainRows),
      brush: shapes(p.brush, curve),
      bushes: bins(
        p.bushes,
        t => t,
        (d, t) => {
          d.moveTo(t.x + 0.038, t.y);
          d.arc(t.x, t.y, 0.038, 0, 6.2832);
        },
      ),
      orchard: shapes(p.orchard, curve),
      orchardTrees: bins(
        p.orchardTrees,
        t => t,
        (d, t) => {
          d.moveTo(t.x + 0.055, t.y);
          d.arc(t.x, t.y, 0.055, 0, 6.2832);
        },
      ),
      lake: shapes(p.lake, curve),
      lakeCore: shapes(p.lakeCore, curve),
      woods: shapes(p.woods, curve),
      trees: [0, 1, 2].map(pass => [0, 1, 2].map(k => crowns(p.trees, k, 1, pass))),
      treesFar: [0, 1].map(pass => [0, 1, 2].map(k => crowns(p.treesFar, k, 1.5, pass))),
      town: shapes(p.townGround, curve),
      slopeShade: [0.5, 0.38, 0.26, 0.14].map((w, k) => ({
        w,
        s: pieces(
          trimmed(k).map(l => offset(l, w / 2)),
          straight,
        ),
      })),
      slopeLit: pieces(
        p.slope.map(l => offset(l, -0.03)),
        straight,
      ),
      slopeLine: pieces(p.slope, straight),
      slopeTicks: bins(
        slopeTicks,
        t => t[0],
        (d, t) => polygon(t, d),
      ),
      berm: pieces(p.berm, straight),
      fringe: seg(fringe),
      bermTies: ties(p.berm, 0.17, 0.06),
      gaps: seg(p.gaps),
      valley: pieces(
        p.courses.map(c => c.l),
        curve,
      ),
      courses: [
        [0.035, 1],
        [0, 1],
        [0, 0.42],
      ].map(([more, times]) =>
        p.courses.filter(c => !c.l.closed).flatMap(c => ribbon(c.l, c.kind, more, times)),
      ),
      moats: p.courses
        .filter(c => c.l.closed)
        .map(c => ({ s: shapes([c.l], curve), w: [0.155, 0.3, 0.1][c.kind] })),
      road: p.road.map(ls =>
        pieces(
          ls.map(l => resample(l, 0.22)),
          curve,
          24,
        ),
      ),
      ties: ties(rails, 0.17, 0.065),
      brackets: p.brackets.map(x => ({ ...x, s: shapes(x.lines, straight) })),
      blocks: quads(p.blocks),
      blockShadow: quads(p.blocks, 0.016),
      roofs: quads(p.roofs.map(r => r.all)),
      roofShadow: quads(
        p.roofs.map(r => r.all),
        0.07,
      ),
      thatch: slopes(p.roofs.filter(r => !r.stone)),
      slate: slopes(p.roofs.filter(r => r.stone)),
      ridges: shapes(
        p.roofs.map(r => line(r.ridge)),
        straight,
      ),
      ruins: quads(p.ruins),
      walls: shapes(p.walls, straight),
      hedges: bins(
        p.walls.flatMap(l => resample(l, 0.12).p),
        t => t,
        (d, t) => {
          d.moveTo(t.x + 0.07, t.y);
          d.arc(t.x, t.y, 0.07, 0, 6.2832);
        },
      ),
      trenches: pieces(p.trenches, straight, 60),
      grid: gridPath,
      regions: p.regions.map(r => ({
        fill: shapes(r.loops, straight),
        line: shapes(
          r.loops.map(l => offset(l, -0.03)),
          straight,
        ),
        soft: shapes(
          r.loops.map(l => offset(l, -0.08)),
          straight,
        ),
      })),
      outlineAll: (() => {
        const d = new Path2D();
        for (const l of p.outline) d.addPath(straight(l));
        return d;
      })(),
    };
    this.control();
  }

  // After control changed on the board: the front, and which fortified lines lie on it.
  control(): void {
    this.front = frontLines(this.b);
    // a thin line of each side's colour, and a glow in many layers, so faint that counters win
    const W = [...Array.from({ length: 8 }, (_, i) => 0.34 - 0.035 * i), 0.055],
      A = W.map((w, i) => (w === 0.055 ? 0.62 : 0.009 + 0.003 * i));
    this.frontShapes = W.flatMap((w, k) =>
      [
        ['frontGerman', -1],
        ['frontSoviet', 1],
      ].map(([side, s]) => ({
        side: side as Token,
        width: w,
        alpha: A[k],
        shapes: pieces(
          this.front.map(l => offset(l, ((s as number) * w) / 2)),
          straight,
        ),
      })),
    );
    this.fortShapes = this.plan.forts.map(f => {
      const k = fortWeight(this.b, f.sides),
        l = offset(f.l, -0.13 * k),
        e = resample(l, 0.12),
        teeth: P[][] = [];
      for (let j = 1; j + 1 < e.p.length; j += 2) {
        const d = direction(e, j);
        teeth.push([
          sub(e.p[j], mul(d, 0.065 * k)),
          add(e.p[j], mul(leftOf(d), 0.125 * k)),
          add(e.p[j], mul(d, 0.065 * k)),
        ]);
      }
      return {
        k,
        line: pieces([l], straight),
        teeth: bins(
          teeth,
          t => t[0],
          (d, t) => polygon(t, d),
        ),
      };
    });
  }

  // Single trees and roads with their width, where the map's scale and the zoom have room for them.
  private close(t: TileSpec): boolean {
    return t.px >= CLOSE_PX && this.plan.roofs.length > 0;
  }
  paint(c: Ctx, t: TileSpec): void {
    const { dark, far, px } = t,
      S = this.s,
      view: Box = { x0: t.x, y0: t.y, x1: t.x + t.w, y1: t.y + t.h },
      close = this.close(t);
    const put = (tok: Token, alpha?: number) => rgba(tok, dark, alpha);
    const fill = (list: Shape[], style: string, evenodd = false) => {
      const hit = list.filter(s => touches(s.box, view));
      if (!hit.length) return;
      c.fillStyle = style;
      if (evenodd) {
        const d = new Path2D();
        for (const s of hit) d.addPath(s.path);
        c.fill(d, 'evenodd');
      } else for (const s of hit) c.fill(s.path);
    };
    const stroke = (list: Shape[], style: string, width: number) => {
      const hit = list.filter(s => touches(s.box, view));
      if (!hit.length) return;
      c.strokeStyle = style;
      c.lineWidth = width;
      if (hit.length === 1) {
        c.stroke(hit[0].path);
        return;
      }
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
    for (const x of S.blotch)
      fill(x.s, put(x.light ? 'blotchLight' : 'blotchDark', (x.light ? 0.7 : 0.6) * 0.6), true);
    fill(S.green, put('valley'), true);
    const tones: Token[] = far
      ? ['hill1', 'hill3', 'hill5']
      : ['hill1', 'hill2', 'hill3', 'hill4', 'hill5'];
    (far ? S.hillsFar : S.hills).forEach((l, k) => fill(l, put(tones[k]), true));
    for (const r of far ? S.tanakaFar : S.tanaka)
      stroke(
        r.shapes,
        put(
          r.lit ? 'hillLit' : 'hillDark',
          (r.lit ? (dark ? 0.28 : 0.85) : dark ? 0.5 : 0.36) * (0.3 + 0.7 * r.b),
        ),
        0.01 + 0.028 * r.b,
      );
    S.fields.forEach((l, k) => fill(l, put((['field1', 'field2', 'field3'] as Token[])[k])));
    if (!far) stroke(S.furrows, put('furrow'), 0.008);
    fill(S.grain, put('grain'), true);
    stroke(S.grain, put('grainStroke'), 0.02);
    if (!far) stroke(S.grainRows, put('grainStroke'), 0.022);
    fill(S.brush, put('brush'), true);
    if (!close) fill(S.bushes, put('treeDark'));
    fill(S.marsh, put('marsh'), true);
    c.lineCap = 'round';
    stroke(S.tufts, put('marshStroke'), 0.018);
    fill(S.balka, put('balka'), true);
    stroke(S.balka, put('balkaStroke'), 0.03);
    stroke(S.balkaTicks, put('balkaStroke'), 0.02);
    fill(S.orchard, put('orchard'), true);
    if (!close) fill(S.orchardTrees, put('treeDark'));
    fill(S.lake, put('water'), true);
    stroke(S.lake, put('waterEdge'), 0.05);
    fill(S.lakeCore, put('waterCore', 0.45), true);
    this.woods(c, t, view, fill, stroke);
    if (close) paintCrowns(c, this.plan.crowns, view, dark);
    fill(S.town, put('town'), true);
    this.relief(fill, stroke, put);
    this.lines(c, t, view, fill, stroke, put);
    if (close) stroke(S.grid, put('inkHalo', 0.22), 0.03);
    // from afar the hexes are many and small: the grid steps back, so that areas read as one
    const grid = put('grid', far ? (dark ? 0.07 : 0.09) : undefined);
    stroke(S.grid, grid, Math.min(1.5, Math.max(0.8, 0.016 * px)) / px);
    if (t.numbers && !far) this.numbers(c, t, view);
    if (!far) this.grained(c, dark, t);
    for (const r of S.regions) {
      fill(r.fill, put('areaTint'), true);
      stroke(r.soft, put('frontGerman', 0.16), 0.16);
      c.setLineDash([0.3, 0.12]);
      stroke(r.line, put('frontGerman', 0.85), 0.05);
      c.setLineDash([]);
    }
    c.lineCap = 'butt';
    for (const f of this.frontShapes) stroke(f.shapes, put(f.side, f.alpha), f.width);
    stroke(S.walls, put('lineHalo'), 0.15);
    stroke(S.walls, put('hedge'), 0.08);
    fill(S.hedges, put('hedge'));
    stroke(S.trenches, put('toothedHalo'), 0.1);
    stroke(S.trenches, put('toothed'), 0.048);
    for (const f of this.fortShapes) {
      const k = f.k * (far ? 1.2 : 1);
      stroke(f.line, put('toothedHalo'), 0.1 * k);
      fill(f.teeth, put('toothed'));
      stroke(f.line, put('toothed'), 0.045 * k);
    }
    c.restore();
    c.lineJoin = 'round';
    stroke(S.edge, put('mapEdge'), Math.max(1.2 / px, 0.028));
    this.names(c, t, view);
    c.restore();
  }

  private woods(
    c: Ctx,
    t: TileSpec,
    view: Box,
    fill: (l: Shape[], s: string, e?: boolean) => void,
    stroke: (l: Shape[], s: string, w: number) => void,
  ): void {
    const S = this.s,
      hit = S.woods.filter(s => touches(s.box, view)),
      put = (k: Token, a?: number) => rgba(k, t.dark, a);
    if (!hit.length) return;
    const all = new Path2D();
    for (const s of hit) all.addPath(s.path);
    c.save();
    c.translate(0.035, 0.045);
    c.fillStyle = put('shadow', 0.13);
    c.fill(all, 'evenodd');
    c.restore();
    c.fillStyle = put('wood');
    c.fill(all, 'evenodd');
    c.save();
    c.clip(all, 'evenodd');
    c.strokeStyle = put('woodEdge', 0.16);
    c.lineWidth = 0.28;
    c.stroke(all);
    c.strokeStyle = put('woodEdge', 0.22);
    c.lineWidth = 0.12;
    c.stroke(all);
    c.restore();
    c.strokeStyle = put('woodEdge');
    c.lineWidth = 0.022;
    c.stroke(all);
    if (this.close(t)) return;
    const scale = t.far ? 1.5 : 1,
      passes = t.far ? S.treesFar : S.trees;
    c.lineCap = 'round';
    passes.forEach((kinds, pass) => {
      for (const list of kinds)
        if (pass === 0) fill(list, put('treeMid'));
        else
          stroke(
            list,
            put(pass === 1 ? 'treeDark' : 'treeLit'),
            (pass === 1 ? 0.022 : 0.016) * scale,
          );
    });
  }

  private relief(
    fill: (l: Shape[], s: string) => void,
    stroke: (l: Shape[], s: string, w: number) => void,
    put: (t: Token, a?: number) => string,
  ): void {
    const S = this.s;
    S.slopeShade.forEach((x, k) =>
      stroke(x.s, put('hillDark', [0.25, 0.27, 0.3, 0.34][k] * 0.36), x.w),
    );
    stroke(S.slopeLit, put('hillLit'), 0.05);
    fill(S.slopeTicks, put('hillText', 0.85));
    stroke(S.slopeLine, put('hillText', 0.8), 0.022);
    stroke(S.berm, put('bermShade'), 0.36);
    stroke(S.berm, put('berm'), 0.26);
    stroke(S.fringe, put('bermFringe'), 0.02);
    stroke(S.berm, put('rail'), 0.038);
    stroke(S.bermTies, put('rail'), 0.026);
    stroke(S.gaps, put('paper'), 0.17);
  }

  private roads(
    c: Ctx,
    k: number,
    stroke: (l: Shape[], s: string, w: number) => void,
    put: (t: Token, a?: number) => string,
  ): void {
    const [main, minor, , track] = this.s.road;
    c.lineCap = 'round';
    stroke(track, put('lineHalo'), 0.09 * k);
    stroke(minor, put('lineHalo'), 0.11 * k);
    stroke(main, put('lineHalo'), 0.17 * k);
    c.lineCap = 'butt';
    c.setLineDash([0.13, 0.07]);
    stroke(track, put('road'), 0.032 * k);
    c.setLineDash([]);
    c.lineCap = 'round';
    stroke(minor, put('road'), 0.045 * k);
    stroke(main, put('mainCasing'), 0.115 * k);
    stroke(main, put('mainCore'), 0.068 * k);
  }
  // At forty metres a hex a road is a strip of earth with its two edges.
  private wideRoads(
    stroke: (l: Shape[], s: string, w: number) => void,
    put: (t: Token, a?: number) => string,
  ): void {
    const [main, minor, , track] = this.s.road;
    stroke(track, put('road', 0.45), 0.15);
    stroke(track, put('earth'), 0.11);
    for (const [l, wide] of [
      [minor, 0.22],
      [main, 0.28],
    ] as const) {
      stroke(l, put('road'), wide);
      stroke(l, put('earth'), wide - 0.05);
    }
  }

  private lines(
    c: Ctx,
    t: TileSpec,
    view: Box,
    fill: (l: Shape[], s: string) => void,
    stroke: (l: Shape[], s: string, w: number) => void,
    put: (t: Token, a?: number) => string,
  ): void {
    const S = this.s,
      major = this.plan.courses.some(x => x.kind === 1),
      k = t.far ? 1.25 : 1;
    for (const w of [0.62, 0.4, 0.2]) stroke(S.valley, put('valley'), w + (major ? 0.18 : 0));
    const water: Token[] = ['waterEdge', 'water', 'waterCore'];
    S.courses.forEach((l, i) => {
      fill(l, colour(water[i], t.dark));
      for (const m of S.moats)
        stroke(m.s, colour(water[i], t.dark), m.w * [1, 1, 0.42][i] + [0.035, 0, 0][i]);
    });
    if (this.close(t)) this.wideRoads(stroke, put);
    else this.roads(c, k, stroke, put);
    c.lineCap = 'round';
    const rail = S.road[2];
    stroke(rail, put('lineHalo'), 0.125 * k);
    stroke(rail, put('rail'), 0.04 * k);
    c.lineCap = 'butt';
    stroke(S.ties, put('rail'), 0.028 * k);
    for (const b of S.brackets) {
      if (b.deck) {
        c.strokeStyle = put('road');
        c.lineWidth = 0.07;
        c.beginPath();
        c.moveTo(b.deck[0].x, b.deck[0].y);
        c.lineTo(b.deck[1].x, b.deck[1].y);
        c.stroke();
      }
      if (b.dashed) c.setLineDash([0.05, 0.04]);
      c.lineCap = b.dashed ? 'butt' : 'round';
      stroke(b.s, put(b.rail ? 'rail' : 'ink'), 0.034);
      c.setLineDash([]);
    }
    fill(S.blockShadow, put('blockShadow'));
    fill(S.blocks, put('block'));
    fill(S.roofShadow, put('blockShadow', 0.45));
    fill(S.thatch.dark, put('mainCasing'));
    fill(S.thatch.lit, put('road'));
    fill(S.slate.dark, put('slateDark'));
    fill(S.slate.lit, put('slate'));
    stroke(S.ridges, put('mainCore'), 0.02);
    stroke(S.roofs, put('ink'), 0.022);
    stroke(S.slate.edge, put('ink'), 0.04);
    fill(S.ruins, put('rubble'));
    void view;
  }

  // What all hexes have before a hyphen (one sheet's number) is left out on the map.
  private sheet(): number {
    const at = this.b.hex[0]?.id.indexOf('-') ?? -1,
      before = this.b.hex[0]?.id.slice(0, at + 1) ?? '';
    return at > 0 && this.b.hex.every(h => h.id.startsWith(before)) ? at + 1 : 0;
  }
  private numbers(c: Ctx, t: TileSpec, view: Box): void {
    const skip = this.sheet();
    c.fillStyle = rgba('number', t.dark);
    c.textAlign = 'center';
    // Fonts round badly below a pixel a unit, so text is set in pixels.
    c.save();
    c.setTransform(1, 0, 0, 1, 0, 0);
    const size = Math.max(0.132 * t.px, t.least ?? 0);
    c.font = `500 ${Math.max(size, 1).toFixed(2)}px ${FIGURES}`;
    c.strokeStyle = rgba('inkHalo', t.dark, 0.7); // over woods
    c.lineWidth = size * 0.3;
    c.lineJoin = 'round';
    for (let i = 0; i < this.b.hex.length; i++) {
      const h = this.b.hex[i];
      if (
        h.same !== i ||
        h.at.x < view.x0 - 1 ||
        h.at.x > view.x1 + 1 ||
        h.at.y < view.y0 - 1 ||
        h.at.y > view.y1 + 1
      )
        continue;
      const text = h.id.slice(skip),
        x = (h.at.x - t.x) * t.px,
        y = (h.at.y - 0.705 - t.y) * t.px;
      if (this.close(t)) c.strokeText(text, x, y);
      c.fillText(text, x, y);
    }
    c.restore();
  }

  private names(c: Ctx, t: TileSpec, view: Box): void {
    const set = (l: Lettering) => {
      for (const halo of [true, false]) {
        c.fillStyle = rgba('waterText', t.dark);
        c.strokeStyle = rgba('inkHalo', t.dark);
        c.lineWidth = 0.27 * l.size * t.px;
        for (const a of l.at) {
          if (a.x < view.x0 - 1 || a.x > view.x1 + 1 || a.y < view.y0 - 1 || a.y > view.y1 + 1)
            continue;
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
    c.font = `700 ${(0.6 * t.px).toFixed(2)}px Alegreya, Georgia, serif`;
    c.fillStyle = rgba('frontGerman', t.dark, 0.5);
    for (const r of this.plan.regions)
      c.fillText(r.title, (r.at.x - t.x) * t.px, (r.at.y - t.y) * t.px);
    c.restore();
  }

  private grained(c: Ctx, dark: boolean, t: TileSpec): void {
    let p = this.grain.get(dark);
    if (!p) {
      const tile = new OffscreenCanvas(128, 128),
        g = tile.getContext('2d')!;
      for (const light of [false, true]) {
        g.fillStyle = rgba(light ? 'grainLight' : 'grainDark', dark);
        for (let i = 0; i < (light ? 130 : 250); i++) {
          g.beginPath();
          g.arc(
            dice(i, light ? 1 : 0, 21) * 128,
            dice(i, light ? 1 : 0, 22) * 128,
            0.55,
            0,
            6.2832,
          );
          g.fill();
        }
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
