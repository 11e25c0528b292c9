// One seat at one game: a WebSocket, or a line to the page's own worker, with numbered requests,
// reconnection, and requests that are safe to send twice.
import type { Fault, GameEvent, Side, View } from './doc';
import { type Line, atHome, home } from './home/door';
import type { Mistake } from './review';

export interface Presence {
  kind: string;
  taken: boolean;
  online: boolean;
  name?: string;
  bot?: string;
  eyes?: number; // others look through this side's eyes, so many turns late
}
export type PresenceAll = Partial<Record<Side, Presence>> & { watchers?: number };
export interface ClockDoc {
  left_ms: Record<Side, number>;
  running: Side[];
}
export interface Ended {
  how: string;
  result?: import('./doc').Result;
  winner?: string;
}
export interface Joined {
  seq: number;
  events: GameEvent[];
  view: View;
  side: Side | 'watch';
  over: boolean;
  ended: Ended | null;
  presence: PresenceAll;
  clock: ClockDoc | null;
  eyes?: { side: Side | 'both'; delay: number }; // what is shown is the past
}
export interface Chat {
  n: number;
  from: string;
  name: string;
  text: string;
  at: number;
}
export class Refused extends Error {
  constructor(public fault: Fault) {
    super(fault.text);
  }
}

export interface SeatEvents {
  joined(j: Joined): void;
  state(events: GameEvent[], view: View): void;
  presence(p: PresenceAll): void;
  clock(c: ClockDoc): void;
  over(e: Ended): void;
  chat(c: Chat): void;
  online(up: boolean): void;
  refused(f: Fault): void;
  traffic(): void;
}
type Answer = Record<string, unknown> & { ok: boolean; id?: number; error?: Fault };
interface Waiting {
  doc: Record<string, unknown>;
  yes: (a: Answer) => void;
  no: (e: Refused) => void;
}

// Several nodes may serve one house, each with its own games. One that is asked for another's says
// whose it is, and the proxy sends what names a node there. A few times at once; then with pauses,
// because a game that moves is nobody's for a moment.
const AT_ONCE = 3,
  MOST_WAYS = 8;
const pause = (tries: number): number => Math.min(8000, 300 * 2 ** tries);
const toNode = (path: string, node: string): string => (node ? `${path}?node=${node}` : path);

function connect(node: string): Line {
  if (atHome) return home.line();
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const at = toNode('/ws', node);
  return new WebSocket(`${scheme}://${location.host}${at}`) as unknown as Line;
}

// Set by the build for embed.ts: the page lies in a page of another site. It watches, and never
// sits down, whatever it is given.
declare const EMBEDDED: boolean;
export const embedded = EMBEDDED;

export class Seat {
  private ws: Line | null = null;
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private closed = false;
  private tries = 0;
  private seen = 0;
  private beat = 0;
  private node = ''; // that has the game, as another one said
  private strays = 0; // how often one has said so since the seat was last taken
  up = false;

  constructor(
    public game: string,
    readonly token: string,
    private ev: SeatEvents,
  ) {
    this.open();
    if (!atHome) document.addEventListener('visibilitychange', this.look);
  }
  // The server tells those who are not looking, in other ways, that it is their move.
  private look = (): void => {
    if (this.up) this.ws?.send(JSON.stringify({ cmd: 'away', away: document.hidden }));
  };

