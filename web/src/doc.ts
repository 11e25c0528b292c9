// The contract's documents, as the server sends them. Fields the client does not use are left out.
export type Side = 'german' | 'soviet';
export type Points = number | string;
export type Chance = [number, number];

export interface On {
  unit?: string;
  hex?: string;
  side?: [string, string];
  box?: string;
  button?: 'main' | 'more' | 'end';
  form?: [number, number];
}
export interface Action {
  id: string;
  label: string;
  rule: string;
  on: On;
  key?: string;
  confirm?: string;
  odds?: boolean; // it rolls at once: the card that `odds` gives is shown first
  vary?: { word: number; min: number; max: number };
}
export interface Why {
  rule: string;
  text: string;
}
export interface FormRow {
  cells: string[];
  rule?: string;
  do: { label: string; action: string; why?: Why }[];
}
export interface Form {
  title: string;
  rule?: string;
  cols: string[];
  rows: FormRow[];
  totals?: { label: string; value: Points; rule?: string }[];
}
export interface Owed {
  text: string;
  rule: string;
  on: On;
}
export interface Prompt {
  node: string;
  side: Side;
  rule: string;
  text: string;
  selected: string[];
  owed: Owed[];
  cards: Card[];
  forms: Form[];
  way?: string[]; // a way that the decision is about
  about?: string[]; // words of the actions with which a unit has its part of the phase
  undo: boolean;
  undo_turn: boolean;
}

// Which way a shot's target faces, and what each of its faces means for the shot.
export interface Aspects {
  unit: string;
  facing: number;
  half: number; // degrees of its front to each side
  faces: { text: string; armour: number; kill: Chance; struck: boolean; rule?: string }[];
}
export interface CardLine {
  text: string;
  value: Points | null;
  rule?: string;
  unit?: string;
}
export interface Card {
  kind: 'odds' | 'ledger' | 'table' | 'text';
  do?: string; // the action that rolls on it
  title: string;
  rule?: string;
  table?: string | null;
  by?: Side;
  sides?: { side: Side; total: Points; lines: CardLine[] }[];
  steps?: { text: string; rule?: string; shift?: number; to: string }[];
  column?: string;
  outcomes?: { text: string; chance: Chance; losses: Partial<Record<Side, number>> }[];
  expect?: Partial<Record<Side, Chance>>;
  rolled?: number | null;
  scale?: { cols: string[]; at: string }; // a shot's columns, and its own
  strip?: { roll: number; code: string; grade: number; chance: Chance }[];
  gates?: { text: string; need: string; chance: Chance; rule?: string }[];
  aspects?: Aspects;
  more?: { text: string; to: string; do: string }[];
  answer?: { text: string; to: string; rule?: string }[];
  lines?: CardLine[];
  total?: Points;
  cols?: string[];
  rows?: string[][];
  text?: string;
}

export interface ReachHex {
  hex: string;
  from: string | null;
  cost: Points;
  left: Points;
  do?: string;
  stop?: boolean;
  must?: boolean;
  rule?: string;
  risk?: string;
}
export interface Reach {
  unit: string;
  begin: string[];
  end: string[];
  hexes: ReachHex[];
}
export type Style = 'good' | 'bad' | 'warn' | 'own' | 'enemy' | 'none';
export interface Overlay {
  title: string;
  legend: { key: string; text: string; style: Style }[];
  hexes: [string, string, string?][];
  sides: [string, string, string][];
  lines: {
    from: string;
    to: string;
    key: string;
    cut: string | null;
    text: string;
    rule: string;
  }[];
}
export interface Table {
  id: string;
  title: string;
  rule: string;
  source: string;
  rows: string[];
  cols: string[];
  cells: string[][];
}
export interface Order {
  name: string;
  title: string;
  choices: string[];
  n?: [number, number];
}
export interface OrderSet {
  name: string;
  choice: string;
  n?: number;
}

