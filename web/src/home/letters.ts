// The passed games of this browser. The key is made here and stays here; so do the file as it came,
// what was seen of it before, and what was decided since. The engine reads, plays and signs.
import type { Side } from '../doc';
import type { Doc, Machine } from './machine';
import { No, word } from './no';
import type { Shelf } from './shelf';

const KEY = 'pass key';
export const isLetter = (id: string): boolean => id.startsWith('pass-');
// `mode sealed  id 0123456789abcdef` in the head of a file
const idOf = (file: string): string => `pass-${/^mode \w+ +id (\w+)$/m.exec(file)?.[1] ?? ''}`;

interface Kept {
  file: string;
  memory?: string; // of the parts that this browser has signed or taken
  acts: string[]; // decided since the file came
  token: string;
}

export class Letters {
  private on: { id: string; kept: Kept } | null = null; // what lies on the engine's table
  constructor(
    private engine: Machine,
    private shelf: Shelf,
    private withData: (file: string) => Promise<void>,
    private keepData: (file: string) => Promise<void>,
  ) {}

  private must(answer: Doc): Doc {
    const error = answer.error as { code: string; text: string; at?: string };
    if (answer.ok) return answer;
    throw new No(error.code, error.at ? `${error.at}: ${error.text}` : error.text);
  }
  private async keep(what: Promise<void>): Promise<void> {
    await what.catch(() => {
      this.on = null; // as it was kept before
      throw new No('internal', 'This browser has no room left for games; nothing was changed.');
    });
  }
  private async find(id: string): Promise<Kept | null> {
    const text = await this.shelf.named(id);
    return text === undefined ? null : (JSON.parse(text) as Kept);
  }
  private async keepIt(id: string, kept: Kept): Promise<void> {
    await this.keep(this.shelf.keepNamed(id, JSON.stringify(kept)));
    this.on = { id, kept };
  }
  // Made at the first passed game. Whoever has it is this player.
  private async key(): Promise<string> {
    if (!(await this.engine.canPass()))
      throw new No(
        'state',
        'What passed games need is fetched once, and there is no network just now.',
      );
    const old = await this.shelf.named(KEY);
    if (old !== undefined) return old;
    const { key } = this.must(this.engine.pass({ cmd: 'key' }));
    await this.keep(this.shelf.keepNamed(KEY, key as string));
    return key as string;
  }
  // A copy for the player to keep, or for another machine of his: the program reads the same file.
  async showKey(): Promise<Doc> {
    return { ok: true, key: await this.key() };
  }
  // His key from elsewhere. One that plays here already is not put aside: its games would be lost.
  async takeKey(key: string): Promise<Doc> {
    const old = await this.shelf.named(KEY);
    if (!/^salient-key 1\n[0-9a-f]{64}\s*$/.test(key))
      throw new No('input', 'This is no key file of salient.');
    if (old !== undefined && old.trim() !== key.trim())
      throw new No('state', 'This browser has a key already, and its games need it.');
    await this.keep(this.shelf.keepNamed(KEY, key));
    return { ok: true };
  }
  // A file on the engine's table, with what was decided on it before.
  private async putOn(kept: Kept): Promise<Doc> {
    const { file, memory, acts } = kept;
    await this.withData(file);
    const laid = this.must(this.engine.pass({ cmd: 'lay', key: await this.key(), memory }, file));
    this.on = { id: laid.id as string, kept };
    for (const action of acts) this.engine.pass({ cmd: 'seat', ask: { cmd: 'do', action } });
    return laid;
  }
  private async table(id: string, token: string): Promise<Kept> {
    if (this.on?.id !== id) {
      const kept = await this.find(id);
      if (!kept) throw new No('state', 'This browser does not have that game.');
      await this.putOn(kept);
    }
    if (this.on!.kept.token !== token) throw new No('seat', 'That opens no seat of this game.');
    return this.on!.kept;
  }

  // ---- what the server answers over HTTP
  async lay({ file, begin }: { file?: string; begin?: object }): Promise<Doc> {
    const laid = file === undefined ? await this.begin(begin) : await this.take(file),
      { id, side } = laid as unknown as { id: string; side: Side };
    return { ...laid, seats: { [side]: this.on!.kept.token }, id };
  }
  private async begin(begin: object | undefined): Promise<Doc> {
    const laid = this.must(this.engine.pass({ cmd: 'lay', key: await this.key(), begin }));
    this.on = { id: laid.id as string, kept: { file: '', acts: [], token: word(12) } };
    return laid;
  }
  // The same file once more goes on with what was decided on it; any other begins its part.
  private async take(file: string): Promise<Doc> {
    const old = await this.find(idOf(file)),
      same = old?.file === file,
      kept: Kept = {
        file,
        memory: old?.memory,
        acts: same ? old.acts : [],
        token: old?.token ?? word(12),
      },
      laid = await this.putOn(kept);
    await this.keep(this.keepData(file));
    await this.keepIt(laid.id as string, kept);
    return laid;
  }
  // The file to send. It is kept and remembered before anybody has it.
  async answer(id: string, token: string): Promise<Doc> {
    const kept = await this.table(id, token),
      { memory, ...taken } = this.must(this.engine.pass({ cmd: 'take' })),
      file = taken.file as string;
    await this.keep(this.keepData(file));
    await this.keepIt(id, { ...kept, file, memory: memory as string, acts: [] });
    return taken as Doc;
  }

  // ---- what comes from a seat
  async join(id: string, token: string, since: number): Promise<Doc> {
    await this.table(id, token);
    return this.must(this.engine.pass({ cmd: 'join', since }));
  }
  // What the seat is told of after a change: the state, and the end.
  state(since: number): Doc[] {
    const state = this.engine.pass({ cmd: 'state', since }),
      over = this.engine.pass({ cmd: 'over' });
    return over.ended ? [state, over] : [state];
  }
  async hear(id: string, token: string, ask: Record<string, unknown>): Promise<Doc> {
    const kept = await this.table(id, token),
      answer = this.engine.pass({ cmd: 'seat', ask });
    if (!answer.ok) return answer;
    const acts = after(kept.acts, ask, answer.done as number);
    if (acts) await this.keepIt(id, { ...kept, acts });
    return answer;
  }
}
// What has been decided once this was done; null: it decided nothing.
function after(acts: string[], ask: Record<string, unknown>, done: number): string[] | null {
  if (ask.cmd === 'undo') return acts.slice(0, -1);
  if (ask.cmd !== 'do') return null;
  const more = (ask.actions ?? [ask.action]) as string[];
  return [...acts, ...more.slice(0, done)];
}
