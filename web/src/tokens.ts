// Every colour of the board, once, light and dark, with the opacity it is meant to be laid on with.
type Pair = [light: string, dark: string, lightOpacity?: number, darkOpacity?: number];
const table = {
  paper: ['#eee7d3', '#2a2b25'], blotchDark: ['#e4dbc0', '#24251f', .6, .7], blotchLight: ['#f6f1e2', '#31322b', .7, .7],
  offMap: ['#d8cfb8', '#191a16'], mapEdge: ['#6d5f45', '#5c5a4c'],
  field1: ['#e3dcb2', '#34352a', .62, .62], field2: ['#e9d8ae', '#383327', .62, .62], field3: ['#dcdfbc', '#30362a', .62, .62],
  furrow: ['#8a7a45', '#0f100c', .22, .35], grainDark: ['#3a2f18', '#000000', .085, .16], grainLight: ['#fffdf4', '#8a8a78', .42, .10],
  wood: ['#b1c08f', '#33452f'], woodEdge: ['#7c8f5d', '#1f2c1d'], treeDark: ['#6f8550', '#22301f', .62, .75],
  treeMid: ['#9fb27c', '#3f5638', .55, .55], treeLit: ['#d3dcb6', '#567049', .60, .55],
  hill1: ['#e8ddbc', '#3a362a', .78, .80], hill2: ['#e3d5af', '#443d2e', .78, .80], hill3: ['#ddcba1', '#4d4433', .78, .80],
  hill4: ['#d7c194', '#574c38', .78, .80], hill5: ['#d1b888', '#61543d', .78, .80],
  hillDark: ['#6f4f24', '#0d0b06', .36, .50], hillLit: ['#fffbe9', '#c9b88a', .85, .28], hillText: ['#6a4a1f', '#d9bf8c'],
  waterEdge: ['#3d6d97', '#16334b'], water: ['#5f93bd', '#356a94'], waterCore: ['#a5cae3', '#6fa6cc'], waterText: ['#27557f', '#9cc9ea'],
  valley: ['#c9d6b4', '#2d3a2f', .19, .30], marsh: ['#c6d3bd', '#2c3832', .80, .80], marshStroke: ['#5b8aa6', '#6b98b5', .75, .70],
  balka: ['#d9c8a2', '#3d3527', .75, .80], balkaStroke: ['#7a5a2e', '#a98c5c', .75, .70], orchard: ['#d3d9ae', '#333b2a', .85, .85],
  rubble: ['#94887a', '#7b7468'], mainCasing: ['#6b4a25', '#0f0c07'], mainCore: ['#e8bf78', '#b78a4a'], road: ['#8d6636', '#a07c4c'],
  rail: ['#333333', '#d4cfc0'], lineHalo: ['#f3ecd9', '#22231e', .55, .55], berm: ['#d5c49c', '#4a4331'], bermShade: ['#6f4f24', '#000000', .20, .35],
  bermFringe: ['#76592c', '#9a8458', .85, .80], town: ['#d5c3ad', '#463e36', .85, .85], block: ['#7d6a59', '#97846f'],
  blockShadow: ['#54463a', '#1d1915', .55, .80], ink: ['#2a231a', '#f0e8d4'], inkHalo: ['#f4eedd', '#1d1e19', .82, .82],
  number: ['#4a4130', '#d6cdb6', .78, .66], grid: ['#1b1508', '#ffffff', .15, .11], frontGerman: ['#4d5a45', '#a9b79c'], frontSoviet: ['#b23a20', '#e0583a'],
  toothed: ['#7c2a18', '#e48a6a'], toothedHalo: ['#f0d9c4', '#3a2018', .80, .80], wall: ['#4a4038', '#b8ab98'], areaTint: ['#4d5a45', '#a9b79c', .10, .08],
  reach: ['#3d96f0', '#4f9df0', .22, .20], reachLine: ['#2468b4', '#5aa2ea'], target: ['#c2301c', '#ff6a4d'], focus: ['#1b5fd0', '#6fb1ff'],
  card: ['#fbf7ea', '#1f201b'], good: ['#2c6636', '#93cf9b'], bad: ['#a5321b', '#ff9a82'], warn: ['#b07600', '#f0c25c'],
  own: ['#2468b4', '#5aa2ea'], enemy: ['#b23a20', '#e0583a'], none: ['#6a6251', '#aaa28f'], shadow: ['#1a1408', '#000000', .30, .50],
} satisfies Record<string, Pair>;

export type Token = keyof typeof table;
export const colour = (t: Token, dark: boolean): string => table[t][dark ? 1 : 0];
export const opacity = (t: Token, dark: boolean): number => ((table[t] as Pair)[dark ? 3 : 2] ?? 1);
export function rgba(t: Token, dark: boolean, alpha = opacity(t, dark)): string {
  const c = parseInt(colour(t, dark).slice(1), 16);
  return `rgba(${c >> 16},${(c >> 8) & 255},${c & 255},${alpha})`;
}

const bands = ['#3f7fc8', '#f2c02e', '#c33a2b', '#5f9a3e', '#8a5fb0', '#e07b28', '#2f8f8a', '#f4f0e4', '#9c2f5a', '#7cc0e8', '#8c6a3a', '#2b4f86', '#e88fb0', '#b8c64a'];
// A formation's band follows from its name, so it is the same in every picture.
export function bandColour(formation: string): string {
  let h = 2166136261;
  for (const b of new TextEncoder().encode(formation)) h = Math.imul(h ^ b, 16777619);
  h ^= h >>> 15;
  return bands[(h >>> 0) % bands.length];
}
