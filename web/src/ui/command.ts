// The command box: action texts as the server prints them, with completion; also "go HEX" and place
// names.
import { fill, h } from '../dom';
import { Refused } from '../net';
import type { Play } from '../play';
import { points } from '../doc';

interface Row {
  text: string;
  note: string;
  rule: string;
  go: () => void;
  no?: boolean;
}
export class CommandBox {
  root = h('section', {
    class: 'pop cmd',
    role: 'dialog',
    'aria-label': 'Command box',
    hidden: true,
  });
  private input = h('input', {
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': 'cmd-list',
    'aria-label': 'Command: an action as in the log',
  });
  private list = h('ul', { id: 'cmd-list', role: 'listbox', 'aria-label': 'Completions' });
  private count = h('span');
  private rows: Row[] = [];
  private at = 0;
  private timer = 0;
  constructor(
    private p: () => Play,
    private back: () => void,
  ) {
    fill(
      this.root,
      this.input,
      this.list,
      h(
        'footer',
        null,
        h('kbd', null, 'Tab'),
        ' completes, ',
        h('kbd', null, '↑'),
        h('kbd', null, '↓'),
        ' choose, ',
        h('kbd', null, 'Enter'),
        ' does it, ',
        h('kbd', null, 'Esc'),
        ' closes. ',
        this.count,
      ),
    );
    this.input.addEventListener('input', () => this.find());
    this.input.addEventListener('keydown', e => this.keys(e));
  }
  get open(): boolean {
    return !this.root.hidden;
  }
  show(text = ''): void {
    this.root.hidden = false;
    this.input.value = text;
    this.find();
    this.input.focus();
  }
  close(): void {
    if (this.root.hidden) return;
    this.root.hidden = true;
    this.p().flash([]);
    this.back();
  }
  private all(): Row[] {
    const p = this.p(),
      out: Row[] = [];
    if (p.reach && p.deciding && p.sel)
      for (const x of p.reach.hexes)
        if (x.do && x.from !== null)
          out.push({
            text: `move ${p.sel} ${x.hex}`,
            note: `${points(x.cost)} spent, ${points(x.left)} left`,
            rule: x.rule ?? '',
            go: () => p.goTo(p.map.board.find(x.hex)),
          });
    for (const a of p.actions)
      if (p.deciding)
        out.push({ text: a.id, note: a.label, rule: a.rule, go: () => void p.act(a) });
    if (p.deciding && p.prompt?.undo)
      out.push({
        text: 'undo',
        note: 'take the last action back',
        rule: '',
        go: () => void p.undo(),
      });
    return out;
  }
  private find(): void {
    const p = this.p(),
      q = this.input.value.trimStart(),
      words = q.toLowerCase().split(/\s+/).filter(Boolean);
    let rows = this.all().filter(r =>
      words.every((w, i) =>
        i === words.length - 1
          ? r.text
              .toLowerCase()
              .split(' ')
              .some(x => x.startsWith(w)) || r.note.toLowerCase().includes(w)
          : r.text
              .toLowerCase()
              .split(' ')
              .some(x => x.startsWith(w)) || r.note.toLowerCase().includes(w),
      ),
    );
    const exact = rows.findIndex(r => r.text.toLowerCase().startsWith(q.toLowerCase()));
    if (exact > 0)
      rows = [
        ...rows.filter(r => r.text.toLowerCase().startsWith(q.toLowerCase())),
        ...rows.filter(r => !r.text.toLowerCase().startsWith(q.toLowerCase())),
      ];
    const place = q.replace(/^go\s+/, '').toLowerCase();
    if (place && p.board) {
      for (const hex of p.map.board.hex)
        if (hex.id.toLowerCase() === place)
          rows.push({
            text: `go ${hex.id}`,
            note: 'show this hex',
            rule: '',
            go: () => {
              p.cursor = p.map.board.find(hex.id);
              p.map.centreOn(p.cursor);
              p.stackHex = p.cursor;
              p.update();
            },
          });
      for (const l of p.board.labels)
        if (l.text.toLowerCase().startsWith(place))
          rows.push({
            text: `go ${l.hex}`,
            note: l.text,
            rule: '',
            go: () => {
              p.cursor = p.map.board.find(l.hex);
              p.map.centreOn(p.cursor);
              p.update();
            },
          });
    }
    this.rows = rows;
    this.at = 0;
    this.draw();
    clearTimeout(this.timer);
    if (words.length > 1 && !rows.some(r => r.text === q.trim()) && p.deciding)
      this.timer = window.setTimeout(() => void this.why(q.trim()), 250);
  }
  // A whole action that is not offered: the reason, from the server.
  private async why(text: string): Promise<void> {
    const p = this.p();
    try {
      await p.me.seat.ask({ cmd: 'why', action: text });
      if (this.input.value.trim() === text) {
        this.rows.unshift({ text, note: 'legal', rule: '', go: () => void p.actText(text) });
        this.draw();
      }
    } catch (e) {
      if (e instanceof Refused && e.fault.code === 'refused' && this.input.value.trim() === text) {
        this.rows.push({
          text,
          note: `refused: ${e.fault.text}`,
          rule: e.fault.rule ?? '',
          no: true,
          go: () => {
            p.refusal = e.fault;
            p.update();
          },
        });
        this.draw();
      }
    }
  }
  private draw(): void {
    this.count.textContent = `${this.rows.length} fit`;
    fill(
      this.list,
      this.rows.slice(0, 8).map((r, i) =>
        h(
          'li',
          {
            role: 'option',
            id: `cmd-${i}`,
            'aria-selected': String(i === this.at),
            class: r.no ? 'no' : '',
            onclick: () => {
              this.at = i;
              this.run();
            },
          },
          h('code', null, r.text),
          h('span', null, r.note),
          r.rule ? h('span', { class: 'chip' }, r.rule) : h('span'),
        ),
      ),
    );
    this.input.setAttribute('aria-activedescendant', this.rows.length ? `cmd-${this.at}` : '');
  }
  private run(): void {
    const r = this.rows[this.at],
      typed = this.input.value.trim();
    this.close();
    if (r) r.go();
    else if (typed) void this.p().actText(typed);
  }
  private keys(e: KeyboardEvent): void {
    const n = Math.min(8, this.rows.length);
    if (e.key === 'Escape') this.close();
    else if (e.key === 'Enter') this.run();
    else if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      if (n) this.at = (this.at + (e.key === 'ArrowDown' ? 1 : n - 1)) % n;
      this.draw();
    } else if (e.key === 'Tab' && this.rows[this.at]) {
      // up to the end of the next word
      const full = this.rows[this.at].text,
        typed = this.input.value,
        same = full.toLowerCase().startsWith(typed.toLowerCase()) ? typed.length : 0,
        next = full.indexOf(' ', same + 1);
      this.input.value = next < 0 ? full : full.slice(0, next + 1);
      this.find();
    } else return;
    e.preventDefault();
    e.stopPropagation();
  }
}
