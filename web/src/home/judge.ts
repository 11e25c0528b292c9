// The worker that reviews one game, with an engine of its own: games go on meanwhile.
import { Machine } from './machine';

export interface Task {
  journal: string;
  known: string; // the lines of an earlier run
  pack: { game: string; hash: string; text: string } | null; // data files that are not today's
}
// as on a server, so that a review is the same everywhere
const NODES = 20000,
  SEED = 1;
export type Told = { line: string } | { end: string };

self.onmessage = async (e: MessageEvent<Task>) => {
  const { journal, known, pack } = e.data,
    tell = (m: Told): void => self.postMessage(m),
    machine = await Machine.start(line => tell({ line }));
  if (pack) machine.older(pack.game, pack.hash, pack.text);
  tell({ end: machine.review(journal, known, NODES, SEED) });
};
