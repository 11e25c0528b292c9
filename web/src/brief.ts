// What a scenario is about, in words the game's data brings (`guide-brief.tsv`): scale, how hard,
// what wins for each side.
import type { Side } from './doc';
import { api } from './net';

export interface BriefRow {
  scenario: string; // `*`: every scenario
  what: string; // name, scale, hard, german, soviet, balance, option (another default than printed)
  need: string; // points a side must lead by, where the score decides
  rule: string;
  text: string;
}
export type Brief = BriefRow[];

export function rowsOf(tsv: string): Record<string, string>[] {
  const lines = tsv.split('\n').filter(l => l && !l.startsWith('#')),
    cols = (lines.shift() ?? '').split('\t');
  return lines.map(l => {
    const cells = l.split('\t');
    return Object.fromEntries(cols.map((c, i) => [c, cells[i] ?? '']));
  });
}
const kept = new Map<string, Promise<Brief>>();
export function briefOf(game: string): Promise<Brief> {
  let b = kept.get(game);
  if (!b) {
    b = api<{ guide: string }>(`/api/guide/${encodeURIComponent(game)}/brief`).then(
      d => rowsOf(d.guide) as unknown as Brief,
      () => [],
    );
    kept.set(game, b);
  }
  return b;
}
export function say(b: Brief, scenario: string, what: string): BriefRow | undefined {
  return (
    b.find(r => r.scenario === scenario && r.what === what) ??
    b.find(r => r.scenario === '*' && r.what === what)
  );
}
export interface Goal {
  text: string;
  rule: string;
  need?: number;
}
export function goalFor(b: Brief, scenario: string, side: Side): Goal | null {
  const r = say(b, scenario, side);
  if (!r) return null;
  const need = /^\d+$/.test(r.need) ? Number(r.need) : undefined;
  return { text: r.text, rule: r.rule === '-' ? '' : r.rule, need };
}

// 95 % by Wilson, in hundredths: as the laboratory counts.
export function interval(score: number, games: number): [number, number] {
  const z2 = 1.96 ** 2,
    n = Math.max(1, games),
    middle = (score + z2 / (2 * n)) / (1 + z2 / n),
    half = (1.96 / (1 + z2 / n)) * Math.sqrt((score * (1 - score)) / n + z2 / (4 * n * n));
  return [Math.round(100 * (middle - half)), Math.round(100 * (middle + half))];
}
