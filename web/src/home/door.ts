// The page's door to the game without a server: a worker runs the engine and answers what the
// server would, in the same words.
import { asset } from '../asset';
import type { Fault } from '../doc';

// What a seat uses of a connection: a WebSocket, or a line to the worker.
export interface Line {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((m: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}
export type ToHome =
  | { kind: 'open'; line: number }
  | { kind: 'close'; line: number }
  | { kind: 'say'; line: number; text: string }
  | { kind: 'api'; n: number; path: string; body?: unknown; token?: string };
export type FromHome =
  { kind: 'said'; line: number; text: string } | { kind: 'answer'; n: number; doc: object };

// A page of the static site says so in its head; everywhere else there is a server.
export const atHome =
  typeof document !== 'undefined' && !!document.querySelector('meta[name="salient-home"]');

const broken = (text: string): { ok: false; error: Fault } => ({
  ok: false,
  error: { code: 'internal', text },
});
const cannot = (): string => {
  if (typeof WebAssembly === 'undefined') return 'This browser has no WebAssembly.';
  if (typeof Worker === 'undefined') return 'This browser has no workers.';
  return '';
};

// What the lobby asks first, answered when the site was made: a page need not wait for the engine.
interface Ready {
  games: { id: string; hidden?: boolean }[];
  briefs: Record<string, object>;
}
const BRIEF = /^\/api\/guide\/([^/]+)\/brief$/;
const readyAnswer = (r: Ready, path: string): object | undefined => {
  if (path !== '/api/games') return r.briefs[BRIEF.exec(path)?.[1] ?? ''];
  const games = r.games.filter(g => !g.hidden);
  return { ok: true, games, bots: ['random', 'greedy', 'planner'], pass: true };
};

class Door {
  private ready: Promise<Ready> | null = null;
  private worker: Worker | null = null;
  private lines = new Map<number, HomeLine>();
  private asked = new Map<number, (doc: object) => void>();
  private next = 1;
  private failed = cannot();

  private post(m: ToHome): void {
    if (!this.worker && !this.failed) {
      this.worker = new Worker(asset('home.js'), { type: 'module' });
      this.worker.onmessage = (e: MessageEvent<FromHome>) => this.hear(e.data);
      this.worker.onerror = () => this.fail('The engine did not start in this browser.');
    }
    this.worker?.postMessage(m);
  }
  private fail(text: string): void {
    this.failed = text;
    for (const yes of this.asked.values()) yes(broken(text));
    this.asked.clear();
  }
  private hear(m: FromHome): void {
    if (m.kind === 'said') {
      this.lines.get(m.line)?.onmessage?.({ data: m.text });
      return;
    }
    this.asked.get(m.n)?.(m.doc);
    this.asked.delete(m.n);
  }
  async api(path: string, body: unknown, token?: string): Promise<object> {
    if (this.failed) return broken(this.failed);
    if (body === undefined && (path === '/api/games' || BRIEF.test(path))) {
      this.ready ??= fetch(asset('ready.json')).then(r => r.json() as Promise<Ready>);
      const answer = readyAnswer(await this.ready, path);
      if (answer) return answer;
    }
    // the page asks for it too: then the service worker keeps it, also when the engine's worker is
    // the older one
    if (path === '/api/pass') void fetch(asset('sodium.js')).catch(() => {});
    return this.askWorker(path, body, token);
  }
  private askWorker(path: string, body: unknown, token?: string): Promise<object> {
    const n = this.next++;
    return new Promise(yes => {
      this.asked.set(n, yes);
      this.post({ kind: 'api', n, path, body, token });
    });
  }
  line(): Line {
    const n = this.next++,
      line = new HomeLine(
        text => this.post({ kind: 'say', line: n, text }),
        () => {
          this.lines.delete(n);
          this.post({ kind: 'close', line: n });
        },
      );
    this.lines.set(n, line);
    this.post({ kind: 'open', line: n });
    queueMicrotask(() => line.onopen?.());
    return line;
  }
}
class HomeLine implements Line {
  readyState = 1;
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;
  constructor(
    readonly send: (text: string) => void,
    private end: () => void,
  ) {}
  close(): void {
    if (this.readyState !== 1) return;
    this.readyState = 3;
    this.end();
    this.onclose?.();
  }
}
export const home = new Door();

// Once the page has been here it opens without a network. A new version waits until no page of
// the old one is open.
export function keepSite(): void {
  if (!atHome || !('serviceWorker' in navigator) || !isSecureContext) return;
  const workers = navigator.serviceWorker;
  addEventListener('load', () => void workers.register('sw.js').catch(() => {}));
  workers.addEventListener('controllerchange', () => void keepSeen(), { once: true });
}
// What came before the service worker did, and is kept only when it is used: asked for once more,
// so that it keeps it. It comes out of the browser's own store.
async function keepSeen(): Promise<void> {
  const seen = performance.getEntriesByType('resource').map(e => e.name);
  for (const url of seen.filter(
    u => u.startsWith(asset('.')) && /\.(webp|woff2)$|sodium\.js$/.test(u),
  ))
    await fetch(url).catch(() => {});
}
