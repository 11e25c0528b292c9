// The engine's WebAssembly module: lines in, lines out, journals in and out. The module asks its
// machine for a clock and for a place to report a bug; it has no files. A passed game asks for
// libsodium besides, which is fetched then.
import { asset } from '../asset';
import { unpack } from './lzma';
import type { Sodium } from './sodium';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  salient_room(n: number): number;
  salient_line(n: number): number;
  salient_load(n: number, seed: number): number;
  salient_journal(from: number): number;
  salient_pack(): number;
  salient_older(n: number): void;
  salient_review(known: number, n: number, nodes: number, seed: number): number;
  salient_pass(n: number, file: number): number;
  salient_pass_pack(): number;
  salient_length(): number;
}
export type Doc = Record<string, unknown> & { ok: boolean };

export class Machine {
  private write = new TextEncoder();
  private read = new TextDecoder();
  private constructor(
    private e: Exports,
    private keys: { sodium: Sodium | null },
  ) {}

  // `hear` is told what the module says while it works.
  static async start(hear: (line: string) => void = () => {}): Promise<Machine> {
    let memory: WebAssembly.Memory;
    const view = (): DataView => new DataView(memory.buffer),
      wasi_snapshot_preview1 = {
        clock_time_get(_clock: number, _precision: bigint, at: number): number {
          view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
        fd_write(_file: number, parts: number, n: number, at: number): number {
          let all = 0,
            text = '';
          for (let i = 0; i < n; i++) {
            const from = view().getUint32(parts + 8 * i, true),
              bytes = view().getUint32(parts + 8 * i + 4, true);
            text += new TextDecoder().decode(new Uint8Array(memory.buffer, from, bytes));
            all += bytes;
          }
          if (text.trim()) console.error(text.trim());
          view().setUint32(at, all, true);
          return 0;
        },
        fd_seek: (): number => 70, // no file can be moved in..
        fd_close: (): number => 8, // ..or closed: there are none
      },
      salient = {
        tell: (at: number, n: number): void =>
          hear(new TextDecoder().decode(new Uint8Array(memory.buffer, at, n))),
      },
      keys: { sodium: Sodium | null } = { sodium: null },
      bytesHere = (): Uint8Array => new Uint8Array(memory.buffer),
      sodium = new Proxy<Record<string, (...args: number[]) => number>>(
        {},
        {
          get:
            (_, name) =>
            (...args: number[]) =>
              keys.sodium!(bytesHere, String(name), args),
        },
      ),
      answer = await fetch(asset('salient.wasm.lzma')),
      bytes = unpack(new Uint8Array(await answer.arrayBuffer())),
      module = await WebAssembly.compile(bytes),
      imports = { wasi_snapshot_preview1, salient, sodium },
      instance = await WebAssembly.instantiate(module, imports),
      e = instance.exports as unknown as Exports;
    memory = e.memory;
    e._initialize();
    return new Machine(e, keys);
  }
  private put(text: string): number {
    const bytes = this.write.encode(text),
      at = this.e.salient_room(bytes.length);
    new Uint8Array(this.e.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }
  private get(at: number): string {
    return this.read.decode(new Uint8Array(this.e.memory.buffer, at, this.e.salient_length()));
  }
  ask(doc: object): Doc {
    return JSON.parse(this.get(this.e.salient_line(this.put(JSON.stringify(doc))))) as Doc;
  }
  load(journal: string, seed: number): Doc {
    return JSON.parse(this.get(this.e.salient_load(this.put(journal), seed))) as Doc;
  }
  // The journal from that byte on, and how many bytes it has now.
  journal(from: number): { text: string; bytes: number } {
    const text = this.get(this.e.salient_journal(from));
    return { text, bytes: from + this.e.salient_length() };
  }
  // The data files of the game that is on; and those of an older version, for a game that began
  // with them.
  pack(): string {
    return this.get(this.e.salient_pack());
  }
  older(game: string, hash: string, pack: string): void {
    this.e.salient_older(this.put(`${game} ${hash}\n${pack}`));
  }
  // The journal reviewed, after the lines that an earlier run has told: JSON, or `E` and why not.
  review(journal: string, known: string, nodes: number, seed: number): string {
    const n = this.put(known + journal),
      first = this.write.encode(known).length;
    return this.get(this.e.salient_review(first, n - first, nodes, seed));
  }
  // Before the first passed game. false: libsodium was never fetched, and there is no network.
  async canPass(): Promise<boolean> {
    if (this.keys.sodium) return true;
    const script = (await import(asset('sodium.js')).catch(() => null)) as
      typeof import('./sodium') | null;
    this.keys.sodium = script && (await script.sodium());
    return !!script;
  }
  // What src/wasm/passing.c does, with a passed file where one belongs to it.
  pass(doc: object, file = ''): Doc {
    const line = JSON.stringify(doc),
      first = this.write.encode(line).length,
      n = this.put(line + file);
    return JSON.parse(this.get(this.e.salient_pass(first, n - first))) as Doc;
  }
  passPack(): string {
    return this.get(this.e.salient_pass_pack());
  }
}