export interface Face {
  steps: number;
  figures: string[];
  corners: Partial<Record<'nw' | 'ne' | 'sw' | 'se', string>>;
}
export interface Counter {
  id: string;
  side: Side;
  name: string;
  formation: string;
  label?: string;
  kind?: string;
  size: string;
  symbol: string;
  style: string;
  faces: Face[];
  source: string;
}
export interface Mark {
  id: string;
  badge: string;
  shape: string;
  title: string;
  rule: string;
}
export interface Phase {
  id: string;
  title: string;
  rule: string;
  side?: Side;
}
// The side a phase belongs to; none where both act in it.
export function phaseSide(p: Phase | undefined): Side | undefined {
  if (p?.side) return p.side;
  const word = p?.id.split('.')[0];
  return word === 'german' || word === 'soviet' ? word : undefined;
}
export interface BoardDoc {
  hash: string;
  layout: 'flat' | 'pointy';
  source?: string;
  hexes: [string, number, number, string[]][];
  sides: [string, string, string[]][];
  paths: { kind: string; hexes: string[] }[];
  rivers?: { text: string; sides: [string, string][] }[];
  labels: { text: string; hex: string; rank: number }[];
  regions: { id: string; title?: string; hexes: string[] }[];
  terrain: { id: string; where?: string; title: string; paint: string; rule: string }[];
  counters: Counter[];
  marks: Mark[];
  boxes: { id: string; title: string }[];
  phases: Phase[];
  overlays: { name: string; title: string; args: string[] }[];
  tables: Table[];
  orders: Order[];
}
export interface Unit {
  id: string;
  side?: Side;
  at: string;
  steps?: number;
  marks?: string[];
  mp?: [Points, Points];
  facing?: number;
  count?: number | null;
  counter?: string;
}
export interface TerrainChange {
  hex?: string;
  side?: [string, string];
  path?: string[];
  set: string[];
}
export interface View {
  game: string;
  scenario: string;
  side: Side | 'watch' | 'all';
  seq: number;
  turn: { n: number; of: number; date: string };
  phase: string;
  to_move: Side[];
  over: boolean;
  vars: Record<string, Points>;
  scores: Partial<Record<Side, Points>>;
  units: Unit[];
  marks: { hex: string; mark: string; side?: Side }[];
  terrain: TerrainChange[];
  control: [Side, string[]][];
  boxes: { id: string; count: number | null }[];
}
export interface GameEvent {
  n: number;
  kind: string;
  rule: string;
  text: string;
  at: string[];
  units: string[];
  card?: Card;
  by?: string;
  order?: boolean;
  turn?: number;
  phase?: string;
  dice?: Die[];
  back?: number; // an undo: the first event that it took back
}
export interface Die {
  d: number;
  v: number | string;
  rule: string;
  for?: string;
}
export interface Fault {
  code: string;
  rule?: string;
  text: string;
  at?: string;
  node?: string; // code elsewhere: who has it; '' while nobody does
}
export interface Result {
  winner: Side | 'draw';
  level: string;
  margin: Points;
  rule: string;
  text: string;
  scores: Record<string, Points>;
}
export interface Option {
  id: string;
  title: string;
  rule: string;
  type: string;
  default: boolean | number;
  min?: number;
  max?: number;
  words?: string[]; // the names of its values, from 0 on
  even?: number;
}
export interface Measured {
  printed?: [number, number, number];
  even?: [number, number, number];
  bot?: string;
}
export interface Scenario {
  id: string;
  title: string;
  about: string;
  turns: number;
  minutes: number;
  units: number;
  options: Option[];
  measured?: Measured;
}
export interface Game {
  id: string;
  title: string;
  edition: string;
  rules: number;
  sides: Side[];
  scenarios: Scenario[];
}
export interface Rule {
  id: string;
  title: string;
  text: string;
  ruling?: string;
}
export interface Clock {
  german?: number;
  soviet?: number;
  running?: Side | null;
}

export const other = (s: Side): Side => (s === 'german' ? 'soviet' : 'german');
export const sideName = (s: string): string =>
  s === 'german' ? 'German' : s === 'soviet' ? 'Soviet' : s;

// "7/2" as 3½; whole numbers as they are.
const HALVES: Record<string, string> = {
  '1/2': '½',
  '1/3': '⅓',
  '2/3': '⅔',
  '1/4': '¼',
  '3/4': '¾',
  '1/6': '⅙',
  '5/6': '⅚',
};
export function points(v: Points | null | undefined): string {
  if (v === null || v === undefined) return 'unknown';
  if (typeof v === 'number') return String(v);
  const m = /^(-?)(\d+)\/(\d+)$/.exec(v);
  if (!m) return v;
  const whole = Math.floor(+m[2] / +m[3]),
    rest = `${+m[2] % +m[3]}/${m[3]}`;
  return m[1] + (whole || '') + (HALVES[rest] ?? (whole ? ' ' : '') + rest);
}
export function pointsValue(v: Points): number {
  if (typeof v === 'number') return v;
  const [a, b] = v.split('/');
  return b ? +a / +b : +a;
}
