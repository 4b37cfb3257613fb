import { undoToast } from "../../../ui/toasts";
import type { Form } from "./form";
import type { Store } from "./store";

/** Applies a change that removes variants, and offers to take it back. */
export function applyRemoval(store: Store, change: Partial<Form>, text: string): void {
  const { options, rows, swatches } = store.get();
  if (Object.keys(change).length === 0) return;
  store.set(change);
  undoToast({
    text,
    undo: () => {
      store.set({ options, rows, swatches });
      return Promise.resolve();
    },
  });
}
