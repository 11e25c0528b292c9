// Building the page. Text goes in as text, never as markup.
type Child = Node | string | number | null | undefined | false | Child[];
type Props = Record<string, unknown> & { class?: string };

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props?: Props | null,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(props ?? {})) {
    if (v === null || v === undefined || v === false) continue;
    if (k === 'class') e.className = String(v);
    else if (k.startsWith('on') && typeof v === 'function')
      e.addEventListener(k.slice(2), v as EventListener);
    else if (k === 'style')
      // by way of the object model: the server's policy forbids style attributes
      e.style.cssText = String(v);
    else if (
      k === 'value' ||
      k === 'checked' ||
      k === 'disabled' ||
      k === 'tabIndex' ||
      k === 'hidden'
    )
      (e as unknown as Record<string, unknown>)[k] = v;
    else e.setAttribute(k, v === true ? '' : String(v));
  }
  append(e, children);
  return e;
}
export function append(e: Element, children: Child[]): void {
  for (const c of children) {
    if (c === null || c === undefined || c === false) continue;
    if (Array.isArray(c)) append(e, c);
    else e.append(c instanceof Node ? c : document.createTextNode(String(c)));
  }
}
export function fill(e: Element, ...children: Child[]): void {
  e.replaceChildren();
  append(e, children);
}