  private open(): void {
    if (this.closed) return;
    const ws = connect(this.node),
      strays = this.strays;
    this.ws = ws;
    ws.onopen = () => {
      const id = this.next++;
      this.waiting.set(id, {
        doc: {},
        yes: a => {
          this.up = true;
          this.tries = this.strays = 0;
          const j = a as unknown as Joined;
          if (embedded && j.side !== 'watch') {
            this.closed = true;
            ws.close();
            return;
          }
          this.seen = j.seq;
          this.ev.online(true);
          this.ev.joined(j);
          if (!atHome && document.hidden) this.look();
          for (const [k, w] of this.waiting)
            // sent again: keys make it safe
            if (Object.keys(w.doc).length) ws.send(JSON.stringify({ ...w.doc, id: k }));
        },
        no: e => {
          if (e.fault.code === 'elsewhere') {
            this.node = e.fault.node ?? '';
            this.strays++;
          } else {
            this.closed = true;
            this.ev.refused(e.fault);
          }
          ws.close();
        },
      });
      ws.send(
        JSON.stringify({
          cmd: 'join',
          id,
          game: this.game,
          seat: this.token,
          since: this.seen,
          ...(embedded ? { watch: true } : {}),
        }),
      );
    };
    ws.onmessage = m => this.hear(JSON.parse(m.data as string) as Answer & { push?: string });
    ws.onclose = () => {
      clearInterval(this.beat);
      for (const [k, w] of this.waiting) if (!Object.keys(w.doc).length) this.waiting.delete(k);
      if (this.up || this.tries === 0) this.ev.online(false);
      this.up = false;
      const sent = this.strays > strays && this.node;
      if (!sent) this.node = ''; // it may be gone
      const wait = sent && this.strays <= AT_ONCE ? 0 : pause(this.tries++);
      if (!this.closed) setTimeout(() => this.open(), wait);
    };
    clearInterval(this.beat);
    this.beat = window.setInterval(() => {
      if (this.up) ws.send('{"cmd":"ping"}');
    }, 25000);
  }
  private hear(
    m: Answer & {
      push?: string;
      seq?: number;
      events?: GameEvent[];
      view?: View;
      seats?: PresenceAll;
      clock?: ClockDoc;
      ended?: Ended;
    },
  ): void {
    if (m.push === 'state') {
      this.seen = m.seq!;
      this.ev.state(m.events!, m.view!);
    } else if (m.push === 'presence') this.ev.presence(m.seats!);
    else if (m.push === 'clock') this.ev.clock(m.clock!);
    else if (m.push === 'over') this.ev.over(m.ended!);
    else if (m.push === 'chat') this.ev.chat(m as unknown as Chat);
    else if (m.id !== undefined) {
      const w = this.waiting.get(m.id);
      this.waiting.delete(m.id);
      this.ev.traffic();
      if (!w) return;
      if (m.ok) w.yes(m);
      else w.no(new Refused(m.error ?? { code: 'internal', text: 'The server did not say why.' }));
    }
  }
  ask<T>(doc: Record<string, unknown>): Promise<T> {
    const id = this.next++;
    return new Promise<T>((yes, no) => {
      this.waiting.set(id, { doc, yes: a => yes(a as unknown as T), no });
      this.ev.traffic();
      if (this.up && this.ws?.readyState === 1) this.ws.send(JSON.stringify({ ...doc, id }));
    });
  }
  // Whether something is asked whose answer the page will show; a hint may take long and is not
  // waited for.
  get waits(): boolean {
    for (const w of this.waiting.values()) if (w.doc.cmd !== 'think') return true;
    return false;
  }
  // A change: made on the view that was seen, answered once however often it is sent.
  change<T>(doc: Record<string, unknown>, seq: number): Promise<T> {
    return this.ask<T>({
      ...doc,
      seq,
      key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
    });
  }
  close(): void {
    this.closed = true;
    document.removeEventListener('visibilitychange', this.look);
    clearInterval(this.beat);
    this.ws?.close();
  }
}

export async function api<T>(path: string, body?: unknown, token?: string): Promise<T> {
  if (atHome) {
    const doc = (await home.api(path, body, token)) as T & { ok?: boolean; error?: Fault };
    if (doc.ok === false) throw new Refused(doc.error!);
    return doc;
  }
  for (let way = 0, node = ''; ; way++) {
    const { r, doc } = await ask<T>(toNode(path, node), body, token);
    const fault = doc?.error;
    if (fault?.code === 'elsewhere' && way < MOST_WAYS) {
      node = fault.node ?? '';
      if (!node || way >= AT_ONCE) await new Promise(yes => setTimeout(yes, pause(way)));
      continue;
    }
    if (!doc || doc.ok === false || !r.ok)
      throw new Refused(fault ?? { code: 'internal', text: `The server answered ${r.status}.` });
    return doc;
  }
}
async function ask<T>(
  path: string,
  body: unknown,
  token?: string,
): Promise<{ r: Response; doc: (T & { ok?: boolean; error?: Fault }) | null }> {
  const r = await fetch(
    path,
    body === undefined
      ? { headers: token ? { authorization: `Bearer ${token}` } : {} }
      : {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(token ? { authorization: `Bearer ${token}` } : {}),
          },
          body: JSON.stringify(body),
        },
  );
  const doc = (await r.json().catch(() => null)) as (T & { ok?: boolean; error?: Fault }) | null;
  return { r, doc };
}

