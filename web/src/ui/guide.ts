// The guide of a lesson. A scenario may bring its own steps as data (rows of a guide file: at which decision, until which
// event, in which words); they come first, as a list that is ticked off. Beside them stand short words about whatever is
// on the panel for the first time. Both look at what the prompt and the events hold, not at any game.
import { fill, h } from '../dom';
import { api } from '../net';
import type { Play } from '../play';

// `tap`: in other words for a finger, where `text` names keys or a mouse
interface Step { id: string; title: string; text: string; tap?: string; when: (p: Play) => boolean }
const general: Step[] = [
  { id: 'over', title: 'The lesson is over', text: 'Look back with the bar below, step by step, or go to the lobby for a longer scenario.', when: p => !!p.view?.over },
  { id: 'wait', title: 'The other side decides', text: 'Read the log below; each line names its rule. You can look around the map meanwhile: drag to move it, turn the wheel or pinch to zoom.', tap: 'Read the log; each line names its rule. You can look around the map meanwhile: drag to move it, pinch to zoom.', when: p => !p.deciding },
  { id: 'refused', title: 'A refusal', text: 'The red line says why, and the chip beside it opens the rule in our words. Nothing has changed; choose something else.', when: p => !!p.refusal },
  { id: 'reaction', title: 'Answer a reaction', text: 'The other side’s move lets you act. The card shows each result with its chance. Choose to fire, or let it pass.', when: p => !!p.prompt?.cards.some(c => c.kind === 'odds' && !c.table) },
  { id: 'attack', title: 'Read the odds', text: 'Both totals, each shift with its rule, the column, and a bar for each result. Nothing is rolled before you press the main button.', when: p => !!p.prompt?.cards.some(c => c.kind === 'odds' && c.table) },
  { id: 'rolled', title: 'The dice have landed', text: 'The result lights up on the same card. Dice cannot be taken back: Undo stops here.', when: p => !!p.lastCard },
  { id: 'reach', title: 'Choose where it goes', text: 'Blue hexes can be reached, with the price in each. Rest on one to see the path, click it to go there. Esc lets go.', tap: 'Blue hexes can be reached, with the price in each. Tap one to see the path, tap it again to go there.', when: p => !!p.reach?.hexes.some(x => x.do) },
  { id: 'owed', title: 'Something is owed', text: 'The yellow triangles must be dealt with before the phase can end. Click a line, or press O, to go there.', tap: 'The yellow triangles must be dealt with before the phase can end. Tap a line to go there.', when: p => !!p.prompt?.owed.length },
  { id: 'form', title: 'A form', text: 'Each row is a choice with its price. What is dashed is not open; click it to read why.', tap: 'Each row is a choice with its price. What is dashed is not open; tap it to read why.', when: p => !!p.prompt?.forms.length },
  { id: 'targets', title: 'Choose a target', text: 'Red hexes can be attacked. Click one.', tap: 'Red hexes can be attacked. Tap one.', when: p => p.map.scene.targets.size > 0 },
  { id: 'units', title: 'Choose a unit', text: 'Counters with a dashed blue edge can act now. Click one to see where it can go. N steps through them.', tap: 'Counters with a dashed blue edge can act now. Tap one to see where it can go. Next unit steps through them.', when: p => p.map.scene.hot.size > 0 },
  { id: 'buttons', title: 'Decide', text: 'The bold sentence says what is being decided. The solid button is the main choice; every button shows its key.', tap: 'The bold sentence says what is being decided. The solid button is the main choice.', when: p => p.actions.some(a => a.on.button === 'main') },
  { id: 'end', title: 'End this part', text: 'When you are finished, Space or the button ends this part of the turn.', tap: 'When you are finished, the button ends this part of the turn.', when: p => p.actions.some(a => a.on.button === 'end') },
];

const wording = (s: Step): string => (matchMedia('(hover: none) and (pointer: coarse)').matches ? s.tap ?? s.text : s.text);

