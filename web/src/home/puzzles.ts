// The puzzles of a page without a server: one file, fetched when somebody asks first, and then kept
// with the page.
import { asset } from '../asset';
import type { Side } from '../doc';

export interface Puzzle {
  id: string;
  game: string;
  scenario: string;
  side: Side;
  turn: number;
  rating: number;
  best: string[];
  gap: number;
  error: number;
  ways: object[];
  lines: string[]; // side action | dice: how it came about
}
let all: Puzzle[] | null = null;

// null: they have never been fetched, and there is no network.
export async function puzzles(): Promise<Puzzle[] | null> {
  if (all) return all;
  const answer = await fetch(asset('puzzles.jsonl')).catch(() => null);
  if (!answer?.ok) return null;
  const lines = (await answer.text()).split('\n').filter(Boolean);
  all = lines.map(line => JSON.parse(line) as Puzzle);
  return all;
}
// What the list shows: nothing that gives an answer away.
export const headOf = ({ id, game, scenario, side, turn, rating, ways }: Puzzle): object => ({
  id,
  game,
  scenario,
  side,
  turn,
  rating,
  choices: ways.length,
});
export const verdictOn = ({ best, gap, error, ways }: Puzzle, action: string): object => ({
  ok: true,
  solved: best.includes(action),
  best,
  gap,
  error,
  ways,
});
export interface Told {
  side: string; // `-`: the set-up
  action: string;
  dice: string[];
}
export const told = (line: string): Told => {
  const [before, dice] = line.split(' |'),
    space = before.indexOf(' ');
  return {
    side: before.slice(0, space),
    action: before.slice(space + 1),
    dice: dice.split(' ').filter(Boolean),
  };
};
