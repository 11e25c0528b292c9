// The lobby's pictures of the games: made beforehand; a game without one is drawn from its board.
import { asset } from '../asset';
import type { BoardDoc, Game } from '../doc';
import { h } from '../dom';
import { api, store } from '../net';
import { isDark } from './game';

declare const PICTURES: string[]; // the names of those made beforehand

export class Pictures {
  private made = new Map<string, HTMLCanvasElement>();
  constructor(private page: HTMLElement) {}
  canvas(id: string): HTMLCanvasElement {
    let c = this.made.get(id);
    if (!c) {
      c = h('canvas', { width: '480', height: '304', 'aria-hidden': 'true', 'data-game': id });
      this.made.set(id, c);
    }
    return c;
  }
  show(games: Game[]): void {
    const dark = isDark(store.settings()),
      all = games.map(g => this.draw(g, dark).catch(() => {}));
    void Promise.all(all).then(() => {
      this.page.dataset.pictures = 'whole';
    });
  }
  private async draw(g: Game, dark: boolean): Promise<void> {
    const canvas = this.canvas(g.id),
      name = `${g.id}-${dark ? 'dark' : 'light'}`,
      img = new Image();
    if (PICTURES.includes(name) && !location.search.includes('draw')) {
      img.src = asset(`thumbs/${name}.webp`);
      await img.decode();
      canvas.getContext('2d')!.drawImage(img, 0, 0, canvas.width, canvas.height);
      return;
    }
    const url = asset('thumbs.js'),
      { drawThumb } = (await import(url)) as typeof import('../thumbs'),
      s = g.scenarios.find(x => x.id === 'lesson') ?? g.scenarios[0],
      path = `/api/board/${encodeURIComponent(g.id)}/${encodeURIComponent(s.id)}`,
      { board } = await api<{ board: BoardDoc }>(path);
    await drawThumb(canvas, board, dark);
  }
}
