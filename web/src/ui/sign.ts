// Who is signed in: a strip with the name, or a way to the account page. Pages that need an account
// show it.
import { fill, h } from '../dom';
import { api } from '../net';
import { press } from './foot';

export class Sign {
  root = h('section', { class: 'sign row', 'aria-label': 'Account' });
  name = '';
  constructor(
    private account: () => void,
    private changed: () => void,
  ) {}
  async load(): Promise<void> {
    const d = await api<{ name?: string }>('/api/account').catch(() => ({ name: '' }));
    this.name = d.name ?? '';
    this.draw();
    this.changed();
  }
  private draw(): void {
    const who = this.name
      ? h('span', { class: 'grow' }, 'Signed in as ', h('b', null, this.name))
      : h('span', { class: 'grow soft' }, 'Rated games and cups need an account.');
    fill(this.root, who, press('btn dense', this.name ? 'Account' : 'Sign in', this.account));
  }
}
