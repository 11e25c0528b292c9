// The artist: draws the map's canvas in a worker, so that the page's own thread stays free for the
// player. In: what changed on the page. It draws when something did, ground first, and says when
// all that was asked for can be seen.
import type { Side, View } from '../doc';
import { artistFonts, loadFonts } from '../fonts';
import type { P } from '../geom';
import { Board } from '../model';
import { colour } from '../tokens';
import { Counters } from './counters';
import { type FromArtist, TILE, type ToArtist, emptyScene } from './scene';

class Artist extends Counters {
  private canvas!: OffscreenCanvas;
  private asleep = true;
  private n = 0;
  private lettered = false; // the typefaces are here
  private overlay = this.scene.overlay;
  hear(m: ToArtist): void {
    switch (m.kind) {
      case 'canvas':
        this.canvas = m.canvas;
        this.c = m.canvas.getContext('2d', { alpha: false })!;
        this.startGround(m.ground);
        void loadFonts(artistFonts).then(() => {
          this.lettered = true;
          this.touch();
        });
        return;
      case 'board':
        this.setBoard(m.board, m.view);
        break;
      case 'view':
        this.setView(m.view, m.paths, m.still);
        break;
      case 'overlay':
        this.overlay = m.overlay;
        break;
      case 'scene':
        this.scene = { ...m.scene, overlay: this.overlay };
        this.fan = m.fan;
        break;
      case 'camera': {
        const { cam, w, h, dpr, moving, zooming, n } = m;
        Object.assign(this, { cam, w, h, dpr, moving, zooming, n });
        this.wantTiles();
        break;
      }
      case 'dark':
        this.setDark(m.dark);
        break;
      case 'blank':
        this.view = null;
        this.stacks = [];
        this.stackAt.clear();
        this.glides.clear();
        this.fan = null;
        this.scene = emptyScene();
        this.layer = null;
    }
    this.touch();
  }
  protected tell(m: FromArtist): void {
    self.postMessage(m);
  }
  private setBoard(...[doc, view]: Parameters<Counters['takeBoard']>): void {
    this.takeBoard(doc, view);
    this.terrain = JSON.stringify(view?.terrain ?? []);
    this.forgetGround();
    this.names.clear();
    this.node = null;
    this.plan(view);
  }
  private plan(view: View | null): void {
    this.control = controlOf(view);
    this.post({
      kind: 'board',
      board: this.board.doc,
      changes: view?.terrain ?? [],
      control: view?.control ?? [],
      version: ++this.version,
    });
    this.wantBase();
  }
  private setView(view: View, paths: Map<string, string[]> | undefined, still: boolean): void {
    const old = this.view,
      changes = JSON.stringify(view.terrain);
    if (changes !== this.terrain) {
      this.terrain = changes;
      this.board = new Board(this.board.doc, view.terrain);
      this.plan(view);
    } else this.newControl(view);
    this.takeView(view);
    if (old && !still && old.game === view.game) {
      const was = new Map(old.units.map(u => [u.id, u.at]));
      for (const u of view.units) {
        const from = was.get(u.id);
        if (u.id.startsWith('?') || !from || from === u.at) continue;
        const way = paths?.get(u.id) ?? [from, u.at],
          p = way.map(h => this.board.at(h)).filter((x): x is P => !!x);
        if (p.length > 1)
          this.glides.set(u.id, {
            from: p,
            start: performance.now(),
            ms: Math.min(500, 160 + 40 * p.length),
          });
      }
    }
    this.names.clear();
    this.wantTiles();
  }
  private newControl(view: View): void {
    const now = controlOf(view),
      changed: P[] = [];
    for (const [h, s] of now)
      if (this.control.get(h) !== s) {
        const p = this.board.at(h);
        if (p) changed.push(p);
      }
    for (const h of this.control.keys())
      if (!now.has(h)) {
        const p = this.board.at(h);
        if (p) changed.push(p);
      }
    if (!changed.length) return;
    this.control = now;
    const before = this.version;
    this.post({ kind: 'control', control: view.control, version: ++this.version });
    for (const t of this.tiles.values()) {
      // only tiles that show a changed hex are old, and those that were so before
      const x0 = (t.i * TILE) / t.px,
        y0 = (t.j * TILE) / t.px,
        s = TILE / t.px;
      const old = changed.some(
        p => p.x > x0 - 2.2 && p.x < x0 + s + 2.2 && p.y > y0 - 2.2 && p.y < y0 + s + 2.2,
      );
      if (!old && t.version === before) t.version = this.version;
    }
    this.wantBase();
  }
  private setDark(dark: boolean): void {
    this.dark = dark;
    this.forgetGround();
    this.layer = null;
    this.wantBase();
  }
  touch(): void {
    if (!this.asleep || !this.c) return;
    this.asleep = false;
    requestAnimationFrame(t => this.frame(t));
  }
  private frame(now: number): void {
    this.asleep = true;
    if (!this.board || !this.w) return;
    this.fitCanvas();
    this.draw(now);
    if (this.glides.size) this.touch();
    else if (this.sprites.hungry) this.feedSoon();
    this.sayDrawn();
  }
  private fitCanvas(): void {
    // in the same breath as the drawing: a canvas of a new size is empty
    const w = Math.round(this.w * this.dpr),
      h = Math.round(this.h * this.dpr);
    if (this.canvas.width !== w) this.canvas.width = w;
    if (this.canvas.height !== h) this.canvas.height = h;
  }
  // Sprites of a new size are made between frames, a few at a time; then one frame shows them.
  private feeding = 0;
  private feedSoon(): void {
    if (this.feeding) return;
    this.feeding = setTimeout(() => {
      this.feeding = 0;
      if (this.moving || this.zooming || !this.sprites.feed(3)) this.touch();
      else this.feedSoon();
    }, 6);
  }
  private saying = 0;
  private sayDrawn(): void {
    clearTimeout(this.saying);
    const n = this.n,
      done =
        this.whole &&
        this.lettered &&
        !this.glides.size &&
        !this.sprites.hungry &&
        this.names.has(this.level);
    if (done)
      this.saying = setTimeout(() => {
        if (n === this.n && this.asleep) this.tell({ kind: 'drawn', n });
      }, 40);
  }
  private draw(now: number): void {
    const c = this.c,
      d = this.dpr;
    this.clock++;
    this.sprites.begin(this.moving || this.zooming || this.stacks.length > 150 ? 0 : 4);
    c.setTransform(d, 0, 0, d, 0, 0);
    c.globalAlpha = 1;
    c.fillStyle = colour('offMap', this.dark);
    c.fillRect(0, 0, this.w, this.h);
    c.imageSmoothingQuality = 'low'; // better ones build smaller copies of every image they shrink
    // in the middle of a zoom nobody sees the difference, but it costs
    c.imageSmoothingEnabled = !this.zooming;
    this.takeTiles();
    this.drawTiles();
    this.drawFlat();
    if (this.lettered) this.drawLayer(now);
    this.drawUpper();
    if (!this.scene.hidden && this.lettered) {
      this.drawLifted(now);
      this.drawFan();
    }
  }
}

function controlOf(v: View | null): Map<string, string> {
  const m = new Map<string, string>();
  for (const [side, hexes] of v?.control ?? []) for (const h of hexes) m.set(h, side as Side);
  return m;
}

const artist = new Artist();
self.onmessage = (e: MessageEvent<ToArtist>) => artist.hear(e.data);
