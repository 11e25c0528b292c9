// Where the choices lie, as elements: whoever explores the screen by touch and speech finds them at
// their places.
import { points } from '../doc';
import { fill, h } from '../dom';
import type { Play } from '../play';

export function renderSpots(root: HTMLElement, p: Play): void {
  const out: HTMLElement[] = [];
  if (p.board && p.view && p.live && !p.covered) {
    const put = (hex: number, label: string, kind: string, unit: string | null) => {
      const s = p.map.screen(p.map.board.hex[hex].at);
      if (s.x < 0 || s.y < 48 || s.x > innerWidth || s.y > innerHeight || out.length > 400) return;
      out.push(
        h(
          'button',
          {
            class: 'spot',
            type: 'button',
            tabIndex: -1,
            'data-hex': p.map.board.hex[hex].id,
            'data-kind': kind,
            'data-main': unit && p.map.scene.hot.has(unit) ? '' : null, // marked on the board
            style: `left:${s.x.toFixed(0)}px;top:${s.y.toFixed(0)}px`,
            onclick: () => p.tap({ hex, unit, side: null, touch: false, shift: false }),
          },
          label,
        ),
      );
    };
    for (const x of p.reach?.hexes ?? [])
      if (x.do && x.from !== null && p.deciding)
        put(
          p.map.board.find(x.hex),
          `${x.hex}: go there for ${points(x.cost)}${x.must ? ', must stop there' : ''}`,
          'go',
          null,
        );
    for (const a of p.deciding ? p.actions : []) {
      const i = p.hexOf(a.on);
      if (i >= 0 && (a.on.hex || a.on.unit) && !p.reach?.hexes.some(x => x.do === a.id))
        put(
          i,
          `${p.map.board.hex[i].id}: ${a.label}`,
          a.on.unit ? 'unit' : 'hex',
          a.on.unit ?? null,
        );
    }
  }
  fill(root, out);
}
