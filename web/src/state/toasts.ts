import { create } from "zustand";

export interface Toast {
  id: number;
  text: string;
  kind: "done" | "failed";
  action?: { label: string; run: () => void };
}

/** Rendered by `ui/Toasts`. */
export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }));

let last = 0;

function addToast(toast: Omit<Toast, "id">): void {
  last += 1;
  const shown = { ...toast, id: last };
  // Shows three at most.
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), shown] }));
}

export function showToast(text: string, action?: Toast["action"]): void {
  addToast({ text, kind: "done", ...(action ? { action } : {}) });
}

export function showErrorToast(text: string, action?: Toast["action"]): void {
  addToast({ text, kind: "failed", ...(action ? { action } : {}) });
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
