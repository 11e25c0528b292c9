// The artist's second layer, what lies on the ground and over the counters: reach, paths, targets,
// overlays, warnings, the cursor.
import type { Overlay, Style } from '../doc';
import { type P, mix, pt } from '../geom';
import { colour, deep, rgba } from '../tokens';
import { drawRing } from './ring';
import { type Arrow, FONT, type ReachMark } from './scene';
import { Tiles } from './tiles';

export abstract class Overlays extends Tiles {
  protected hexPath(i: number, k = 1): Path2D {
    const d = new Path2D(),
      h = this.board.hex[i],
      s = this.screen(h.at);
    for (let n = 0; n < 6; n++) {
      const q = this.board.corner[h.corner[n]],
        x = s.x + (q.x - h.at.x) * this.cam.r * k,
        y = s.y + (q.y - h.at.y) * this.cam.r * k;
      if (n) d.lineTo(x, y);
      else d.moveTo(x, y);
    }
    d.closePath();
    return d;
  }
  // The edge of a set of hexes, and the set itself.
  protected areaPath(
    set: Iterable<number>,
    has: (i: number) => boolean,
  ): { fill: Path2D; edge: Path2D } {
    const fill = new Path2D(),
      edge = new Path2D();
    for (const i of set) {
      const h = this.board.hex[i];
      fill.addPath(this.hexPath(i, 1.004));
      h.next.forEach((n, k) => {
        if (n >= 0 && has(n)) return;
        const a = this.screen(this.board.corner[h.corner[k]]),
          b = this.screen(this.board.corner[h.corner[(k + 1) % 6]]);
        edge.moveTo(a.x, a.y);
        edge.lineTo(b.x, b.y);
      });
    }
    return { fill, edge };
  }
  protected drawFlat(): void {
    const c = this.c,
      s = this.scene,
      r = this.cam.r,
      dk = this.dark;
    c.lineCap = c.lineJoin = 'round';
    if (s.overlay) this.drawOverlay(s.overlay);
    if (s.reach) {
      const all = [...s.reach].filter(([, m]) => !m.some).map(([i]) => i),
        some = [...s.reach].filter(([, m]) => m.some).map(([i]) => i),
        { fill, edge } = this.areaPath(all, n => s.reach!.has(n) && !s.reach!.get(n)!.some);
      if (some.length) this.drawSome(some, s.reach);
      c.fillStyle = rgba('reach', dk);
      c.fill(fill);
      c.save();
      c.clip(fill);
      c.strokeStyle = rgba('reachLine', dk, 0.16);
      c.lineWidth = 0.6 * r;
      c.stroke(edge);
      c.strokeStyle = rgba('reachLine', dk, 0.9);
      c.lineWidth = 0.14 * r;
      c.stroke(edge);
      c.restore();
    }
    if (s.places.size) {
      const { fill, edge } = this.areaPath(s.places, n => s.places.has(n));
      c.fillStyle = rgba('reach', dk, 0.26);
      c.fill(fill);
      c.strokeStyle = rgba('reachLine', dk, 0.85);
      c.lineWidth = Math.max(1.2, 0.04 * r);
      c.stroke(edge);
    }
    if (s.flash.size) {
      c.strokeStyle = rgba('focus', dk);
      c.fillStyle = rgba('focus', dk, 0.14);
      c.lineWidth = Math.max(2, 0.07 * r);
      for (const i of s.flash) {
        const p = this.hexPath(i, 0.95);
        c.fill(p);
        c.stroke(p);
      }
    }
    for (const i of s.targets) {
      const p = this.hexPath(i);
      c.fillStyle = rgba('target', dk, 0.2);
      c.fill(p);
    }
    for (const [a, b] of s.sides) {
      const h = this.board.hex[a],
        k = h.next.indexOf(b);
      if (k < 0) continue;
      const p = this.screen(this.board.corner[h.corner[k]]),
        q = this.screen(this.board.corner[h.corner[(k + 1) % 6]]);
      c.strokeStyle = rgba('focus', dk, 0.85);
      c.lineWidth = 0.14 * r;
      c.beginPath();
      c.moveTo(p.x, p.y);
      c.lineTo(q.x, q.y);
      c.stroke();
    }
    for (const a of s.arrows) if (a.kind === 'move') this.drawArrow(a);
    if (s.path.length > 1) {
      const p = s.path.map(i => this.screen(this.board.hex[i].at)),
        last = p[p.length - 1],
        prev = p[p.length - 2],
        end = mix(last, prev, 0.22);
      for (const [w, col] of [
        [0.2, dk ? '#0b0b09' : '#ffffff'],
        [0.115, colour('focus', dk)],
      ] as const) {
        c.strokeStyle = c.fillStyle = col;
        c.lineWidth = w * r;
        c.beginPath();
        p.forEach((q, i) =>
          i === 0
            ? c.moveTo(q.x, q.y)
            : i === p.length - 1
              ? c.lineTo(end.x, end.y)
              : c.lineTo(q.x, q.y),
        );
        c.stroke();
        this.arrowHead(end, last, (w === 0.2 ? 0.3 : 0.24) * r);
      }
    }
  }
  private drawSome(some: number[], reach: Map<number, ReachMark>): void {
    const c = this.c,
      { edge } = this.areaPath(some, n => reach.has(n));
    c.strokeStyle = rgba('reachLine', this.dark, 0.9);
    c.lineWidth = Math.max(1.5, 0.05 * this.cam.r);
    c.setLineDash([0.06 * this.cam.r, 0.12 * this.cam.r]);
    c.stroke(edge);
    c.setLineDash([]);
  }
  protected arrowHead(from: P, to: P, s: number): void {
    const c = this.c,
      a = Math.atan2(to.y - from.y, to.x - from.x);
    c.save();
    c.translate(to.x, to.y);
    c.rotate(a);
    c.beginPath();
    c.moveTo(0.35 * s, 0);
    c.lineTo(-0.9 * s, 0.75 * s);
    c.lineTo(-0.55 * s, 0);
    c.lineTo(-0.9 * s, -0.75 * s);
    c.closePath();
    c.fill();
    c.restore();
  }
  protected drawOverlay(o: Overlay): void {
    const c = this.c,
      r = this.cam.r,
      dk = this.dark,
      style = new Map(o.legend.map(l => [l.key, l.style]));
    const byKey = new Map<string, Set<number>>();
    for (const [hex, key] of o.hexes) {
      const i = this.board.find(hex);
      if (i < 0) continue;
      let s = byKey.get(key);
      if (!s) byKey.set(key, (s = new Set()));
      s.add(i);
    }
    let n = 0;
    for (const [key, set] of byKey) {
      const tok = style.get(key) ?? 'none',
        { fill, edge } = this.areaPath(set, x => set.has(x));
      c.fillStyle = rgba(tok, dk, 0.2);
      c.fill(fill);
      c.save();
      c.clip(fill);
      if (tok === 'bad' || tok === 'enemy' || tok === 'warn')
        this.hatch(rgba(tok, dk, 0.5), n, tok === 'warn'); // never by colour alone
      c.strokeStyle = rgba(tok, dk, 0.9);
      c.lineWidth = 0.09 * r;
      if (tok === 'none') c.setLineDash([0.12 * r, 0.1 * r]);
      c.stroke(edge);
      c.setLineDash([]);
      c.restore();
      n++;
    }
    for (const [a, b, key] of o.sides) {
      const h = this.board.hex[this.board.find(a)],
        k = h ? h.next.indexOf(this.board.find(b)) : -1;
      if (!h || k < 0) continue;
      const p = this.screen(this.board.corner[h.corner[k]]),
        q = this.screen(this.board.corner[h.corner[(k + 1) % 6]]);
      c.strokeStyle = rgba(style.get(key) ?? 'none', dk, 0.95);
      c.lineWidth = 0.1 * r;
      c.beginPath();
      c.moveTo(p.x, p.y);
      c.lineTo(q.x, q.y);
      c.stroke();
    }
  }
  protected hatch(col: string, n: number, cross: boolean): void {
    const c = this.c,
      step = Math.max(7, 0.2 * this.cam.r),
      o = this.screen(pt(0, 0)),
      far = this.w + this.h;
    c.strokeStyle = col;
    c.lineWidth = 1;
    c.beginPath();
    const off = (((o.x + (n % 2 ? -1 : 1) * o.y) % step) + step) % step;
    for (let x = -far + off; x < far; x += step) {
      if (n % 2 === 0 || cross) {
        c.moveTo(x, 0);
        c.lineTo(x - this.h, this.h);
        c.moveTo(x + far, 0);
        c.lineTo(x + far - this.h, this.h);
      }
      if (n % 2 === 1 || cross) {
        c.moveTo(x, 0);
        c.lineTo(x + this.h, this.h);
      }
    }
    c.stroke();
  }
  protected drawUpper(): void {
    const c = this.c,
      s = this.scene,
      r = this.cam.r,
      dk = this.dark;
    c.lineJoin = 'miter';
    c.lineCap = 'butt';
    for (const i of s.targets) {
      c.strokeStyle = rgba('target', dk);
      c.lineWidth = 0.045 * r;
      c.stroke(this.hexPath(i, 0.97));
      c.lineWidth = 0.105 * r;
      const h = this.board.hex[i],
        p = h.corner.map(k => this.screen(this.board.corner[k]));
      c.lineCap = 'round';
      c.lineJoin = 'round';
      for (let k = 0; k < 6; k++) {
        const a = mix(p[k], p[(k + 5) % 6], 0.2),
          b = mix(p[k], p[(k + 1) % 6], 0.2);
        c.beginPath();
        c.moveTo(a.x, a.y);
        c.lineTo(p[k].x, p[k].y);
        c.lineTo(b.x, b.y);
        c.stroke();
      }
    }
    for (const a of s.arrows) if (a.kind !== 'move') this.drawArrow(a);
    for (const a of s.arrows) if (a.n) this.drawNumber(a);
    for (const a of s.arrows) if (a.text) this.drawTag(a);
    if (s.reach) this.drawCosts(s.reach);
    for (const i of s.owed) this.warning(i);
    if (s.refused >= 0) {
      c.strokeStyle = rgba('target', dk);
      c.lineWidth = 0.08 * r;
      c.lineCap = 'round';
      c.stroke(this.hexPath(s.refused, 0.96));
      this.cross(this.screen(this.board.hex[s.refused].at), 0.24 * r, 0.08 * r);
    }
    if (s.proposed >= 0) this.frameHex(s.proposed, 0.16);
    if (s.cursor >= 0) this.frameHex(s.cursor, 0.13);
    if (s.ring)
      drawRing(this.c, this.screen(this.board.hex[s.ring.hex].at), this.cam.r, s.ring, dk);
    if (s.overlay) this.drawOverlayLines(s.overlay);
  }
  // An arrow from the edge of one counter to the edge of another, along its way.
  protected drawArrow(a: Arrow): void {
    const c = this.c,
      r = this.cam.r,
      p = a.way.map(q => this.screen(q)),
      light = a.kind === 'move' || a.kind === 'back',
      wide = light ? 0.11 : 0.2,
      head = light ? 0.26 : 0.41,
      paint = a.kind === 'attack' ? deep(a.style, this.dark) : colour(a.style, this.dark),
      last = p.length - 1;
    if (last < 1) return;
    const short = (from: P, to: P, by: number) => {
      const d = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      return mix(from, to, Math.min(0.45, (by * r) / d));
    };
    p[0] = short(p[0], p[1], 0.5);
    p[last] = short(p[last], p[last - 1], light ? 0.62 : 0.58);
    c.save();
    c.globalAlpha = a.faint ? 0.25 : a.kind === 'move' ? 0.85 : 1;
    c.lineJoin = 'round';
    c.lineCap = 'butt';
    for (const casing of [true, false]) {
      const edge = this.dark ? '#0b0b09' : '#fff';
      c.strokeStyle = c.fillStyle = casing ? edge : paint;
      c.lineWidth = Math.max(2, wide * r) + (casing ? 3.4 : 0);
      if (a.kind === 'back' && !casing) c.setLineDash([0.2 * r, 0.11 * r]);
      c.beginPath();
      p.forEach((q, i) => (i ? c.lineTo(q.x, q.y) : c.moveTo(q.x, q.y)));
      c.stroke();
      c.setLineDash([]);
      this.arrowHead(p[last - 1], p[last], Math.max(7, head * r) + (casing ? 3 : 0));
    }
    c.restore();
  }
  protected drawNumber(a: Arrow): void {
    const c = this.c,
      mid = a.way[Math.floor((a.way.length - 1) / 2)],
      next = a.way[Math.floor((a.way.length - 1) / 2) + 1] ?? mid,
      p = this.screen(mix(mid, next, 0.5)),
      q = 13;
    c.save();
    c.globalAlpha = a.faint ? 0.25 : 1;
    c.beginPath();
    c.arc(p.x, p.y, q, 0, 6.2832);
    c.fillStyle = '#221f18';
    c.fill();
    c.strokeStyle = '#fff';
    c.lineWidth = 2;
    c.stroke();
    c.fillStyle = '#fff';
    c.textAlign = 'center';
    c.font = `700 16px ${FONT}`;
    c.fillText(String(a.n), p.x, p.y + 5.5);
    c.restore();
  }
  // A word in a box above the end of an arrow, with the arrow's colour as its frame.
  private drawTag(a: Arrow): void {
    const c = this.c,
      p = this.screen(a.way[a.way.length - 1]),
      up = this.counterSide() * 0.62;
    c.save();
    c.font = `700 17px ${FONT}`;
    const w = c.measureText(a.text!).width + 20,
      high = 28,
      x = p.x - w / 2,
      y = p.y - up - high;
    c.beginPath();
    c.roundRect(x, y, w, high, 6);
    c.fillStyle = colour('card', this.dark);
    c.fill();
    c.strokeStyle = colour(a.style, this.dark);
    c.lineWidth = 2;
    c.stroke();
    c.fillStyle = colour(a.style, this.dark);
    c.textAlign = 'center';
    c.fillText(a.text!, p.x, y + 19.5);
    c.restore();
  }
  protected frameHex(i: number, w: number): void {
    const c = this.c,
      p = this.hexPath(i, 0.96);
    c.lineJoin = 'miter';
    c.strokeStyle = this.dark ? '#0b0b09' : '#fff';
    c.lineWidth = (w + 0.09) * this.cam.r;
    c.stroke(p);
    c.strokeStyle = colour('focus', this.dark);
    c.lineWidth = Math.max(2.5, w * 0.6 * this.cam.r);
    c.stroke(p);
  }
  protected warning(hex: number): void {
    const c = this.c,
      p = this.screen(this.board.hex[hex].at),
      side = this.counterSide(),
      q = Math.max(8, 0.17 * this.cam.r),
      x = p.x - side * 0.5,
      y = p.y - side * 0.52;
    c.beginPath();
    c.moveTo(x, y - q);
    c.lineTo(x + q, y + q * 0.75);
    c.lineTo(x - q, y + q * 0.75);
    c.closePath();
    c.lineJoin = 'round';
    c.fillStyle = '#f2c14e';
    c.strokeStyle = '#3a2a00';
    c.lineWidth = Math.max(1.4, q * 0.16);
    c.fill();
    c.stroke();
    c.fillStyle = '#2a1e00';
    c.textAlign = 'center';
    c.font = `700 ${q * 1.25}px ${FONT}`;
    c.fillText('!', x, y + q * 0.56);
  }
  protected drawCosts(reach: Map<number, ReachMark>): void {
    const c = this.c,
      r = this.cam.r,
      dk = this.dark;
    if (r < 20) return;
    c.textAlign = 'center';
    for (const [i, m] of reach) {
      if (!m.cost) continue;
      const h = this.board.hex[i],
        occupied = this.stackAt.has(h.same) && !this.scene.hidden,
        p = this.screen(occupied ? pt(h.at.x - 0.735, h.at.y) : h.at);
      if (p.x < -40 || p.y < -40 || p.x > this.w + 40 || p.y > this.h + 40) continue;
      const size = (occupied ? 0.2 : 0.29) * r,
        text = m.must ? `${m.cost} stop` : m.cost;
      c.font = `700 ${size.toFixed(1)}px ${FONT}`;
      if (occupied || m.must) {
        const w = Math.max(c.measureText(text).width + size * 0.7, size * 1.35),
          hgt = size * 1.42;
        c.beginPath();
        c.roundRect(p.x - w / 2, p.y - hgt / 2, w, hgt, size * 0.3);
        c.fillStyle = colour('card', dk);
        c.fill();
        c.strokeStyle = colour(m.must ? 'target' : 'reachLine', dk);
        c.lineWidth = m.must ? Math.max(1.6, 0.035 * r) : 1;
        c.stroke();
      } else {
        c.lineJoin = 'round';
        c.strokeStyle = rgba('card', dk, 0.75);
        c.lineWidth = size * 0.22;
        c.strokeText(text, p.x, p.y + size * 0.36);
      }
      c.fillStyle = colour(m.must ? 'target' : 'reachLine', dk);
      c.fillText(text, p.x, p.y + size * 0.36);
    }
  }
  protected drawOverlayLines(o: Overlay): void {
    const style = new Map(o.legend.map(l => [l.key, l.style])),
      of = (key: string) => style.get(key) ?? 'none';
    for (const l of o.lines) this.drawSight(l, of(l.key), o.lines.length === 1);
    if (this.cam.r < 24) return;
    this.c.textAlign = 'center';
    for (const [hex, key, text] of o.hexes) {
      const a = text ? this.board.at(hex) : null;
      if (!a || !text) continue;
      if (o.lines.length) this.tagAt(pt(a.x, a.y + 0.55), text, of(key));
      else this.haloed(pt(a.x, a.y + 0.62), text, of(key));
    }
  }
  // A line of sight from the edge of one counter to the edge of the other. Its hexes are counted
  // where it is open; where it is not, a cross.
  private drawSight(l: Overlay['lines'][0], tok: Style, alone: boolean): void {
    const c = this.c,
      r = this.cam.r,
      from = this.board.at(l.from),
      to = this.board.at(l.to),
      cut = l.cut ? this.board.at(l.cut) : null;
    if (!from || !to) return;
    const taken = (id: string) => this.stackAt.has(this.board.hex[this.board.find(id)].same),
      far = Math.hypot(to.x - from.x, to.y - from.y) || 1,
      edge = (id: string) => (taken(id) && !this.scene.hidden ? Math.min(0.45, 0.5 / far) : 0),
      p = this.screen(mix(from, to, edge(l.from))),
      q = this.screen(mix(to, from, edge(l.to)));
    c.lineCap = 'butt';
    c.strokeStyle = this.dark ? '#0b0b09' : '#fff';
    c.lineWidth = 0.13 * r;
    c.beginPath();
    c.moveTo(p.x, p.y);
    c.lineTo(q.x, q.y);
    c.stroke();
    c.strokeStyle = rgba(tok, this.dark, 1);
    c.lineWidth = 0.075 * r;
    if (cut) c.setLineDash([0.09 * r, 0.09 * r]);
    c.stroke();
    c.setLineDash([]);
    if (cut) this.cross(this.screen(cut), 0.17 * r, 0.05 * r);
    else if (alone) this.countHexes(l, tok, from, to);
  }
  private countHexes(l: Overlay['lines'][0], tok: Style, from: P, to: P): void {
    const c = this.c,
      q = 0.15 * this.cam.r,
      hexes = this.board.distance(this.board.find(l.from), this.board.find(l.to));
    if (this.cam.r < 24) return;
    c.textAlign = 'center';
    c.font = `700 ${(q * 1.35).toFixed(1)}px ${FONT}`;
    for (let n = 1; n < hexes; n++) {
      const p = this.screen(mix(from, to, n / hexes));
      c.beginPath();
      c.arc(p.x, p.y, q, 0, 6.2832);
      c.fillStyle = colour('card', this.dark);
      c.fill();
      c.strokeStyle = c.fillStyle = rgba(tok, this.dark, 1);
      c.lineWidth = 0.035 * this.cam.r;
      c.stroke();
      c.fillText(String(n), p.x, p.y + q * 0.48);
    }
  }
  private cross(p: P, q: number, wide: number): void {
    const c = this.c;
    c.strokeStyle = rgba('target', this.dark);
    c.lineWidth = wide;
    c.fillStyle = colour('card', this.dark);
    c.beginPath();
    c.arc(p.x, p.y, q, 0, 6.2832);
    c.fill();
    c.stroke();
    c.beginPath();
    c.moveTo(p.x - q * 0.45, p.y - q * 0.45);
    c.lineTo(p.x + q * 0.45, p.y + q * 0.45);
    c.moveTo(p.x + q * 0.45, p.y - q * 0.45);
    c.lineTo(p.x - q * 0.45, p.y + q * 0.45);
    c.stroke();
  }
  // A few words beside a line, on a card of their own.
  private tagAt(at: P, text: string, tok: Style): void {
    const c = this.c,
      p = this.screen(at),
      size = 0.22 * this.cam.r;
    c.font = `700 ${size.toFixed(1)}px ${FONT}`;
    const w = c.measureText(text).width + size * 0.8,
      high = size * 1.45;
    c.beginPath();
    c.roundRect(p.x - w / 2, p.y - high / 2, w, high, size * 0.3);
    c.fillStyle = colour('card', this.dark);
    c.fill();
    c.strokeStyle = rgba(tok, this.dark, 1);
    c.lineWidth = Math.max(1.4, 0.03 * this.cam.r);
    c.stroke();
    c.fillStyle = colour('ink', this.dark);
    c.fillText(text, p.x, p.y + size * 0.36);
  }
  private haloed(at: P, text: string, tok: Style): void {
    const c = this.c,
      r = this.cam.r,
      p = this.screen(at);
    c.font = `700 ${(0.2 * r).toFixed(1)}px ${FONT}`;
    c.strokeStyle = rgba('card', this.dark, 0.85);
    c.lineWidth = 0.06 * r;
    c.lineJoin = 'round';
    c.strokeText(text, p.x, p.y);
    c.fillStyle = rgba(tok, this.dark, 1);
    c.fillText(text, p.x, p.y);
  }
}
