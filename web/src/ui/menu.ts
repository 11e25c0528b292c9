// The menu of a game, at the left of the top line.
import { atHome } from '../home/door';
import { fill, h } from '../dom';
import { closePop, openPop } from '../rules';

export interface MenuActs {
  leave(): void;
  invite(): void;
  panel(name: string): void;
  hint(): void;
  undoTurn: (() => void) | null;
  download(): void;
  branch(): void;
}
type Entry = [text: string, act: () => void, key?: string] | null; // null: a rule between groups

// What needs other people, and so a server.
const elsewhere = (e: Entry): Entry[] => (atHome ? [] : [e]);
function entries(a: MenuActs): Entry[] {
  return [
    ['To the lobby', () => a.leave()],
    ...elsewhere(['Invitation and links', () => a.invite()]),
    null,
    ['Stack', () => a.panel('stack'), 'S'],
    ['Forces and losses', () => a.panel('forces'), 'F'],
    ['Tables', () => a.panel('tables'), 'T'],
    ['Rules', () => a.panel('rules'), 'R'],
    ['Records', () => a.panel('records')],
    ['Dice: rolled and expected', () => a.panel('dice')],
    ['Where figures come from', () => a.panel('sources')],
    ['Standing orders', () => a.panel('orders'), 'D'],
    ...elsewhere(['Chat', () => a.panel('chat'), 'J']),
    null,
    ['Hint: what would the computer do', () => a.hint(), 'I'],
    ...(a.undoTurn ? [['Undo the turn', a.undoTurn, '⇧U'] as Entry] : []),
    null,
    ['Download the journal', () => a.download()],
    ['Branch a private game from here', () => a.branch()],
    null,
    ['Keys', () => a.panel('keys'), '?'],
    ['Settings', () => a.panel('settings')],
  ];
}
export function openMenu(at: Element, a: MenuActs): void {
  const row = (e: Entry) => {
    if (!e) return h('hr');
    const [text, act, key] = e,
      go = (): void => {
        closePop();
        act();
      };
    return h(
      'button',
      { type: 'button', role: 'menuitem', onclick: go },
      h('span', { class: 'grow' }, text),
      key ? h('kbd', null, key) : null,
    );
  };
  const menu = openPop(at, 'menu', x => fill(x, entries(a).map(row)), 'menu', 'Menu');
  menu.querySelector('button')?.focus();
}