// ---- what this browser remembers: its games (with their seat tokens) and settings
export interface Saved {
  id: string;
  game: string;
  title: string;
  scenario: string;
  seats: Partial<Record<Side | 'watch', string>>;
  links?: Partial<Record<Side | 'watch', string>>;
  at: number;
  note?: string;
  over?: boolean;
  mine?: boolean;
  hotseat?: boolean;
  foe?: string; // who plays the other side, in words
  foeSide?: Side;
  turn?: string;
  seen?: number; // the last event when this side decided
  invite?: Side; // the seat that a friend is to take
  won?: string;
  puzzle?: string; // a puzzle, by its id
  exercise?: Mistake; // or a mistake of a review
}
export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  scale: number;
  motion: 'normal' | 'instant';
  sound: boolean;
  keys: boolean;
  spoken: boolean;
  remap: Record<string, string>;
  name: string;
  guided: boolean;
  confirm: boolean;
  ask: 'always' | 'left' | 'never'; // before a phase ends
  speed: Speed;
  briefed: boolean; // the strip that says where to start was closed
}
export type Speed = 'step' | 'slow' | 'quick' | 'once';
const defaults: Settings = {
  theme: 'auto',
  scale: 100,
  motion: 'normal',
  sound: false,
  keys: true,
  spoken: false,
  remap: {},
  name: '',
  guided: true,
  confirm: true,
  ask: 'left',
  speed: 'slow',
  briefed: false,
};
function load<T>(key: string, or: T): T {
  try {
    const t = localStorage.getItem(key);
    return t ? (JSON.parse(t) as T) : or;
  } catch {
    return or;
  }
}
// Beside a server, under /device/, the page without one shares this storage: its games have a list
// of their own.
const GAMES = atHome && /\/device\/$/.test(location.pathname) ? 'salient.device' : 'salient.games';
export const store = {
  games: (): Saved[] => load<Saved[]>(GAMES, []).sort((a, b) => b.at - a.at),
  keep(g: Saved): void {
    const all = store.games().filter(x => x.id !== g.id);
    all.unshift(g);
    try {
      localStorage.setItem(GAMES, JSON.stringify(all.slice(0, 60)));
    } catch {
      /* private window */
    }
  },
  forget(id: string): Saved | undefined {
    const all = store.games();
    try {
      localStorage.setItem(GAMES, JSON.stringify(all.filter(x => x.id !== id)));
    } catch {
      /* private window */
    }
    return all.find(x => x.id === id);
  },
  settings: (): Settings => ({ ...defaults, ...load<Partial<Settings>>('salient.settings', {}) }),
  set(s: Partial<Settings>): Settings {
    const all = { ...store.settings(), ...s };
    try {
      localStorage.setItem('salient.settings', JSON.stringify(all));
    } catch {
      /* private window */
    }
    return all;
  },
};
// The key in the address that `play` prints: only who has it opens passed files. It is kept, and
// taken out of the address.
export function playKey(): string | undefined {
  const m = /^#key\/(\w+)$/.exec(location.hash);
  try {
    if (m) {
      localStorage.setItem('salient.key', m[1]);
      history.replaceState(null, '', location.pathname);
    }
    return localStorage.getItem('salient.key') ?? m?.[1];
  } catch {
    return m?.[1]; // private window
  }
}
// The seat links: in the fragment only, so that no token is ever sent in an address.
// `game` may be an invitation, which is exchanged once; `watch` and `seat` are used as they are.
export type LinkKind = 'game' | 'watch' | 'seat';
export const linkOf = (id: string, tokens: string[], kind: LinkKind = 'game'): string =>
  `${location.origin}${location.pathname}#${kind}/${id}/${tokens.join('/')}`;
export function fromFragment(): { id: string; tokens: string[]; kind: LinkKind } | null {
  const m = /^#(game|watch|seat)\/([\w-]+)\/([\w\/-]*)$/.exec(location.hash);
  return m ? { kind: m[1] as LinkKind, id: m[2], tokens: m[3].split('/') } : null;
}
