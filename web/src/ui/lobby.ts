// The lobby: a new game in two clicks, games of this browser, joining by link, rules, journals, settings.
import { type Counter, type Game, type Scenario, type Side, type BoardDoc, sideName } from '../doc';
import { drawCounter } from '../counter';
import { fill, h, plural } from '../dom';
import { dice } from '../geom';
import { Board } from '../model';
import type { FromGround, ToGround } from '../ground/worker';
import { type Saved, Refused, api, linkOf, store } from '../net';
import { applySettings, isDark } from './game';
import { rulesList, settingsForm } from './panels';
import { isPassed, layFile, passSection } from './pass';

type SeatWord = 'me' | 'bot' | 'invite' | 'open';
const clocks: Record<string, { words: string; doc: object | null }> = {
  None: { words: 'Nobody is hurried.', doc: null },
  Live: { words: 'Live: an hour each, half a minute more for each decision.', doc: { bank: 3600, increment: 30, cap: 5400 } },
  Fast: { words: 'Fast: a day, 6 hours more for each decision, at most two days.', doc: { bank: 86400, increment: 21600, cap: 172800 } },
  Slow: { words: 'Slow: 72 hours, 12 more for each decision, at most 120.', doc: { bank: 259200, increment: 43200, cap: 432000 } },
};
const levels: Record<string, { ms: number; words: string }> = { Quick: { ms: 60, words: 'Quick answers at once.' }, Club: { ms: 250, words: 'Club thinks about a quarter of a second a move.' }, Strong: { ms: 1200, words: 'Strong thinks about a second a move.' } };

export class Lobby {
  root = h('div', { class: 'lobby' });
  private main = h('main');
  private aside = h('aside', { 'aria-label': 'Your games' });
  private nav = h('nav', { 'aria-label': 'Pages' });
  private games: Game[] = [];
  private game!: Game;
  private scenario!: Scenario;
  private seats: Record<Side, SeatWord> = { german: 'me', soviet: 'bot' };
  private options: Record<string, boolean | number> = {};
  private level = 'Club';
  private temper = 'steady';
  private clock = 'None';
  private error = '';
  private bots: string[] = ['planner'];
  private passes = false;
  private busy = false;
  private page = 'Play';
  private version = '';
  private thumbs = new Map<string, HTMLCanvasElement>();
  private worker: Worker | null = null;

