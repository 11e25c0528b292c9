// The artist's third layer: names, counters in their stacks, badges, marks on hexes, the fan; and
// all of them as one picture when they are many.
import type { Unit, View } from '../doc';
import { sideColour } from '../counter';
import { type P, mix, pt } from '../geom';
import { type Level, type Placed, nameFont, placeNames } from '../names';
import { colour, rgba } from '../tokens';
import { Overlays } from './overlays';
import { FONT, type Glide, type Scene } from './scene';
import { SCENERY, drawCloud, drawFlame, drawPlume, drawWreck } from './scenery';

export abstract class Counters extends Overlays {
  protected glides = new Map<string, Glide>();
  // Names and counters of a full board as one picture, drawn again while nothing in it changes:
  // when only ground arrives, and, a little blurred, while the scale changes. Hundreds of sprites
  // in every frame cost too much.
  protected layer: {
    picture: OffscreenCanvas;
    cam: { x: number; y: number; r: number };
    scene: Scene;
    hidden: boolean;
    view: View | null;
    made: number;
    names: number;
  } | null = null;
  protected drawLayer(now: number): void {
    const zooming = this.zooming;
    if (this.stacks.length < 60 || this.glides.size) {
      this.layer = null;
      this.drawThings(now);
      return;
    }
    const same = (l: NonNullable<Counters['layer']>) =>
      l.view === this.view &&
      l.hidden === this.scene.hidden &&
      (zooming ||
        (l.cam.x === this.cam.x &&
          l.cam.y === this.cam.y &&
          l.cam.r === this.cam.r &&
          l.scene === this.scene &&
          l.made === this.sprites.made &&
          l.names === this.names.size));
    if (!this.layer || !same(this.layer)) {
      if (!zooming && this.moved(this.layer?.cam)) {
        this.layer = {
          ...(this.layer ?? {
            picture: new OffscreenCanvas(1, 1),
            made: 0,
            names: 0,
            scene: this.scene,
            hidden: false,
            view: null,
          }),
          cam: { ...this.cam },
        };
        this.drawThings(now);
        return;
      } // panning: seldom the same twice
      const old = this.layer?.picture,
        real = this.c,
        { width, height } = real.canvas,
        fits = old && old.width === width && old.height === height;
      const picture = fits ? old : new OffscreenCanvas(width, height);
      this.c = picture.getContext('2d')!;
      this.c.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
      if (fits) this.c.clearRect(0, 0, this.w, this.h);
      this.drawThings(now);
      this.c = real;
      this.layer = {
        picture,
        cam: { ...this.cam },
        scene: this.scene,
        hidden: this.scene.hidden,
        view: this.view,
        made: this.sprites.made,
        names: this.names.size,
      };
    }
    const { picture, cam } = this.layer,
      k = this.cam.r / cam.r,
      x = (cam.x - this.cam.x) * this.cam.r + (this.w / 2) * (1 - k),
      y = (cam.y - this.cam.y) * this.cam.r + (this.h / 2) * (1 - k);
    this.c.drawImage(picture, x, y, this.w * k, this.h * k);
  }
  protected moved(cam: { x: number; y: number; r: number } | undefined): boolean {
    return !cam || cam.x !== this.cam.x || cam.y !== this.cam.y || cam.r !== this.cam.r;
  }
  protected drawThings(now: number): void {
    this.drawNames();
    this.drawWrecks();
    if (!this.scene.hidden) this.drawStacks(now);
    this.drawFires();
    this.drawMarks();
  }
  // What lies or hangs in hexes of the window, by hex.
  private scenery(): Map<number, Set<string>> {
    const out = new Map<number, Set<string>>(),
      far = 3 * this.cam.r;
    for (const m of this.view?.marks ?? []) {
      const i = this.board.find(m.hex);
      if (i < 0 || !SCENERY.includes(m.mark)) continue;
      const at = this.screen(this.board.hex[i].at);
      if (at.x < -far || at.y < -far || at.x > this.w + far || at.y > this.h + far) continue;
      out.set(i, (out.get(i) ?? new Set()).add(m.mark));
    }
    return out;
  }
  private inHex(hex: number, dx: number, dy: number, scale: number, draw: () => void): void {
    const at = this.screen(this.board.hex[hex].at),
      k = (this.cam.r / 100) * scale;
    this.c.save();
    this.c.translate(at.x + dx * this.cam.r, at.y + dy * this.cam.r);
    this.c.scale(k, k);
    draw();
    this.c.restore();
  }
  // Under counters. Beside a stack a wreck is smaller and looks out at its upper left.
  protected drawWrecks(): void {
    for (const [hex, things] of this.scenery()) {
      if (!things.has('wreck') && !things.has('burning')) continue;
      const beside = !this.scene.hidden && this.stackAt.has(this.board.hex[hex].same);
      if (beside) this.inHex(hex, -0.4, -0.38, 0.66, () => drawWreck(this.c));
      else this.inHex(hex, 0, 0, 1, () => drawWreck(this.c));
    }
  }
  // Over counters: a burning wreck and a Blaze smoke to the north-east, smoke lies as a cloud.
  protected drawFires(): void {
    for (const [hex, things] of this.scenery()) {
      if (things.has('smoke')) this.inHex(hex, 0, 0, 1.1, () => drawCloud(this.c));
      const fire = things.has('blaze') ? 0.95 : 0.5;
      if (!things.has('blaze') && !things.has('burning')) continue;
      this.inHex(hex, 0.2, -0.2, 1, () => drawPlume(this.c));
      this.inHex(hex, 0.34, -0.34, fire, () => drawFlame(this.c));
    }
  }
  protected drawNames(): void {
    const level = this.level,
      c = this.c,
      r = this.cam.r;
    const list = this.names.get(level) ?? this.names.values().next().value ?? [];
    if (!this.names.has(level)) this.nameSoon();
    c.lineJoin = 'round';
    const drawn: [number, number, number, number][] = [];
    for (const n of list) {
      const p = this.screen(n),
        size = Math.max(
          Math.min(n.size * r, n.rank === 3 && level === 'far' ? 12 : 1e3),
          n.rank === 1 ? 13 : n.rank === 2 ? 12 : n.rank === 3 || n.rank === 4 ? 10.5 : 0,
        );
      if (
        p.x < -200 ||
        p.x > this.w + 200 ||
        p.y < -40 ||
        p.y > this.h + 40 ||
        size < 7 ||
        (n.rank === 3 && r < 13)
      )
        continue;
      // letters that may not get smaller cover each other: the more important name stays
      if (size > n.size * r) {
        const w = 0.58 * size * n.text.length,
          x = n.align === 'center' ? p.x - w / 2 : n.align === 'left' ? p.x : p.x - w,
          box: [number, number, number, number] = [x - 3, p.y - size, x + w + 3, p.y + 3];
        if (drawn.some(d => box[0] < d[2] && box[2] > d[0] && box[1] < d[3] && box[3] > d[1]))
          continue;
        drawn.push(box);
      }
      this.drawName(n, p, size);
    }
  }
  // A name with its halo is a picture too: strokes around letters cost most when their size changes
  // from frame to frame.
  protected widths = new Map<string, number>();
  protected drawName(n: Placed, p: P, size: number): void {
    const dk = this.dark,
      d = this.dpr,
      id = `"${n.rank}|${dk}|${n.text}`,
      spacing = n.rank === 1 ? 0.09 : n.rank === 5 ? 0.12 : 0;
    let em = this.widths.get(id);
    if (em === undefined) {
      this.c.font = nameFont(n.rank, 40);
      em = this.c.measureText(n.text).width / 40 + spacing * n.text.length;
      this.widths.set(id, em);
    }
    const w = (em + 0.6) * size,
      h = 1.6 * size,
      e = this.sprites.sprite(
        `${id}|${(size * d).toFixed(1)}`,
        w * d,
        c => {
          c.scale(d, d);
          c.font = nameFont(n.rank, size);
          c.lineJoin = 'round';
          if ('letterSpacing' in c) c.letterSpacing = `${spacing * size}px`;
          c.strokeStyle = rgba('inkHalo', dk);
          c.lineWidth = 0.27 * size;
          c.strokeText(n.text, 0.3 * size, 1.15 * size);
          c.fillStyle = rgba(n.rank === 4 ? 'hillText' : 'ink', dk, n.rank === 5 ? 0.75 : 1);
          c.fillText(n.text, 0.3 * size, 1.15 * size);
        },
        id,
        h * d,
      );
    if (n.triangle) this.triangle(n.triangle);
    if (!e) return;
    const x =
        p.x -
        0.3 * size -
        (n.align === 'center'
          ? (em * size) / 2
          : n.align === 'right' || n.align === 'end'
            ? em * size
            : 0),
      y = p.y - 1.15 * size;
    this.c.drawImage(e, Math.round(x * d) / d, Math.round(y * d) / d, w, h);
  }
  protected triangle([x, y, tr]: [number, number, number]): void {
    const c = this.c,
      q = this.screen(pt(x, y)),
      k = tr * this.cam.r;
    c.beginPath();
    c.moveTo(q.x - k, q.y + k * 0.8);
    c.lineTo(q.x + k, q.y + k * 0.8);
    c.lineTo(q.x, q.y - k);
    c.closePath();
    c.strokeStyle = rgba('inkHalo', this.dark);
    c.lineWidth = 0.08 * this.cam.r;
    c.stroke();
    c.fillStyle = rgba('hillText', this.dark);
    c.fill();
  }
  // Placing names takes longer than a frame has on a large board: one level at a time, between
  // frames, the one in use first.
  protected naming = 0;
  protected nameSoon(): void {
    if (this.naming) return;
    this.naming = setTimeout(() => {
      this.naming = 0;
      const all: Level[] = [this.level, 'mid', 'far', 'near'],
        level = all.find(l => !this.names.has(l));
      if (!level || !this.board) return;
      this.names.set(
        level,
        placeNames(
          this.board,
          level,
          this.node,
          new Map(this.stacks.map(s => [s.hex, s.count])),
          new Set((this.view?.marks ?? []).map(m => this.board.find(m.hex)).filter(i => i >= 0)),
        ),
      );
      this.touch();
      this.nameSoon();
    }, 12);
  }
  protected spriteSize(css: number): number {
    return Math.round(css * this.dpr);
  }
  protected put(u: Unit, x: number, y: number, css: number, bodyOnly = false): void {
    const s = this.spriteSize(css),
      e = this.sprites.of(u, s, css, bodyOnly),
      m = css * 0.56;
    if (!e) {
      // not made yet: its colour, for a frame
      this.c.fillStyle = sideColour(this.sprites.counter(u)?.side ?? u.side ?? '');
      this.c.fillRect(x - css / 2, y - css / 2, css, css);
      return;
    }
    this.c.drawImage(e, x - m, y - m, css * 1.12, css * 1.12);
  }
  protected drawStacks(now: number): void {
    const side = this.counterSide(),
      r = this.cam.r,
      step = 0.052 * r;
    for (const [id, g] of this.glides) if (now - g.start > g.ms) this.glides.delete(id);
    for (const st of this.stacks) {
      const at = this.screen(this.board.hex[st.hex].at);
      if (at.x < -side || at.y < -side || at.x > this.w + side || at.y > this.h + side) continue;
      const units = this.ordered(st).filter(
        u => u.id !== this.scene.lifted && !this.glides.has(u.id),
      );
      if (!units.length) continue;
      const lifted = st.units.some(u => u.id === this.scene.lifted);
      this.drawStack(units, st.count - (st.units.length - units.length), at, side, step, lifted);
    }
    for (const [id, g] of this.glides) {
      const u = this.view?.units.find(x => x.id === id);
      if (!u || id === this.scene.lifted) continue;
      const p = this.screen(along(g.from, ease(Math.min(1, (now - g.start) / g.ms))));
      this.put(u, p.x, p.y, side);
    }
  }
  protected drawStack(
    units: Unit[],
    count: number,
    at: P,
    side: number,
    step: number,
    under: boolean,
  ): void {
    const c = this.c,
      first = units[0];
    const most = this.level === 'far' ? 2 : 4; // far off one edge says as much as three
    let shown = Math.min(most, units.length);
    if (units.length === 1 && (first.count ?? 1) > 1) shown = Math.min(most, first.count!);
    const tx = at.x - (step * (shown - 1)) / 2,
      ty = at.y - (step * (shown - 1)) / 2;
    for (let i = shown - 1; i > 0; i--)
      this.put(units[Math.min(i, units.length - 1)], tx + step * i, ty + step * i, side, true);
    this.put(first, tx, ty, side);
    if (units.every(u => this.scene.dim.has(u.id))) this.veil(tx, ty, side, step, shown);
    if (this.scene.hot.size && !under && units.some(u => this.scene.hot.has(u.id))) {
      c.strokeStyle = rgba('focus', this.dark, 0.9);
      c.lineWidth = Math.max(1.5, 0.035 * this.cam.r);
      c.setLineDash([0.1 * this.cam.r, 0.07 * this.cam.r]);
      c.beginPath();
      c.roundRect(tx - side * 0.54, ty - side * 0.54, side * 1.08, side * 1.08, side * 0.1);
      c.stroke();
      c.setLineDash([]);
    }
    if (units.some(u => this.scene.selected.has(u.id))) this.ring(tx, ty, side, 0.028, 0.05);
    if (count > 1)
      this.pill(tx + side / 2 + step * (shown - 1), ty + side / 2 + step * (shown - 1), count);
    this.badges(first, tx, ty, side);
    const shot = units.map(u => this.scene.shots.get(u.id)).find(n => n !== undefined);
    if (shot !== undefined)
      this.disc(
        tx - side * 0.5,
        ty + side * 0.42,
        String(shot),
        colour('focus', this.dark),
        '#fff',
      );
  }
  // Who has acted pales. A veil over the stack: counters that let through would show each other.
  private veil(x: number, y: number, side: number, step: number, shown: number): void {
    const c = this.c;
    c.beginPath();
    for (let i = 0; i < shown; i++)
      c.roundRect(x - side / 2 + step * i, y - side / 2 + step * i, side, side, side * 0.06);
    c.fillStyle = rgba('paper', this.dark, 0.5);
    c.fill();
  }
  protected disc(x: number, y: number, text: string, fill: string, ink: string): void {
    const c = this.c,
      q = Math.max(9, 0.15 * this.cam.r);
    c.beginPath();
    c.arc(x, y, q, 0, 6.2832);
    c.fillStyle = fill;
    c.fill();
    c.strokeStyle = '#fff';
    c.lineWidth = 2;
    c.stroke();
    c.fillStyle = ink;
    c.textAlign = 'center';
    c.font = `700 ${q * 1.35}px ${FONT}`;
    c.fillText(text, x, y + q * 0.46);
  }
  protected pill(x: number, y: number, n: number): void {
    const c = this.c,
      q = 0.1175 * this.cam.r * (this.level === 'far' ? 1.2 : 1);
    if (q < 3.2) return;
    c.beginPath();
    c.arc(x, y - q * 0.3, q, 0, 6.2832);
    c.fillStyle = '#1c1a14';
    c.fill();
    c.strokeStyle = '#fff';
    c.lineWidth = q * 0.16;
    c.stroke();
    c.fillStyle = '#fff';
    c.textAlign = 'center';
    c.font = `700 ${(q * 1.45).toFixed(1)}px ${FONT}`;
    c.fillText(String(n), x, y + q * 0.2);
  }
  protected ring(x: number, y: number, side: number, white: number, blue: number): void {
    const c = this.c,
      r = this.cam.r;
    c.lineJoin = 'round';
    c.strokeStyle = '#fff';
    c.lineWidth = (white * 2 + blue) * r + 2;
    c.beginPath();
    c.roundRect(x - side * 0.53, y - side * 0.53, side * 1.06, side * 1.06, side * 0.09);
    c.stroke();
    c.strokeStyle = colour('focus', this.dark);
    c.lineWidth = Math.max(2, blue * r);
    c.stroke();
  }
  protected badges(u: Unit, x: number, y: number, side: number): void {
    const size = 0.29 * this.cam.r * (this.level === 'far' ? 1.15 : 1),
      corner = [
        [-0.5, -0.5],
        [0.5, -0.5],
        [-0.5, 0.36],
        [0, -0.56],
      ];
    if (size < 6) return;
    let shown = 0,
      taken = -1,
      faced = false;
    const turn = this.sprites.turnOf(u);
    for (const word of u.marks ?? []) {
      const m = this.sprites.markOf(word);
      if (!m || !m.mark.badge || shown > 3) continue;
      const right = m.mark.shape === 'ring' || m.mark.shape === 'pentagon',
        place = shown === 0 && right ? 1 : shown === 1 && taken === 1 ? 0 : shown;
      taken = place;
      faced ||= m.mark.shape === 'pentagon';
      const e = this.sprites.badge(m.letter, m.mark.shape, turn, Math.round(size * this.dpr)),
        w = size * 1.4;
      if (e)
        this.c.drawImage(
          e,
          x + corner[place][0] * side - w / 2,
          y + corner[place][1] * side - w / 2,
          w,
          w,
        );
      shown++;
    }
    if (u.facing !== undefined && u.facing >= 0 && !faced) {
      const c = this.c;
      c.save();
      c.translate(x, y);
      c.rotate((turn * Math.PI) / 180);
      c.beginPath();
      c.moveTo(0, -side * 0.74);
      c.lineTo(side * 0.12, -side * 0.55);
      c.lineTo(-side * 0.12, -side * 0.55);
      c.closePath();
      c.fillStyle = '#3a372e';
      c.fill();
      c.strokeStyle = '#fff';
      c.lineWidth = 1;
      c.stroke();
      c.restore();
    }
  }
  protected drawMarks(): void {
    // objectives and whatever else the view puts on hexes
    const used = new Map<number, number>(),
      spot = [
        [0.64, 0],
        [-0.64, 0],
        [0.34, 0.6],
        [-0.34, 0.6],
        [-0.34, -0.56],
        [0.34, -0.56],
      ];
    for (const m of this.view?.marks ?? []) {
      const i = this.board.find(m.hex),
        mark = this.sprites.marks.get(m.mark.split(':')[0]);
      if (i < 0 || !mark?.badge || SCENERY.includes(m.mark)) continue;
      const n = used.get(i) ?? 0,
        p = this.board.hex[i].at,
        at = this.screen(pt(p.x + spot[n % 6][0], p.y + spot[n % 6][1]));
      used.set(i, n + 1);
      if (at.x < -40 || at.y < -40 || at.x > this.w + 40 || at.y > this.h + 40) continue;
      const s = 0.27 * this.cam.r * (this.level === 'far' ? 1.25 : 1),
        e = this.sprites.objective(
          mark.badge,
          m.side,
          mark.id.startsWith('objective') || mark.id.startsWith('vp'),
          mark.shape,
          Math.round(s * this.dpr),
        ),
        w = s * 1.3;
      if (e) this.c.drawImage(e, at.x - w / 2, at.y - w / 2, w, w);
    }
  }
  protected drawLifted(now: number): void {
    const id = this.scene.lifted,
      u = id ? this.view?.units.find(x => x.id === id) : null,
      hex = u ? this.board.find(u.at) : -1;
    if (!u || hex < 0) return;
    const r = this.cam.r,
      side = this.counterSide() * 1.06,
      g = this.glides.get(u.id);
    const at = this.screen(
        g ? along(g.from, ease(Math.min(1, (now - g.start) / g.ms))) : this.board.hex[hex].at,
      ),
      c = this.c,
      x = at.x - 0.1 * r,
      y = at.y - 0.2 * r;
    c.fillStyle = 'rgba(20,14,4,.28)';
    c.beginPath();
    c.roundRect(
      x - side * 0.5 + 0.1 * r,
      y - side * 0.5 + 0.14 * r,
      side * 1.04,
      side * 1.04,
      side * 0.1,
    );
    c.fill();
    this.ring(x, y, side, 0.045, 0.055);
    this.put(u, x, y, side);
    const st = this.stackAt.get(this.board.hex[hex].same);
    if (st && st.count > 1) this.pill(x + side * 0.5, y + side * 0.5, st.count);
    this.badges(u, x, y, side);
  }
  protected drawFan(): void {
    if (!this.fan) return;
    const c = this.c,
      [x, y, w, h] = this.fan.box;
    c.fillStyle = rgba('card', this.dark, 0.94);
    c.strokeStyle = rgba('mapEdge', this.dark);
    c.lineWidth = 1;
    c.shadowColor = 'rgba(0,0,0,.3)';
    c.shadowBlur = 14;
    c.shadowOffsetY = 4;
    c.beginPath();
    c.roundRect(x, y, w, h, 10);
    c.fill();
    c.shadowColor = 'transparent';
    c.shadowBlur = 0;
    c.shadowOffsetY = 0;
    c.stroke();
    for (const k of this.fan.cells) {
      if (this.scene.selected.has(k.unit.id)) {
        c.strokeStyle = colour('focus', this.dark);
        c.lineWidth = 4;
        c.beginPath();
        c.roundRect(k.x - k.s * 0.55, k.y - k.s * 0.55, k.s * 1.1, k.s * 1.1, 6);
        c.stroke();
      }
      this.put(k.unit, k.x, k.y, k.s);
      if (this.scene.hot.has(k.unit.id)) {
        c.strokeStyle = colour('focus', this.dark);
        c.lineWidth = 2;
        c.setLineDash([5, 4]);
        c.beginPath();
        c.roundRect(k.x - k.s * 0.54, k.y - k.s * 0.54, k.s * 1.08, k.s * 1.08, 6);
        c.stroke();
        c.setLineDash([]);
      }
    }
  }
}
const ease = (t: number) => 1 - (1 - Math.max(0, t)) ** 2;
function along(p: P[], t: number): P {
  const k = t * (p.length - 1),
    i = Math.min(p.length - 2, Math.floor(k));
  return mix(p[i], p[i + 1], k - i);
}
