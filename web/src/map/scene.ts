// What the map is told to show and what it reports: the scene, taps, and the pieces its layers share.
import type { Overlay, Unit } from '../doc';
import type { P } from '../geom';
import type { Token } from '../tokens';

export interface ReachMark { cost: string; must: boolean; end: boolean }
export interface Arrow { from: P; to: P; style: Token }
export interface Scene {
  selected: Set<string>; lifted: string | null; reach: Map<number, ReachMark> | null; path: number[];
  targets: Set<number>; places: Set<number>; sides: [number, number][]; hot: Set<string>; owed: Set<number>; overlay: Overlay | null;
  flash: Set<number>; refused: number; proposed: number; cursor: number; fighting: Set<number>; arrows: Arrow[]; shots: Map<string, number>; hidden: boolean;
}
export const emptyScene = (): Scene => ({
  selected: new Set(), lifted: null, reach: null, path: [], targets: new Set(), places: new Set(), sides: [], hot: new Set(), owed: new Set(), overlay: null,
  flash: new Set(), refused: -1, proposed: -1, cursor: -1, fighting: new Set(), arrows: [], shots: new Map(), hidden: false,
});
export interface Hit { hex: number; unit: string | null; side: [number, number] | null; touch: boolean; shift: boolean }
export interface MapEvents { tap(h: Hit): void; hover(hex: number, unit: string | null): void; inspect(hex: number): void; moved(): void }

export interface Tile { key: string; bitmap: ImageBitmap; px: number; i: number; j: number; version: number; used: number }
export interface Stack { hex: number; units: Unit[]; count: number }
export interface Glide { from: P[]; start: number; ms: number }
export const TILE = 512, FONT = '"Barlow Condensed", "Roboto Condensed", "Arial Narrow", sans-serif';
