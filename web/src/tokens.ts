// Every colour of the board, light and dark, with the opacity it is meant to be laid on with.
import { bands, colours as table, type Pair } from './look';

export type Token = keyof typeof table;
export const colour = (t: Token, dark: boolean): string => table[t][dark ? 1 : 0];
export const opacity = (t: Token, dark: boolean): number => (table[t] as Pair)[dark ? 3 : 2];
export function rgba(t: Token, dark: boolean, alpha = opacity(t, dark)): string {
  const c = parseInt(colour(t, dark).slice(1), 16);
  return `rgba(${c >> 16},${(c >> 8) & 255},${c & 255},${alpha})`;
}
// The same, darker on light ground: an attack among moves.
export function deep(t: Token, dark: boolean): string {
  const c = parseInt(colour(t, dark).slice(1), 16),
    part = (shift: number) => Math.round(((c >> shift) & 255) * (dark ? 1 : 0.72));
  return `rgb(${part(16)},${part(8)},${part(0)})`;
}

// A formation's band follows from its name, so it is the same in every picture.
export function bandColour(formation: string): string {
  let h = 2166136261;
  for (const b of new TextEncoder().encode(formation)) h = Math.imul(h ^ b, 16777619);
  h ^= h >>> 15;
  return bands[(h >>> 0) % bands.length];
}
