// The game page: top line, rail, panels, drawer, decision panel; and how they fold on narrow
// screens.
import { asset } from '../asset';
import { atHome } from '../home/door';
import { type Fault, type Side, sideName } from '../doc';
import { type Brief, briefOf } from '../brief';
import { cramped, fill, h, icons, svg } from '../dom';
import type { Hit } from '../map';
import { embedded, type Saved, type Settings, Refused, api, linkOf, store } from '../net';
import { Play, type Ui } from '../play';
import { closePop } from '../rules';
import { sound } from '../sound';
import { CommandBox } from './command';
import { cover } from './cover';
import { type Decision, renderDecision } from './decision';
import { Drawer } from './drawer';
import { renderForms } from './forms';
import { Guide } from './guide';
import { Invite } from './invite';
import { Keys } from './keys';
import { renderLegend, renderZoom } from './legend';
import { renderPanel, widePanels } from './panels';
import { openMenu } from './menu';
import { PassBar } from './pass';
import { Exercise } from './exercise';
import { Puzzle } from './puzzles';
import { Review } from './review';
import { renderSpots } from './spots';
import { renderStack } from './stack';
import { TopLine } from './top';

export const isDark = (s: Settings): boolean =>
  s.theme === 'dark' || (s.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
export function applySettings(s: Settings): void {
  document.documentElement.dataset.theme = isDark(s) ? 'dark' : 'light';
  document.documentElement.dataset.motion = s.motion;
  document.documentElement.style.setProperty('--scale', String(s.scale / 100));
}

const everywhere: [string, string, keyof typeof icons, string, boolean][] = [
  ['stack', 'Stack', 'stack', 'S', false],
  ['forces', 'Forces', 'forces', 'F', false],
  ['tables', 'Tables', 'tables', 'T', false],
  ['rules', 'Rules', 'rules', 'R', false],
  ['layers', 'Layers', 'layers', 'Y', true],
  ['orders', 'Orders', 'orders', 'D', false],
  ['chat', 'Chat', 'chat', 'J', false],
];
// without a server there is nobody to talk to
const rail = everywhere.filter(([name]) => !atHome || name !== 'chat');

const LOW = 500; // a phone held sideways
const READABLE = 40; // pixels from the middle of a hex to its corner: counters show their figures

export class GamePage implements Ui {
  root = h('div', { class: 'game has-right' });
  play: Play;
  private canvas = h('canvas', {
    class: 'board',
    tabIndex: 0,
    role: 'application',
    'aria-label': 'Board',
    'aria-describedby': 'board-help',
  });
  private bar: TopLine;
  private invite: Invite | null = null;
  private keys: Keys;
  private brief: Brief | null = null;
  private stackEl = h('section', { class: 'panel stackcard', 'aria-label': 'Stack', hidden: true });
  private railEl = h('nav', { class: 'rail', 'aria-label': 'Panels' });
  private side = h('section', { class: 'panel side', hidden: true });
  private decision = h('section', { class: 'panel decision h1', 'aria-label': 'Decision' });
  private form = h('section', { class: 'panel form', 'aria-label': 'Form', hidden: true });
  private legendEl = h('section', { class: 'panel legend', 'aria-label': 'Legend', hidden: true });
  private zoom = h('div', { class: 'zoom' });
  private over = h('div', { class: 'overview' });
  private live = h('div', { class: 'sr', 'aria-live': 'polite', role: 'status' });
  private spokenEl = h('div', { class: 'spoken', hidden: true, 'aria-hidden': 'true' });
  private spots = h('div', { class: 'spots', 'aria-label': 'Choices on the board', role: 'group' });
  private drawer: Drawer;
  private cmd: CommandBox;
  private guide: Guide;
  private panelName: string | null = null;
  private coverEl: HTMLElement | null = null;
  private formAt = { tab: 0 };
  private formHidden = false;
  private d: Decision;
  private pass: PassBar | null;
  private review: Review;
  private puzzle: Puzzle | Exercise | null = null;
  private tick = 0;
  private pending = false;

  constructor(
    private saved: Saved,
    private title: string,
    private leave: () => void,
  ) {
    if (saved.scenario.endsWith(', analysis')) this.title = title = `${title}, analysis`;
    this.bar = new TopLine(title, { menu: at => this.menu(at), invite: () => this.invite!.show() });
    this.play = new Play(saved, this.canvas, this);
    this.invite = new Invite(
      saved,
      () => this.play,
      t => this.toast(t),
    );
    this.pass = PassBar.of(saved.id);
    this.review = new Review(saved, () => this.play, {
      refresh: () => this.refresh(),
      toast: t => this.toast(t),
      save: () => void this.download(),
      rematch: () => void this.rematch(),
    });
    this.drawer = new Drawer(
      () => this.play,
      () => void this.branch(),
    );
    this.cmd = new CommandBox(
      () => this.play,
      () => this.canvas.focus({ preventScroll: true }),
    );
    this.guide = new Guide();
    this.keys = new Keys({
      play: this.play,
      canvas: this.canvas,
      covered: () => this.coverEl !== null,
      command: this.cmd,
      panelName: () => this.panelName,
      panel: n => this.panel(n),
      hide: () => this.hide(),
      invite: () => this.invite!.show(),
      closeInvite: () => this.invite!.close(),
      clock: () => this.bar.root.querySelector('#clock')?.textContent ?? '',
      nth: n => this.nth(n),
      review: () => (this.review.on ? this.review : null),
      panelFor: l => rail.find(x => x[3].toLowerCase() === l)?.[0],
    });
    if (saved.puzzle) {
      const puzzle = new Puzzle(saved.puzzle, saved, {
        refresh: () => this.refresh(),
        speak: t => this.speak(t),
        toast: t => this.toast(t),
        go: g => {
          store.keep(g);
          location.hash = new URL(linkOf(g.id, Object.values(g.seats) as string[])).hash;
        },
      });
      this.puzzle = puzzle;
      this.play.puzzling = true;
      this.play.onActed = ([action]) => {
        this.play.puzzling = false;
        void puzzle.acted(action);
      };
    } else if (saved.exercise) {
      const exercise = new Exercise(saved.exercise, {
        refresh: () => this.refresh(),
        speak: t => this.speak(t),
      });
      this.puzzle = exercise;
      this.play.puzzling = true;
      this.play.onActed = actions => (this.play.puzzling = !exercise.acted(actions));
    }
    void briefOf(saved.game).then(b => {
      this.brief = b;
      this.refresh();
    });
    this.d = {
      guide: () => (this.guide.root.hidden || this.puzzle ? null : this.guide.root),
      open: n => this.open(n),
      narrow: () => innerWidth <= 820,
      height: n => {
        if (n !== undefined) {
          for (let i = 0; i < 3; i++) this.decision.classList.toggle(`h${i}`, i === n);
          this.insets();
        }
        return [0, 1, 2].find(i => this.decision.classList.contains(`h${i}`)) ?? 1;
      },
      brief: () => this.brief,
      invite: () => this.invite!.show(),
      rematch: () => void this.rematch(),
      canReview: () => !this.pass,
      reviewGame: () => this.review.begin(),
      review: () => (this.review.on ? this.review : null),
      puzzle: () => this.puzzle?.block() ?? null,
      showAll: false,
      allOwed: false,
      allIdle: false,
    };
    fill(
      this.railEl,
      rail.map(([name, word, icon, k, phone]) =>
        h(
          'button',
          {
            type: 'button',
            class: phone ? 'phone-ok' : '',
            'data-panel': name,
            'aria-expanded': 'false',
            title: `${word} (${k})`,
            onclick: () => this.panel(this.panelName === name ? null : name),
          },
          svg(icons[icon]),
          h('span', null, word),
        ),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'phone-ok only-phone',
          title: 'Hide counters (H)',
          'data-hide': '1',
          onclick: () => this.hide(),
          'aria-label': 'Hide counters',
        },
        svg(icons.eye),
        h('span', null, 'Hide'),
      ),
    );
    const ov = h('canvas', { 'aria-label': 'Overview map', role: 'img' });
    this.play.map.overview = ov;
    fill(this.over, ov);
    const help = h(
      'div',
      { id: 'board-help', class: 'sr' },
      'Arrow keys move a hex cursor and say each hex. Enter acts there. The same ' +
        'choices stand as a list in the decision panel. Slash opens a command box, ' +
        'question mark the keys.',
    );
    fill(
      this.root,
      this.bar.root,
      this.bar.strip,
      h(
        'main',
        null,
        this.canvas,
        help,
        this.railEl,
        this.side,
        this.legendEl,
        this.form,
        this.stackEl,
        this.decision,
        this.drawer.root,
        this.review.drawer,
        this.zoom,
        this.over,
        this.spots,
        this.cmd.root,
        this.invite.root,
      ),
      this.live,
      this.spokenEl,
    );
    const map = this.play.map;
    map.still = this.still;
    map.setDark(isDark(this.play.settings));
    this.play.beforeTap = (t: Hit) => {
      if (this.play.feedOverlay(t)) return true;
      this.formHidden = true;
      return false;
    };
    this.play.onMoved = () => {
      clearTimeout(this.spotTimer);
      this.spotTimer = window.setTimeout(
        () => {
          this.spotTimer = 0;
          this.placeSpots();
          this.busy();
        },
        this.still ? 20 : 120, // without motion the view has come to rest at once
      );
      this.busy();
    };
    document.addEventListener('keydown', this.keys.down);
    document.addEventListener('keydown', this.onHeld, true);
    this.root.addEventListener('pointerdown', this.onPress);
    this.root.addEventListener('click', this.onClick, true);
    for (const k of ['pointerup', 'pointercancel'] as const) addEventListener(k, this.onRelease);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', this.theme);
    addEventListener('resize', this.onResize);
    for (const e of [this.drawer.root, this.review.drawer])
      new ResizeObserver(() => this.drawerChanged()).observe(e);
    this.tick = window.setInterval(() => this.second(), 1000);
    if (saved.invite) this.invite.show();
    this.insets();
    this.top();
    this.zoomBar();
  }
  private get still(): boolean {
    return (
      this.play?.settings.motion === 'instant' ||
      matchMedia('(prefers-reduced-motion: reduce)').matches
    );
  }
  private theme = (): void => {
    applySettings(this.play.settings);
    this.play.map.setDark(isDark(this.play.settings));
  };
  // A taller log leaves less of the board free; a small map that nobody has moved is fitted again.
  private drawerChanged(): void {
    const m = this.play.map;
    this.insets();
    if (!m.board || !this.fitted || m.panned) return;
    const { middle } = m;
    m.fit();
    this.fitted = m.cam.r >= READABLE;
    if (!this.fitted) m.lookAt(middle, READABLE + 2);
  }
  private onResize = (): void => {
    this.insets();
    this.refresh();
  };
  close(): void {
    document.removeEventListener('keydown', this.keys.down);
    document.removeEventListener('keydown', this.onHeld, true);
    for (const k of ['pointerup', 'pointercancel'] as const) removeEventListener(k, this.onRelease);
    matchMedia('(prefers-color-scheme: dark)').removeEventListener('change', this.theme);
    removeEventListener('resize', this.onResize);
    clearInterval(this.tick);
    closePop();
    this.review.close();
    this.coverEl?.remove();
    this.play.close();
  }
  private drawerHeight(): number {
    return this.review.on ? this.review.drawer.offsetHeight : this.drawer.root.offsetHeight;
  }
  private insets(): void {
    const w = innerWidth,
      m = this.play.map;
    if (embedded) {
      m.insets = { left: 0, top: 70, right: 0, bottom: 0 };
      return;
    }
    if (w <= 820) {
      const key = this.legendEl.hidden ? 0 : this.legendEl.offsetHeight + 8;
      m.inset({
        left: 0,
        top: 64 + Math.min(key, 80),
        right: this.railEl.offsetWidth + 14, // a choice under its buttons could not be tapped
        bottom: this.decision.offsetHeight || 240,
      });
    }
    if (w <= 820) this.root.style.setProperty('--sheet', `${this.decision.offsetHeight}px`);
    else
      m.insets = {
        left:
          (w <= 1180 ? 48 : 64) +
          (this.panelName ? (widePanels.has(this.panelName) ? 440 : 310) : 0),
        top: 48,
        right: innerHeight <= LOW ? 350 : w <= 1180 ? 410 : 466,
        bottom: (this.drawerHeight() || (innerHeight <= LOW ? 0 : 150)) + 10,
      };
    const lift = this.drawerHeight() + 20;
    if (w > 820) this.zoom.style.bottom = `${lift}px`;
  }

  // ---- Ui Panels are made anew at every change, but never between press and release: the click
  // would be lost.
  private pressing = false;
  private onPress = (e: PointerEvent): void => {
    if (e.target !== this.canvas) {
      this.pressing = true;
      this.busy();
    }
  };
  private onRelease = (e: PointerEvent): void => {
    if (this.pressing)
      setTimeout(
        () => {
          this.pressing = false;
          this.refresh();
        },
        e.pointerType === 'touch' ? 60 : 0,
      );
  }; // a finger's click comes a little after it
  // A key held on a button presses it once.
  private onHeld = (e: KeyboardEvent): void => {
    const el = e.target as HTMLElement;
    if (e.repeat && e.key === 'Enter' && el.closest?.('button, a, summary')) e.preventDefault();
  };
  // The second click of a double click on the panel does nothing: by then the button under it may
  // be another one.
  private clicked = { at: 0, x: 0, y: 0 };
  private onClick = (e: MouseEvent): void => {
    const el = e.target as HTMLElement,
      { at, x, y } = this.clicked,
      near = Math.hypot(e.clientX - x, e.clientY - y) < 8;
    if (e.detail === 0) return; // by key
    this.clicked = { at: e.timeStamp, x: e.clientX, y: e.clientY };
    if (
      near &&
      e.timeStamp - at < 400 &&
      el.closest('.decision .buttons, .decision [data-action]')
    ) {
      e.preventDefault();
      e.stopImmediatePropagation();
      return;
    }
    if (el.closest('.rail, .zoom, .drawer .replay, .decision')) this.giveBack(el);
  };
  // After a click the keys are the board's again; Space must not press the same button once more.
  private giveBack(el: HTMLElement): void {
    if (!el.closest('button') || el.closest('input, textarea, select')) return;
    requestAnimationFrame(() => {
      const now = document.activeElement;
      if (now === document.body || now?.tagName === 'BUTTON')
        this.canvas.focus({ preventScroll: true });
    });
  }
  private second(): void {
    const p = this.play;
    this.bar.clock(p);
    if (p.view && !p.toMove && !p.view.over && !p.follow.on) this.refresh();
  }
  refresh(): void {
    if (this.pending || this.pressing) return;
    this.pending = true;
    this.busy();
    requestAnimationFrame(() => {
      this.pending = false;
      if (!this.pressing) this.draw();
      this.busy();
    });
  }
  // Said on the panel for whoever listens: not all that was asked has been answered and drawn yet.
  private calm = 0;
  busy(): void {
    clearTimeout(this.calm);
    if (this.unsettled) this.decision.setAttribute('aria-busy', 'true');
    else
      this.calm = window.setTimeout(
        () => this.decision.setAttribute('aria-busy', String(this.unsettled)),
        0,
      );
  }
  private get unsettled(): boolean {
    const p = this.play;
    return (
      !p?.board ||
      !p.view ||
      this.pending ||
      this.pressing ||
      this.spotTimer !== 0 ||
      p.waits ||
      p.map.moving
    );
  }
  private draw(): void {
    const p = this.play;
    if (!p.me) return;
    this.guide.render(p, p.settings.guided);
    renderDecision(this.decision, p, this.d);
    this.review.renderDrawer(innerWidth <= 820);
    this.drawer.root.hidden = this.review.on;
    if (this.pass) {
      this.pass.show(p.actions.length > 0);
      this.decision.append(this.pass.root);
    }
    renderStack(this.stackEl, p);
    // a phone has no room beside it: it is a row of the sheet
    if (cramped()) this.decision.querySelector('.mid')?.before(this.stackEl);
    else if (this.stackEl.parentNode !== this.root) this.root.append(this.stackEl);
    if (
      this.invite &&
      !this.invite.root.hidden &&
      !this.invite.root.contains(document.activeElement)
    )
      this.invite.render();
    this.placeSpots();
    this.sheet();
    // a unit on its way needs the map
    this.decision.classList.toggle('going', !!p.reach?.hexes.some(x => x.do));
    const forms = p.deciding && p.live ? (p.prompt?.forms ?? []) : [];
    const busy = forms.length && forms.some(f => f.rows.length);
    if (!busy) this.formHidden = false;
    this.form.hidden = !busy || this.formHidden || this.panelName !== null;
    this.root.classList.toggle('has-form', !this.form.hidden);
    this.root.classList.toggle('has-side', this.panelName !== null);
    this.railEl.hidden = innerWidth <= 820 && !this.form.hidden;
    if (busy) renderForms(this.form, p, this.formAt);
    if (busy && this.formHidden)
      this.decision.querySelector('.buttons')?.prepend(
        h(
          'button',
          {
            class: 'btn',
            type: 'button',
            onclick: () => {
              this.formHidden = false;
              this.refresh();
            },
          },
          `Open ${forms[0].title.toLowerCase()}`,
        ),
      );
    if (busy && !this.formHidden)
      this.form.querySelector('header')?.append(
        h(
          'button',
          {
            class: 'x',
            type: 'button',
            'aria-label': 'Look at the board',
            onclick: () => {
              this.formHidden = true;
              this.refresh();
            },
          },
          '×',
        ),
      );
    if (this.panelName && p.board && p.view)
      renderPanel(this.side, this.panelName, p, () => this.panel(null), {
        hide: () => this.hide(),
        set: s => this.set(s),
      });
    this.top();
    for (const b of this.railEl.querySelectorAll<HTMLElement>('[data-panel]'))
      b.setAttribute('aria-expanded', String(b.dataset.panel === this.panelName));
    if (innerWidth <= 820) this.insets();
    if (innerWidth <= 820) this.showChosen();
    p.map.touch();
    if (p.lastCard?.fresh)
      setTimeout(() => {
        if (p.lastCard) p.lastCard.fresh = false;
      }, 700);
  }
  // On a phone what is chosen, or can be, may lie under the key or the sheet that came with it.
  private chosen = '';
  private showChosen(): void {
    const p = this.play,
      hex = p.sel ? p.hexOf({ unit: p.sel }) : -1,
      about = `${p.prompt?.text} ${p.prompt?.cards[0]?.title}`,
      now = `${p.sel} ${p.deciding} ${about} ${this.decision.offsetHeight}`;
    if (now === this.chosen) return;
    this.chosen = now;
    if (hex >= 0) p.map.centreOn(hex, false);
    else if (p.deciding) p.lookThere();
  }
  // On a phone the sheet is as tall as the decision needs, until it is dragged otherwise; it rises
  // once more when the choices come after the question.
  private sheetFor = '';
  private sheetTall = false;
  private sheet(): void {
    const p = this.play,
      reviewed = this.review.on,
      told = !!p.hint || !this.guide.root.hidden || !!p.recap,
      key = `${p.prompt?.node}${p.deciding}${reviewed}${told}`;
    const choices =
      p.deciding &&
      !!(
        p.prompt?.cards.length ||
        p.prompt?.owed.length ||
        this.decision.querySelector('.mid .acts, .mid .boxes')
      );
    const tall = choices || reviewed || told;
    if (innerWidth > 820 || (key === this.sheetFor && (this.sheetTall || !tall || p.sel))) return;
    this.sheetFor = key;
    this.sheetTall = tall;
    this.d.height(tall ? 1 : 0);
  }
  top(): void {
    if (this.pressing) return;
    this.bar.render(this.play, this.brief);
    this.invite?.presence();
    this.titleOfTab();
  }
  // Another tab is in front: its title and icon say when one is awaited.
  private titleOfTab(): void {
    const p = this.play,
      mine = !!p.me && p.toMove,
      name = `${this.title}, ${this.saved.scenario}`,
      title = mine ? `● Your move, ${this.title}` : name;
    if (document.title !== title) document.title = title;
    const icon = document.querySelector<HTMLLinkElement>('link[rel~=icon]'),
      href = asset(mine ? 'icon-move.svg' : 'icon.svg');
    if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
  }
  menu(at: Element): void {
    const p = this.play;
    openMenu(at, {
      leave: () => this.leave(),
      invite: () => this.invite!.show(),
      panel: n => this.panel(n),
      hint: () => void p.askHint(),
      undoTurn: p.prompt?.undo_turn ? () => void p.undo(true) : null,
      download: () => void this.download(),
      branch: () => void this.branch(),
    });
  }
  open(n: string): void {
    if (n === 'log') {
      this.drawer.root.classList.toggle('open');
      this.drawer.render();
      this.drawer.root.querySelector<HTMLElement>('.log')?.focus();
    } else if (n === 'menu') this.menu(this.bar.root.querySelector('.menu-btn')!);
    else this.panel(n);
  }
  private chatSeen = 0;
  log(): void {
    this.drawer.render();
    if (this.panelName === 'chat') this.refresh();
    this.unread();
  }
  // A dot on Chat, and a word, for a message that nobody has looked at.
  private unread(): void {
    const all = this.play.me?.chat ?? [],
      theirs = all.filter(c => c.from !== this.play.active),
      button = this.railEl.querySelector('[data-panel=chat]');
    if (this.panelName === 'chat') this.chatSeen = theirs.length;
    const fresh = theirs.length > this.chatSeen;
    button?.classList.toggle('unread', fresh);
    if (!fresh || theirs.length === this.chatTold) return;
    this.chatTold = theirs.length;
    const last = theirs[theirs.length - 1];
    this.toast(`${last.name || sideName(last.from)}: ${last.text}`);
  }
  private chatTold = 0;
  legend(): void {
    const wide = this.panelName && widePanels.has(this.panelName),
      panel = this.panelName ? (wide ? ' far' : ' moved') : '';
    this.zoomBar();
    renderLegend(this.legendEl, this.play, { panel, covered: !this.form.hidden });
  }
  private zoomBar(): void {
    renderZoom(this.zoom, this.play, {
      panel: n => this.panel(n),
      hide: () => this.hide(),
      log: innerHeight <= LOW ? () => this.open('log') : null,
    });
  }
  hide(): void {
    const s = this.play.map.scene;
    s.hidden = !s.hidden;
    this.play.map.touch();
    this.zoomBar();
    this.refresh();
    this.speak(s.hidden ? 'Counters hidden.' : 'Counters shown.');
  }
  panel(name: string | null): void {
    const was = this.panelName,
      byClick = performance.now() - this.clicked.at < 300,
      first = 'input[type=search], input[type=text]',
      want = byClick ? first : `${first}, .body button, .x`;
    this.panelName = name;
    this.side.hidden = !name;
    this.over.hidden = !!name && widePanels.has(name);
    this.side.dataset.name = '';
    this.unread();
    this.insets();
    this.play.update();
    this.refresh();
    if (name)
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          this.side.querySelector<HTMLElement>(want)?.focus({ preventScroll: true }),
        ),
      );
    else if (was) this.canvas.focus({ preventScroll: true });
  }
  private fitted = false; // the whole map is in sight
  // At the start: one's own front, as large as it can be read; the whole map when it is small.
  ground(): void {
    const p = this.play,
      m = p.map,
      b = m.board,
      mine = m.stacks.filter(x => x.units.some(u => p.sideOf(u) === p.active)),
      theirs = m.stacks.filter(x => x.units.some(u => p.sideOf(u) !== p.active));
    this.insets();
    m.fit();
    this.fitted = !m.stacks.length || m.cam.r >= READABLE;
    if (this.fitted || embedded) return;
    // before the set-up the own side has no units yet, but ground
    const held = p.view?.control.find(([side]) => side === p.active)?.[1] ?? [],
      stands = mine.length ? mine.map(x => x.hex) : held.map(id => b.find(id)).filter(i => i >= 0),
      gap = (hex: number) => Math.min(...theirs.map(t => b.distance(hex, t.hex)), 99),
      from = stands.length ? stands : m.stacks.map(x => x.hex),
      own = from.map(hex => ({ hex, gap: gap(hex) })),
      least = Math.min(...own.map(o => o.gap)),
      front = own.filter(o => o.gap <= least + 1).map(o => b.hex[o.hex].at),
      middle = (list: number[]) => list.sort((q, r) => q - r)[Math.floor(list.length / 2)];
    // a small map is shown larger, so that nothing lies beside it
    const scale = innerWidth <= 820 ? 34 : Math.max(46, Math.min(60, m.fillR)),
      x = m.fillR < scale ? middle(front.map(q => q.x)) : (b.box.x0 + b.box.x1) / 2;
    m.lookAt({ x, y: middle(front.map(q => q.y)) }, scale);
  }
  failed(f: Fault): void {
    fill(
      this.root,
      h(
        'div',
        { class: 'cover' },
        h(
          'section',
          { style: 'padding:30px;max-width:520px' },
          h('h1', null, 'This seat does not open'),
          h('p', { style: 'margin:14px 0' }, f.text),
          h(
            'button',
            { class: 'btn main', type: 'button', onclick: () => this.leave() },
            'To the lobby',
          ),
        ),
      ),
    );
    if (f.code === 'state') store.forget(this.saved.id);
  }
  toast(text: string): void {
    const e = h('div', { class: 'toast', role: 'status' }, text);
    this.root.append(e);
    setTimeout(() => e.remove(), 3600);
  }
  private said = 0;
  speak(text: string, force = false): void {
    if (this.play?.covered && !force) return;
    this.live.textContent = text + (++this.said % 2 ? ' ' : '');
    this.spokenEl.hidden = !this.play.settings.spoken;
    fill(this.spokenEl, h('small', null, 'Spoken'), h('span', { class: 'sr-text' }, text));
  }
  sound(kind: string): void {
    if (this.play.settings.sound) sound(kind);
  }
  set(s: Partial<Settings>): void {
    this.play.settings = store.set(s);
    applySettings(this.play.settings);
    this.play.map.still = this.still;
    if (s.theme) this.play.map.setDark(isDark(this.play.settings));
    this.spokenEl.hidden = !this.play.settings.spoken;
    this.refresh();
  }
  cover(side: Side): void {
    if (this.coverEl || this.play.covered) return;
    this.play.covered = true;
    this.play.map.blank();
    this.root.inert = true;
    this.root.style.visibility = 'hidden';
    const lift = (then: () => void) => {
      this.coverEl?.remove();
      this.coverEl = null;
      this.root.inert = false;
      this.root.style.visibility = '';
      then();
      this.canvas.focus({ preventScroll: true });
    };
    const s = this.play.seats.get(side)!,
      from = s.recapFrom;
    this.coverEl = cover(
      this.play,
      side,
      this.title,
      this.brief,
      () => lift(() => this.play.switchTo(side)),
      () =>
        lift(() => {
          this.play.switchTo(side);
          this.play.me.recapFrom = from;
          void this.play.showAt(Math.max(1, from + 1));
        }),
    );
    document.body.append(this.coverEl);
  }
  // The same scenario with the sides exchanged; the other player comes along by the seat of this
  // game.
  private async rematch(): Promise<void> {
    const p = this.play,
      side = p.active;
    try {
      const made = await api<{ id: string; seats: Saved['seats']; watch?: string }>(
        `/api/games/${encodeURIComponent(this.saved.id)}/rematch`,
        {},
        this.saved.seats[side],
      );
      const { links: _links, seen: _seen, over: _over, ...same } = this.saved,
        g: Saved = { ...same, id: made.id, seats: made.seats, at: Date.now(), note: undefined };
      store.keep(g);
      location.hash = new URL(linkOf(g.id, Object.values(g.seats) as string[])).hash;
    } catch (e) {
      this.toast(e instanceof Refused ? e.fault.text : 'The server does not answer.');
    }
  }
  private async download(): Promise<void> {
    try {
      const text = await this.play.journal(),
        url = URL.createObjectURL(new Blob([text], { type: 'text/plain' })),
        a = h('a', { href: url, download: `${this.saved.game}-${this.saved.id}.journal` });
      document.body.append(a);
      a.click();
      a.remove();
      setTimeout(() => URL.revokeObjectURL(url), 5000);
    } catch (e) {
      this.toast(e instanceof Refused ? e.fault.text : 'The journal could not be loaded.');
    }
  }
  // A private game for both sides from the point shown. Before the end only of a game one plays
  // alone, and asked for twice.
  private warned = false;
  private async branch(): Promise<void> {
    const p = this.play,
      here = `/api/games/${encodeURIComponent(this.saved.id)}`;
    try {
      if (!p.view?.over && !(await api<{ alone: boolean }>(here)).alone) {
        this.toast(
          'A branch shows what is hidden: between players it can be made when the game is over.',
        );
        return;
      }
      if (!p.view?.over && !this.warned) {
        this.warned = true;
        this.toast('A branch shows what the other side hides. Press Branch again to make it.');
        return;
      }
      const at = p.replayAt ?? undefined,
        made = await api<{ id: string; seats: Saved['seats'] }>(
          `${here}/branch`,
          at === undefined ? {} : { at },
          this.saved.seats[p.active],
        );
      const g: Saved = {
        id: made.id,
        game: this.saved.game,
        title: this.saved.title,
        scenario: `${this.saved.scenario}, analysis`,
        seats: made.seats,
        at: Date.now(),
        hotseat: true,
      };
      store.keep(g);
      open(linkOf(g.id, Object.values(g.seats) as string[]), '_blank');
      this.toast('The branch is open in a new tab, and among your games.');
    } catch (e) {
      this.toast(
        e instanceof Refused ? `No branch from here: ${e.fault.text}` : 'No branch from here.',
      );
    }
  }
  private spotTimer = 0;
  private placeSpots(): void {
    renderSpots(this.spots, this.play);
  }
  private nth(n: number): void {
    this.d.showAll = true;
    const shots = [...this.decision.querySelectorAll<HTMLElement>('.shot .btn')];
    if (shots[n - 1]) {
      shots[n - 1].click();
      return;
    }
    this.decision.querySelectorAll<HTMLElement>('.choices li > button')[n - 1]?.click();
  }
}
