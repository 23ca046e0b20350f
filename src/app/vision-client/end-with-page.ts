/**
 * How to end a worker, which ends with its page in any case: Safari keeps the memory of a page that is loaded again for as long as its workers run. A page
 * that is kept for the way back keeps its workers.
 */
export function endWithPage(worker: Pick<Worker, 'terminate'>, page: EventTarget = globalThis): () => void {
  const leave = (event: Event) => {
    if (!(event as PageTransitionEvent).persisted) end();
  };
  const end = () => {
    page.removeEventListener('pagehide', leave);
    worker.terminate();
  };
  page.addEventListener('pagehide', leave);
  return end;
}