export function svg(paths: string, cls = 'ico', box = '0 0 24 24'): SVGSVGElement {
  const s = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  s.setAttribute('viewBox', box);
  s.setAttribute('class', cls);
  s.setAttribute('aria-hidden', 'true');
  const p = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  p.setAttribute('d', paths);
  s.append(p);
  return s;
}
export const icons = {
  menu: 'M4 6.5H20M4 12H20M4 17.5H20',
  stack: 'M4 9H15V20H4ZM7 9V6H18V17H15M10 6V3H21V14H18',
  forces:
    'M5 5H9M5 12H9M5 19H9M3 3.5H6V6.5H3ZM3 10.5H6V13.5H3ZM3 17.5H6V20.5H3Z' +
    'M11 5H21M11 12H21M11 19H18',
  tables: 'M3 5H21V19H3ZM3 10H21M3 14.5H21M9 5V19M15 5V19',
  rules: 'M12 6C9.5 4 6 4 3 5V19C6 18 9.5 18 12 20C14.5 18 18 18 21 19V5C18 4 14.5 4 12 6ZM12 6V20',
  layers: 'M12 3L21 8L12 13L3 8ZM3 12L12 17L21 12M3 16L12 21L21 16',
  orders: 'M6 3H18V21H6ZM9 8H15M9 12H15M9 16H13',
  chat: 'M4 5H20V16H10L5 20V16H4Z',
  clock: 'M12 3.5A8.5 8.5 0 1 1 12 20.5A8.5 8.5 0 1 1 12 3.5ZM12 7.5V12L15 14',
  eye:
    'M2 12C5 6.5 9 5 12 5S19 6.5 22 12C19 17.5 15 19 12 19S5 17.5 2 12Z' +
    'M12 9A3 3 0 1 1 12 15A3 3 0 1 1 12 9Z',
  no: 'M12 3.5A8.5 8.5 0 1 1 12 20.5A8.5 8.5 0 1 1 12 3.5ZM6 6L18 18',
  hint: 'M9 18H15M10 21H14M12 3A6 6 0 0 1 15.5 14L15 16H9L8.5 14A6 6 0 0 1 12 3Z',
  records: 'M5 3H15L19 7V21H5ZM8 11H16M8 15H16',
  first: 'M3 4H6V20H3ZM21 4V20L7 12Z',
  back: 'M19 4V20L5 12Z',
  on: 'M5 4V20L19 12Z',
  last: 'M3 4V20L17 12ZM18 4H21V20H18Z',
};
export function warnMark(): SVGSVGElement {
  const s = svg('M10 1.5L19 17.5H1Z', 'warnmark', '0 0 20 19');
  (s.firstChild as SVGPathElement).style.cssText =
    'fill:var(--warnfill);stroke:#5a3c00;stroke-width:1.3;stroke-linejoin:round';
  const t = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  t.setAttribute('d', 'M10 7V12M10 14V15.5');
  t.style.cssText = 'stroke:#2a1e00;stroke-width:1.8';
  s.append(t);
  return s;
}
export function dieFace(value: number | string, faces: number, small = false): SVGSVGElement {
  const s = svg('', small ? 'die small' : 'die', '0 0 40 40'),
    NS = 'http://www.w3.org/2000/svg';
  s.replaceChildren();
  s.removeAttribute('aria-hidden');
  s.setAttribute('role', 'img');
  s.setAttribute('aria-label', `die: ${value}`);
  const r = document.createElementNS(NS, 'rect');
  for (const [k, v] of Object.entries({
    x: 2,
    y: 2,
    width: 36,
    height: 36,
    rx: 7,
    fill: '#ffffff',
    stroke: '#221f18',
    'stroke-width': 2,
  }))
    r.setAttribute(k, String(v));
  s.append(r);
  const spots: Record<number, number[][]> = {
    1: [[20, 20]],
    2: [
      [12, 12],
      [28, 28],
    ],
    3: [
      [11, 11],
      [20, 20],
      [29, 29],
    ],
    4: [
      [12, 12],
      [28, 12],
      [12, 28],
      [28, 28],
    ],
    5: [
      [12, 12],
      [28, 12],
      [20, 20],
      [12, 28],
      [28, 28],
    ],
    6: [
      [12, 11],
      [28, 11],
      [12, 20],
      [28, 20],
      [12, 29],
      [28, 29],
    ],
  };
  if (faces === 6 && typeof value === 'number' && spots[value])
    for (const [x, y] of spots[value]) {
      const c = document.createElementNS(NS, 'circle');
      c.setAttribute('cx', String(x));
      c.setAttribute('cy', String(y));
      c.setAttribute('r', '3.6');
      c.setAttribute('fill', '#221f18');
      s.append(c);
    }
  else {
    const t = document.createElementNS(NS, 'text');
    for (const [k, v] of Object.entries({
      x: 20,
      y: 27,
      'text-anchor': 'middle',
      'font-size': String(value).length > 3 ? 11 : 19,
      'font-weight': 700,
      fill: '#221f18',
    }))
      t.setAttribute(k, String(v));
    t.textContent = String(value).replace(/^=/, '');
    s.append(t);
  }
  return s;
}
export const percent = ([a, b]: [number, number]): string => {
  const p = (100 * a) / b;
  return p > 0 && p < 0.5 ? '<1 %' : p > 99.5 && p < 100 ? '>99 %' : `${Math.round(p)} %`;
};
// No room beside the panel: a phone, upright or on its side.
export const cramped = (): boolean => innerWidth <= 820 || innerHeight <= 500;
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

// The arrow keys go along a row of choices of which one is taken, everywhere on the page.
export function roveRadios(e: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key],
    now = document.activeElement,
    group = now?.getAttribute('role') === 'radio' ? now.closest('[role=radiogroup]') : null;
  if (!step || !group || e.defaultPrevented) return;
  const all = [...group.querySelectorAll<HTMLElement>('[role=radio]')],
    next = all[(all.indexOf(now as HTMLElement) + step + all.length) % all.length],
    label = group.getAttribute('aria-label'),
    at = all.indexOf(next);
  e.preventDefault();
  next.focus();
  next.click();
  if (document.contains(next)) return;
  const again = document.querySelector(
    `[role=radiogroup][aria-label="${CSS.escape(label ?? '')}"]`,
  ); // drawn anew
  again?.querySelectorAll<HTMLElement>('[role=radio]')[at]?.focus();
}
// After the next frame is on the screen.
export const painted = (): Promise<void> =>
  new Promise(yes => requestAnimationFrame(() => setTimeout(yes)));
