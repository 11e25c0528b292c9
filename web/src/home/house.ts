// A house without a server: it keeps the games of this browser, seats the page at them, lets the
// computer move, and answers in the server's words. It moves documents; the engine knows the rules.
import { type Fault, type GameEvent, type Side, type View, other } from '../doc';
import type { Task } from './judge';
import { Letters, isLetter } from './letters';
import { type Doc, Machine } from './machine';
import { No, word } from './no';
import { type Puzzle, headOf, puzzles, told, verdictOn } from './puzzles';
import { Reviews } from './reviews';
import { type Kept, type KeptSeat, Shelf } from './shelf';

type Who = Side | 'watch';
type Asked = Record<string, unknown> & { cmd?: string; id?: number; seq?: number };
const SIDES: Side[] = ['german', 'soviet'];
const VIEWERS: Who[] = [...SIDES, 'watch'];
const MOST_SEED = 2 ** 53;
const OTHER_TAB_MS = 3000;
const HOT_SEATS: Record<Side, string> = { german: 'hotseat', soviet: 'hotseat' };
// what a seat may ask the engine, and whether the answer depends on the seat
const ABOUT_SEAT = new Set(
  'view actions why events reach odds overlay records import orders think'.split(' '),
);
const ABOUT_GAME = new Set('board result rules sources guide'.split(' '));

const refusal = (e: unknown): Doc => {
  const error: Fault =
    e instanceof No
      ? { code: e.code, text: e.message }
      : { code: 'internal', text: 'A fault in the program stopped this.' };
  if (!(e instanceof No)) console.error(e);
  return { ok: false, error };
};
const newSeed = (): number => {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high * 2 ** 21 + (low >>> 11)) % MOST_SEED;
};

interface Room {
  kept: Kept;
  toMove: Side[];
  seq: Record<Who, number>; // what each was told of
  shown: Record<Who, string>;
  bytes: number; // of the journal that are kept
  fresh: boolean; // something has happened that not everybody was told of
  stumbled: boolean; // the computer could not move
  leave: (() => void) | null; // gives the lock back
}
interface Guest {
  room: Room | null;
  seat: Who;
  letter: Opened | null;
}
// A passed game that a page looks at.
interface Opened {
  id: string;
  token: string;
  seq: number;
  leave: (() => void) | null;
}

export class House {
  private rooms = new Map<string, Room>();
  private guests = new Map<number, Guest>();
  private on: Room | null = null; // whose game the engine holds
  private today = new Map<string, string>(); // the hash of each game's data files
  private queue: Promise<unknown> = Promise.resolve();
  private reviews: Reviews;
  private letters: Letters;

  private constructor(
    private engine: Machine,
    private shelf: Shelf,
    private say: (line: number, doc: object) => void,
  ) {
    this.reviews = new Reviews(shelf);
    this.letters = new Letters(
      engine,
      shelf,
      text => this.withData(text),
      text => this.keepData(text, () => engine.passPack()),
    );
  }
  static async open(say: (line: number, doc: object) => void): Promise<House> {
    const [engine, shelf] = await Promise.all([Machine.start(), Shelf.open()]),
      house = new House(engine, shelf, say);
    for (const g of engine.ask({ cmd: 'hello' }).games as { id: string; data: string }[])
      house.today.set(g.id, g.data);
    return house;
  }
  // One thing after the other: the engine holds one game, and the disk takes its time.
  private inTurn<T>(fn: () => Promise<T>): Promise<T> {
    const done = this.queue.then(fn);
    this.queue = done.catch(() => {});
    return done;
  }