interface Row { part: string; node: string; until: string[]; title: string; text: string }
function rowsOf(tsv: string): Row[] {
  const lines = tsv.split('\n').filter(l => l && !l.startsWith('#')), cols = (lines.shift() ?? '').split('\t');
  return lines.map(l => { const cell = l.split('\t'), of = (name: string) => cell[cols.indexOf(name)] ?? ''; return { part: of('part'), node: of('node'), until: of('until') === '-' ? [] : of('until').split(' '), title: of('title'), text: of('text') }; });
}

export class Guide {
  root = h('aside', { class: 'guide', 'aria-label': 'Guide', hidden: true });
  private seen = new Map<string, number>();
  private now = '';
  private off = false;
  private rows: Row[] | null = null;
  private done = new Set<Row>();
  private shown: Row | null = null; // the row on the panel, and the last event when it came
  private since = 0;
  constructor(private stop: () => void) { }
  // Once for a game: its own guide, where it has one.
  private load(p: Play): void {
    this.rows = [];
    void api<{ guide: string }>(`/api/guide/${encodeURIComponent(p.view!.game)}/${encodeURIComponent(p.view!.scenario)}`).then(d => { this.rows = rowsOf(d.guide); this.render(p, true); }, () => { });
  }
  private ownEvent(p: Play, kinds: string[]): boolean {
    return p.me.events.some(e => e.n > this.since && kinds.includes(e.kind) && (!e.units.length || p.board?.counters.find(c => c.id === e.units[0])?.side === p.active));
  }
  // The row for this decision: the first that is not done. Answering one without `until` does it; skipping ahead skips it.
  private row(p: Play): Row | null {
    const at = p.deciding ? p.prompt?.node ?? '' : '', old = this.shown;
    if (old && (old.until.length ? this.ownEvent(p, old.until) : at !== old.node)) { this.done.add(old); this.shown = null; }
    if (!at) return null;
    const part = (this.rows ?? []).find(r => !this.done.has(r) && r.until.length)?.part; // answers come when they come
    const next = (this.rows ?? []).find(r => !this.done.has(r) && r.node === at && (r.part === part || !r.until.length)) ?? null;
    if (next !== this.shown) { this.shown = next; this.since = p.view?.seq ?? 0; }
    return next;
  }
  private parts(): HTMLElement | null {
    const names = [...new Set((this.rows ?? []).map(r => r.part))];
    if (!names.length) return null;
    const over = (n: string) => this.rows!.filter(r => r.part === n).every(r => this.done.has(r));
    return h('ol', { class: 'parts', 'aria-label': 'Steps of the lesson' }, names.map(n => h('li', { class: over(n) ? 'past' : n === this.shown?.part ? 'now' : '', 'aria-current': n === this.shown?.part ? 'step' : null }, h('span', { 'aria-hidden': 'true' }, over(n) ? '✓ ' : '○ '), n, over(n) ? h('span', { class: 'sr' }, ', done') : null)));
  }
  render(p: Play, on: boolean): void {
    if (!on || this.off || p.covered || !p.live || !p.view) { this.root.hidden = true; return; }
    if (!this.rows) this.load(p);
    const own = p.refusal ? null : this.row(p), s = own ? null : general.find(x => x.when(p) && (this.seen.get(x.id) ?? 0) < 2) ?? null;
    if (!s && !own) { this.root.hidden = true; this.now = ''; return; }
    const id = own ? `${own.part}/${own.node}` : s!.id;
    if (id !== this.now) { if (this.now && !own) this.seen.set(this.now, (this.seen.get(this.now) ?? 0) + 1); this.now = id; }
    this.root.hidden = false;
    fill(this.root, h('h3', null, (own ?? s!).title, h('button', { class: 'x', type: 'button', 'aria-label': 'End the guide', onclick: () => { this.off = true; this.root.hidden = true; this.stop(); } }, '×')), h('p', null, own ? own.text : wording(s!)),
      h('div', { class: 'spread' }, h('button', { class: 'link', type: 'button', onclick: () => { if (own) this.done.add(own); else this.seen.set(s!.id, 9); this.shown = null; this.render(p, on); } }, own ? 'Skip this' : 'Understood'), this.parts()));
  }
}
