// What the map is told to show and what it reports: the scene, taps, the pieces its layers share,
// and what page and artist say to each other.
import type { BoardDoc, Overlay, Unit, View } from '../doc';
import type { P } from '../geom';
import type { TileSpec } from '../ground/paint';
import type { Token } from '../tokens';

export interface ReachMark {
  cost: string;
  must: boolean;
  end: boolean;
  some: boolean; // only some of a group get there
}
export type ArrowKind = 'aim' | 'move' | 'attack' | 'back' | 'over';
export interface Arrow {
  way: P[]; // from the first to the last
  style: Token;
  kind: ArrowKind;
  n?: number; // its number on the panel
  text?: string; // a word at its end
  faint?: boolean;
}
// Round a shot's target: where its front lies, in degrees from the top of the map.
export interface Ring {
  hex: number;
  turn: number;
  half: number;
  faces: { lines: string[]; struck: boolean }[];
}
export interface Scene {
  selected: Set<string>;
  lifted: string | null;
  reach: Map<number, ReachMark> | null;
  path: number[];
  targets: Set<number>;
  places: Set<number>;
  sides: [number, number][];
  hot: Set<string>;
  owed: Set<number>;
  overlay: Overlay | null;
  flash: Set<number>;
  refused: number;
  proposed: number;
  cursor: number;
  fighting: Set<number>;
  arrows: Arrow[];
  dim: Set<string>; // units that have done their part
  shots: Map<string, number>;
  ring: Ring | null;
  hidden: boolean;
}
export const emptyScene = (): Scene => ({
  selected: new Set(),
  lifted: null,
  reach: null,
  path: [],
  targets: new Set(),
  places: new Set(),
  sides: [],
  hot: new Set(),
  owed: new Set(),
  overlay: null,
  flash: new Set(),
  refused: -1,
  proposed: -1,
  cursor: -1,
  fighting: new Set(),
  arrows: [],
  dim: new Set(),
  shots: new Map(),
  ring: null,
  hidden: false,
});
export interface Hit {
  hex: number;
  unit: string | null;
  side: [number, number] | null;
  touch: boolean;
  shift: boolean;
}
export interface MapEvents {
  tap(h: Hit): void;
  hover(hex: number, unit: string | null): void;
  inspect(hex: number): void;
  moved(): void;
  grab(hex: number): boolean; // whether a drag that begins here carries the selected units
  drop(hex: number): void;
}

export interface Tile {
  key: string;
  bitmap: ImageBitmap;
  px: number;
  i: number;
  j: number;
  version: number;
  used: number;
}
export interface Stack {
  hex: number;
  units: Unit[];
  count: number;
}
export interface Glide {
  from: P[];
  start: number;
  ms: number;
}
export const TILE = 512,
  FONT = '"Barlow Condensed", "Roboto Condensed", "Arial Narrow", sans-serif';

export interface Fan {
  hex: number;
  cells: { unit: Unit; x: number; y: number; s: number }[];
  box: [number, number, number, number];
}
// The small picture of the whole board, and which part of the sheet it shows.
export interface Small {
  bitmap: ImageBitmap;
  spec: TileSpec;
}

// The camera's message carries a number; the artist gives back the last one when all that was asked
// for is on the canvas.
export type ToArtist =
  | { kind: 'canvas'; canvas: OffscreenCanvas; ground: string }
  | { kind: 'board'; board: BoardDoc; view: View | null }
  | { kind: 'view'; view: View; paths: Map<string, string[]> | undefined; still: boolean }
  | { kind: 'scene'; scene: Scene; fan: Fan | null }
  | { kind: 'overlay'; overlay: Overlay | null }
  | {
      kind: 'camera';
      cam: { x: number; y: number; r: number };
      w: number;
      h: number;
      dpr: number;
      moving: boolean;
      zooming: boolean;
      n: number;
    }
  | { kind: 'dark'; dark: boolean }
  | { kind: 'blank' };
export type FromArtist = { kind: 'small'; small: Small } | { kind: 'drawn'; n: number };
