// The reviews of this browser's games: each in a worker of its own, kept with the game. One that
// was cut short goes on where it was.
import { asset } from '../asset';
import type { Task, Told } from './judge';
import type { Doc } from './machine';
import type { Shelf } from './shelf';

const KEEP_MS = 3000;

interface Job {
  worker: Worker;
  done: number;
  of: number;
  judged: string[];
  kept: number; // when they were last kept
}
const pointsOf = (judged: string[]): unknown[] =>
  judged.map(line => JSON.parse(line.slice(line.indexOf('{'))) as unknown);

export class Reviews {
  private jobs = new Map<string, Job>();
  private failed = new Set<string>(); // in this visit
  constructor(private shelf: Shelf) {}

  // How far the review of a game is. `task` says what to review, when it may begin.
  async ask(id: string, task: (() => Promise<Omit<Task, 'known'>>) | null): Promise<Doc> {
    const job = this.jobs.get(id);
    if (job) return this.telling(job);
    const kept = (await this.shelf.named(`review ${id}`)) ?? '',
      begun = kept.startsWith('K');
    if (kept.startsWith('R')) {
      const review = JSON.parse(kept.slice(2)) as unknown;
      return { ok: true, state: 'done', review };
    }
    if (!task && this.failed.has(id)) return { ok: true, state: 'failed' };
    if (!task) return { ok: true, state: 'none', done: 0, of: 0, points: [] };
    return this.telling(this.begin(id, { ...(await task()), known: begun ? kept : '' }));
  }
  private telling(j: Job): Doc {
    const { done, of, judged } = j;
    return { ok: true, state: 'running', done, of, points: pointsOf(judged) };
  }
  private begin(id: string, task: Task): Job {
    const worker = new Worker(asset('judge.js'), { type: 'module' }),
      judged = task.known.split('\n').filter(Boolean),
      job = { worker, done: judged.length, of: 0, judged, kept: Date.now() };
    this.jobs.set(id, job);
    this.failed.delete(id);
    worker.onmessage = (e: MessageEvent<Told>) => {
      if ('line' in e.data) this.hear(id, job, e.data.line);
      else void this.end(id, job, e.data.end);
    };
    worker.onerror = () => void this.end(id, job, 'E');
    worker.postMessage(task);
    return job;
  }
  private hear(id: string, job: Job, line: string): void {
    if (line.startsWith('K')) job.judged.push(line);
    else [job.done, job.of] = line.slice(2).split(' ').map(Number);
    if (Date.now() - job.kept < KEEP_MS || !job.judged.length) return;
    job.kept = Date.now();
    void this.keep(id, `${job.judged.join('\n')}\n`);
  }
  // A browser without room keeps no review; it can be worked out again.
  private async keep(id: string, text: string): Promise<void> {
    await this.shelf.keepNamed(`review ${id}`, text).catch(() => {});
  }
  private async end(id: string, job: Job, text: string): Promise<void> {
    job.worker.terminate();
    if (text.startsWith('E')) this.failed.add(id);
    else await this.keep(id, `R ${text}`);
    this.jobs.delete(id);
  }
}
