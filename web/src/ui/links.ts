// A link to be passed on: the field that shows it, and the button that copies it.
import { fill, h } from '../dom';

export function copyButton(text: string, cls: string, label = 'Copy link'): HTMLElement {
  const b: HTMLElement = h(
    'button',
    {
      class: cls,
      type: 'button',
      onclick: () => {
        void navigator.clipboard?.writeText(text).catch(() => {});
        fill(b, 'Copied');
        setTimeout(() => fill(b, label), 2000);
      },
    },
    label,
  );
  return b;
}
export function linkField(label: string, text: string): HTMLElement {
  return h('textarea', {
    rows: '2',
    readonly: true,
    class: 'linkfield',
    value: text,
    'aria-label': label,
    onfocus: (e: Event) => (e.target as HTMLTextAreaElement).select(),
  });
}
