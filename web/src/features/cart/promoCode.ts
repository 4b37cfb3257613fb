import { create } from "zustand";
import type { Quote } from "@/api/types";
import { onOtherTab, read, remove, write } from "@/storage/browserStorage";
import { PROMO_CODE } from "@/storage/keys";

/** As long as the shop takes a code. */
export const MAX_LENGTH = 64;

/** Reasons for which a code may count later, when the cart has changed: it is kept. */
const MAY_PASS = new Set(["promo_minimum", "promo_saves_less"]);

interface Refusal {
  code: string;
  message: string;
}

interface PromoState {
  /** The code that the shopper wants to use; the shop has not necessarily taken it yet. */
  code: string | null;
  /** Why the code before was dropped. */
  refused: Refusal | null;
}

/** The code of the visitor's cart. It lives in the browser, so it outlasts reloads and signing in. */
export const usePromo = create<PromoState>()(() => ({ code: stored(), refused: null }));

function stored(): string | null {
  const code = read(PROMO_CODE)?.trim() ?? "";
  return code === "" || code.length > MAX_LENGTH || /\p{Cc}/u.test(code) ? null : code;
}

export function applyCode(code: string): void {
  const trimmed = code.trim();
  write(PROMO_CODE, trimmed);
  usePromo.setState({ code: trimmed, refused: null });
}

export function removeCode(): void {
  remove(PROMO_CODE);
  usePromo.setState({ code: null, refused: null });
}

export function isPromoProblem({ code }: { code: string }): boolean {
  return code.startsWith("promo_");
}

/** Drops a code that the shop has refused for good, and keeps the reason to be shown. */
export function dropIfRefused(quote: Quote, code: string | undefined): void {
  const problem = quote.problems.find(isPromoProblem);
  if (problem === undefined || MAY_PASS.has(problem.code)) return;
  // Another code may have been entered while this one was asked about.
  if (code === undefined || usePromo.getState().code !== code) return;
  remove(PROMO_CODE);
  usePromo.setState({ code: null, refused: { code, message: problem.message } });
}

onOtherTab((key) => {
  if (key !== PROMO_CODE && key !== null) return;
  const code = stored();
  if (code !== usePromo.getState().code) usePromo.setState({ code, refused: null });
});
