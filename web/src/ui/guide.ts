// The guide of a lesson: short words beside what is happening for the first time. It reacts to what the prompt holds, not to
// any game, so every lesson of every ruleset has it.
import { fill, h } from '../dom';
import type { Play } from '../play';

interface Step { id: string; title: string; text: string; when: (p: Play) => boolean; done?: (p: Play) => boolean }
const steps: Step[] = [
  { id: 'over', title: 'The lesson is over', text: 'Look back with the bar below, step by step, or go to the lobby for a longer scenario.', when: p => !!p.view?.over },
  { id: 'wait', title: 'The other side decides', text: 'Read the log below; each line names its rule. You can look around the map meanwhile: drag to move it, turn the wheel or pinch to zoom.', when: p => !p.deciding },
  { id: 'refused', title: 'A refusal', text: 'The red line says why, and the chip beside it opens the rule in our words. Nothing has changed; choose something else.', when: p => !!p.refusal },
  { id: 'reaction', title: 'Answer a reaction', text: 'The other side’s move lets you act. The card shows each result with its chance. Choose to fire, or let it pass.', when: p => !!p.prompt?.cards.some(c => c.kind === 'odds' && !c.table) },
  { id: 'attack', title: 'Read the odds', text: 'Both totals, each shift with its rule, the column, and a bar for each result. Nothing is rolled before you press the main button.', when: p => !!p.prompt?.cards.some(c => c.kind === 'odds' && c.table) },
  { id: 'rolled', title: 'The dice have landed', text: 'The result lights up on the same card. Dice cannot be taken back: Undo stops here.', when: p => !!p.lastCard },
  { id: 'reach', title: 'Choose where it goes', text: 'Blue hexes can be reached, with the price in each. Rest on one to see the path, click it to go there. Esc lets go.', when: p => !!p.reach?.hexes.some(x => x.do) },
  { id: 'owed', title: 'Something is owed', text: 'The yellow triangles must be dealt with before the phase can end. Click a line, or press O, to go there.', when: p => !!p.prompt?.owed.length },
  { id: 'form', title: 'A form', text: 'Each row is a choice with its price. What is dashed is not open; click it to read why.', when: p => !!p.prompt?.forms.length },
  { id: 'targets', title: 'Choose a target', text: 'Red hexes can be attacked. Click one.', when: p => p.map.scene.targets.size > 0 },
  { id: 'units', title: 'Choose a unit', text: 'Counters with a dashed blue edge can act now. Click one to see where it can go. N steps through them.', when: p => p.map.scene.hot.size > 0 },
  { id: 'buttons', title: 'Decide', text: 'The bold sentence says what is being decided. The solid button is the main choice; every button shows its key.', when: p => p.actions.some(a => a.on.button === 'main') },
  { id: 'end', title: 'End this part', text: 'When you are finished, Space or the button ends this part of the turn.', when: p => p.actions.some(a => a.on.button === 'end') },
];
export class Guide {
  root = h('aside', { class: 'guide', 'aria-label': 'Guide', hidden: true });
  private seen = new Map<string, number>();
  private now = '';
  private off = false;
  constructor(private stop: () => void) { }
  render(p: Play, on: boolean): void {
    if (!on || this.off || p.covered || !p.live) { this.root.hidden = true; return; }
    const s = steps.find(x => x.when(p) && (this.seen.get(x.id) ?? 0) < 2) ?? null;
    if (!s) { this.root.hidden = true; this.now = ''; return; }
    if (s.id !== this.now) { if (this.now) this.seen.set(this.now, (this.seen.get(this.now) ?? 0) + 1); this.now = s.id; }
    this.root.hidden = false;
    fill(this.root, h('h3', null, s.title, h('button', { class: 'x', type: 'button', 'aria-label': 'End the guide', onclick: () => { this.off = true; this.root.hidden = true; this.stop(); } }, '×')), h('p', null, s.text), h('button', { class: 'link', type: 'button', onclick: () => { this.seen.set(s.id, 9); this.render(p, on); } }, 'Understood'));
  }
}
