// The ground, planned and painted away from the page's thread. In: a board, changes, tiles wanted.
// Out: bitmaps.
import type { BoardDoc, TerrainChange, View } from '../doc';
import { groundFonts, loadFonts } from '../fonts';
import { Board } from '../model';
import { Painter, type TileSpec } from './paint';
import { makePlan } from './plan';

export type ToGround =
  | {
      kind: 'board';
      board: BoardDoc;
      changes: TerrainChange[];
      control: View['control'];
      version: number;
    }
  | { kind: 'control'; control: View['control']; version: number }
  | { kind: 'want'; tiles: { key: string; spec: TileSpec }[] };
export type FromGround =
  | { kind: 'ready'; version: number; ms: number; node: { x: number; y: number }[] }
  | { kind: 'tile'; key: string; bitmap: ImageBitmap; version: number; ms: number };

let board: Board | null = null,
  painter: Painter | null = null,
  version = 0;
let queue: { key: string; spec: TileSpec }[] = [],
  busy = false;
const fonts = loadFonts(groundFonts);
const post = (m: FromGround, transfer: Transferable[] = []) =>
  (self as unknown as Worker).postMessage(m, transfer);

async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  await fonts;
  while (queue.length && painter) {
    const { key, spec } = queue.shift()!,
      start = performance.now();
    const canvas = new OffscreenCanvas(Math.round(spec.w * spec.px), Math.round(spec.h * spec.px)),
      c = canvas.getContext('2d', { alpha: false });
    if (!c) break;
    painter.paint(c, spec);
    const bitmap = canvas.transferToImageBitmap();
    post({ kind: 'tile', key, bitmap, version, ms: performance.now() - start }, [bitmap]);
    await new Promise(r => setTimeout(r)); // let newer wishes in
  }
  busy = false;
}

self.onmessage = (e: MessageEvent<ToGround>) => {
  const m = e.data;
  if (m.kind === 'board') {
    const start = performance.now();
    board = new Board(m.board, m.changes);
    board.setControl({ control: m.control });
    const plan = makePlan(board);
    painter = new Painter(board, plan);
    version = m.version;
    queue = [];
    post({ kind: 'ready', version, ms: performance.now() - start, node: plan.node });
  } else if (m.kind === 'control' && board && painter) {
    board.setControl({ control: m.control });
    painter.control();
    version = m.version;
  } else if (m.kind === 'want') {
    queue = m.tiles;
    void work();
  }
};
