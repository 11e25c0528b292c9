// The lobby: where to start, a new game with its briefing, the games of this browser, open games,
// rules, journals, settings.
import { type Brief, briefOf, goalFor, interval, say } from '../brief';
import { type Game, type Option, type Scenario, type Side, sideName } from '../doc';
import { fill, h, painted, plural } from '../dom';
import { asset } from '../asset';
import { atHome } from '../home/door';
import { type Saved, Refused, type Settings, api, store } from '../net';
import { chip } from '../rules';
import { Bids } from './bid';
import { clocks, length, levels, tempers } from './choices';
import type { CompanyDesk } from './company';
import { applySettings } from './game';
import { MyGames } from './mygames';
import { rulesList } from './panels';
import { OpenGames } from './opengames';
import { isPassed, layFile, passSection } from './pass';
import { Pictures } from './pictures';
import { puzzlesPage } from './puzzles';
import { replaysPage } from './replays';
import { settingsForm } from './settings';

type SeatWord = 'me' | 'bot' | 'invite' | 'open';
const SIDES: Side[] = ['german', 'soviet'];
const capital = (s: string): string => s[0].toUpperCase() + s.slice(1);

export class Lobby {
  root = h('div', { class: 'lobby' });
  private main = h('main');
  private aside = h('aside', { 'aria-label': 'Games' });
  private nav = h('nav', { 'aria-label': 'Pages' });
  private mine: MyGames;
  private openGames: OpenGames;
  private pictures: Pictures;
  private games: Game[] = [];
  private briefs = new Map<string, Brief>();
  private game!: Game;
  private scenario!: Scenario;
  private seats: Record<Side, SeatWord> = { german: 'me', soviet: 'bot' };
  private options: Record<string, boolean | number> = {};
  private bids = new Bids();
  private allOptions = false;
  private level = 'Club';
  private temper = 'steady';
  private clock = 'None';
  private error = '';
  private bots: string[] = ['planner'];
  private levels = Object.keys(levels);
  private passes = false;
  private forgets = false; // this window keeps no games
  private device = false; // the server has the page without a server
  private busy = false;
  private page = /^#cups?\b/.test(location.hash) ? 'Cups' : 'Play';
  private company: Record<string, { root: HTMLElement; show(): void }> = {};

