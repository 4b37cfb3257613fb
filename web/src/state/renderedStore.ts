import { createStore, type StoreApi, type UseBoundStore, useStore } from "zustand";

/**
 * A store for what the server renders too. A hook reads a store's initial state while a page is rendered
 * on the server and taken over by the browser; `startFrom` sets it to what the page is rendered from.
 */
export function createRenderedStore<State>(initial: () => State) {
  const store = createStore<State>()(initial);
  const use = <Slice>(selector: (state: State) => Slice = (state) => state as unknown as Slice) =>
    useStore(store, selector);
  const startFrom = (state: () => State) => {
    store.getInitialState = state;
  };
  return Object.assign(use, store, { startFrom }) as UseBoundStore<StoreApi<State>> & {
    startFrom: typeof startFrom;
  };
}
