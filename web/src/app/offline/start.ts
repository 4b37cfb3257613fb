import type { QueryClient } from "@tanstack/react-query";
import { startPendingAdditions, usePendingAdditions } from "@/features/cart/additionQueue";
import { watchInstallPrompt } from "@/state/installPrompt";
import { whenIdle } from "@/ui/lazy/whenIdle";

/** Starts what the shop does without a connection. Everything but the watching is loaded when needed. */
export function startOffline(queryClient: QueryClient): void {
  watchInstallPrompt();
  startPendingAdditions();
  const send = () => {
    if (usePendingAdditions.getState().additions.length === 0) return;
    void import("@/features/cart/sendAdditions")
      .then(({ startSendingAdditions }) => startSendingAdditions(queryClient))
      .catch(() => undefined); // Tried again at the next addition or start.
  };
  send();
  usePendingAdditions.subscribe(send);
  if (!import.meta.env.PROD || !window.isSecureContext || !("serviceWorker" in navigator)) return;
  const register = () =>
    void whenIdle()
      .then(() => import("./worker"))
      .then(({ startWorker }) => startWorker(queryClient))
      .catch(() => undefined); // The page works without it.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
