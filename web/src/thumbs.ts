// Pictures of the games for the lobby, drawn from their own boards by the same brush as the map.
// The page takes ready-made pictures (`node thumbs.mjs` makes them with this); it comes here only
// for a game that has none.
import { asset } from './asset';
import type { BoardDoc, Counter, Side } from './doc';
import { drawCounter } from './counter';
import { dice } from './geom';
import type { FromGround, ToGround } from './ground/worker';
import { Board } from './model';

export function drawThumb(canvas: HTMLCanvasElement, doc: BoardDoc, dark: boolean): Promise<void> {
  const w = new Worker(asset('ground.js'), { type: 'module' }),
    piece = pieceOf(doc);
  return document.fonts.load('700 20px "Barlow Condensed"').then(
    () =>
      new Promise(done => {
        w.onmessage = (e: MessageEvent<FromGround>) => {
          if (e.data.kind !== 'tile') return;
          paint(canvas, e.data.bitmap, piece);
          w.terminate();
          done();
        };
        const spec = {
          px: PX,
          x: piece.x,
          y: piece.y,
          w: canvas.width / PX,
          h: canvas.height / PX,
          dark,
          far: false,
          numbers: false,
        };
        const send = (m: ToGround) => w.postMessage(m);
        send({ kind: 'board', board: piece.board, changes: [], control: [], version: 1 });
        send({ kind: 'want', tiles: [{ key: 'thumb', spec }] });
      }),
  );
}
function paint(canvas: HTMLCanvasElement, ground: ImageBitmap, piece: Piece): void {
  const c = canvas.getContext('2d')!;
  c.drawImage(ground, 0, 0);
  for (const u of piece.units) {
    c.save();
    c.translate(u.x, u.y);
    c.scale(0.46, 0.46);
    drawCounter(c, { id: 'x', at: '' }, u.counter, 58);
    c.restore();
  }
}

const PX = 46;
interface Piece {
  board: BoardDoc;
  x: number;
  y: number;
  units: { x: number; y: number; counter: Counter }[];
}
// The terrain that most of these hexes have, and how many of them.
function most(hexes: BoardDoc['hexes']): [string, number] {
  const count = new Map<string, number>();
  for (const [, , , terrain] of hexes)
    for (const t of terrain) count.set(t, (count.get(t) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
}
// The most important name with something to see around it: more than houses, or more than woods.
function subject(doc: BoardDoc, all: Board): BoardDoc['labels'][0] | undefined {
  const names = [...doc.labels].sort((a, b) => a.rank - b.rank),
    [usual] = most(doc.hexes),
    isVaried = (l: BoardDoc['labels'][0]) => {
      const mid = all.at(l.hex),
        near = doc.hexes.filter(q => {
          const at = all.at(q[0]);
          return mid && at && Math.abs(at.x - mid.x) < 5 && Math.abs(at.y - mid.y) < 3.5;
        }),
        [kind, n] = most(near);
      return kind === usual || n < near.length / 2;
    };
  const first = names.find(isVaried) ?? names[0],
    water = (l: BoardDoc['labels'][0]) => {
      const mid = all.at(l.hex);
      return doc.sides.filter(([hex, , kinds]) => {
        const at = all.at(hex);
        const near = mid && at && Math.abs(at.x - mid.x) < 4 && Math.abs(at.y - mid.y) < 2.5;
        return near && kinds.some(k => k.startsWith('river'));
      }).length;
    };
  // a picture without a river: of the names of that rank one with a river beside it, if there is
  const rest = names.filter(l => l.rank === first?.rank && isVaried(l)),
    wet = first && !water(first) ? rest.find(l => water(l) > 0) : undefined;
  return wet ?? first;
}
// The hexes around a name, and a few of the game's counters on hexes near it, three of each side.
function pieceOf(doc: BoardDoc): Piece {
  const all = new Board(doc, []),
    label = subject(doc, all),
    mid = all.at(label?.hex ?? '') ?? {
      x: (all.box.x0 + all.box.x1) / 2,
      y: (all.box.y0 + all.box.y1) / 2,
    };
  const w = 480 / PX,
    hgt = 304 / PX,
    hold = (v: number, lo: number, hi: number, room: number) =>
      Math.max(lo + 0.3, Math.min(hi - room - 0.3, v));
  const x = hold(mid.x - w / 2, all.box.x0, all.box.x1, w),
    y = hold(mid.y - hgt / 2, all.box.y0, all.box.y1, hgt);
  const near = all.hex.filter(
      q => q.at.x > x - 3 && q.at.x < x + w + 3 && q.at.y > y - 3 && q.at.y < y + hgt + 3,
    ),
    ids = new Set(near.map(q => q.id)),
    on = (a: string[]) => a.every(i => ids.has(i));
  const board = {
    ...doc,
    hexes: doc.hexes.filter(q => ids.has(q[0])),
    sides: doc.sides.filter(s => on([s[0], s[1]])),
    rivers: [],
    paths: doc.paths.flatMap(p => runs(p.hexes, ids).map(hexes => ({ kind: p.kind, hexes }))),
    labels: doc.labels.filter(l => ids.has(l.hex)),
    regions: [],
    counters: [],
  };
  const free = near
    .filter(
      q => q.at.x > x + 0.7 && q.at.x < x + w - 0.7 && q.at.y > y + 0.7 && q.at.y < y + hgt - 0.7,
    )
    .sort((p, q) => dice(p.at.x, p.at.y, 3) - dice(q.at.x, q.at.y, 3));
  const pick = (side: Side) => {
    const own = doc.counters.filter(
      c =>
        c.side === side &&
        c.faces[0]?.figures.length &&
        !c.faces[0].figures.some(x => x.includes('?')),
    );
    return [0, 0.34, 0.67].map(k => own[Math.floor(k * own.length)]).filter(Boolean);
  };
  const units = [...pick('german'), ...pick('soviet')].flatMap((counter, i) => {
    const q = free.filter(f => f.at.y < y + hgt / 2 === (counter.side === 'soviet'))[i % 3];
    return q ? [{ counter, x: (q.at.x - x) * PX - 23, y: (q.at.y - y) * PX - 23 }] : [];
  });
  return { board, x, y, units };
}
// The parts of a path that lie within the piece.
function runs(hexes: string[], ids: Set<string>): string[][] {
  const out: string[][] = [[]];
  for (const q of hexes)
    if (ids.has(q)) out[out.length - 1].push(q);
    else if (out[out.length - 1].length) out.push([]);
  return out.filter(r => r.length > 1);
}
