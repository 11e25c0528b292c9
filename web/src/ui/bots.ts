// Bots of one's own: accounts for programs, each with a token that the server tells once.
import { fill, h } from '../dom';
import { api } from '../net';
import { faultText } from './company';
import { copyButton, linkField } from './links';

interface Made {
  name: string;
  token: string;
}

export class BotsSection {
  root = h('section', { class: 'sheet', 'aria-label': 'Bots' });
  private names: string[] = [];
  private made: Made | null = null; // whose token is still to be copied
  private leaving = ''; // the bot that is asked about
  private says = '';

  constructor() {
    void this.ask();
  }
  // One request, then the list as the server has it.
  private async ask(path?: string, body: object = {}): Promise<void> {
    try {
      const got = path ? await api<Partial<Made>>(path, body) : {};
      this.made = got.token ? (got as Made) : null;
      this.names = (await api<{ bots: string[] }>('/api/bots')).bots;
      this.says = '';
    } catch (e) {
      this.says = faultText(e);
    }
    this.draw();
  }
  private button(text: string, name: string, act: () => void): HTMLElement {
    const label = `${text}: ${name}`;
    return h(
      'button',
      { class: 'btn dense', type: 'button', 'aria-label': label, onclick: act },
      text,
    );
  }
  // A token or a bot that is gone does not come back, so deleting asks once.
  private buttons(name: string): HTMLElement[] {
    const path = `/api/bots/${encodeURIComponent(name)}`;
    if (this.leaving !== name)
      return [
        this.button('New token', name, () => void this.ask(`${path}/token`)),
        this.button('Delete', name, () => this.leave(name)),
      ];
    return [
      this.button('Delete for good', name, () => void this.ask(`${path}/delete`)),
      this.button('Keep it', name, () => this.leave('')),
    ];
  }
  private leave(name: string): void {
    this.leaving = name;
    this.draw();
  }
  private row(name: string): HTMLElement {
    return h(
      'li',
      { class: 'spread', style: 'padding:4px 0;flex-wrap:wrap;gap:4px 8px' },
      h('b', { style: 'overflow-wrap:anywhere' }, name),
      h('span', { class: 'row', style: 'gap:8px' }, this.buttons(name)),
    );
  }
  private token(m: Made): HTMLElement {
    return h(
      'div',
      { role: 'status', style: 'display:grid;gap:8px;margin:8px 0;max-width:560px' },
      h(
        'p',
        null,
        `The token of ${m.name}. It is told only now: whoever has it plays as this bot.`,
      ),
      linkField(`Token of ${m.name}`, m.token),
      h('div', { class: 'row' }, copyButton(m.token, 'btn dense', 'Copy the token')),
    );
  }
  private form(): HTMLElement {
    const name = h('input', { id: 'bot-name', type: 'text', maxlength: '30', autocomplete: 'off' });
    const make = (e: Event): void => {
      e.preventDefault();
      void this.ask('/api/bots', { name: name.value.trim() });
    };
    return h(
      'form',
      { class: 'account', onsubmit: make },
      h('p', null, h('label', { class: 'label', for: 'bot-name' }, 'Name'), h('br'), name),
      h('button', { class: 'btn', type: 'submit' }, 'Make a bot'),
    );
  }
  private draw(): void {
    fill(
      this.root,
      h('h3', null, 'Bots'),
      h(
        'p',
        null,
        'A program plays here with an account of its own, under your name as its owner. ' +
          'It signs in with a token.',
      ),
      h(
        'ul',
        { style: 'max-width:560px' },
        this.names.map(n => this.row(n)),
      ),
      this.made ? this.token(this.made) : null,
      this.form(),
      h('p', { class: 'soft', role: 'alert' }, this.says),
    );
  }
}