  constructor(private go: (g: Saved) => void) {
    fill(this.root, h('header', { class: 'bar' }, h('h1', null, 'salient'), this.nav, h('span', { class: 'least' }, this.version)), this.main, this.aside);
    this.tabs();
    this.drawAside();
    document.addEventListener('keydown', this.key);
    void this.load();
  }
  close(): void { document.removeEventListener('keydown', this.key); this.worker?.terminate(); }
  private key = (e: KeyboardEvent): void => { if (e.key === 'Enter' && this.page === 'Play' && (document.activeElement === document.body || (document.activeElement as HTMLElement)?.getAttribute('role') === 'radio') && !e.defaultPrevented) { e.preventDefault(); void this.start(); } };
  private async load(): Promise<void> {
    try {
      const d = await api<{ games: Game[]; version?: string; bots?: string[]; pass?: boolean }>('/api/games');
      this.bots = d.bots ?? ['planner'];
      this.passes = d.pass ?? false;
      this.games = d.games;
      this.version = d.version ? `version ${d.version}` : '';
      if (!this.games.length) { fill(this.main, h('p', null, 'This server has no games.')); return; }
      this.choose(this.games[0]);
      this.pictures();
    } catch (e) { fill(this.main, h('h2', null, 'The server does not answer'), h('p', null, e instanceof Refused ? e.fault.text : 'Look whether it runs, then reload this page.')); }
  }
  private tabs(): void { fill(this.nav, ['Play', 'Rules', 'Replays', 'Settings'].map(t => h('button', { type: 'button', 'aria-current': t === this.page ? 'page' : null, onclick: () => { this.page = t; this.tabs(); this.draw(); } }, t))); }
  private choose(g: Game): void { this.game = g; this.pick(g.scenarios.find(s => s.id === 'lesson') ?? g.scenarios[0]); }
  private pick(s: Scenario): void { this.scenario = s; this.options = Object.fromEntries(s.options.map(o => [o.id, o.default])); this.error = ''; this.draw(); }
  private draw(): void {
    const had = (document.activeElement as HTMLElement)?.dataset?.key;
    if (!this.game) return;
    if (this.page === 'Rules') { const body = h('div', { class: 'page' }), pickGame = h('div', { class: 'seg', role: 'radiogroup', 'aria-label': 'Game' }, this.games.map(g => h('button', { type: 'button', role: 'radio', 'aria-checked': String(g === this.game), onclick: () => { this.game = g; this.draw(); } }, g.title))); fill(this.main, h('h2', null, 'Rules in our own words'), pickGame, body); rulesList(this.game.id, body); return; }
    if (this.page === 'Settings') { const body = h('div', { class: 'page' }), p = { settings: store.settings(), changed: () => { }, set: (s: Partial<import('../net').Settings>) => { p.settings = store.set(s); applySettings(p.settings); this.pictures(); } }; fill(this.main, h('h2', null, 'Settings'), body); settingsForm(p, body); return; }
    if (this.page === 'Replays') { this.replays(); return; }
    const g = this.game, s = this.scenario, me = (['german', 'soviet'] as Side[]).filter(x => this.seats[x] === 'me'), bot = this.seats.german === 'bot' || this.seats.soviet === 'bot';
    const radio = (label: string, list: [string, string][], now: string, set: (v: string) => void) => h('div', { class: 'seg', role: 'radiogroup', 'aria-label': label }, list.map(([v, w]) => h('button', { type: 'button', role: 'radio', 'aria-checked': String(v === now), 'data-key': `${label}/${v}`, onclick: () => { set(v); this.draw(); } }, w)));
    const says = me.length === 2 ? 'Hot seat: the board is covered at every hand-over.' : me.length === 1 ? `You are ${sideName(me[0])}, against ${this.seats[me[0] === 'german' ? 'soviet' : 'german'] === 'bot' ? 'the computer' : 'another player'}.` : bot && this.seats.german === this.seats.soviet ? 'The computer plays itself; you watch.' : 'You only make the links.';
    fill(this.main, h('h2', null, 'New game'),
      h('div', { class: 'games', role: 'radiogroup', 'aria-label': 'Game' }, this.games.map(x => h('button', { class: 'tile', type: 'button', role: 'radio', 'aria-checked': String(x === g), 'data-key': `game/${x.id}`, onclick: () => this.choose(x) }, this.thumb(x.id), h('div', null, h('b', null, x.title), h('span', { class: 'soft' }, `${plural(x.scenarios.length, 'scenario')}, ${x.rules} rules`))))),
      h('div', { class: 'cols' },
        h('div', null, h('h3', null, 'Scenario'), h('div', { class: 'scen', role: 'radiogroup', 'aria-label': 'Scenario' }, g.scenarios.map(x => h('button', { type: 'button', role: 'radio', 'aria-checked': String(x === s), 'data-key': `scen/${x.id}`, onclick: () => this.pick(x) }, h('span', { class: 'dot' }), h('span', { class: 'grow' }, h('b', null, x.title), h('span', { class: 'soft' }, x.about)), h('span', { class: 'soft when' }, plural(x.turns, 'turn')), h('span', { class: 'soft when' }, x.minutes >= 90 ? `about ${Math.round(x.minutes / 60)} h` : `${x.minutes} min`)))),
          s.options.length ? h('div', { style: 'margin-top:16px' }, h('h3', null, 'Rules that may be changed'), h('div', { class: 'options' }, s.options.map(o => (o.type === 'bool' ? h('label', null, h('input', { type: 'checkbox', checked: !!this.options[o.id], onchange: (e: Event) => { this.options[o.id] = (e.target as HTMLInputElement).checked; } }), o.title, ' ', h('span', { class: 'chip' }, o.rule)) : h('label', null, h('input', { type: 'number', value: String(this.options[o.id]), min: (o as { min?: number }).min, max: (o as { max?: number }).max, style: 'width:74px', onchange: (e: Event) => { this.options[o.id] = Number((e.target as HTMLInputElement).value); } }), o.title, ' ', h('span', { class: 'chip' }, o.rule)))))) : null),
        h('div', { style: 'display:grid;gap:16px;align-content:start' },
          h('div', null, h('h3', null, 'Seats'), h('div', { class: 'seats' }, (['german', 'soviet'] as Side[]).map(x => [h('span', { class: 'row' }, h('i', { class: `sw ${x}` }), h('b', null, sideName(x))), radio(`${sideName(x)} seat`, [['me', 'Me'], ['bot', 'Computer'], ['invite', 'Friend'], ['open', 'Open']], this.seats[x], v => { this.seats[x] = v as SeatWord; })])), h('p', { class: 'least', style: 'margin-top:6px' }, 'Both “Me” is hot seat. A friend gets a link; an open seat is listed for anybody.')),
          bot ? h('div', null, h('h3', null, 'Computer opponent'), !this.bots.includes('planner') ? h('p', { class: 'least' }, `This server's opponent is “${this.bots.includes('greedy') ? 'greedy' : this.bots[0]}”.`) : h('div', { class: 'row', style: 'flex-wrap:wrap' }, radio('Level', Object.keys(levels).map(l => [l, l]), this.level, v => { this.level = v; }), radio('Temper', [['steady', 'Steady'], ['bold', 'Bold'], ['careful', 'Careful']], this.temper, v => { this.temper = v; })), !this.bots.includes('planner') ? null : h('p', { class: 'least', style: 'margin-top:6px' }, `${levels[this.level].words} A stronger level thinks longer; it never gets better dice or sees more.`)) : null,
          !bot && me.length < 2 ? h('div', null, h('h3', null, 'Clock'), radio('Clock', Object.keys(clocks).map(c => [c, c]), this.clock, v => { this.clock = v; }), h('p', { class: 'least', style: 'margin-top:6px' }, clocks[this.clock].words)) : null)),
      h('div', { class: 'startbar' }, h('div', { class: 'grow' }, h('div', null, h('b', null, `${g.title}, ${s.title}. `), says), this.error ? h('div', { role: 'alert', style: 'color:var(--bad)' }, this.error) : h('div', { class: 'least' }, 'Where a figure is reconstructed the game says so; owners of the printed game can put in their own.')), h('button', { class: 'btn main', type: 'button', 'data-key': 'start', 'aria-disabled': this.busy ? 'true' : null, onclick: () => void this.start() }, 'Start ', h('kbd', null, 'Enter'))));
    if (had) [...this.main.querySelectorAll<HTMLElement>('[data-key]')].find(e => e.dataset.key === had)?.focus();
  }
  private async start(): Promise<void> {
    if (this.busy || !this.game) return;
    this.busy = true;
    const both = this.seats.german === 'me' && this.seats.soviet === 'me', name = store.settings().name || undefined;
    try {
      const bot = this.bots.includes('planner') ? `planner:${levels[this.level].ms},${this.temper}` : this.bots.includes('greedy') ? 'greedy' : this.bots[0] ?? 'random';
      const word = (s: Side) => (this.seats[s] === 'me' ? (both ? 'hotseat' : 'me') : this.seats[s] === 'bot' ? `bot:${bot}` : this.seats[s]);
      const made = await api<{ id: string; seats: Partial<Record<Side, string>>; watch: string }>('/api/games', { game: this.game.id, scenario: this.scenario.id, options: this.options, seats: { german: word('german'), soviet: word('soviet') }, ...(clocks[this.clock].doc && !both ? { clock: clocks[this.clock].doc } : {}), ...(name ? { name } : {}) });
      const mine: Saved['seats'] = {};
      for (const s of ['german', 'soviet'] as Side[]) if (this.seats[s] === 'me' && made.seats[s]) mine[s] = made.seats[s];
      if (!Object.keys(mine).length) mine.watch = made.watch;
      this.go({ id: made.id, game: this.game.id, title: this.game.title, scenario: this.scenario.title, seats: mine, links: { ...made.seats, watch: made.watch }, at: Date.now(), hotseat: both });
    } catch (e) { this.error = e instanceof Refused ? e.fault.text : 'The server does not answer.'; this.busy = false; this.draw(); }
  }
  private drawAside(): void {
    const saved = store.games();
    const file = h('input', { type: 'file', accept: '.journal,.txt', hidden: true, onchange: async () => { const f = file.files?.[0]; if (f) void this.importText(await f.text()); } });
    const code = h('input', { type: 'text', placeholder: 'Seat link or code', 'aria-label': 'Seat link or code', style: 'flex:1;min-width:0' });
    fill(this.aside, h('h2', null, 'Your games'), h('div', { class: 'saved' }, saved.length ? saved.slice(0, 14).map(g => h('div', { class: 'one' }, h('button', { class: `go${g.mine && !g.over ? ' mine' : ''}`, type: 'button', onclick: () => this.go(g) }, h('b', null, g.title), ' ', h('span', { class: 'soft' }, g.scenario), h('div', { class: 'soft' }, g.note ?? 'not begun'), g.over ? h('span', { class: 'least' }, 'over') : g.mine ? h('span', { class: 'pill' }, 'You decide') : h('span', { class: 'least' }, g.hotseat ? 'hot seat' : 'the other side decides')), h('button', { class: 'x', type: 'button', 'aria-label': `Forget ${g.title}, ${g.scenario}`, onclick: () => { store.forget(g.id); this.drawAside(); } }, '×'))) : h('p', { class: 'soft' }, 'None yet in this browser.')),
      h('form', { class: 'row', onsubmit: (e: Event) => { e.preventDefault(); const m = /game\/([\w-]+)\/([\w\/-]+)/.exec(code.value.trim()) ?? /^([\w-]+)\/([\w\/-]+)$/.exec(code.value.trim()); if (m) location.hash = `#game/${m[1]}/${m[2]}`; else { code.setCustomValidity('Paste the whole link.'); code.reportValidity(); code.setCustomValidity(''); } } }, code, h('button', { class: 'btn', type: 'submit' }, 'Join')),
      h('div', { style: 'margin-top:8px' }, h('button', { class: 'btn', type: 'button', style: 'width:100%', onclick: () => file.click() }, 'Open a game file'), file), this.openGames);
    void this.listOpen();
  }
  // Games that wait for somebody, and games that may be watched.
  private openGames = h('div');
  private async listOpen(): Promise<void> {
    type Row = { id: string; game: string; scenario: string; over: boolean; seats: Record<Side, { kind: string; taken: boolean; name?: string }> };
    const d = await api<{ games: Row[] }>('/api/lobby').catch(() => ({ games: [] as Row[] })), mine = new Set(store.games().map(g => g.id)), rows = d.games.filter(g => !g.over && !mine.has(g.id)).slice(0, 12);
    if (!rows.length) { fill(this.openGames); return; }
    const title = (r: Row) => this.games.find(g => g.id === r.game)?.title ?? r.game, scen = (r: Row) => this.games.find(g => g.id === r.game)?.scenarios.find(s => s.id === r.scenario)?.title ?? r.scenario;
    const join = async (r: Row, side: Side) => {
      try { const m = await api<{ id: string; seats: Saved['seats'] }>(`/api/games/${encodeURIComponent(r.id)}/join`, { side, ...(store.settings().name ? { name: store.settings().name } : {}) }); this.go({ id: r.id, game: r.game, title: title(r), scenario: scen(r), seats: m.seats, at: Date.now() }); }
      catch (e) { this.error = e instanceof Refused ? e.fault.text : 'The server does not answer.'; this.draw(); void this.listOpen(); }
    };
    fill(this.openGames, h('h2', { style: 'margin-top:22px' }, 'Waiting for a player'), h('div', { class: 'saved' }, rows.map(r => h('div', { class: 'block', style: 'padding:8px 0' }, h('b', null, title(r)), ' ', h('span', { class: 'soft' }, scen(r)), h('div', { class: 'row', style: 'margin-top:4px' }, (['german', 'soviet'] as Side[]).filter(s => r.seats?.[s]?.kind === 'open' && !r.seats[s].taken).map(s => h('button', { class: 'btn dense', type: 'button', onclick: () => void join(r, s) }, h('i', { class: `sw ${s}` }), `Play ${sideName(s)}`)))))));
  }
  private async importText(text: string): Promise<void> {
    if (isPassed(text)) return layFile(text);
    try {
      const m = await api<{ id: string; seats: Saved['seats']; watch?: string }>('/api/import', { journal: text });
      const game = /^game (\S+)/m.exec(text)?.[1] ?? '', g = this.games.find(x => x.id === game);
      this.go({ id: m.id, game, title: g?.title ?? 'A game file', scenario: 'from a file', seats: Object.keys(m.seats ?? {}).length ? m.seats : { watch: m.watch! }, at: Date.now(), hotseat: true });
    } catch (e) { this.error = e instanceof Refused ? e.fault.text : 'The file could not be read.'; this.page = 'Play'; this.tabs(); this.draw(); }
  }
  private replays(): void {
    const area = h('textarea', { rows: '8', style: 'width:100%;font-family:var(--mono)', 'aria-label': 'Journal text', placeholder: 'salient-journal 1 …' });
    fill(this.main, h('h2', null, 'Replays and game files'), h('div', { class: 'page' }, h('p', null, 'A game is its journal: one line of text for each action. Open one to replay it, to go on from its end, or to look at a bug report.'), area, h('div', { class: 'row', style: 'margin-top:8px' }, h('button', { class: 'btn main', type: 'button', onclick: () => void this.importText(area.value) }, 'Open this journal')), this.passes ? passSection({ title: `${this.game.title}, ${this.scenario.title}`, game: this.game.id, scenario: this.scenario.id, options: this.options }) : null, h('h3', { style: 'margin-top:20px' }, 'Finished games of this browser'), store.games().filter(g => g.over).map(g => h('p', null, h('a', { class: 'link', href: linkOf(g.id, Object.values(g.seats) as string[]) }, `${g.title}, ${g.scenario}`), ` ${g.note ?? ''}`))));
  }

