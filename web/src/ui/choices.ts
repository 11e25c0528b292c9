// What the lobby offers for a new game: clocks, levels of the computer and its temper.
export const clocks: Record<string, { words: string; doc: object | null }> = {
  None: { words: 'No clock.', doc: null },
  Live: {
    words: 'Live: an hour each, half a minute more for each decision.',
    doc: { bank: 3600, increment: 30, cap: 5400 },
  },
  Fast: {
    words: 'Fast: a day, 6 hours more for each decision, at most two days.',
    doc: { bank: 86400, increment: 21600, cap: 172800 },
  },
  Slow: {
    words: 'Slow: 72 hours, 12 more for each decision, at most 120.',
    doc: { bank: 259200, increment: 43200, cap: 432000 },
  },
};
// The server says which levels there are; this says how long each may think.
export const levels: Record<string, { ms: number; words: string }> = {
  Easy: { ms: 60, words: 'Easy answers at once and gives away a lot.' },
  Club: { ms: 250, words: 'Club gives something away in every move.' },
  Strong: { ms: 600, words: 'Strong gives little away.' },
  Best: { ms: 1200, words: 'Best thinks about a second a move and gives nothing away.' },
};
export const tempers = ['steady', 'bold', 'careful'];
// How long a game takes.
export const length = (minutes: number): string =>
  minutes >= 90 ? `${Math.round(minutes / 60)} h` : `${minutes} min`;
