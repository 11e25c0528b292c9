// A made-up board of 2,600 hexes with 400 counters, for measuring: woods, hills, rivers, roads, a front, two belts.
export function bigBoard() {
  const C = 65,
    R = 40,
    id = (c, r) => String(c).padStart(2, '0') + String(r).padStart(2, '0'),
    on = (c, r) => c >= 1 && c <= C && r >= 1 && r <= R;
  let seed = 7;
  const rnd = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff,
    terrain = {},
    hexes = [],
    sides = [],
    rivers = [],
    labels = [],
    paths = [],
    counters = [],
    units = [];
  const blob = (t, n, s) => {
    for (let k = 0; k < n; k++) {
      let c = 1 + Math.floor(rnd() * C),
        r = 1 + Math.floor(rnd() * R);
      for (let j = 0; j < s * rnd() + 2; j++) {
        terrain[id(c, r)] ??= t;
        c += Math.floor(rnd() * 3) - 1;
        r += Math.floor(rnd() * 3) - 1;
      }
    }
  };
  blob('wood', 34, 12);
  blob('hill', 26, 12);
  blob('marsh', 5, 5);
  const near = (c, r) => {
      const e = c % 2 === 0 ? 1 : 0;
      return [
        [c, r - 1],
        [c + 1, r - 1 + e],
        [c + 1, r + e],
        [c, r + 1],
        [c - 1, r + e],
        [c - 1, r - 1 + e],
      ];
    },
    low = (c, r) => r + (c % 2 === 0 ? 0.5 : 0);
  const places = [[33, 33]];
  for (let i = 0; i < 30; i++)
    places.push([3 + Math.floor(rnd() * 60), 2 + Math.floor(rnd() * 37)]);
  places.forEach(([c, r], i) => {
    terrain[id(c, r)] = i ? 'town' : 'city';
    labels.push({
      rank: i === 0 ? 1 : i < 10 ? 2 : 3,
      hex: id(c, r),
      text: i === 0 ? 'Middleton' : `Place ${i}`,
    });
  });
  for (let c = 1; c <= C; c++)
    for (let r = 1; r <= R; r++)
      hexes.push([
        id(c, r),
        3 * (c - 1),
        2 * (r - 1) + (c % 2 === 0 ? 1 : 0),
        [terrain[id(c, r)] ?? 'clear'],
      ]);
  const xy = ([c, r]) => [c * 1.5, low(c, r) * 1.732];
  const way = (a, b) => {
    let at = a;
    const out = [id(...at)],
      B = xy(b);
    while (id(...at) !== id(...b)) {
      at = near(...at)
        .filter(n => on(...n))
        .sort(
          (p, q) =>
            Math.hypot(xy(p)[0] - B[0], xy(p)[1] - B[1]) -
            Math.hypot(xy(q)[0] - B[0], xy(q)[1] - B[1]),
        )[0];
      out.push(id(...at));
    }
    return out;
  };
  for (let i = 1; i < 9; i++)
    paths.push({ kind: i < 5 ? 'road.main' : 'road.minor', hexes: way(places[0], places[i]) });
  for (let i = 9; i < 30; i++)
    paths.push({ kind: 'road.minor', hexes: way(places[1 + (i % 8)], places[i]) });
  paths.push(
    { kind: 'rail', hexes: way([33, 1], places[0]) },
    { kind: 'rail', hexes: way(places[0], [65, 30]) },
  );
  const edge = (f, kind, text) => {
    const s = [];
    for (let c = 1; c <= C; c++)
      for (let r = 1; r <= R; r++)
        for (const n of near(c, r))
          if (on(...n) && low(c, r) > f(c) && low(...n) <= f(n[0])) s.push([id(c, r), id(...n)]);
    for (const x of s) sides.push([...x, [kind]]);
    if (text) rivers.push({ text, sides: s });
  };
  edge(c => 14 + 4 * Math.sin(c / 9), 'river', 'Upper brook');
  edge(c => 35 + 2 * Math.sin(c / 8), 'river.major', 'Great river');
  const front = c => 9 + 3 * Math.sin(c / 6) + 1.5 * Math.sin(c / 2.3),
    control = { german: [], soviet: [] };
  for (let c = 1; c <= C; c++)
    for (let r = 1; r <= R; r++) control[low(c, r) < front(c) ? 'german' : 'soviet'].push(id(c, r));
  edge(front, 'fort');
  edge(c => 18 + 2 * Math.sin(c / 5), 'fort');
  const symbols = [
    'infantry',
    'mech-infantry',
    'armour',
    'heavy-armour',
    'artillery',
    'hq',
    'recon',
    'anti-tank',
    'engineer',
    'assault-gun',
    'tank-destroyer',
    'cavalry',
  ];
  for (let i = 0; i < 400; i++) {
    const g = i % 2 === 0,
      strength = Math.floor(1 + rnd() * 7),
      own = g ? control.german : control.soviet;
    counters.push({
      id: `u${i}`,
      side: g ? 'german' : 'soviet',
      name: String(i),
      formation: g ? `${2 + (i % 18)} Div` : `${13 + (i % 5)} A`,
      size: g ? 'III' : 'XX',
      symbol: symbols[Math.floor(rnd() * rnd() * 12)],
      style: g ? (i % 10 === 0 ? 'ss' : 'army') : i % 7 === 1 ? 'guards' : 'soviet',
      source: 'invented',
      faces: [
        { steps: 2, figures: [String(strength), '5'], corners: {} },
        { steps: 1, figures: [String(Math.max(1, strength - 2)), '4'], corners: {} },
      ],
    });
    units.push({
      id: `u${i}`,
      at: own[Math.floor(rnd() * own.length * (g ? 1 : 0.5))],
      steps: rnd() < 0.2 ? 1 : 2,
      marks: rnd() < 0.06 ? ['d'] : rnd() < 0.05 ? ['o:2'] : [],
    });
  }
  return {
    board: {
      v: 1,
      hash: 'big',
      layout: 'flat',
      hexes,
      sides,
      paths,
      rivers,
      labels,
      regions: [],
      terrain: [
        ['clear', 'paper'],
        ['wood', 'wood'],
        ['hill', 'hill'],
        ['marsh', 'marsh'],
        ['town', 'town'],
        ['city', 'city'],
      ].map(([i, p]) => ({ id: i, title: i, paint: p, rule: '' })),
      counters,
      marks: [
        { id: 'd', badge: 'D', shape: 'diamond', title: 'disorganised', rule: '' },
        { id: 'o', badge: 'O', shape: 'ring', title: 'out of supply', rule: '' },
      ],
      boxes: [],
      phases: [],
      overlays: [],
      tables: [],
      orders: [],
    },
    view: {
      game: 'big',
      scenario: 'big',
      side: 'german',
      seq: 1,
      turn: { n: 1, of: 9, date: '5 July 1943' },
      phase: '',
      to_move: [],
      over: false,
      vars: {},
      scores: {},
      units,
      marks: [],
      terrain: [],
      control: Object.entries(control),
      boxes: [],
    },
  };
}
