// The keys of a game. A key that is held down does one thing once; only the hex cursor and the zoom
// repeat.
import { type Play } from '../play';
import { closePop, popOpen } from '../rules';
import { cardWords, eventWords, terrainWords } from '../speak';

export interface Keyboard {
  play: Play;
  canvas: HTMLCanvasElement;
  covered(): boolean;
  command: { open: boolean; show(text?: string): void; close(): void };
  panelName(): string | null;
  panel(name: string | null): void;
  hide(): void;
  invite(): void;
  closeInvite(): boolean;
  clock(): string;
  nth(n: number): void;
  panelFor(letter: string): string | undefined;
  review(): {
    next(): void;
    step(by: number): void;
    tryAgain(): Promise<void>;
    asPuzzle(): Promise<void>;
    leave(): void;
  } | null;
}
type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';
const REPEATS = /^(Arrow\w+|\+|=|-|Tab)$/;

function isTyping(el: HTMLElement): boolean {
  if (el.tagName === 'TEXTAREA' || el.tagName === 'SELECT') return true;
  const type = (el as HTMLInputElement).type;
  return el.tagName === 'INPUT' && !['range', 'checkbox'].includes(type);
}
function isControl(el: HTMLElement, canvas: HTMLElement): boolean {
  if (el === canvas || el === document.body) return false;
  return ['BUTTON', 'SUMMARY', 'INPUT', 'A'].includes(el.tagName);
}

export class Keys {
  constructor(private k: Keyboard) {}

