// Where the games of a page without a server are kept: IndexedDB, each game as its journal in
// pieces, so that a decision writes a line and not the whole. Where the browser has no storage,
// games live as long as the page, and the page says so.
import type { Side } from '../doc';

export interface KeptSeat {
  kind: 'me' | 'hotseat' | 'bot';
  token: string;
  bot?: string;
  name?: string;
  orders?: unknown;
}
export interface Kept {
  id: string;
  game: string;
  scenario: string;
  data: string; // the hash of its data files
  options: object;
  seed: number;
  seats: Record<Side, KeptSeat>;
  watch: string;
  at: number;
  parts: number;
  ended: { how: string; result?: unknown; winner?: string } | null;
}

const whole = <T>(r: IDBRequest<T>): Promise<T> =>
  new Promise((yes, no) => {
    r.onsuccess = () => yes(r.result);
    r.onerror = () => no(r.error);
  });
const closed = (t: IDBTransaction): Promise<void> =>
  new Promise((yes, no) => {
    t.oncomplete = () => yes();
    t.onabort = t.onerror = () => no(t.error);
  });

export class Shelf {
  private games = new Map<string, Kept>(); // without a database
  private text = new Map<string, string[]>();
  private notes = new Map<string, string>();
  private constructor(private db: IDBDatabase | null) {}

  static async open(): Promise<Shelf> {
    try {
      const r = indexedDB.open('salient', 1);
      r.onupgradeneeded = () => {
        r.result.createObjectStore('games', { keyPath: 'id' });
        r.result.createObjectStore('parts');
        r.result.createObjectStore('files');
      };
      return new Shelf(await whole(r));
    } catch {
      return new Shelf(null);
    }
  }
  get keeps(): boolean {
    return this.db !== null;
  }
  async find(id: string): Promise<Kept | undefined> {
    if (!this.db) return structuredClone(this.games.get(id));
    return (await whole(this.db.transaction('games').objectStore('games').get(id))) as Kept;
  }
  async journal(id: string): Promise<string> {
    if (!this.db) return (this.text.get(id) ?? []).join('');
    const all = IDBKeyRange.bound([id, 0], [id, Infinity]),
      parts = await whole(this.db.transaction('parts').objectStore('parts').getAll(all));
    return (parts as string[]).join('');
  }
  // The game as it stands, with what its journal has grown by: both or neither.
  async write(g: Kept, more: string): Promise<void> {
    const part = g.parts;
    if (!this.db) {
      if (more) this.text.set(g.id, [...(this.text.get(g.id) ?? []), more]);
      this.games.set(g.id, structuredClone(g));
      return;
    }
    const t = this.db.transaction(['games', 'parts'], 'readwrite');
    if (more) t.objectStore('parts').put(more, [g.id, part]);
    t.objectStore('games').put({ ...g, parts: part + (more ? 1 : 0), at: Date.now() });
    await closed(t);
    if (more) g.parts++;
  }
  // Data files by game and hash: a game goes on with those it began with.
  async files(key: string): Promise<string | undefined> {
    if (!this.db) return undefined;
    return (await whole(this.db.transaction('files').objectStore('files').get(key))) as string;
  }
  async keepFiles(key: string, pack: () => string): Promise<void> {
    if (!this.db || (await this.files(key)) !== undefined) return;
    const t = this.db.transaction('files', 'readwrite');
    t.objectStore('files').put(pack(), key);
    await closed(t);
  }
  // A text by name: reviews, passed games and their key.
  async named(name: string): Promise<string | undefined> {
    return this.db ? this.files(name) : this.notes.get(name);
  }
  async keepNamed(name: string, text: string): Promise<void> {
    if (!this.db) {
      this.notes.set(name, text);
      return;
    }
    const t = this.db.transaction('files', 'readwrite');
    t.objectStore('files').put(text, name);
    await closed(t);
  }
}