  // ---- pictures: a piece of each game's own map around its first name, drawn by the same brush as the board
  private thumb(id: string): HTMLCanvasElement { let c = this.thumbs.get(id); if (!c) { c = h('canvas', { width: '480', height: '304', 'aria-hidden': 'true' }); this.thumbs.set(id, c); } return c; }
  private pictures(): void {
    this.worker?.terminate();
    const w = new Worker('/ground.js', { type: 'module' }), queue = [...this.games], dark = isDark(store.settings());
    this.worker = w;
    let piece: Piece | null = null;
    const next = async (): Promise<void> => {
      const g = queue[0];
      if (!g || w !== this.worker) { w.terminate(); this.root.dataset.pictures = 'whole'; return; }
      try { piece = pieceOf((await api<{ board: BoardDoc }>(`/api/board/${encodeURIComponent(g.id)}/${encodeURIComponent((g.scenarios.find(s => s.id === 'lesson') ?? g.scenarios[0]).id)}`)).board); }
      catch { queue.shift(); return next(); }
      w.postMessage({ kind: 'board', board: piece.board, changes: [], control: [], version: 1 } satisfies ToGround);
      w.postMessage({ kind: 'want', tiles: [{ key: g.id, spec: { px: PX, x: piece.x, y: piece.y, w: 480 / PX, h: 304 / PX, dark, far: false, numbers: false } }] } satisfies ToGround);
    };
    w.onmessage = (e: MessageEvent<FromGround>) => {
      if (e.data.kind !== 'tile' || !piece) return;
      const c = this.thumb(queue.shift()!.id).getContext('2d')!;
      c.drawImage(e.data.bitmap, 0, 0);
      for (const u of piece.units) { c.save(); c.translate(u.x, u.y); c.scale(.46, .46); drawCounter(c, { id: 'x', at: '' }, u.counter, 58); c.restore(); }
      void next();
    };
    void document.fonts.load('700 20px "Barlow Condensed"').then(next);
  }
}