  down = (e: KeyboardEvent): void => {
    const el = e.target as HTMLElement,
      { k } = this;
    if (k.covered() || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === 'Escape') {
      if (!e.repeat) this.escape();
      e.preventDefault();
      return;
    }
    if (isTyping(el)) return;
    if (e.repeat && !REPEATS.test(e.key)) {
      e.preventDefault();
      return;
    }
    // the control's own
    if ((e.key === 'Enter' || e.key === ' ') && isControl(el, k.canvas)) return;
    if (this.inReview(e) || this.move(e, el) || this.named(e, el)) {
      e.preventDefault();
      return;
    }
    if (!k.play.settings.keys || e.key.length !== 1) return;
    if (this.letter(e.key.toLowerCase(), e.shiftKey)) e.preventDefault();
  };
  // While a review is open: its positions, its mistakes, and a new game from one.
  private inReview(e: KeyboardEvent): boolean {
    const r = this.k.review();
    if (!r) return false;
    if (e.key === 'ArrowLeft' || e.key === 'ArrowRight') r.step(e.key === 'ArrowLeft' ? -1 : 1);
    else if (e.key === 'n' || e.key === 'N') r.next();
    else if (e.key === 't' || e.key === 'T') void r.tryAgain();
    else if (e.key === 'z' || e.key === 'Z') void r.asPuzzle();
    else return false;
    return true;
  }
  // Arrows: the next move of the other side, or the hex cursor.
  private move(e: KeyboardEvent, el: HTMLElement): boolean {
    const p = this.k.play;
    if (!e.key.startsWith('Arrow') || (el !== this.k.canvas && el !== document.body)) return false;
    if (e.key === 'ArrowRight' && p.follow.waitsForKey) {
      if (!e.repeat) p.follow.step();
    } else this.moveCursor(e.key as Arrow, e.shiftKey ? 5 : 1);
    return true;
  }
  private named(e: KeyboardEvent, el: HTMLElement): boolean {
    const { k } = this,
      p = k.play;
    if (e.key === 'Enter') this.enter();
    else if (e.key === ' ') this.space();
    else if (e.key === 'Tab') return el === k.canvas && this.nextInStack(e.shiftKey);
    else if (e.key === '/') k.command.show();
    else if (e.key === '?') k.panel(k.panelName() === 'keys' ? null : 'keys');
    else if (e.key === '+' || e.key === '=') p.map.zoomBy(1.26);
    else if (e.key === '-') p.map.zoomBy(1 / 1.26);
    else if (e.key === '0') p.map.fit();
    else return false;
    return true;
  }
  private space(): void {
    const p = this.k.play;
    if (p.follow.on) {
      p.follow.skip();
      return;
    }
    const a = p.actions.find(x => x.on.button === 'end') ?? p.actions.find(x => x.key === 'Space');
    if (a && p.deciding) void p.act(a);
  }
  private letter(l: string, shift: boolean): boolean {
    const p = this.k.play,
      mine = p.settings.remap,
      is = (name: string, usual: string) => l === (mine[name] ?? usual),
      own = this.ownLetter(l);
    if (own) void p.act(own);
    else if (p.follow.on && l === 'p') p.follow.pause();
    else if (p.question && l === 'e') void p.act(p.question.action);
    else if (p.recap && l === 'a') p.toggleArrows();
    else if (l === 'a' && p.takeAll()) return true;
    else if (is('undo', 'u')) void p.undo(shift);
    else if (is('owed', 'o')) p.nextOwed();
    else if (is('next', 'n')) p.nextUnit();
    else if (is('hide', 'h')) this.k.hide();
    else if (is('hint', 'i')) void this.hint();
    else if (l === 'g') this.k.command.show('go ');
    else if (/^[1-9]$/.test(l)) this.digit(+l);
    else return this.panelKey(l) || this.spoken(l);
    return true;
  }
  // Asked by key, a hint is done by Enter.
  private async hint(): Promise<void> {
    await this.k.play.askHint();
    await new Promise(yes => requestAnimationFrame(() => requestAnimationFrame(yes))); // drawn
    document.querySelector<HTMLElement>('[data-hint]')?.focus();
  }
  // A letter that stands on a button of this decision wins.
  private ownLetter(l: string) {
    const p = this.k.play;
    if (!p.deciding || !p.live) return undefined;
    return p.actions.find(
      a => a.key?.length === 1 && a.key.toLowerCase() === l && (a.on.button || a.on.unit === p.sel),
    );
  }
  private panelKey(l: string): boolean {
    const name = this.k.panelFor(l);
    if (!name) return false;
    this.k.panel(this.k.panelName() === name ? null : name);
    return true;
  }
  private spoken(l: string): boolean {
    const p = this.k.play,
      say = (t: string) => p.speak(t);
    if (l === 'p') say(p.prompt?.text ?? '');
    else if (l === 'l') {
      const last = p.me.events.at(-1);
      say(last ? eventWords(last) : 'Nothing has happened yet.');
    } else if (l === 'c') say(this.k.clock() || 'No clock.');
    else if (l === 'k') {
      const c = p.prompt?.cards[0] ?? p.lastCard?.card;
      say(c ? cardWords(c) : 'There is no card.');
    } else if (l === '.' && p.cursor >= 0) say(p.hexText(p.cursor));
    else if (l === ';' && p.cursor >= 0) say(this.around(p.cursor));
    else return false;
    return true;
  }
  private digit(n: number): void {
    const p = this.k.play;
    if (this.k.panelName() !== 'layers') {
      this.k.nth(n);
      return;
    }
    const o = p.board?.overlays[n - 1];
    if (o) void p.showOverlay(o.name === p.overlayName ? '' : o.name);
  }
  private around(i: number): string {
    const { map } = this.k.play,
      b = map.board,
      words = (n: number) => {
        const st = map.stackAt.get(n);
        return `${b.hex[n].id} ${terrainWords(b, n)}${st ? `, ${st.units.length} counters` : ''}`;
      };
    return b.hex[i].next
      .filter(n => n >= 0)
      .map(words)
      .join('; ');
  }
  // Esc lets go of one thing at a time, the newest first.
  private escape(): void {
    const { k } = this,
      p = k.play,
      bound = !!p.sel && p.prompt?.selected.includes(p.sel);
    if (k.command.open) k.command.close();
    else if (popOpen()) closePop();
    else if (k.closeInvite()) return;
    else if (p.question || p.confirming || p.proposal) p.dismiss();
    else if (k.review()) k.review()!.leave();
    else if (!p.live) void p.showAt(null);
    else if (p.map.fan) p.map.closeFan();
    else if ((p.sel && !bound) || p.openStack >= 0) p.letGo();
    else if (p.refusal) p.dismiss();
    else if (k.panelName()) k.panel(null);
    else if (p.overlayName) void p.showOverlay('');
    else if (p.cursor >= 0) {
      p.cursor = -1;
      p.update();
    } else if (p.deciding) {
      const a = p.actions.find(x => x.key === 'Escape' || x.key === 'Esc');
      if (a) void p.act(a);
    }
  }
  private enter(): void {
    const p = this.k.play;
    if (p.confirming) void p.act(p.confirming);
    else if (p.proposal) p.proposal.go();
    else if (p.recap && p.deciding) p.goOn();
    else if (p.cursor >= 0 && p.live && !p.follow.on) {
      const keep = p.cursor;
      p.tap({ hex: keep, unit: null, side: null, touch: false, shift: false });
      p.cursor = keep;
      p.update();
    } else {
      const a =
        p.actions.find(x => x.on.button === 'main' && !x.vary) ??
        p.actions.find(x => x.key === 'Enter');
      if (a && p.deciding) void p.act(a);
    }
  }
  private moveCursor(key: Arrow, n: number): void {
    const p = this.k.play,
      b = p.map.board;
    if (!b) return;
    if (p.cursor < 0) {
      const sel = p.sel ? p.hexOf({ unit: p.sel }) : -1;
      p.cursor = sel >= 0 ? sel : Math.max(0, b.hexAt(p.map.middle));
    } else
      for (let i = 0; i < n; i++) {
        const t = b.neighbourToward(p.cursor, key);
        if (t >= 0) p.cursor = t;
      }
    p.stackHex = p.cursor;
    p.map.centreOn(p.cursor, false);
    p.update();
    p.speak(p.hexText(p.cursor));
  }
  private nextInStack(back: boolean): boolean {
    const p = this.k.play,
      hex = p.sel ? p.hexOf({ unit: p.sel }) : p.cursor,
      st = hex >= 0 ? p.map.stackAt.get(p.map.board.hex[hex].same) : undefined;
    if (!st || st.units.length < 2) return false;
    const i = st.units.findIndex(u => u.id === p.sel),
      step = back ? st.units.length - 1 : 1;
    if (!back && i === st.units.length - 1) return false;
    void p.lookAtUnit(st.units[(i + step) % st.units.length].id, hex);
    return true;
  }
}