  constructor(private go: (g: Saved) => void) {
    this.root.addEventListener('click', this.onSecondClick, true);
    this.mine = new MyGames(
      this.root,
      g => this.go(g),
      (game, scenario) => this.titles(game, scenario),
    );
    this.pictures = new Pictures(this.root);
    this.openGames = new OpenGames(
      (game, scenario) => this.titles(game, scenario),
      g => this.go(g),
      text => {
        this.error = text;
        this.draw();
      },
    );
    fill(
      this.root,
      h('header', { class: 'bar' }, h('h1', null, 'salient'), this.nav, this.nameField()),
      this.main,
      this.aside,
    );
    this.tabs();
    this.drawAside();
    document.addEventListener('keydown', this.key);
    void this.load();
  }
  close(): void {
    document.removeEventListener('keydown', this.key);
    this.mine.close();
  }
  // The second click of a double click presses nothing: nobody wants two games, seeks or accounts.
  private onSecondClick = (e: MouseEvent): void => {
    if (e.detail < 2 || !(e.target as HTMLElement).closest('button')) return;
    e.preventDefault();
    e.stopImmediatePropagation();
  };
  private key = (e: KeyboardEvent): void => {
    const el = document.activeElement as HTMLElement | null,
      idle = el === document.body || el?.getAttribute('role') === 'radio';
    if (e.key !== 'Enter' || e.repeat || this.page !== 'Play' || !idle || e.defaultPrevented)
      return;
    e.preventDefault();
    void this.start();
  };
  private nameField(): HTMLElement {
    const input = h('input', {
      type: 'text',
      class: 'myname',
      maxlength: '30',
      placeholder: 'Your name',
      'aria-label': 'Your name, as other players see it',
      value: store.settings().name,
      onchange: () => void store.set({ name: input.value.trim() }),
    });
    return input;
  }
  private async load(): Promise<void> {
    try {
      const d = await api<{
        games: Game[];
        bots?: string[];
        levels?: string[];
        pass?: boolean;
        device?: boolean;
      }>('/api/games');
      this.device = d.device ?? false;
      this.bots = d.bots ?? ['planner'];
      if (d.levels) this.levels = d.levels.map(capital).filter(l => l in levels);
      this.passes = d.pass ?? false;
      this.games = d.games;
    } catch (e) {
      this.noGames(e);
      return;
    }
    if (!this.games.length) {
      fill(this.main, h('p', null, 'This server has no games.'));
      return;
    }
    await Promise.all(this.games.map(async g => this.briefs.set(g.id, await briefOf(g.id))));
    for (const g of this.games) g.scenarios.sort((a, b) => this.order(a) - this.order(b));
    this.games.sort((a, b) => this.hard(a) - this.hard(b));
    this.choose(this.games[0]);
    await painted(); // the page can be used; what is heavier comes after
    this.pictures.show(this.games);
    if (this.device) this.drawAside();
    this.mine.render(); // by their titles now
    if (atHome) void this.meetEngine();
    else void Promise.all([this.mine.refresh(), this.openGames.load()]);
  }
  private noGames(e: unknown): void {
    const why =
      e instanceof Refused ? e.fault.text : 'Look whether it runs, then reload this page.';
    const head = atHome ? 'The game does not start' : 'The server does not answer';
    fill(this.main, h('h2', null, head), h('p', { role: 'alert' }, why));
  }
  // The engine starts while the player looks around; it says whether this window keeps games.
  private async meetEngine(): Promise<void> {
    try {
      const { keeps } = await api<{ keeps: boolean }>('/api/keeps');
      this.forgets = !keeps;
      if (this.forgets) this.drawAside();
    } catch (e) {
      this.noGames(e);
    }
  }
  private order(s: Scenario): number {
    return s.id === 'lesson' ? 0 : 1;
  }
  private word(g: Game, what: string): string {
    return say(this.briefs.get(g.id) ?? [], '*', what)?.text ?? '';
  }
  private name(g: Game): string {
    return this.word(g, 'name') || g.title;
  }
  private hard(g: Game): number {
    return Number(say(this.briefs.get(g.id) ?? [], '*', 'hard')?.need) || 3;
  }
  // The words for a game and a scenario that another server names.
  private titles(game: string, scenario: string): [string, string] {
    const g = this.games.find(x => x.id === game),
      s = g?.scenarios.find(x => x.id === scenario);
    return [g ? this.name(g) : game, s?.title ?? scenario];
  }
  private tabs(): void {
    const tab = (t: string) =>
      h(
        'button',
        {
          type: 'button',
          'aria-current': t === this.page ? 'page' : null,
          onclick: () => this.turnTo(t),
        },
        t,
      );
    const pages = ['Play', 'Puzzles', 'Rules', 'Replays', 'Settings'];
    if (!atHome) pages.splice(2, 0, 'Ladder', 'Cups'); // a server has other players
    if (!atHome) pages.push('Account'); // which only a server has
    fill(this.nav, pages.map(tab));
    this.root.classList.toggle('other', this.page !== 'Play');
  }
  private turnTo(page: string): void {
    if (location.hash) history.replaceState(null, '', location.pathname);
    this.page = page;
    this.tabs();
    this.draw();
  }
  private choose(g: Game): void {
    this.game = g;
    this.pick(g.scenarios[0]);
  }
  private pick(s: Scenario): void {
    this.scenario = s;
    this.options = Object.fromEntries(s.options.map(o => [o.id, o.default]));
    for (const r of this.briefs.get(this.game.id) ?? [])
      if (r.scenario === s.id && r.what === 'option' && r.need in this.options)
        this.options[r.need] = r.text !== '0';
    this.error = '';
    this.draw();
  }
  private draw(): void {
    if (!this.game) return;
    const had = (document.activeElement as HTMLElement)?.dataset?.key,
      pages: Record<string, () => void> = {
        Rules: () => this.rulesPage(),
        Settings: () => this.settingsPage(),
        Replays: () => this.replays(),
        Puzzles: () => this.puzzles(),
        Ladder: () => void this.showCompany('Ladder'),
        Cups: () => void this.showCompany('Cups'),
        Account: () => void this.showAccount(),
        Play: () => this.playPage(),
      };
    pages[this.page]();
    if (had) this.main.querySelector<HTMLElement>(`[data-key="${CSS.escape(had)}"]`)?.focus();
  }
  // Scripts of their own: the site without a server never needs them. Null: it did not come, or
  // another tab was faster.
  private async script<T>(page: string, file: string): Promise<T | null> {
    try {
      const module = (await import(asset(file))) as T;
      return this.page === page ? module : null;
    } catch {
      fill(this.main, h('p', { role: 'alert' }, 'This page could not be loaded. Try again.'));
      return null;
    }
  }
  private async showAccount(): Promise<void> {
    const module = await this.script<typeof import('./account')>('Account', 'account.js');
    module?.accountPage(this.main);
  }
  // The ladder, or the cups: each is made once.
  private async showCompany(page: 'Ladder' | 'Cups'): Promise<void> {
    type Page = new (desk: CompanyDesk) => { root: HTMLElement; show(): void };
    const module = await this.script<Record<string, Page>>(page, `${page.toLowerCase()}.js`);
    if (!module) return;
    this.company[page] ??= new module[page]({
      games: () => this.games,
      name: g => this.name(g),
      titles: (game, scenario) => this.titles(game, scenario),
      go: g => this.go(g),
      account: () => this.turnTo('Account'),
    });
    fill(this.main, this.company[page].root);
    this.company[page].show();
  }
  private puzzles(): void {
    const page = puzzlesPage({
      games: this.games.map(g => g.id),
      picture: game => this.pictures.canvas(game),
      titles: (game, scenario) => this.titles(game, scenario),
      go: g => this.go(g),
      redraw: () => this.draw(),
      fail: text => fill(this.main, h('h2', null, 'Puzzles'), h('p', { role: 'alert' }, text)),
    });
    fill(this.main, page);
  }
  // A row of choices of which one is taken; the arrow keys go along it.
  private radio(
    label: string,
    list: [string, string][],
    now: string,
    set: (v: string) => void,
  ): HTMLElement {
    const one = ([v, w]: [string, string]) =>
      h(
        'button',
        {
          type: 'button',
          role: 'radio',
          'aria-checked': String(v === now),
          'data-key': `${label}/${v}`,
          onclick: () => {
            set(v);
            this.draw();
          },
        },
        w,
      );
    return h('div', { class: 'seg', role: 'radiogroup', 'aria-label': label }, list.map(one));
  }
  private rulesPage(): void {
    const body = h('div', { class: 'page' });
    fill(
      this.main,
      h('h2', null, 'Rules in our own words'),
      this.radio(
        'Game',
        this.games.map(g => [g.id, this.name(g)]),
        this.game.id,
        id => {
          this.game = this.games.find(g => g.id === id)!;
          this.scenario = this.game.scenarios[0];
        },
      ),
      store.settings().briefed
        ? h(
            'button',
            {
              class: 'link',
              type: 'button',
              onclick: () => {
                store.set({ briefed: false });
                this.page = 'Play';
                this.tabs();
                this.draw();
              },
            },
            'Show where to start again',
          )
        : null,
      body,
    );
    rulesList(this.game.id, body);
  }
  private settingsPage(): void {
    const body = h('div', { class: 'sheets' }),
      p = {
        settings: store.settings(),
        changed: () => {},
        set: (s: Partial<Settings>) => {
          p.settings = store.set(s);
          applySettings(p.settings);
          if (s.theme) this.pictures.show(this.games);
        },
      };
    fill(this.main, h('h2', null, 'Settings'), body);
    settingsForm(p, body);
  }
  private playPage(): void {
    fill(
      this.main,
      this.startHere(),
      h(
        'div',
        { class: 'spread' },
        h('h2', null, 'New game'),
        h('span', { class: 'soft' }, 'five dots: hardest to learn'),
      ),
      h(
        'div',
        { class: 'games', role: 'radiogroup', 'aria-label': 'Game' },
        this.games.map(g => this.tile(g)),
      ),
      h(
        'div',
        { class: 'cols' },
        h('div', null, this.scenarioList(), this.optionList()),
        this.briefing(),
      ),
      this.startBar(),
    );
  }
  private startHere(): HTMLElement | null {
    const g = this.games[0],
      s = g.scenarios[0];
    if (store.settings().briefed || s.id !== 'lesson') return null;
    const begin = (): void => {
      this.game = g;
      this.seats = { german: 'me', soviet: 'bot' };
      this.level = 'Easy';
      this.pick(s);
      void this.start();
    };
    return h(
      'section',
      { class: 'starthere', 'aria-label': 'Start here' },
      h('b', { class: 'pill' }, 'Start here'),
      h(
        'span',
        { class: 'grow' },
        h('b', { class: 'serif' }, this.name(g)),
        ` ${s.minutes} minutes, step by step: move, read the odds, attack, hold a village.`,
      ),
      h(
        'button',
        { class: 'btn main', type: 'button', 'data-key': 'lesson', onclick: begin },
        'Begin the lesson',
      ),
      h(
        'button',
        {
          class: 'x',
          type: 'button',
          'aria-label': 'Close',
          onclick: () => {
            store.set({ briefed: true });
            this.draw();
          },
        },
        '×',
      ),
    );
  }
  private tile(g: Game): HTMLElement {
    const hard = this.hard(g),
      times = g.scenarios.map(s => s.minutes),
      [least, most] = [Math.min(...times), Math.max(...times)],
      span = least === most ? length(least) : `${length(least)} to ${length(most)}`;
    return h(
      'button',
      {
        class: 'tile',
        type: 'button',
        role: 'radio',
        'aria-checked': String(g === this.game),
        'data-key': `game/${g.id}`,
        onclick: () => this.choose(g),
      },
      this.pictures.canvas(g.id),
      h(
        'div',
        null,
        h('b', null, this.name(g)),
        h(
          'span',
          { class: 'soft' },
          this.word(g, 'scale') || plural(g.scenarios.length, 'scenario'),
        ),
        h(
          'span',
          { class: 'spread soft' },
          span,
          h(
            'span',
            { class: 'dots', title: `difficulty ${hard} of 5` },
            h('span', { class: 'sr' }, `, difficulty ${hard} of 5`),
            h('span', { 'aria-hidden': 'true' }, '●'.repeat(hard) + '○'.repeat(5 - hard)),
          ),
        ),
      ),
    );
  }
  private scenarioList(): HTMLElement {
    const one = (x: Scenario) =>
      h(
        'button',
        {
          type: 'button',
          role: 'radio',
          'aria-checked': String(x === this.scenario),
          'data-key': `scen/${x.id}`,
          onclick: () => this.pick(x),
        },
        h('span', { class: 'dot' }),
        h(
          'span',
          { class: 'grow' },
          h('b', null, x.title),
          h('span', { class: 'soft clip block-line' }, x.about.split(/[.:;]/)[0]),
        ),
        h(
          'span',
          { class: 'soft when' },
          plural(x.turns, 'turn'),
          h('br'),
          x.minutes >= 90 ? `about ${length(x.minutes)}` : length(x.minutes),
        ),
      );
    return h(
      'div',
      null,
      h('h3', null, `Scenario of ${this.name(this.game)}`),
      h(
        'div',
        { class: 'scen', role: 'radiogroup', 'aria-label': 'Scenario' },
        this.game.scenarios.map(one),
      ),
    );
  }
  private optionList(): HTMLElement | null {
    const list = this.scenario.options,
      few = this.allOptions ? list : list.slice(0, 2);
    if (!list.length) return null;
    return h(
      'div',
      { class: 'options' },
      few.map(o => this.option(o)),
      few.length < list.length
        ? h(
            'button',
            {
              class: 'link',
              type: 'button',
              onclick: () => {
                this.allOptions = true;
                this.draw();
              },
            },
            `all ${list.length} ▾`,
          )
        : null,
    );
  }
  private wordOption(o: Option, words: string[]): HTMLElement {
    const select = h(
      'select',
      { onchange: () => (this.options[o.id] = Number(select.value)) },
      words.map((word, i) =>
        h('option', { value: String(i), selected: this.options[o.id] === i }, word),
      ),
    );
    return h('label', null, select, o.title, ' ', h('span', { class: 'chip' }, o.rule));
  }
  private option(o: Option): HTMLElement {
    if (o.words) return this.wordOption(o, o.words);
    const bool = o.type === 'bool',
      input = h('input', {
        type: bool ? 'checkbox' : 'number',
        checked: bool && !!this.options[o.id],
        value: bool ? null : String(this.options[o.id]),
        min: o.min,
        max: o.max,
        onchange: () => {
          this.options[o.id] = bool ? input.checked : Number(input.value);
        },
      });
    return h('label', null, input, o.title, ' ', h('span', { class: 'chip' }, o.rule));
  }
  private briefing(): HTMLElement {
    const s = this.scenario,
      brief = this.briefs.get(this.game.id) ?? [],
      goal = (side: Side) => {
        const g = goalFor(brief, s.id, side);
        if (!g) return null;
        return h(
          'div',
          { class: 'goal-side' },
          h('b', { class: side }, sideName(side)),
          h('span', null, g.text, ' ', chip(this.game.id, g.rule)),
        );
      };
    return h(
      'section',
      { class: 'briefing', 'aria-label': 'Briefing' },
      h(
        'div',
        { class: 'brief-part' },
        h('h2', null, s.title),
        h('p', null, s.about),
        SIDES.map(goal),
      ),
      this.balance(brief),
      this.seating(),
      this.bidding(),
    );
  }
  // How often the computer won as German against itself.
  private balance(brief: Brief): HTMLElement {
    const s = this.scenario,
      m = s.measured?.printed,
      row = say(brief, s.id, 'balance')?.need.split(' ').map(Number);
    let share: number, low: number, high: number, games: number;
    if (m) {
      games = m[0] + m[1] + m[2];
      share = Math.round((100 * (m[0] + m[2] / 2)) / Math.max(1, games));
      [low, high] = interval(share / 100, games);
    } else if (row?.length === 4) [share, low, high, games] = row;
    else return h('div', { class: 'brief-part soft' }, 'The balance is not measured yet.');
    const between = `: ${low} to ${high}`;
    return h(
      'div',
      { class: 'brief-part' },
      h(
        'div',
        { class: 'spread' },
        h('b', null, `German wins ${share} of 100 computer games`),
        h('span', { class: 'soft' }, `${games} played${between}`),
      ),
      h('div', { class: 'balance', 'aria-hidden': 'true' }, h('i', { style: `width:${share}%` })),
      this.evenChoice(),
    );
  }
  // The measured handicap, where there is one.
  private evenChoice(): HTMLElement | null {
    const o = this.scenario.options.find(x => x.id === 'handicap' && x.even !== undefined);
    if (!o) return null;
    if (o.even === o.default) return h('div', { class: 'soft' }, 'Even as printed.');
    const even = this.options[o.id] === o.even;
    return h(
      'div',
      { class: 'row' },
      h('span', { class: 'soft' }, 'Balance'),
      this.radio(
        'Balance',
        [
          ['printed', 'As printed'],
          ['even', 'Even'],
        ],
        even ? 'even' : 'printed',
        v => {
          this.options[o.id] = v === 'even' ? o.even! : o.default;
        },
      ),
      h('span', { class: 'soft' }, even ? `${o.title}: ${o.even}` : ''),
    );
  }
  private get withBot(): boolean {
    return SIDES.some(s => this.seats[s] === 'bot');
  }
  private seating(): HTMLElement {
    const people = SIDES.filter(s => this.seats[s] === 'me').length,
      kinds: [string, string][] = [
        ['me', 'Me'],
        ['bot', 'Computer'],
      ];
    if (!atHome) kinds.push(['invite', 'Friend'], ['open', 'Open']);
    return h(
      'div',
      { class: 'brief-part' },
      h(
        'div',
        { class: 'seats' },
        SIDES.map(s => [
          h('span', { class: 'row' }, h('i', { class: `sw ${s}` }), h('b', null, sideName(s))),
          this.radio(`${sideName(s)} seat`, kinds, this.seats[s], v => {
            this.seats[s] = v as SeatWord;
          }),
        ]),
        this.withBot ? this.opponent() : null,
        !this.withBot && people < 2
          ? [
              h('b', null, 'Clock'),
              this.radio(
                'Clock',
                Object.keys(clocks).map(c => [c, c]),
                this.clock,
                v => {
                  this.clock = v;
                },
              ),
            ]
          : null,
      ),
    );
  }
  // The side of the maker in a game with a friend, who may bid for it.
  private bidder(): Side | null {
    const mine = SIDES.find(s => this.seats[s] === 'me'),
      friend = SIDES.some(s => this.seats[s] === 'invite');
    return mine && friend ? mine : null;
  }
  private bidding(): HTMLElement | null {
    const mine = this.bidder(),
      option = this.scenario.options.find(o => o.id === 'handicap');
    return mine && option ? this.bids.part(mine, option, () => this.draw()) : null;
  }
  private opponent(): HTMLElement[] {
    if (!this.bots.includes('planner')) {
      const name = this.bots.includes('greedy') ? 'greedy' : this.bots[0];
      return [h('b', null, 'Computer'), h('span', { class: 'soft' }, `This server has ${name}.`)];
    }
    return [
      h('b', null, 'Computer'),
      h(
        'span',
        { class: 'row wrap' },
        this.radio(
          'Level',
          this.levels.map(l => [l, l]),
          this.level,
          v => {
            this.level = v;
          },
        ),
        this.radio(
          'Temper',
          tempers.map(t => [t, capital(t)]),
          this.temper,
          v => {
            this.temper = v;
          },
        ),
      ),
    ];
  }
  // The game and the scenario; a game of one scenario often gives both the same name.
  private title(): string {
    const game = this.name(this.game),
      part = this.scenario.title;
    return game === part ? game : `${game}, ${part}`;
  }
  // The whole choice in one sentence.
  private sentence(): string {
    const me = SIDES.filter(s => this.seats[s] === 'me');
    if (me.length === 2) return 'Hot seat: the board is covered at every hand-over.';
    if (me.length === 0)
      return this.seats.german === 'bot' && this.seats.soviet === 'bot'
        ? 'The computer plays itself; you watch.'
        : 'You only make the links.';
    const foe = this.seats[me[0] === 'german' ? 'soviet' : 'german'],
      against: Record<SeatWord, string> = {
        bot: `the computer, ${this.level.toLowerCase()} and ${this.temper}`,
        invite: 'a friend, who gets a link',
        open: 'anybody who takes the open seat',
        me: '',
      };
    return `You are ${sideName(me[0])}, against ${against[foe]}.`;
  }
  private startBar(): HTMLElement {
    const note = this.withBot ? levels[this.level].words : clocks[this.clock].words,
      more = 'Figures and maps are reconstructed; you can put in your own.';
    return h(
      'div',
      { class: 'startbar' },
      h(
        'div',
        { class: 'grow' },
        h('div', null, h('b', null, `${this.title()}. `), this.sentence()),
        this.error
          ? h('div', { role: 'alert', class: 'bad' }, this.error)
          : h('div', { class: 'least' }, `${note} ${more}`),
      ),
      h(
        'button',
        {
          class: 'btn main',
          type: 'button',
          'data-key': 'start',
          'aria-disabled': this.busy ? 'true' : null,
          onclick: () => void this.start(),
        },
        'Start ',
        h('kbd', null, 'Enter'),
      ),
    );
  }
  private botWord(): string {
    if (this.bots.includes('planner')) {
      const level = this.level.toLowerCase();
      return `planner@${level}:${levels[this.level].ms},${this.temper}`;
    }
    return this.bots.includes('greedy') ? 'greedy' : (this.bots[0] ?? 'random');
  }
  private seatWord(s: Side, both: boolean): string {
    const w = this.seats[s];
    if (w === 'bot') return `bot:${this.botWord()}`;
    return w === 'me' && both ? 'hotseat' : w;
  }
  private async start(): Promise<void> {
    if (this.busy || !this.game) return;
    this.busy = true;
    const both = SIDES.every(s => this.seats[s] === 'me'),
      name = store.settings().name || undefined,
      clock = both ? null : clocks[this.clock].doc,
      bidder = this.bids.on ? this.bidder() : null,
      { handicap: _, ...others } = this.options,
      seats = { german: this.seatWord('german', both), soviet: this.seatWord('soviet', both) };
    try {
      const made = await api<{ id: string; seats: Partial<Record<Side, string>>; watch: string }>(
        '/api/games',
        {
          game: this.game.id,
          scenario: this.scenario.id,
          options: bidder ? others : this.options,
          seats,
          ...(bidder ? { bids: this.bids.doc(bidder) } : {}),
          ...(clock && !this.withBot ? { clock } : {}),
          ...(name ? { name } : {}),
        },
      );
      if (bidder && this.bids.lost(bidder))
        [this.seats.german, this.seats.soviet] = [this.seats.soviet, this.seats.german];
      const mine: Saved['seats'] = {};
      for (const s of SIDES) if (this.seats[s] === 'me' && made.seats[s]) mine[s] = made.seats[s];
      if (!Object.keys(mine).length) mine.watch = made.watch;
      this.go({
        id: made.id,
        game: this.game.id,
        title: this.name(this.game),
        scenario: this.scenario.title,
        seats: mine,
        links: { ...made.seats, watch: made.watch },
        at: Date.now(),
        hotseat: both,
        invite: SIDES.find(s => this.seats[s] === 'invite'),
      });
    } catch (e) {
      this.error = e instanceof Refused ? e.fault.text : 'The server does not answer.';
      this.busy = false;
      this.draw();
    }
  }

