import { create } from "zustand";

export interface Toast {
  id: number;
  text: string;
  kind: "done" | "failed";
  action?: { label: string; run: () => void };
}

/** Short messages that come and go; `ui/Toasts` shows them. */
export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }));

let last = 0;

function show(toast: Omit<Toast, "id">): void {
  last += 1;
  const shown = { ...toast, id: last };
  // Three at most: older ones have been read or do not matter any more.
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), shown] }));
}

/** Says that something was done, perhaps with a way to go on. */
export function tell(text: string, action?: Toast["action"]): void {
  show({ text, kind: "done", ...(action ? { action } : {}) });
}

/** Says that something did not work, perhaps with a way out. */
export function tellFailure(text: string, action?: Toast["action"]): void {
  show({ text, kind: "failed", ...(action ? { action } : {}) });
}

export function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
