/**
 * Ends a worker with its page, and returns the function that ends it earlier: Safari keeps the memory of a page that is loaded again for as
 * long as its workers run. A page that is kept for the way back keeps its workers.
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
