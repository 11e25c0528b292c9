// What the board shows follows from the state of the seat: marks, reach, arrows, targets.
import { type Action, type Card, type Overlay, type Prompt, type ReachHex, points } from '../doc';
import { fill, h } from '../dom';
import type { P } from '../geom';
import type { Line } from '../story';
import { emptyScene } from '../map';
import type { Ring } from '../map/scene';
import { hexWords, tipWords } from '../speak';
import { Seats } from './seats';

const verbOf = (a: Action): string => a.id.split(' ')[0];

export abstract class Stage extends Seats {
  protected hover = -1;
  // ---- the scene follows from the state
  // While an attack is put together without a card: the place its sentence names, and arrows from
  // those who take part.
  private namedTargets(p: Prompt, enemyAt: Set<string>, s: ReturnType<typeof emptyScene>): void {
    if (p.cards.some(c => c.kind === 'odds') || this.actions.some(a => a.on.button === 'end'))
      return;
    const b = this.map.board,
      named = p.text.match(/[\w-]+/g)?.filter(w => enemyAt.has(w) && b.find(w) >= 0) ?? [];
    for (const hex of named) {
      const to = b.at(hex)!;
      s.targets.add(b.find(hex));
      for (const id of p.selected) {
        const from = b.at(this.unit(id)?.at ?? '');
        if (from && from !== to) s.arrows.push({ way: [from, to], style: 'target', kind: 'aim' });
      }
    }
  }
  // The way that a decision is about: the other side's, or one's own that is being named.
  private declaredWay(p: Prompt, s: ReturnType<typeof emptyScene>): void {
    const b = this.map.board,
      way = (p.way ?? []).map(x => b.at(x)).filter((q): q is P => !!q);
    const german = (this.active === 'german') === p.selected.length > 0;
    if (way.length > 1)
      s.arrows.push({ way, style: german ? 'frontGerman' : 'frontSoviet', kind: 'move' });
  }
  private costOf(x: ReachHex): string {
    const some = this.fewer.get(x.hex);
    if (x.from === null) return '';
    if (some) return `${some} of ${this.group.length}`;
    return `${points(x.cost)}${x.risk ? '!' : ''}`;
  }
  private begins = new Set<string>();
  private places = new Map<string, Set<string>>();
  protected learn(): void {
    const node = this.prompt?.node ?? '';
    for (const w of this.reach?.begin ?? []) this.begins.add(w.split(' ')[0]);
    if (!this.actions.some(a => a.on.button === 'end')) return;
    for (const a of this.actions) {
      if (!a.on.unit) continue;
      const seen = this.places.get(verbOf(a)) ?? new Set();
      this.places.set(verbOf(a), seen.add(node));
    }
  }
  // The words that begin a way among those offered now; worked out once for each list of actions.
  private offeredWays = { of: [] as Action[], begins: 0, verbs: new Set<string>() };
  private beginning(): Set<string> {
    const of = this.actions,
      begins = this.begins.size;
    if (this.offeredWays.of !== of || this.offeredWays.begins !== begins) {
      const offered = of.filter(x => x.on.unit).map(verbOf);
      this.offeredWays = { of, begins, verbs: new Set(offered.filter(v => this.begins.has(v))) };
    }
    return this.offeredWays.verbs;
  }
  // What a decision is about. Where the prompt says it, that holds. Elsewhere a word that begins a
  // way is; so is one that no other decision offers; one that many decisions offer beside their own
  // business (the order of a stack) is not.
  isMain(a: Action): boolean {
    if (!a.on.unit) return false;
    if (this.prompt?.about) return this.prompt.about.includes(verbOf(a));
    const ways = this.beginning();
    if (ways.size) return ways.has(verbOf(a));
    return (this.places.get(verbOf(a))?.size ?? 0) < 2;
  }
  update(): void {
    if (!this.board) return;
    this.learn();
    this.stage();
    this.map.touch();
    this.ui.refresh();
    this.ui.legend();
  }
  // Own units that have had their part of a phase in which units go one after the other.
  acted(): Set<string> {
    const v = this.view!,
      about = this.prompt?.about ?? [...this.begins],
      ways = this.actions.some(a => a.on.unit && about.includes(verbOf(a)));
    if (!ways && !this.reach?.hexes.some(x => x.do)) return new Set();
    const ids = this.happened()
      .filter(e => e.turn === v.turn.n && e.phase === v.phase && e.units.length)
      .map(e => e.units[0]);
    return new Set(ids.filter(id => id !== this.sel && this.mine(id)));
  }
  private mine(id: string): boolean {
    const u = this.unit(id);
    return !!u && this.sideOf(u) === this.active;
  }
  private enemyAt(): Set<string> {
    const foes = this.view?.units.filter(u => this.sideOf(u) !== this.active) ?? [];
    return new Set(foes.map(u => u.at));
  }
  private inReach(): Set<string> {
    return new Set(this.reach?.hexes.filter(x => x.do).map(x => x.hex));
  }
  // Places of enemies that can be attacked now. Going to such a place, or naming it as a point of
  // the way, is no attack.
  attackable(): number[] {
    const enemyAt = this.enemyAt(),
      inReach = this.inReach(),
      on = (a: Action) =>
        a.on.hex && enemyAt.has(a.on.hex) && (a.odds || !inReach.has(a.on.hex)) ? a.on.hex : '',
      hexes = new Set(this.actions.map(on).filter(Boolean));
    return [...hexes].map(x => this.map.board.find(x)).filter(i => i >= 0);
  }
  protected stage(): void {
    const s = emptyScene(),
      b = this.map.board,
      v = this.view,
      p = this.prompt,
      old = this.map.scene;
    s.hidden = old.hidden;
    s.flash = old.flash;
    s.cursor = this.sel && this.hexOf({ unit: this.sel }) === this.cursor ? -1 : this.cursor;
    s.overlay = this.overlay;
    this.look(this.live && this.deciding ? this.shot() : undefined);
    this.tellWay();
    if (this.sight) s.overlay = this.sight;
    if (this.live && v) {
      if (this.deciding && p) {
        p.selected.forEach(u => s.selected.add(u));
        for (const o of p.owed) {
          const i = this.hexOf(o.on);
          if (i >= 0) s.owed.add(b.hex[i].same);
        }
        const enemyAt = this.enemyAt(),
          inReach = this.inReach();
        for (const i of this.attackable()) s.targets.add(i);
        for (const a of this.actions) {
          if (a.on.unit && this.isMain(a)) s.hot.add(a.on.unit);
          if (a.on.hex) {
            const i = b.find(a.on.hex);
            if (i >= 0 && !enemyAt.has(a.on.hex) && !inReach.has(a.on.hex)) s.places.add(i);
          }
          if (a.on.side) {
            const x = b.find(a.on.side[0]),
              y = b.find(a.on.side[1]);
            if (x >= 0 && y >= 0) s.sides.push([x, y]);
          }
        }
        this.namedTargets(p, enemyAt, s);
        this.declaredWay(p, s);
        const shots = p.cards.filter(c => c.kind === 'odds' && !c.table);
        if (shots.length > 1)
          shots.forEach((c, i) => {
            const u = c.sides?.find(x => x.side === this.active)?.lines.find(l => l.unit)?.unit;
            if (u) s.shots.set(u, i + 1);
          });
      }
      const card =
        this.weighed ??
        p?.cards.find(c => c.kind === 'odds') ??
        (this.lastCard?.fresh ? this.lastCard.card : undefined);
      if (card && !this.follow.on) this.arrowsOf(card, s);
      if (card && card === this.shot()) s.ring = this.ringOf(card);
      if (this.sel) {
        s.lifted = this.sel;
        s.selected.add(this.sel);
        s.hot.delete(this.sel);
      }
      // while a shot is weighed, its line alone
      if (this.reach && !this.weighed) {
        s.reach = new Map();
        for (const x of this.reach.hexes) {
          const i = b.find(x.hex);
          if (i >= 0)
            s.reach.set(i, {
              cost: this.costOf(x),
              must: !!x.must,
              end: !!x.stop,
              some: this.fewer.has(x.hex),
            });
        }
        const to =
          this.proposal && this.proposal.hex >= 0
            ? this.proposal.hex
            : this.hover >= 0
              ? this.hover
              : this.cursor;
        if (to >= 0) s.path = this.pathTo(to);
      }
      if (this.proposal) s.proposed = this.proposal.hex;
      if (this.refusal?.hex !== undefined) s.refused = this.refusal.hex;
    }
    for (const id of this.group) s.selected.add(id);
    if (this.live && this.deciding) s.dim = this.acted();
    if (this.live) this.storyArrows(s);
    if (this.lineAt !== null && this.ways) {
      s.arrows.push(...this.ways.arrows);
      for (const i of this.ways.targets) s.targets.add(i);
    }
    this.map.scene = s;
  }
  // The shot that is being decided on: one to be confirmed, or the first of those that are offered.
  private shot(): Card | undefined {
    const card = this.weighed ?? this.prompt?.cards.find(c => c.kind === 'odds');
    return card && !card.table && typeof card.rolled !== 'number' ? card : undefined;
  }
  // Its line of sight, where the game has such a layer and the player has chosen no other.
  private sightOf = '';
  private look(card: Card | undefined): void {
    const by = card?.sides?.find(x => x.side === card.by)?.lines.find(l => l.unit),
      from = by?.unit ? this.unit(by.unit)?.at : undefined,
      to = card ? this.targetOf(card) : undefined,
      layer = this.board?.overlays.some(o => o.name === 'los'),
      key = layer && !this.overlayName && from && to ? `${this.view?.seq} ${from} ${to}` : '';
    if (key === this.sightOf) return;
    this.sightOf = key;
    this.sight = null;
    if (!key) return;
    const got = ({ overlay }: { overlay: Overlay }) => {
      if (this.sightOf !== key) return;
      this.sight = overlay;
      this.update();
    };
    this.me.seat
      .ask<{ overlay: Overlay }>({ cmd: 'overlay', name: 'los', args: [from, to] })
      .then(got, () => {});
  }
  // The hex that a card is about: where its other side stands, or what its title names.
  private targetOf(card: Card): string | undefined {
    const to = card.sides?.find(x => x.side !== card.by),
      at = to?.lines.map(l => (l.unit ? this.unit(l.unit)?.at : undefined)).find(Boolean);
    return at ?? (card.title.match(/\S+/g) ?? []).find(w => this.map.board.at(w));
  }
  // Which way its target faces, and what each face means for the shot.
  private ringOf(card: Card): Ring | null {
    const a = card.aspects,
      unit = a ? this.unit(a.unit) : undefined,
      hex = this.map.board.find(this.targetOf(card) ?? unit?.at ?? '');
    if (!a || !unit || hex < 0) return null;
    return {
      hex,
      turn: this.map.sprites.turnOf({ ...unit, facing: a.facing }),
      half: a.half,
      faces: a.faces.map(f => ({
        lines: [
          `${f.text[0].toUpperCase()}${f.text.slice(1)} ${f.armour}`,
          `kill ${Math.round((100 * f.kill[0]) / f.kill[1])} %`,
        ],
        struck: f.struck,
      })),
    };
  }
  protected arrowsOf(card: Card, s: ReturnType<typeof emptyScene>): void {
    const b = this.map.board,
      at = (u?: string) => {
        const x = u ? this.unit(u) : undefined;
        return x ? b.at(x.at) : null;
      };
    const from = card.sides?.find(x => x.side === card.by),
      place = this.targetOf(card),
      target = place ? b.at(place) : null,
      most = card.table ? 4 : 99; // far supports would cross the map; a shot is its line
    if (!target || !from) return;
    const i = b.hexAt(target),
      seen = new Set<string>();
    if (i >= 0) s.targets.add(i);
    if (this.sight && card === this.shot()) return;
    for (const l of from.lines) {
      const p = at(l.unit),
        key = p ? `${p.x},${p.y}` : '';
      if (!p || seen.has(key) || Math.hypot(p.x - target.x, p.y - target.y) > most || p === target)
        continue;
      seen.add(key);
      s.arrows.push({ way: [p, target], style: 'target', kind: 'aim' });
    }
  }
  // What the other side did: while it is followed, and until one's own first act.
  private storyArrows(s: ReturnType<typeof emptyScene>): void {
    if (this.follow.on) {
      for (const l of this.follow.shown) this.lineArrow(l, s, undefined, l !== this.follow.now);
      return;
    }
    if (!this.recap || !this.arrows) return;
    this.recap.items.forEach((item, i) => {
      const faint = this.lit !== null && this.lit !== i;
      if (item.quiet && this.lit !== i) return;
      item.lines.forEach((l, k) => this.lineArrow(l, s, k === 0 ? item.n : 0, faint));
    });
  }
  private lineArrow(l: Line, s: ReturnType<typeof emptyScene>, n?: number, faint = false): void {
    const b = this.map.board,
      ways = l.kind === 'fight' ? this.fightWays(l) : [l.way.map(x => b.at(x))],
      kind = l.kind === 'fight' ? 'attack' : l.kind === 'back' ? 'back' : 'move',
      style = l.side === 'german' ? 'frontGerman' : 'frontSoviet';
    if (l.kind === 'fight' && !ways.length) ways.push([b.at(l.at[0] ?? '')]); // only its number
    ways.forEach((w, i) => {
      const way = w.filter((q): q is P => !!q);
      if (way.length) s.arrows.push({ way, style, kind, n: i ? 0 : n, faint });
    });
  }
  // From where each attacker stands to the place that was attacked.
  private fightWays(l: Line): (P | null)[][] {
    const b = this.map.board,
      to = b.at(l.at[0] ?? ''),
      by = l.card?.sides?.find(x => x.side === l.card?.by),
      most = l.card?.table ? 5 : 99, // far supports would cross the map; a shot is its line
      seen = new Set<string>(),
      out: (P | null)[][] = [];
    for (const x of by?.lines ?? []) {
      const at = x.unit ? this.unit(x.unit)?.at : undefined,
        from = at ? b.at(at) : null;
      if (!at || !from || !to || seen.has(at) || from === to) continue;
      seen.add(at);
      if (Math.hypot(from.x - to.x, from.y - to.y) < most) out.push([from, to]);
    }
    return out;
  }
  pathTo(hex: number): number[] {
    const b = this.map.board,
      slow = this.group.length > 1 ? this.slowest.get(b.hex[hex]?.id ?? '') : undefined,
      reach = slow ? this.reaches.get(slow) : this.reach,
      by = new Map(reach?.hexes.map(x => [x.hex, x])),
      out: number[] = [];
    for (let id: string | null = b.hex[hex]?.id ?? null, n = 0; id && by.has(id) && n < 400; n++) {
      out.unshift(b.find(id));
      id = by.get(id)!.from;
    }
    return out[0] !== undefined && by.get(b.hex[out[0]].id)?.from === null ? out : [];
  }
  // On the panel, while a hex of the reach is pointed at: what going there costs.
  readonly wayLine = h('p', { class: 'way', 'aria-hidden': 'true' });
  private tellWay(): void {
    const id = this.map.board?.hex[this.hover]?.id,
      x = this.reach?.hexes.find(r => r.hex === id && r.do && r.from !== null),
      some = x ? this.fewer.get(x.hex) : undefined;
    if (!x) {
      fill(this.wayLine, 'Point at a blue hex to read what it costs.');
      return;
    }
    const cost = `${points(x.cost)} ${x.cost === 1 ? 'point' : 'points'}`,
      more = [
        x.must ? 'must stop there' : '',
        x.risk ? `risk: ${x.risk}` : '',
        some ? `${some} of ${this.group.length} get there` : '',
      ].filter(Boolean);
    fill(this.wayLine, `To ${x.hex}: `, h('b', null, cost), `, ${points(x.left)} left`);
    this.wayLine.append(...more.map(m => `; ${m}`), '.');
  }
  protected onHover(hex: number): void {
    if (hex === this.hover) return;
    this.hover = hex;
    this.tellWay();
    this.map.canvas.title =
      hex >= 0 && this.board && !this.covered
        ? tipWords(this.map.board, this.map.sprites, this.map.view, hex)
        : '';
    if (this.reach && !this.proposal) {
      this.map.scene.path = hex >= 0 ? this.pathTo(hex) : [];
      this.map.touch();
    }
  }
  flash(hexes: number[]): void {
    const there = hexes.filter(i => i >= 0);
    this.map.scene.flash = new Set(there);
    this.map.canvas.dataset.framed = there.map(i => this.map.board.hex[i].id).join(' ');
    this.map.touch();
  }
  inspect(hex: number): void {
    if (hex < 0) return;
    this.cursor = hex;
    this.ui.panel('stack');
    this.update();
    this.ui.speak(this.hexText(hex));
  }
  hexText(hex: number): string {
    return hexWords(
      this.map.board,
      this.map.sprites,
      this.view,
      hex,
      this.reach,
      this.choicesAt(hex),
    );
  }
  choicesAt(hex: number): Action[] {
    const id = this.map.board.hex[hex]?.id;
    return id
      ? [
          ...this.on({ hex: id }),
          ...(this.view?.units.filter(u => u.at === id) ?? []).flatMap(u =>
            this.on({ unit: u.id }),
          ),
        ]
      : [];
  }
}