  // ---- the game in the engine
  private must(doc: Doc): Doc {
    if (doc.ok) return doc;
    const error = doc.error as Fault;
    throw new No(error.code, error.text);
  }
  // The data files of a journal, where they are not today's and this browser has them.
  private async packOf(text: string): Promise<Task['pack']> {
    const game = /^game (\S+)/m.exec(text)?.[1] ?? '',
      hash = /^game .* data (\w+)/m.exec(text)?.[1] ?? '';
    if (!hash || hash === this.today.get(game)) return null;
    const pack = await this.shelf.files(`${game} ${hash}`);
    return pack === undefined ? null : { game, hash, text: pack };
  }
  private async withData(text: string): Promise<void> {
    const pack = await this.packOf(text);
    if (pack) this.engine.older(pack.game, pack.hash, pack.text);
  }
  // Today's files are kept: after an update the game goes on with them.
  private async keepData(text: string, pack: () => string): Promise<void> {
    const [, game, hash] = /^game (\S+).* data (\w+)/m.exec(text) ?? [];
    if (hash && hash === this.today.get(game)) await this.shelf.keepFiles(`${game} ${hash}`, pack);
  }
  private async loadJournal(text: string, seed: number): Promise<Doc> {
    await this.withData(text);
    return this.must(this.engine.load(text, seed));
  }
  private async putOn(r: Room): Promise<void> {
    if (this.on === r) return;
    this.on = null;
    const text = await this.shelf.journal(r.kept.id),
      doc = await this.loadJournal(text, r.kept.seed);
    r.toMove = doc.to_move as Side[];
    r.bytes = this.engine.journal(0).bytes;
    for (const side of SIDES)
      if (r.kept.seats[side].orders)
        this.engine.ask({ cmd: 'orders', side, orders: r.kept.seats[side].orders });
    this.on = r;
  }
  private async roomOf(id: string): Promise<Room> {
    let r = this.rooms.get(id);
    if (r) return r;
    const kept = await this.shelf.find(id);
    if (!kept) throw new No('state', 'This browser does not have that game.');
    r = {
      kept,
      toMove: [],
      seq: { german: 0, soviet: 0, watch: 0 },
      shown: { german: '', soviet: '', watch: '' },
      bytes: 0,
      fresh: false,
      stumbled: false,
      leave: null,
    };
    this.rooms.set(id, r);
    return r;
  }
  // What happened is written down before anybody hears of it. What cannot be written has not
  // happened: the engine reads the game again as it was.
  private async writeDown(r: Room, doc: Doc): Promise<void> {
    const { text, bytes } = this.engine.journal(r.bytes);
    if (doc.over && !r.kept.ended)
      r.kept.ended = { how: 'played', result: this.engine.ask({ cmd: 'result' }).result };
    try {
      await this.shelf.write(r.kept, text);
    } catch {
      r.kept.ended = null;
      this.on = null;
      throw new No('internal', 'This browser has no room left for games; the move was not kept.');
    }
    r.bytes = bytes;
    r.fresh = true;
    if (doc.to_move) r.toMove = doc.to_move as Side[];
  }

