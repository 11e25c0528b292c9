// What the page and the artist both know of the map: the board, the view with its stacks, and where
// they lie on the canvas. The page moves the camera and asks what lies under a pointer; the artist,
// in a worker, draws.
import type { BoardDoc, Unit, View } from '../doc';
import { Sprites, isTile } from '../counter';
import { type P, pt } from '../geom';
import { Board } from '../model';
import type { Level } from '../names';
import { type Fan, type Stack, emptyScene } from './scene';

export abstract class Sheet {
  board!: Board;
  view: View | null = null;
  sprites!: Sprites;
  scene = emptyScene();
  cam = { x: 0, y: 0, r: 40 };
  dark = false;
  stacks: Stack[] = [];
  stackAt = new Map<number, Stack>();
  fan: Fan | null = null;
  protected dpr = 1;
  protected w = 0;
  protected h = 0;
  get level(): Level {
    return this.cam.r < 36 ? 'far' : this.cam.r < 78 ? 'mid' : 'near';
  }
  screen(p: P): P {
    return pt(
      (p.x - this.cam.x) * this.cam.r + this.w / 2,
      (p.y - this.cam.y) * this.cam.r + this.h / 2,
    );
  }
  world(x: number, y: number): P {
    return pt(
      (x - this.w / 2) / this.cam.r + this.cam.x,
      (y - this.h / 2) / this.cam.r + this.cam.y,
    );
  }
  counterSide(): number {
    return this.cam.r * (this.level === 'far' ? 1.16 : this.level === 'mid' ? 1.04 : 1);
  }
  protected takeBoard(doc: BoardDoc, view: View | null): void {
    this.board = new Board(doc, view?.terrain ?? []);
    this.sprites = new Sprites(doc.counters, doc.marks, this.board.pointy);
  }
  protected takeView(view: View): void {
    this.view = view;
    this.stacks = [];
    this.stackAt.clear();
    for (const u of view.units) {
      const hex = this.board.find(u.at);
      if (hex < 0) continue;
      const place = this.board.hex[hex].same;
      let s = this.stackAt.get(place);
      if (!s) {
        s = { hex: place, units: [], count: 0 };
        this.stackAt.set(place, s);
        this.stacks.push(s);
      }
      s.units.push(u);
      s.count += u.count && u.count > 1 ? u.count : 1;
    }
    const last = (u: Unit): number => (isTile(this.sprites.counter(u)) ? 1 : 0);
    for (const s of this.stacks) s.units.sort((a, b) => last(a) - last(b));
    this.stacks.sort((a, b) => this.board.hex[a.hex].at.y - this.board.hex[b.hex].at.y);
  }
  protected ordered(s: Stack): Unit[] {
    // what is selected lies on top
    const sel = this.scene.selected,
      top = this.scene.lifted,
      rank = (u: Unit): number => (u.id === top ? 2 : sel.has(u.id) ? 1 : 0);
    return sel.size || top ? [...s.units].sort((a, b) => rank(b) - rank(a)) : s.units;
  }
}