  // ---- the column on the right
  private drawAside(): void {
    const file = h('input', {
      type: 'file',
      accept: '.journal,.txt',
      hidden: true,
      onchange: async () => {
        const f = file.files?.[0];
        if (f) void this.importText(await f.text());
      },
    });
    const code = h('input', {
      type: 'text',
      placeholder: 'Seat link or code',
      'aria-label': 'Seat link or code',
      style: 'flex:1;min-width:0',
    });
    const join = (e: Event): void => {
      const text = code.value.trim(),
        m = /#(\w+\/[\w-]+\/[\w\/-]+)/.exec(text),
        bare = /^[\w-]+\/[\w\/-]+$/.test(text) ? `game/${text}` : '',
        place = m?.[1] ?? bare;
      e.preventDefault();
      if (place) location.hash = `#${place}`;
      else {
        code.setCustomValidity('Paste the whole link.');
        code.reportValidity();
        code.setCustomValidity('');
      }
    };
    fill(
      this.aside,
      this.mine.root,
      atHome ? this.keptHere() : this.openGames.root,
      h(
        'div',
        { class: 'joins' },
        atHome
          ? null
          : h(
              'form',
              { class: 'row', onsubmit: join },
              code,
              h('button', { class: 'btn', type: 'submit' }, 'Join'),
            ),
        h(
          'button',
          { class: 'btn', type: 'button', onclick: () => file.click() },
          'Open a game file',
        ),
        this.device ? h('a', { class: 'btn', href: 'device/' }, 'Play on this device') : null,
        file,
      ),
    );
  }
  // Where the games of a page without a server are.
  private keptHere(): HTMLElement {
    const words = this.forgets
      ? 'This window keeps no games: they are gone when it is closed. Save a game as a file to ' +
        'keep it.'
      : 'You play on this device, without a server. Games are kept in this browser, in a private ' +
        'window until it is closed. Download the journal of a game to take it elsewhere: a ' +
        'server goes on with it under Open a game file.';
    return h('p', { class: 'soft', role: this.forgets ? 'alert' : null }, words);
  }
  private async importText(text: string): Promise<void> {
    if (isPassed(text)) return layFile(text);
    try {
      const m = await api<{ id: string; seats: Saved['seats']; watch?: string }>('/api/import', {
        journal: text,
      });
      const game = /^game (\S+)/m.exec(text)?.[1] ?? '',
        g = this.games.find(x => x.id === game);
      this.go({
        id: m.id,
        game,
        title: g ? this.name(g) : 'A game file',
        scenario: 'from a file',
        seats: Object.keys(m.seats ?? {}).length ? m.seats : { watch: m.watch! },
        at: Date.now(),
        hotseat: true,
      });
    } catch (e) {
      this.error = e instanceof Refused ? e.fault.text : 'The file could not be read.';
      this.page = 'Play';
      this.tabs();
      this.draw();
    }
  }
  private replays(): void {
    const sealed = this.passes
      ? passSection({
          title: this.title(),
          game: this.game.id,
          scenario: this.scenario.id,
          options: this.options,
        })
      : null;
    fill(
      this.main,
      replaysPage(text => void this.importText(text), sealed),
    );
  }
}