  // ---- making games
  private async make(
    journalSeed: number,
    seats: Record<Side, KeptSeat>,
    options: object,
  ): Promise<object> {
    const { text } = this.engine.journal(0),
      head = /^game (\S+).* scenario (\S+) .*?data (\w+)/m.exec(text)!,
      kept: Kept = {
        id: word(8),
        game: head[1],
        scenario: head[2],
        data: head[3],
        options,
        seed: journalSeed,
        seats,
        watch: word(12),
        at: Date.now(),
        parts: 0,
        ended: null,
      };
    this.on = null;
    try {
      await this.keepData(text, () => this.engine.pack());
      await this.shelf.write(kept, text);
    } catch {
      throw new No('internal', 'This browser has no room left for games; it was not made.');
    }
    const tokens: Partial<Record<Side, string>> = {};
    for (const side of SIDES) if (seats[side].kind !== 'bot') tokens[side] = seats[side].token;
    return { ok: true, id: kept.id, seats: tokens, watch: kept.watch };
  }
  private seatsOf(words: Record<Side, string>, name?: string): Record<Side, KeptSeat> {
    const seat = (w: string): KeptSeat => {
      if (w.startsWith('bot:')) return { kind: 'bot', token: '', bot: w.slice(4) };
      if (w !== 'me' && w !== 'hotseat')
        throw new No('state', 'A game with somebody elsewhere needs a server.');
      return { kind: w, token: word(12), ...(name ? { name } : {}) };
    };
    return { german: seat(words.german), soviet: seat(words.soviet) };
  }
  private async create(body: Record<string, unknown>): Promise<object> {
    const { game, scenario } = body,
      options = (body.options ?? {}) as object,
      seed = newSeed(),
      seats = this.seatsOf(body.seats as Record<Side, string>, body.name as string | undefined);
    this.on = null;
    this.must(this.engine.ask({ cmd: 'new', game, scenario, options, seed }));
    for (const side of SIDES) if (seats[side].kind !== 'bot') seats[side].orders = 'usual';
    return this.make(seed, seats, options);
  }
  private async import(text: string, seats = HOT_SEATS): Promise<object> {
    const seed = newSeed();
    this.on = null;
    await this.loadJournal(text, seed);
    return this.make(seed, this.seatsOf(seats), {});
  }
  private async branch(
    r: Room,
    token: string,
    body: Record<string, unknown> | null,
  ): Promise<object> {
    const { at, line, seats } = body ?? {};
    if (line !== undefined) this.mustBeOver(r);
    await this.putOn(r);
    const side = this.seatOf(r, token) ?? 'watch',
      cmd = { cmd: 'branch', side, ...(at === undefined ? {} : { at }) },
      before = { cmd: 'branch', side: 'german', line },
      { journal } = this.must(this.engine.ask(line === undefined ? cmd : before));
    return this.import(journal as string, seats as typeof HOT_SEATS | undefined);
  }
  private mustBeOver(r: Room): void {
    if (!r.kept.ended)
      throw new No('state', 'The lines of the journal are open when the game is over.');
  }
  private async rematch(r: Room): Promise<object> {
    const { game, scenario, options, seats } = r.kept,
      from = (s: KeptSeat): string => (s.kind === 'bot' ? `bot:${s.bot}` : s.kind);
    if (!r.kept.ended) throw new No('state', 'The game is not over yet.');
    return this.create({
      game,
      scenario,
      options,
      seats: { german: from(seats.soviet), soviet: from(seats.german) },
    });
  }

