// How games went: each scenario of a game, and a player's games by scenario and side.
import { type Side, sideName } from '../doc';
import { fill, h, plural } from '../dom';
import { api } from '../net';

interface Tally {
  games: number;
  won: number;
  drawn: number;
  lost: number;
  margin?: number; // mean, of those that were played to their end
  reviewed: number;
  luck?: number; // mean of the reviewed ones, in win chance
  turns: number;
  seconds: number; // the middle one
}
export type Titles = (game: string, scenario: string) => [string, string];

const signed = (n: number, places: number): string =>
  `${n < 0 ? '−' : '+'}${Math.abs(n).toFixed(places)}`;
// As long as a person would say: minutes, hours, days.
export function timeText(seconds: number): string {
  if (seconds < 60) return 'under a minute';
  if (seconds < 5400) return plural(Math.round(seconds / 60), 'minute');
  if (seconds < 129600) return plural(Math.round(seconds / 3600), 'hour');
  return plural(Math.round(seconds / 86400), 'day');
}
// Everything but the result, in one line that breaks where it must.
function details(t: Tally): string {
  const points = Math.round(100 * (t.luck ?? 0)),
    list = [
      t.margin === undefined ? '' : `margin ${signed(t.margin, 1)}`,
      plural(Math.round(t.turns), 'turn'),
      timeText(t.seconds),
      t.reviewed
        ? `luck ${signed(points, 0)} points of chance (${plural(t.reviewed, 'review')})`
        : '',
    ];
  return list.filter(Boolean).join(' · ');
}
const row = (title: string, result: string, t: Tally): HTMLElement =>
  h(
    'tr',
    null,
    h('th', { scope: 'row' }, title),
    h('td', null, result, h('br'), h('span', { class: 'soft' }, details(t))),
  );
// A section at once, its rows when they have come.
function section(title: string, rows: Promise<HTMLElement[]>, note: string): HTMLElement {
  const body = h('div'),
    say = (...what: HTMLElement[]) => fill(body, ...what);
  rows.then(
    list =>
      list.length
        ? say(
            h('table', { class: 'standings' }, h('tbody', null, list)),
            h('p', { class: 'soft' }, note),
          )
        : say(h('p', { class: 'soft' }, 'No finished game yet.')),
    () => say(h('p', { role: 'alert' }, 'The statistics did not come.')),
  );
  return h('section', { class: 'sheet stats', 'aria-label': title }, h('h3', null, title), body);
}
export function scenarioStats(game: string, titles: Titles): HTMLElement {
  type Row = Tally & { scenario: string; bots: boolean };
  const line = (t: Row): HTMLElement =>
    row(
      `${titles(game, t.scenario)[1]}, ${t.bots ? 'with bots' : 'among people'}`,
      `German ${t.won}, drawn ${t.drawn}, Soviet ${t.lost}`,
      t,
    );
  return section(
    'How the games went',
    api<{ scenarios: Row[] }>(`/api/stats/${game}`).then(d => d.scenarios.map(line)),
    'Margin and luck are the German’s, on average. Luck is known of games that were reviewed. ' +
      'Games with a handicap or from a position of one’s own do not count.',
  );
}
export function playerStats(name: string, titles: Titles): HTMLElement {
  type Row = Tally & { game: string; scenario: string; side: Side };
  const line = (t: Row): HTMLElement =>
    row(
      `${titles(t.game, t.scenario).join(', ')}, ${sideName(t.side)}`,
      `won ${t.won}, drawn ${t.drawn}, lost ${t.lost}`,
      t,
    );
  return section(
    'By scenario and side',
    api<{ played: Row[] }>(`/api/record/${encodeURIComponent(name)}`).then(d => d.played.map(line)),
    'Rated and public games; in your own list, all of yours. Margin and luck are the player’s, ' +
      'on average.',
  );
}