const PX = 46;
interface Piece { board: BoardDoc; x: number; y: number; units: { x: number; y: number; counter: Counter }[] }
// The hexes around the most important name, and a few of the game's counters on hexes near it, three of each side.
function pieceOf(doc: BoardDoc): Piece {
  const all = new Board(doc, []), label = [...doc.labels].sort((a, b) => a.rank - b.rank)[0], mid = all.at(label?.hex ?? '') ?? { x: (all.box.x0 + all.box.x1) / 2, y: (all.box.y0 + all.box.y1) / 2 };
  const w = 480 / PX, hgt = 304 / PX, hold = (v: number, lo: number, hi: number, room: number) => Math.max(lo + .3, Math.min(hi - room - .3, v));
  const x = hold(mid.x - w / 2, all.box.x0, all.box.x1, w), y = hold(mid.y - hgt / 2, all.box.y0, all.box.y1, hgt);
  const near = all.hex.filter(q => q.at.x > x - 3 && q.at.x < x + w + 3 && q.at.y > y - 3 && q.at.y < y + hgt + 3), ids = new Set(near.map(q => q.id)), on = (a: string[]) => a.every(i => ids.has(i));
  const board = { ...doc, hexes: doc.hexes.filter(q => ids.has(q[0])), sides: doc.sides.filter(s => on([s[0], s[1]])), rivers: [], paths: doc.paths.flatMap(p => runs(p.hexes, ids).map(hexes => ({ kind: p.kind, hexes }))), labels: doc.labels.filter(l => ids.has(l.hex)), regions: [], counters: [] };
  const free = near.filter(q => q.at.x > x + .7 && q.at.x < x + w - .7 && q.at.y > y + .7 && q.at.y < y + hgt - .7).sort((p, q) => dice(p.at.x, p.at.y, 3) - dice(q.at.x, q.at.y, 3));
  const pick = (side: Side) => { const own = doc.counters.filter(c => c.side === side && c.faces[0]?.figures.length && !c.faces[0].figures.some(x => x.includes('?'))); return [0, .34, .67].map(k => own[Math.floor(k * own.length)]).filter(Boolean); };
  const units = [...pick('german'), ...pick('soviet')].flatMap((counter, i) => { const q = free.filter(f => (f.at.y < y + hgt / 2) === (counter.side === 'soviet'))[i % 3]; return q ? [{ counter, x: (q.at.x - x) * PX - 23, y: (q.at.y - y) * PX - 23 }] : []; });
  return { board, x, y, units };
}
// The parts of a path that lie within the piece.
function runs(hexes: string[], ids: Set<string>): string[][] {
  const out: string[][] = [[]];
  for (const q of hexes) if (ids.has(q)) out[out.length - 1].push(q); else if (out[out.length - 1].length) out.push([]);
  return out.filter(r => r.length > 1);
}
