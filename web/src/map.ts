// The map as the page has it: camera, gestures, what lies under a pointer. It decides nothing, and
// it draws nothing but the overview: the canvas belongs to the artist (map/artist), a worker, which
// is told what changed, at most once a frame.
import { asset } from './asset';
import type { BoardDoc, Overlay, View } from './doc';
import { type P, mix, pt } from './geom';
import { Board } from './model';
import { Overview } from './map/overview';
import { type FromArtist, type MapEvents, type ToArtist, emptyScene } from './map/scene';

export {
  type Arrow,
  type Hit,
  type MapEvents,
  type ReachMark,
  type Scene,
  emptyScene,
} from './map/scene';

export class MapView extends Overview {
  private artist = new Worker(asset('artist.js'), { type: 'module' });
  private asleep = true;
  private newScene = false;
  private newCamera = false;
  private covered = false;
  private overlay: Overlay | null = null;
  private told = 0; // camera messages
  constructor(canvas: HTMLCanvasElement, ev: MapEvents) {
    super(canvas, ev);
    const off = canvas.transferControlToOffscreen();
    this.artist.onmessage = (e: MessageEvent<FromArtist>) => this.fromArtist(e.data);
    this.artist.postMessage(
      { kind: 'canvas', canvas: off, ground: asset('ground.js') } satisfies ToArtist,
      [off],
    );
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.gestures();
    this.resize();
  }
  close(): void {
    this.artist.terminate();
  }
  private post(m: ToArtist): void {
    this.artist.postMessage(m);
  }
  private fromArtist(m: FromArtist): void {
    if (m.kind === 'drawn') {
      if (m.n === this.told && !this.newScene && !this.newCamera)
        this.canvas.dataset.ground = 'whole';
      return;
    } // for whoever takes pictures
    this.small?.bitmap.close();
    this.small = m.small;
    this.under = null;
    this.drawOverview();
    this.onSmall?.();
  }
  setBoard(doc: BoardDoc, view: View | null): void {
    this.takeBoard(doc, view);
    this.post({ kind: 'board', board: doc, view });
    this.touch();
  }
  setView(view: View, paths?: Map<string, string[]>): void {
    if (JSON.stringify(view.terrain) !== JSON.stringify(this.view?.terrain ?? []))
      this.board = new Board(this.board.doc, view.terrain);
    this.board.setControl(view);
    this.takeView(view);
    this.covered = false;
    if (this.fan && !this.stackAt.has(this.fan.hex)) this.fan = null;
    this.under = null;
    this.post({ kind: 'view', view, paths, still: this.still });
    this.touch();
    this.drawOverview();
  }
  // Before the machine is handed over nothing of one side's view may be left on the canvas for the
  // other to see.
  blank(): void {
    this.canvas.title = '';
    this.covered = true;
    this.scene = emptyScene();
    this.fan = null;
    this.post({ kind: 'blank' });
  }
  setDark(dark: boolean): void {
    this.dark = dark;
    this.under = null;
    this.post({ kind: 'dark', dark });
    this.touch();
  }
  resize(): void {
    const r = this.canvas.getBoundingClientRect();
    if (!r.width) return;
    this.dpr = Math.min(3, window.devicePixelRatio || 1);
    this.w = r.width;
    this.h = r.height;
    this.newCamera = true;
    this.wake();
  }
  protected changed(): void {
    this.hold();
    this.newCamera = true;
    this.wake();
    this.ev.moved();
  }
  // The scene may have changed.
  touch(): void {
    this.newScene = true;
    this.wake();
  }
  protected wake(): void {
    if (!this.asleep) return;
    this.asleep = false;
    requestAnimationFrame(t => this.frame(t));
  }
  private frame(now: number): void {
    this.asleep = true;
    if (this.goal) {
      this.newCamera = true;
      if (this.approach(now)) this.changed();
      else this.wake();
    }
    if (!this.board || (!this.newScene && !this.newCamera)) return;
    if (this.newScene && !this.covered) this.postScene();
    if (this.newCamera) this.drawOverview();
    this.post({
      kind: 'camera',
      cam: this.cam,
      w: this.w,
      h: this.h,
      dpr: this.dpr,
      moving: !!this.goal,
      zooming: this.pinch || (!!this.goal && this.goal.r !== this.goal.from.r),
      n: ++this.told,
    });
    this.newScene = this.newCamera = false;
    if (this.canvas.dataset.ground !== 'part') this.canvas.dataset.ground = 'part';
  }
  private postScene(): void {
    // an overlay may name every hex: it goes only when it is another one
    const { overlay } = this.scene;
    if (overlay !== this.overlay) this.post({ kind: 'overlay', overlay: (this.overlay = overlay) });
    this.post({ kind: 'scene', scene: { ...this.scene, overlay: null }, fan: this.fan });
  }
  openFan(hex: number): void {
    const st = this.stackAt.get(hex);
    if (!st || st.units.length < 2) {
      this.closeFan();
      return;
    }
    const s = Math.max(52, Math.min(84, this.counterSide())),
      gap = s * 1.14,
      cols = Math.min(st.units.length, st.units.length > 8 ? 5 : 4),
      rows = Math.ceil(st.units.length / cols);
    const w = cols * gap + 10,
      hgt = rows * gap + 10,
      spot = this.fanSpot(hex, w, hgt);
    if (!spot) return;
    const { x, y } = spot;
    this.fan = {
      hex,
      box: [x, y, w, hgt],
      cells: this.ordered(st).map((unit, i) => ({
        unit,
        s,
        x: x + 5 + ((i % cols) + 0.5) * gap,
        y: y + 5 + (Math.floor(i / cols) + 0.5) * gap,
      })),
    };
    this.touch();
  }
  // Beside the stack, on a side where nothing can be clicked; null when there is none.
  private fanSpot(hex: number, w: number, hgt: number): P | null {
    const at = this.screen(this.board.hex[hex].at),
      f = this.free(),
      gap = this.counterSide() * 0.7 + 6,
      inX = Math.max(f.x + 4, Math.min(f.x + f.w - w - 4, at.x - w / 2)),
      inY = Math.max(f.y + 4, Math.min(f.y + f.h - hgt - 4, at.y - hgt / 2)),
      spots = [
        pt(inX, at.y - gap - hgt),
        pt(inX, at.y + gap),
        pt(at.x + gap, inY),
        pt(at.x - gap - w, inY),
      ];
    const inside = (p: P) =>
      p.x >= f.x && p.y >= f.y && p.x + w <= f.x + f.w && p.y + hgt <= f.y + f.h;
    return spots.find(p => inside(p) && !this.coversChoice(p, w, hgt, hex)) ?? null;
  }
  private coversChoice(p: P, w: number, hgt: number, own: number): boolean {
    const s = this.scene,
      r = this.cam.r * 0.8,
      units = this.stacks.filter(st => st.units.some(u => s.hot.has(u.id))).map(st => st.hex),
      hexes = [...(s.reach?.keys() ?? []), ...s.targets, ...s.places, ...(s.reach ? [] : units)];
    return hexes.some(i => {
      if (i === own) return false;
      const q = this.screen(this.board.hex[i].at);
      return q.x > p.x - r && q.x < p.x + w + r && q.y > p.y - r && q.y < p.y + hgt + r;
    });
  }
  closeFan(): void {
    if (this.fan) {
      this.fan = null;
      this.touch();
    }
  }
  private gestures(): void {
    const el = this.canvas,
      down = new Map<number, { x: number; y: number }>();
    let moved = false,
      carrying = false,
      startX = 0,
      startY = 0,
      long = 0,
      gap = 0,
      hoverTimer = 0,
      hoverHex = -1,
      wasPinch = false;
    const local = (e: PointerEvent | WheelEvent): P => {
      const r = el.getBoundingClientRect();
      return pt(e.clientX - r.left, e.clientY - r.top);
    };
    el.addEventListener('pointerdown', e => {
      if (e.button > 0) return;
      try {
        el.setPointerCapture(e.pointerId);
      } catch {
        /* the pointer is already gone */
      }
      const p = local(e);
      down.set(e.pointerId, p);
      this.goal = null;
      if (down.size === 1) {
        moved = false;
        wasPinch = false;
        startX = p.x;
        startY = p.y;
        carrying = this.ev.grab(this.board?.hexAt(this.world(p.x, p.y)) ?? -1);
        clearTimeout(long);
        long = window.setTimeout(() => {
          if (down.size === 1 && !moved) {
            moved = true;
            this.ev.inspect(this.board.hexAt(this.world(startX, startY)));
          }
        }, 550);
      } else {
        wasPinch = true;
        this.pinch = true;
        const [a, b] = [...down.values()];
        gap = Math.hypot(a.x - b.x, a.y - b.y);
        clearTimeout(long);
      }
    });
    el.addEventListener('pointermove', e => {
      const p = local(e),
        was = down.get(e.pointerId);
      if (!was) {
        this.hover(
          p,
          hoverHex,
          t => {
            clearTimeout(hoverTimer);
            hoverTimer = t;
          },
          h => {
            hoverHex = h;
          },
        );
        return;
      }
      if (down.size === 1) {
        if (!moved && Math.hypot(p.x - startX, p.y - startY) < (e.pointerType === 'mouse' ? 5 : 10))
          return;
        moved = true;
        clearTimeout(long);
        if (carrying) {
          this.ev.hover(this.board.hexAt(this.world(p.x, p.y)), null);
          down.set(e.pointerId, p);
          return;
        }
        this.panned = true;
        this.closeFan();
        this.cam.x -= (p.x - was.x) / this.cam.r;
        this.cam.y -= (p.y - was.y) / this.cam.r;
        down.set(e.pointerId, p);
        this.changed();
      } else if (down.size === 2) {
        const [a0, b0] = [...down.values()],
          m0 = mix(a0, b0, 0.5);
        down.set(e.pointerId, p);
        const [a, b] = [...down.values()],
          g = Math.hypot(a.x - b.x, a.y - b.y),
          m = mix(a, b, 0.5),
          w = this.world(m0.x, m0.y);
        this.cam.r = this.clampR((this.cam.r * g) / Math.max(20, gap));
        gap = g;
        this.cam.x = w.x - (m.x - this.w / 2) / this.cam.r;
        this.cam.y = w.y - (m.y - this.h / 2) / this.cam.r;
        this.changed();
      }
    });
    const up = (e: PointerEvent) => {
      clearTimeout(long);
      const had = down.delete(e.pointerId);
      if (!had) return;
      if (down.size === 0 && this.pinch) {
        this.pinch = false;
        this.changed();
      }
      if (e.type !== 'pointerup' || wasPinch || down.size > 0) return;
      if (!moved) this.tap(local(e), e);
      else if (carrying) this.ev.drop(this.board.hexAt(this.world(local(e).x, local(e).y)));
    };
    el.addEventListener('pointerup', up);
    el.addEventListener('pointercancel', up);
    el.addEventListener('pointerleave', () => {
      clearTimeout(hoverTimer);
      hoverHex = -1;
      this.ev.hover(-1, null);
    });
    el.addEventListener('contextmenu', e => {
      e.preventDefault();
      const p = pt(
        e.clientX - el.getBoundingClientRect().left,
        e.clientY - el.getBoundingClientRect().top,
      );
      this.ev.inspect(this.board.hexAt(this.world(p.x, p.y)));
    });
    el.addEventListener(
      'wheel',
      e => {
        e.preventDefault();
        const unit = e.deltaMode === 1 ? 30 : 1;
        if (e.shiftKey && !e.ctrlKey) {
          this.cam.x += (e.deltaY * unit) / this.cam.r;
          this.changed();
          return;
        }
        this.closeFan();
        this.zoomBy(
          Math.exp(-Math.max(-240, Math.min(240, e.deltaY * unit)) * (e.ctrlKey ? 0.006 : 0.0022)),
          local(e),
        );
      },
      { passive: false },
    );
  }
  private hover(p: P, last: number, timer: (t: number) => void, set: (h: number) => void): void {
    if (!this.board) return;
    if (this.fan) {
      const [x, y, w, h] = this.fan.box,
        at = this.screen(this.board.hex[this.fan.hex].at),
        s = this.counterSide() * 0.8;
      const onFan = p.x > x - 14 && p.x < x + w + 14 && p.y > y - 14 && p.y < y + h + 14,
        onHex = Math.hypot(p.x - at.x, p.y - at.y) < s;
      const corridor =
        p.x > Math.min(x, at.x - s) &&
        p.x < Math.max(x + w, at.x + s) &&
        p.y > Math.min(y, at.y) &&
        p.y < Math.max(y + h, at.y + s) &&
        Math.abs(p.x - at.x) < w;
      if (onFan || onHex || corridor) {
        const k = this.fan.cells.find(
          q => Math.abs(q.x - p.x) < q.s / 2 && Math.abs(q.y - p.y) < q.s / 2,
        );
        this.ev.hover(this.fan.hex, k?.unit.id ?? null);
        return;
      }
      this.closeFan();
    }
    const hex = this.board.hexAt(this.world(p.x, p.y));
    if (hex === last) return;
    set(hex);
    this.ev.hover(hex, null);
    const st = hex >= 0 ? this.stackAt.get(this.board.hex[hex].same) : undefined;
    timer(
      st && st.units.length > 1 && !this.scene.hidden
        ? window.setTimeout(() => this.openFan(this.board.hex[hex].same), 420)
        : 0,
    );
  }
  private tap(p: P, e: PointerEvent): void {
    if (!this.board) return;
    const touch = e.pointerType !== 'mouse';
    if (this.fan) {
      const k = this.fan.cells.find(
          q => Math.abs(q.x - p.x) < q.s / 2 && Math.abs(q.y - p.y) < q.s / 2,
        ),
        [x, y, w, h] = this.fan.box;
      if (k) {
        this.ev.tap({ hex: this.fan.hex, unit: k.unit.id, side: null, touch, shift: e.shiftKey });
        return;
      }
      const beside = p.x > x && p.x < x + w && p.y > y && p.y < y + h;
      if (beside) this.closeFan(); // the click goes through to the board
    }
    const q = this.world(p.x, p.y),
      hex = this.board.hexAt(q);
    let side: [number, number] | null = null;
    if (hex >= 0) {
      let best = 0.26;
      this.board.hex[hex].next.forEach(n => {
        if (n < 0) return;
        const m = mix(this.board.hex[hex].at, this.board.hex[n].at, 0.5),
          d = Math.hypot(m.x - q.x, m.y - q.y);
        if (d < best) {
          best = d;
          side = [hex, n];
        }
      });
    }
    this.ev.tap({ hex, unit: null, side, touch, shift: e.shiftKey });
  }
}
