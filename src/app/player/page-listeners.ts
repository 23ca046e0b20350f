import type { PageEvents } from '../ui/page-events.js';

/** Effects of the page's own events, and of the keyboard, the clipboard and drops. */
export type PageListeners = { readonly [K in keyof PageEvents]: (detail: PageEvents[K]) => void } & {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly back: () => void;
  readonly enter: () => void;
  readonly files: (files: readonly File[]) => void;
};

/** Listens until the returned function is called. */
export function listenToPage(host: HTMLElement, listeners: PageListeners): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  for (const name of Object.keys(listeners).filter((key) => key.startsWith('hm-')) as (keyof PageEvents)[]) {
    host.addEventListener(name, (event) => (listeners[name] as (detail: unknown) => void)((event as CustomEvent).detail), { signal });
  }
  window.addEventListener('keydown', (event) => onKey(event, listeners), { signal });
  window.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  window.addEventListener(
    'drop',
    (event) => {
      event.preventDefault();
      if (event.dataTransfer?.files.length) listeners.files([...event.dataTransfer.files]);
    },
    { signal },
  );
  window.addEventListener('paste', (event) => event.clipboardData?.files.length && listeners.files([...event.clipboardData.files]), {
    signal,
  });
  return () => ended.abort();
}

function onKey(event: KeyboardEvent, { undo, redo, back, enter }: PageListeners): void {
  if (event.defaultPrevented || isTyping(event)) return;
  const key = event.key.toLowerCase();
  const hasCommand = event.ctrlKey || event.metaKey;
  if (hasCommand && key === 'z') (event.shiftKey ? redo : undo)();
  else if (hasCommand && key === 'y') redo();
  else if (key === 'escape') back();
  else if (key === 'enter' && event.composedPath()[0] === document.body) enter();
  else return;
  if (hasCommand) event.preventDefault();
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
