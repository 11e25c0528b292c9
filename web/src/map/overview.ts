// The small pictures of the whole board, on the page: the overview map and what the hand-over
// shows.
import { type P, pt } from '../geom';
import { colour } from '../tokens';
import { Camera } from './camera';
import type { Small } from './scene';

export abstract class Overview extends Camera {
  overview: HTMLCanvasElement | null = null;
  protected small: Small | null = null; // painted by the artist
  onSmall: (() => void) | null = null;
  snapshotPlace(w: number, h: number, pts: P[]): (p: P) => P {
    const b = this.board.box,
      all = pts.length ? pts : [pt(b.x0, b.y0), pt(b.x1, b.y1)];
    const x0 = Math.min(...all.map(p => p.x)) - 2.5,
      x1 = Math.max(...all.map(p => p.x)) + 2.5,
      y0 = Math.min(...all.map(p => p.y)) - 2.5,
      y1 = Math.max(...all.map(p => p.y)) + 2.5;
    // no nearer than the small picture is sharp
    const k = Math.min(w / (x1 - x0), h / (y1 - y0), 42);
    const keep = (at: number, lo: number, hi: number, room: number) =>
      // no more than there is of the board
      hi - lo > room ? Math.max(lo + room / 2, Math.min(hi - room / 2, at)) : (lo + hi) / 2;
    const cx = keep((x0 + x1) / 2, b.x0, b.x1, w / k),
      cy = keep((y0 + y1) / 2, b.y0, b.y1, h / k);
    return p => pt(w / 2 + (p.x - cx) * k, h / 2 + (p.y - cy) * k);
  }
  snapshot(c: CanvasRenderingContext2D, w: number, h: number, pts: P[]): void {
    c.fillStyle = colour('offMap', this.dark);
    c.fillRect(0, 0, w, h);
    if (!this.small) return;
    const at = this.snapshotPlace(w, h, pts),
      s = this.small.spec,
      a = at(pt(s.x, s.y)),
      b = at(pt(s.x + s.w, s.y + s.h));
    c.drawImage(this.small.bitmap, a.x, a.y, b.x - a.x, b.y - a.y);
  }
  protected drawOverview(): void {
    const e = this.overview;
    if (!e || !this.board || !this.w) return;
    const b = this.board.box,
      bw = b.x1 - b.x0,
      bh = b.y1 - b.y0,
      max = 168,
      k = Math.min(max / bw, max / bh),
      w = Math.round(bw * k),
      h = Math.round(bh * k),
      d = this.dpr;
    if (e.width !== w * d || e.height !== h * d) {
      e.width = w * d;
      e.height = h * d;
      e.style.width = `${w}px`;
      e.style.height = `${h}px`;
    }
    const c = e.getContext('2d')!;
    c.setTransform(1, 0, 0, 1, 0, 0);
    if (!this.under || this.under.width !== e.width || this.under.height !== e.height)
      this.under = this.underlay(e.width, e.height, k, d);
    c.drawImage(this.under, 0, 0);
    c.setTransform(d, 0, 0, d, 0, 0);
    const x0 = this.cam.x - this.w / 2 / this.cam.r,
      y0 = this.cam.y - this.h / 2 / this.cam.r;
    const f = this.free(),
      // all in sight: no overview needed
      whole = bw * this.cam.r <= f.w + 2 && bh * this.cam.r <= f.h + 2;
    if (e.parentElement) e.parentElement.style.display = whole ? 'none' : '';
    c.strokeStyle = '#fff';
    c.lineWidth = 3;
    c.strokeRect(
      (x0 - b.x0) * k,
      (y0 - b.y0) * k,
      (this.w / this.cam.r) * k,
      (this.h / this.cam.r) * k,
    );
    c.strokeStyle = colour('focus', false);
    c.lineWidth = 1.5;
    c.strokeRect(
      (x0 - b.x0) * k,
      (y0 - b.y0) * k,
      (this.w / this.cam.r) * k,
      (this.h / this.cam.r) * k,
    );
    e.onpointerdown = ev => {
      e.setPointerCapture(ev.pointerId);
      this.fromOverview(ev, k);
    };
    e.onpointermove = ev => {
      if (ev.buttons) this.fromOverview(ev, k);
    };
  }
  // Its ground and dots, kept until one of them changes: the camera moves far more often.
  protected under: OffscreenCanvas | null = null;
  private underlay(w: number, h: number, k: number, d: number): OffscreenCanvas {
    const e = new OffscreenCanvas(w, h),
      c = e.getContext('2d')!,
      b = this.board.box;
    c.setTransform(d, 0, 0, d, 0, 0);
    c.fillStyle = colour('paper', this.dark);
    c.fillRect(0, 0, w, h);
    if (this.small) {
      const s = this.small.spec;
      c.drawImage(this.small.bitmap, (s.x - b.x0) * k, (s.y - b.y0) * k, s.w * k, s.h * k);
    }
    for (const s of this.stacks) {
      const u = s.units[0],
        side = this.sprites.counter(u)?.side ?? u.side,
        p = this.board.hex[s.hex].at,
        q = Math.max(2, Math.min(4, 0.5 * k));
      c.fillStyle = side === 'german' ? (this.dark ? '#b9c6ab' : '#3c4736') : '#b4301c';
      if (side === 'german') c.fillRect((p.x - b.x0) * k - q, (p.y - b.y0) * k - q, 2 * q, 2 * q);
      else {
        c.beginPath();
        c.arc((p.x - b.x0) * k, (p.y - b.y0) * k, q * 1.1, 0, 6.2832);
        c.fill();
      }
    }
    return e;
  }
  private fromOverview(ev: PointerEvent, k: number): void {
    const b = this.board.box,
      r = this.overview!.getBoundingClientRect();
    this.goal = null;
    this.cam.x = b.x0 + (ev.clientX - r.left) / k;
    this.cam.y = b.y0 + (ev.clientY - r.top) / k;
    this.changed();
  }
}