  // ---- what the server answers over HTTP
  api(path: string, body: unknown, token = ''): Promise<object> {
    return this.inTurn(() => this.route(path, (body ?? null) as never, token)).catch(refusal);
  }
  private async route(
    path: string,
    body: Record<string, unknown> | null,
    token: string,
  ): Promise<object> {
    const [what, first = '', second = ''] = path
      .replace(/^\/api\//, '')
      .split('/')
      .map(decodeURIComponent);
    switch (what) {
      case 'games':
        if (!first && body) return this.create(body);
        return this.visit(await this.roomOf(first), second, body, token);
      case 'import':
        return this.import(String(body?.journal ?? ''));
      case 'pass':
        return this.pass(first, body, token);
      case 'puzzles':
        return this.puzzle(first, second, body);
      case 'lobby':
        return { ok: true, games: [] };
      case 'keeps':
        return { ok: true, keeps: this.shelf.keeps };
      case 'rules':
      case 'sources':
        return this.engine.ask({ cmd: what, game: first });
      case 'guide':
        return this.engine.ask({ cmd: what, game: first, name: second });
      case 'board':
        return this.engine.ask({ cmd: what, game: first, scenario: second });
    }
    throw new No('state', 'This needs a server.');
  }
  private async visit(
    r: Room,
    what: string,
    body: Record<string, unknown> | null,
    token: string,
  ): Promise<object> {
    const { id, game, scenario, ended } = r.kept;
    if (!what) return { ok: true, id, game, scenario, over: !!ended, alone: true };
    if (what === 'branch') return this.branch(r, token, body);
    if (what === 'rematch') return this.rematch(r);
    if (what === 'review') return this.review(r, body !== null);
    throw new No('state', 'This needs a server.');
  }
  private async review(r: Room, begin: boolean): Promise<object> {
    if (!r.kept.ended)
      throw new No(
        'state',
        'A game is reviewed when it is over: before, it would show what is hidden.',
      );
    const task = async (): Promise<Omit<Task, 'known'>> => {
      const journal = await this.shelf.journal(r.kept.id);
      return { journal, pack: await this.packOf(journal) };
    };
    return this.reviews.ask(r.kept.id, begin ? task : null);
  }

  // ---- puzzles
  private async puzzle(
    id: string,
    what: string,
    body: Record<string, unknown> | null,
  ): Promise<object> {
    const all = await puzzles();
    if (!all)
      throw new No('state', 'The puzzles are fetched once, and there is no network just now.');
    if (!id) return { ok: true, puzzles: all.map(headOf) };
    const one = all.find(p => p.id === id);
    if (!one) throw new No('input', 'There is no such puzzle.');
    return what === 'answer' ? verdictOn(one, String(body?.action)) : this.retell(one, body);
  }
  // A game of its own, told up to the puzzle, with the planner in the other seat.
  private async retell(p: Puzzle, body: Record<string, unknown> | null): Promise<object> {
    const { game, scenario } = p,
      seed = newSeed(),
      lines = p.lines.map(told),
      dice = lines.flatMap(l => l.dice),
      words = { ...HOT_SEATS, [p.side]: 'me', [other(p.side)]: 'bot:planner' },
      seats = this.seatsOf(words, body?.name as string | undefined);
    this.on = null;
    this.must(this.engine.ask({ cmd: 'new', game, scenario, seed, dice }));
    for (const { side, action } of lines.slice(1)) {
      const done = this.engine.ask({ cmd: 'do', side, action });
      if (!done.ok) throw new No('state', 'This puzzle does not fit the rules of this version.');
    }
    return this.make(seed, seats, {});
  }

  // ---- who sits where
  open(line: number): void {
    this.guests.set(line, { room: null, seat: 'watch', letter: null });
  }
  close(line: number): void {
    const { room, letter } = this.guests.get(line) ?? {};
    this.guests.delete(line);
    letter?.leave?.();
    if (!room || this.linesOf(room).length) return;
    this.rooms.delete(room.kept.id);
    if (this.on === room) this.on = null;
    room.leave?.();
  }
  private linesOf(r: Room, seat?: Who): number[] {
    return [...this.guests]
      .filter(([, g]) => g.room === r && (seat === undefined || g.seat === seat))
      .map(([line]) => line);
  }
  private seatOf(r: Room, token: string): Who | null {
    if (!token) return null;
    for (const side of SIDES) if (r.kept.seats[side].token === token) return side;
    return token === r.kept.watch ? 'watch' : null;
  }
  private presence(r: Room): object {
    const seat = (side: Side): object => {
      const s = r.kept.seats[side];
      return {
        kind: s.kind,
        taken: true,
        online: s.kind === 'bot' || this.linesOf(r, side).length > 0,
        ...(s.name ? { name: s.name } : {}),
        ...(s.kind === 'bot' ? { bot: s.bot } : {}),
      };
    };
    const watchers = this.linesOf(r, 'watch').length;
    return { german: seat('german'), soviet: seat('soviet'), watchers };
  }
  // One page plays a game at a time: two would write over each other. Gives what ends it.
  private async lock(id: string): Promise<(() => void) | null> {
    if (typeof navigator.locks === 'undefined') return null;
    const signal = AbortSignal.timeout(OTHER_TAB_MS);
    return new Promise((yes, no) => {
      navigator.locks
        .request(`salient ${id}`, { signal }, () => new Promise<void>(leave => yes(leave)))
        .catch(() => no(new No('state', 'This game is open in another tab or window.')));
    });
  }
  private async join(line: number, guest: Guest, doc: Asked): Promise<Doc> {
    const r = await this.roomOf(String(doc.game)),
      seat = this.seatOf(r, String(doc.seat ?? ''));
    if (!seat) throw new No('seat', 'That opens no seat of this game.');
    r.leave ??= await this.lock(r.kept.id);
    await this.putOn(r);
    guest.room = r;
    guest.seat = seat;
    r.stumbled = false;
    const { view, events } = this.look(r, seat, Number(doc.since ?? 0));
    return {
      ok: true,
      seq: view.seq,
      events,
      view,
      game: r.kept.id,
      side: seat,
      to_move: r.toMove,
      over: !!r.kept.ended,
      ended: r.kept.ended,
      presence: this.presence(r),
      clock: null,
    };
  }
  private look(r: Room, side: Who, since: number): { view: View; events: GameEvent[] } {
    const view = this.engine.ask({ cmd: 'view', side }).view as View,
      events = this.engine.ask({ cmd: 'events', side, since }).events as GameEvent[];
    r.seq[side] = view.seq;
    r.shown[side] = JSON.stringify(view);
    return { view, events };
  }

  // ---- passed games
  private pass(what: string, body: Record<string, unknown> | null, token: string): Promise<Doc> {
    if (!what) return this.letters.lay(body ?? {});
    if (what !== 'key') return this.takeLetter(what, token);
    return body ? this.letters.takeKey(String(body.key)) : this.letters.showKey();
  }
  private async joinLetter(guest: Guest, doc: Asked): Promise<Doc> {
    const id = String(doc.game),
      token = String(doc.seat ?? ''),
      joined = await this.letters.join(id, token, Number(doc.since ?? 0)),
      leave = guest.letter ? guest.letter.leave : await this.lock(id);
    guest.letter = { id, token, seq: Number(joined.seq), leave };
    return joined;
  }
  private async hearLetter(line: number, letter: Opened, doc: Asked): Promise<Doc> {
    const answer = await this.letters.hear(letter.id, letter.token, doc);
    if (answer.ok && (doc.cmd === 'do' || doc.cmd === 'undo')) this.tellLetter(line, letter);
    return answer;
  }
  // Half a secret choice is none: it was taken back, and the page is told.
  private async takeLetter(id: string, token: string): Promise<Doc> {
    const taken = await this.letters.answer(id, token);
    for (const [line, { letter }] of this.guests)
      if (letter?.id === id) this.tellLetter(line, letter);
    return taken;
  }
  private tellLetter(line: number, letter: Opened): void {
    for (const doc of this.letters.state(letter.seq)) {
      if (doc.seq !== undefined) letter.seq = Number(doc.seq);
      this.say(line, doc);
    }
  }

  // ---- what comes from a seat
  hear(line: number, text: string): void {
    const doc = JSON.parse(text) as Asked,
      guest = this.guests.get(line);
    if (!guest || doc.cmd === 'ping') return;
    void this.inTurn(() => this.obey(line, guest, doc))
      .catch(refusal)
      .then(answer => {
        this.say(line, { ...(answer as object), id: doc.id });
        if (guest.room) this.after(guest.room);
      });
  }
  private async obey(line: number, guest: Guest, doc: Asked): Promise<Doc> {
    const { id: _id, ...asked } = doc,
      cmd = String(doc.cmd);
    if (cmd === 'join' && isLetter(String(doc.game))) return this.joinLetter(guest, asked);
    if (cmd === 'join') return this.join(line, guest, asked);
    if (guest.letter) return this.hearLetter(line, guest.letter, asked);
    const r = guest.room;
    if (!r) throw new No('state', 'Join a game first.');
    await this.putOn(r);
    if (cmd === 'do' || cmd === 'undo' || (cmd === 'orders' && asked.orders !== undefined))
      return this.change(r, guest.seat, asked);
    if (cmd === 'view' && asked.line !== undefined) {
      this.mustBeOver(r); // then nothing is hidden any more
      return this.engine.ask({ ...asked, side: 'all' });
    }
    if (cmd === 'chats') return { ok: true };
    if (cmd === 'save') return { ok: true, journal: this.engine.journal(0).text };
    if (cmd === 'name') return this.rename(r, guest.seat, String(asked.name ?? ''));
    if (cmd === 'abandon') return this.abandon(r, guest.seat);
    if (ABOUT_SEAT.has(cmd)) return this.engine.ask({ ...asked, side: guest.seat });
    if (ABOUT_GAME.has(cmd)) return this.engine.ask(asked);
    throw new No('state', 'This needs a server.');
  }
  private async change(r: Room, seat: Who, doc: Asked): Promise<Doc> {
    const { seq, key: _key, dice: _dice, ...asked } = doc;
    if (seat === 'watch') throw new No('seat', 'A watcher decides nothing.');
    this.tellAll(r);
    if (r.kept.ended) throw new No('state', 'The game is over.');
    if (seq !== undefined && seq !== r.seq[seat])
      throw new No('stale', 'Something has happened since: this was made on an older view.');
    const answer = this.engine.ask({ ...asked, side: seat });
    if (!answer.ok) return answer;
    if (asked.cmd === 'orders') r.kept.seats[seat].orders = answer.orders;
    await this.writeDown(r, answer);
    const { view } = this.engine.ask({ cmd: 'view', side: seat }) as unknown as { view: View };
    return { ...answer, seq: view.seq };
  }
  private async rename(r: Room, seat: Who, name: string): Promise<Doc> {
    if (seat === 'watch') throw new No('seat', 'A watcher has no name here.');
    r.kept.seats[seat].name = name.slice(0, 30);
    await this.writeDown(r, { ok: true });
    for (const line of this.linesOf(r))
      this.say(line, { push: 'presence', seats: this.presence(r) });
    return { ok: true };
  }
  private async abandon(r: Room, seat: Who): Promise<Doc> {
    if (seat === 'watch') throw new No('seat', 'A watcher decides nothing.');
    if (r.kept.ended) throw new No('state', 'The game is over.');
    r.kept.ended = { how: 'abandoned', winner: other(seat) };
    await this.writeDown(r, { ok: true });
    return { ok: true };
  }

  // ---- afterwards: everybody sees what is new, and the computer may have to move
  private after(r: Room): void {
    void this.inTurn(async () => {
      if (this.on !== r) return;
      this.tellAll(r);
      if (!r.kept.ended && this.computer(r)) this.later(() => this.move(r));
    });
  }
  private tellAll(r: Room): void {
    if (!r.fresh) return;
    r.fresh = false;
    for (const who of VIEWERS) this.tell(r, who);
    if (r.kept.ended) this.tellEnd(r);
  }
  private tell(r: Room, who: Who): void {
    const lines = this.linesOf(r, who),
      since = r.seq[who],
      was = r.shown[who];
    if (!lines.length) return;
    const { view, events } = this.look(r, who, since);
    if (r.shown[who] === was && view.seq === since) return;
    for (const line of lines) this.say(line, { push: 'state', seq: view.seq, events, view });
  }
  private tellEnd(r: Room): void {
    for (const line of this.linesOf(r)) this.say(line, { push: 'over', ended: r.kept.ended });
  }
  // The side that waits for the computer, while somebody is here.
  private computer(r: Room): Side | null {
    if (r.stumbled || !this.linesOf(r).length) return null;
    return r.toMove.find(s => r.kept.seats[s].kind === 'bot') ?? null;
  }
  // Whatever the page has asked meanwhile comes first.
  private moving = false;
  private later(fn: () => Promise<void>): void {
    if (this.moving) return;
    this.moving = true;
    setTimeout(() => {
      this.moving = false;
      void this.inTurn(fn).catch(refusal);
    });
  }
  private async move(r: Room): Promise<void> {
    const side = this.computer(r);
    if (!side || r.kept.ended) return;
    await this.putOn(r);
    try {
      const bot = r.kept.seats[side].bot,
        { action } = this.must(this.engine.ask({ cmd: 'think', side, bot }));
      await this.writeDown(r, this.must(this.engine.ask({ cmd: 'do', side, action })));
    } catch (e) {
      r.stumbled = true; // until somebody joins again
      const text = e instanceof Error ? e.message : '';
      for (const line of this.linesOf(r)) this.say(line, { push: 'notice', text });
      throw e;
    }
    this.after(r);
  }
}
