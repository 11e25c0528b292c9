// The board on its canvas: what a view changes, the frame, gestures. It draws what the scene says and reports taps; it decides
// nothing. Below it, each on the one before: map/camera, map/tiles, map/overlays, map/counters.
import type { BoardDoc, Side, Unit, View } from './doc';
import { Sprites } from './counter';
import { Board } from './model';
import { type P, mix, pt } from './geom';
import { colour } from './tokens';
import { Counters } from './map/counters';
import { type MapEvents, TILE } from './map/scene';

export { type Arrow, type Hit, type MapEvents, type ReachMark, type Scene, emptyScene } from './map/scene';

export class MapView extends Counters {
  private dirty = true;
  private running = false;
  constructor(canvas: HTMLCanvasElement, ev: MapEvents) {
    super(canvas, ev);
    this.c = canvas.getContext('2d', { alpha: false })!;
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.gestures();
    this.resize();
  }
  setBoard(doc: BoardDoc, view: View | null): void {
    this.board = new Board(doc, view?.terrain ?? []);
    this.sprites = new Sprites(doc.counters, doc.marks);
    this.terrain = JSON.stringify(view?.terrain ?? []);
    for (const t of this.tiles.values()) t.bitmap.close();
    this.tiles.clear();
    this.base?.bitmap.close();
    this.base = null;
    this.names.clear();
    this.node = null;
    this.control = controlOf(view);
    this.post({ kind: 'board', board: doc, changes: view?.terrain ?? [], control: view?.control ?? [], version: ++this.version });
    this.wantBase();
    this.touch();
  }
  setView(view: View, paths?: Map<string, string[]>): void {
    const old = this.view;
    this.view = view;
    const changes = JSON.stringify(view.terrain);
    if (changes !== this.terrain) {
      this.terrain = changes;
      this.board = new Board(this.board.doc, view.terrain);
      this.post({ kind: 'board', board: this.board.doc, changes: view.terrain, control: view.control, version: ++this.version });
      this.control = controlOf(view);
      this.wantBase();
    } else this.newControl(view);
    this.board.setControl(view);
    this.stacks = [];
    this.stackAt.clear();
    for (const u of view.units) {
      const hex = this.board.find(u.at);
      if (hex < 0) continue;
      const place = this.board.hex[hex].same;
      let s = this.stackAt.get(place);
      if (!s) { s = { hex: place, units: [], count: 0 }; this.stackAt.set(place, s); this.stacks.push(s); }
      s.units.push(u);
      s.count += u.count && u.count > 1 ? u.count : 1;
    }
    for (const s of this.stacks) s.units.sort((a, b) => tileLast(this.sprites, a) - tileLast(this.sprites, b));
    this.stacks.sort((a, b) => this.board.hex[a.hex].at.y - this.board.hex[b.hex].at.y);
    if (old && !this.still && old.game === view.game) {
      const was = new Map(old.units.map(u => [u.id, u.at]));
      for (const u of view.units) {
        const from = was.get(u.id);
        if (u.id.startsWith('?') || !from || from === u.at) continue;
        const way = paths?.get(u.id) ?? [from, u.at], p = way.map(h => this.board.at(h)).filter((x): x is P => !!x);
        if (p.length > 1) this.glides.set(u.id, { from: p, start: performance.now(), ms: Math.min(500, 160 + 40 * p.length) });
      }
    }
    this.names.clear();
    if (this.fan && !this.stackAt.has(this.fan.hex)) this.fan = null;
    this.small = null;
    this.touch();
    this.wantTiles();
    this.drawOverview();
  }
  private newControl(view: View): void {
    const now = controlOf(view), changed: P[] = [];
    for (const [h, s] of now) if (this.control.get(h) !== s) { const p = this.board.at(h); if (p) changed.push(p); }
    for (const h of this.control.keys()) if (!now.has(h)) { const p = this.board.at(h); if (p) changed.push(p); }
    if (!changed.length) return;
    this.control = now;
    this.post({ kind: 'control', control: view.control, version: ++this.version });
    for (const t of this.tiles.values()) { // only tiles that show a changed hex are old
      const x0 = t.i * TILE / t.px, y0 = t.j * TILE / t.px, s = TILE / t.px;
      const old = changed.some(p => p.x > x0 - 2.2 && p.x < x0 + s + 2.2 && p.y > y0 - 2.2 && p.y < y0 + s + 2.2);
      if (!old) t.version = this.version;
    }
    this.wanted = '';
    this.wantBase();
  }
  setDark(dark: boolean): void { this.dark = dark; this.small = null; this.tiles.clear(); this.base = null; this.wanted = ''; this.wantBase(); this.wantTiles(); this.touch(); }
  resize(): void {
    const r = this.canvas.getBoundingClientRect();
    if (!r.width) return;
    this.dpr = Math.min(3, window.devicePixelRatio || 1);
    this.w = r.width;
    this.h = r.height;
    this.canvas.width = Math.round(r.width * this.dpr);
    this.canvas.height = Math.round(r.height * this.dpr);
    this.touch();
    this.wantTiles();
  }
  protected changed(): void { this.hold(); this.wantTiles(); this.touch(); this.ev.moved(); this.drawOverview(); }
  touch(): void {
    this.dirty = true;
    if (this.running) return;
    this.running = true;
    requestAnimationFrame(t => this.frame(t));
  }
  private frame(now: number): void {
    const start = performance.now();
    this.running = false;
    if (this.goal) {
      const g = this.goal, t = Math.max(0, Math.min(1, (now - g.start) / 150)), e = 1 - (1 - t) ** 3, r = g.from.r * (g.r / g.from.r) ** e;
      // the fixed point of the zoom stays where it is
      const k = g.r === g.from.r ? e : (1 / r - 1 / g.from.r) / (1 / g.r - 1 / g.from.r);
      this.cam = { r, x: g.from.x + (g.x - g.from.x) * k, y: g.from.y + (g.y - g.from.y) * k };
      if (t >= 1) { this.cam = { x: g.x, y: g.y, r: g.r }; this.goal = null; this.zoomedAt = 0; this.changed(); }
      this.dirty = true;
    }
    if (this.dirty && this.board) {
      this.dirty = false;
      this.draw(now);
      this.stats.push(performance.now() - start);
      if (this.stats.length > 2000) this.stats.shift();
    }
    if (this.goal || this.glides.size) this.touch();
    else if (this.sprites?.hungry) this.feedSoon();
  }
  // Sprites of a new size are made between frames, a few at a time; then one frame shows them.
  private feeding = 0;
  private feedSoon(): void {
    if (this.feeding) return;
    this.feeding = window.setTimeout(() => { this.feeding = 0; if (this.goal || this.pinch || !this.sprites.feed(3)) this.touch(); else this.feedSoon(); }, 6);
  }
  private draw(now: number): void {
    const c = this.c, d = this.dpr;
    this.clock++;
    this.sprites.begin(this.goal || this.pinch || this.stacks.length > 150 ? 0 : 2);
    c.setTransform(d, 0, 0, d, 0, 0);
    c.globalAlpha = 1;
    c.fillStyle = colour('offMap', this.dark);
    c.fillRect(0, 0, this.w, this.h);
    c.imageSmoothingQuality = 'low'; // better ones build smaller copies of every image they shrink
    c.imageSmoothingEnabled = !(this.goal && this.goal.r !== this.goal.from.r) && !this.pinch; // in the middle of a zoom nobody sees the difference, but it costs
    this.takeTiles();
    this.drawTiles();
    this.drawFlat();
    this.drawLayer(now);
    this.drawUpper();
    if (!this.scene.hidden) { this.drawLifted(now); this.drawFan(); }
  }
  private gestures(): void {
    const el = this.canvas, down = new Map<number, { x: number; y: number }>();
    let moved = false, startX = 0, startY = 0, long = 0, gap = 0, hoverTimer = 0, hoverHex = -1, wasPinch = false;
    const local = (e: PointerEvent | WheelEvent): P => { const r = el.getBoundingClientRect(); return pt(e.clientX - r.left, e.clientY - r.top); };
    el.addEventListener('pointerdown', e => {
      if (e.button > 0) return;
      try { el.setPointerCapture(e.pointerId); } catch { /* the pointer is already gone */ }
      const p = local(e);
      down.set(e.pointerId, p);
      this.goal = null;
      if (down.size === 1) {
        moved = false;
        wasPinch = false;
        startX = p.x;
        startY = p.y;
        clearTimeout(long);
        long = window.setTimeout(() => { if (down.size === 1 && !moved) { moved = true; this.ev.inspect(this.board.hexAt(this.world(startX, startY))); } }, 550);
      } else { wasPinch = true; this.pinch = true; const [a, b] = [...down.values()]; gap = Math.hypot(a.x - b.x, a.y - b.y); clearTimeout(long); }
    });
    el.addEventListener('pointermove', e => {
      const p = local(e), was = down.get(e.pointerId);
      if (!was) { this.hover(p, hoverHex, t => { clearTimeout(hoverTimer); hoverTimer = t; }, h => { hoverHex = h; }); return; }
      if (down.size === 1) {
        if (!moved && Math.hypot(p.x - startX, p.y - startY) < (e.pointerType === 'mouse' ? 5 : 10)) return;
        moved = true;
        clearTimeout(long);
        this.closeFan();
        this.cam.x -= (p.x - was.x) / this.cam.r;
        this.cam.y -= (p.y - was.y) / this.cam.r;
        down.set(e.pointerId, p);
        this.changed();
      } else if (down.size === 2) {
        const [a0, b0] = [...down.values()], m0 = mix(a0, b0, .5);
        down.set(e.pointerId, p);
        const [a, b] = [...down.values()], g = Math.hypot(a.x - b.x, a.y - b.y), m = mix(a, b, .5), w = this.world(m0.x, m0.y);
        this.cam.r = this.clampR(this.cam.r * g / Math.max(20, gap));
        gap = g;
        this.cam.x = w.x - (m.x - this.w / 2) / this.cam.r;
        this.cam.y = w.y - (m.y - this.h / 2) / this.cam.r;
        this.zoomedAt = performance.now();
        this.hold();
        this.touch();
      }
    });
    const up = (e: PointerEvent) => {
      clearTimeout(long);
      const had = down.delete(e.pointerId);
      if (!had) return;
      if (down.size === 0 && this.pinch) { this.pinch = false; this.zoomedAt = 0; this.changed(); }
      if (e.type === 'pointerup' && !moved && !wasPinch && down.size === 0) this.tap(local(e), e);
    };
    el.addEventListener('pointerup', up);
    el.addEventListener('pointercancel', up);
    el.addEventListener('pointerleave', () => { clearTimeout(hoverTimer); hoverHex = -1; this.ev.hover(-1, null); });
    el.addEventListener('contextmenu', e => { e.preventDefault(); const p = pt(e.clientX - el.getBoundingClientRect().left, e.clientY - el.getBoundingClientRect().top); this.ev.inspect(this.board.hexAt(this.world(p.x, p.y))); });
    el.addEventListener('wheel', e => {
      e.preventDefault();
      const unit = e.deltaMode === 1 ? 30 : 1;
      if (e.shiftKey && !e.ctrlKey) { this.cam.x += e.deltaY * unit / this.cam.r; this.changed(); return; }
      this.closeFan();
      this.zoomBy(Math.exp(-Math.max(-240, Math.min(240, e.deltaY * unit)) * (e.ctrlKey ? .006 : .0022)), local(e));
    }, { passive: false });
  }
  private hover(p: P, last: number, timer: (t: number) => void, set: (h: number) => void): void {
    if (!this.board) return;
    if (this.fan) {
      const [x, y, w, h] = this.fan.box, at = this.screen(this.board.hex[this.fan.hex].at), s = this.counterSide() * .8;
      const onFan = p.x > x - 14 && p.x < x + w + 14 && p.y > y - 14 && p.y < y + h + 14, onHex = Math.hypot(p.x - at.x, p.y - at.y) < s;
      const corridor = p.x > Math.min(x, at.x - s) && p.x < Math.max(x + w, at.x + s) && p.y > Math.min(y, at.y) && p.y < Math.max(y + h, at.y + s) && Math.abs(p.x - at.x) < w;
      if (onFan || onHex || corridor) { const k = this.fan.cells.find(q => Math.abs(q.x - p.x) < q.s / 2 && Math.abs(q.y - p.y) < q.s / 2); this.ev.hover(this.fan.hex, k?.unit.id ?? null); return; }
      this.closeFan();
    }
    const hex = this.board.hexAt(this.world(p.x, p.y));
    if (hex === last) return;
    set(hex);
    this.ev.hover(hex, null);
    const st = hex >= 0 ? this.stackAt.get(this.board.hex[hex].same) : undefined;
    timer(st && st.units.length > 1 && !this.scene.hidden ? window.setTimeout(() => this.openFan(this.board.hex[hex].same), 420) : 0);
  }
  private tap(p: P, e: PointerEvent): void {
    if (!this.board) return;
    const touch = e.pointerType !== 'mouse';
    if (this.fan) {
      const k = this.fan.cells.find(q => Math.abs(q.x - p.x) < q.s / 2 && Math.abs(q.y - p.y) < q.s / 2), [x, y, w, h] = this.fan.box;
      if (k) { this.ev.tap({ hex: this.fan.hex, unit: k.unit.id, side: null, touch, shift: e.shiftKey }); return; }
      if (p.x > x && p.x < x + w && p.y > y && p.y < y + h) return;
    }
    const q = this.world(p.x, p.y), hex = this.board.hexAt(q);
    let side: [number, number] | null = null;
    if (hex >= 0) {
      let best = .26;
      this.board.hex[hex].next.forEach(n => { if (n < 0) return; const m = mix(this.board.hex[hex].at, this.board.hex[n].at, .5), d = Math.hypot(m.x - q.x, m.y - q.y); if (d < best) { best = d; side = [hex, n]; } });
    }
    this.ev.tap({ hex, unit: null, side, touch, shift: e.shiftKey });
  }
}

const tileLast = (s: Sprites, u: Unit): number => { const k = s.counter(u); return k && k.symbol === 'static' && !k.faces[0]?.figures.length ? 1 : 0; };
function controlOf(v: View | null): Map<string, string> {
  const m = new Map<string, string>();
  for (const [side, hexes] of v?.control ?? []) for (const h of hexes) m.set(h, side as Side);
  return m;
}
