// A game passed in a file between two people: opened by dropping it on the page or with a button,
// played like any other, and taken back as a file to send. The player's own program (`salient
// play`) or the engine in this page reads and signs it; what is here only carries text.
import { type Side, other, sideName } from '../doc';
import { h } from '../dom';
import { atHome } from '../home/door';
import { Refused, type Saved, api, playKey } from '../net';

export interface Letter {
  id: string;
  game: string;
  scenario: string;
  side: Side;
  seats: Saved['seats'];
  begun: boolean;
  mode: string;
  says: string;
  awaited: string;
  part: number;
  mine: boolean;
  taken?: number; // when its file was taken: from then on it exists outside this page
}
interface Taken {
  file: string;
  name: string;
  awaited: string;
  part: number;
}

// A program has the files of this sitting on its table; a page without a server keeps them.
const KEY = 'salient.letters';
const shelf = (): Storage => (atHome ? localStorage : sessionStorage);
const kept = (): Record<string, Letter> => {
  try {
    return JSON.parse(shelf().getItem(KEY) ?? '{}') as Record<string, Letter>;
  } catch {
    return {};
  }
};
const keep = (l: Letter): void => {
  try {
    shelf().setItem(KEY, JSON.stringify({ ...kept(), [l.id]: l }));
  } catch {
    /* private window */
  }
};
const forget = (id: string): void => {
  const { [id]: _gone, ...rest } = kept();
  shelf().setItem(KEY, JSON.stringify(rest));
};
const words = (e: unknown): string =>
  e instanceof Refused ? e.fault.text : 'The server does not answer.';
const tokenOf = (l: Letter): string => Object.values(l.seats)[0] as string;

// A file that was begun and sent, and that nobody has joined: as a row among one's games.
export const LETTERS = 'letters'; // told when there is one more
export interface WaitingLetter {
  id: string;
  game: string;
  scenario: string;
  at: number;
  foe: Side;
  open(): void;
  remove(): () => void; // what it returns puts it back
}
export function waitingLetters(): WaitingLetter[] {
  const row = (l: Letter): WaitingLetter => ({
    id: l.id,
    game: l.game,
    scenario: l.scenario,
    at: l.taken!,
    foe: other(l.side),
    open: () => offer(l, 'Nobody has joined yet'),
    remove: () => {
      forget(l.id);
      return () => keep(l);
    },
  });
  return Object.values(kept())
    .filter(l => l.taken && !l.begun)
    .map(row)
    .sort((a, b) => b.at - a.at);
}
export const isPassed = (text: string): boolean => text.startsWith('salient-pass ');
// The game as the page keeps any other; null: the id is no passed file's.
export function letterSaved(id: string): Saved | null {
  const l = kept()[id];
  return l
    ? { id: l.id, game: l.game, title: '', scenario: l.scenario, seats: l.seats, at: Date.now() }
    : null;
}

// ---- a note over the page: what came of a file
let note: HTMLElement | null = null;
function say(title: string, text: string, act: HTMLElement | null = null): void {
  note?.remove();
  note = h(
    'div',
    { class: 'panel passnote', role: 'alertdialog', 'aria-label': title },
    h('b', null, title),
    h('p', null, text),
    h(
      'div',
      { class: 'row' },
      act,
      h(
        'button',
        {
          class: 'btn',
          type: 'button',
          onclick: () => {
            note?.remove();
            note = null;
          },
        },
        'Close',
      ),
    ),
  );
  document.body.append(note);
  note.querySelector('button')?.focus();
}
function download({ file, name }: Pick<Taken, 'file' | 'name'>): void {
  const url = URL.createObjectURL(new Blob([file], { type: 'text/plain' })),
    a = h('a', { href: url, download: name, hidden: true });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
async function take(l: Letter): Promise<Taken | null> {
  try {
    const t = await api<Taken>(`/api/pass/${l.id}`, {}, tokenOf(l));
    keep({ ...(kept()[l.id] ?? l), taken: Date.now() });
    dispatchEvent(new Event(LETTERS));
    download(t);
    const parts = t.part === 1 ? 'your part' : `${t.part} parts`;
    say('The file is saved', `${t.name} has ${parts}. ${t.awaited} Send it to the other side.`);
    return t;
  } catch (e) {
    say('The file could not be taken', words(e));
    return null;
  }
}

function offer(l: Letter, title: string): void {
  say(
    title,
    `${l.awaited} ${l.says}`,
    h(
      'button',
      { class: 'btn main', type: 'button', onclick: () => void take(l) },
      'Take the file',
    ),
  );
}

// ---- laying a file on the page
async function lay(body: object): Promise<void> {
  try {
    const l = await api<Letter>('/api/pass', body, playKey());
    keep(l);
    if (l.begun) {
      location.hash = `#game/${l.id}/${tokenOf(l)}`;
      return;
    }
    offer(l, `${sideName(l.side)} side joined`);
  } catch (e) {
    say('This file is not accepted', words(e));
  }
}
export const layFile = (text: string): Promise<void> => lay({ file: text });

// Anywhere on the page. What is no passed file is left to whoever else wants it.
export function acceptDrops(): void {
  const files = (e: DragEvent): boolean =>
    !!e.dataTransfer && [...e.dataTransfer.types].includes('Files');
  addEventListener('dragover', e => {
    if (files(e)) e.preventDefault();
  });
  addEventListener('drop', e => {
    if (!files(e)) return;
    e.preventDefault();
    const f = e.dataTransfer!.files[0];
    void f
      ?.text()
      .then(text =>
        isPassed(text)
          ? layFile(text)
          : say(
              'This is no passed game',
              'A passed game begins with the line “salient-pass 1”. Journals are ' +
                'opened with “Open a game file”.',
            ),
      );
  });
}

// ---- the key of a page without a server
async function saveKey(): Promise<void> {
  try {
    download({ file: (await api<{ key: string }>('/api/pass/key')).key, name: 'salient.key' });
    const home = '~/.local/share/salient/pass/key';
    say('Your key is saved', `Keep it, and give it to nobody. The program has it in ${home}.`);
  } catch (e) {
    say('The key could not be saved', words(e));
  }
}
async function useKey(key: string): Promise<void> {
  try {
    await api('/api/pass/key', { key });
    say('This browser has your key', 'Games that you began with it go on here.');
  } catch (e) {
    say('The key is not taken', words(e));
  }
}
function keySection(): HTMLElement {
  const file = h('input', {
    type: 'file',
    hidden: true,
    'aria-label': 'Key file',
    onchange: async () => {
      const f = file.files?.[0];
      if (f) await useKey(await f.text());
      file.value = '';
    },
  });
  return h(
    'div',
    { class: 'row' },
    h('button', { class: 'btn', type: 'button', onclick: () => void saveKey() }, 'Save your key'),
    h(
      'button',
      { class: 'btn', type: 'button', onclick: () => file.click() },
      'Use a key from elsewhere',
    ),
    file,
  );
}

// ---- in the lobby: opening with a button, and beginning one
export function passSection(what: {
  title: string;
  game: string;
  scenario: string;
  options: object;
}): HTMLElement {
  const file = h('input', {
    type: 'file',
    accept: '.txt,text/plain',
    hidden: true,
    'aria-label': 'Passed file',
    onchange: async () => {
      const f = file.files?.[0];
      if (f) await layFile(await f.text());
      file.value = '';
    },
  });
  const pick = (label: string, list: [string, string][]): [HTMLElement, () => string] => {
    let now = list[0][0];
    const root = h(
      'div',
      { class: 'seg', role: 'radiogroup', 'aria-label': label },
      list.map(([v, w]) =>
        h(
          'button',
          {
            type: 'button',
            role: 'radio',
            'aria-checked': String(v === now),
            onclick: (e: Event) => {
              now = v;
              for (const b of root.children)
                b.setAttribute('aria-checked', String(b === e.currentTarget));
            },
          },
          w,
        ),
      ),
    );
    return [root, () => now];
  };
  const [side, sideNow] = pick('Your side of the passed game', [
      ['german', 'German'],
      ['soviet', 'Soviet'],
    ]),
    [mode, modeNow] = pick('Mode of the passed game', [
      ['sealed', 'Sealed'],
      ['honour', 'Honour'],
    ]);
  return h(
    'section',
    { class: 'passsection' },
    h('h3', null, 'Play by passing a file'),
    h(
      'p',
      null,
      'Two people send one signed file to and fro, with no server between them. Drop ' +
        'the file that came anywhere on this page, or choose it here; play your part, ' +
        `take the file, send it back. Your key stays ${
          atHome ? 'in this browser, and so does the game' : 'on this machine'
        }.`,
    ),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        { class: 'btn', type: 'button', onclick: () => file.click() },
        'Open a passed file',
      ),
      file,
    ),
    h(
      'p',
      null,
      `Begin one: ${what.title}. In a sealed file neither side can choose or foresee a roll; ` +
        'in an honour file the dice come from a seed, and it takes fewer journeys.',
    ),
    h(
      'div',
      { class: 'row' },
      side,
      mode,
      h(
        'button',
        {
          class: 'btn main',
          type: 'button',
          onclick: () =>
            void lay({
              begin: {
                game: what.game,
                scenario: what.scenario,
                options: what.options,
                side: sideNow(),
                mode: modeNow(),
              },
            }),
        },
        'Begin a passed file',
      ),
    ),
    atHome ? keySection() : null,
  );
}

// ---- in the game: the file, to be taken when nothing is left to decide
export class PassBar {
  root = h('section', { class: 'block passbar', 'aria-label': 'Passed file' });
  private text = h('p', { class: 'soft' });
  private button: HTMLButtonElement;
  static of(id: string): PassBar | null {
    const l = kept()[id];
    return l ? new PassBar(l) : null;
  }
  private constructor(private letter: Letter) {
    this.button = h(
      'button',
      { class: 'btn', type: 'button', onclick: () => void take(this.letter) },
      'Take the file',
    );
    this.root.append(this.text, this.button);
  }
  show(deciding: boolean): void {
    this.text.textContent = deciding
      ? `A passed game. What you decide counts when you take the file. ${this.letter.says}`
      : 'Nothing more is to be decided here: take the file and send it to the other side.';
    this.button.classList.toggle('main', !deciding);
  }
}
