import type { Quote } from "@/api/types";
import { onStorageChange, read, remove, write } from "@/storage/browserStorage";
import { createRenderedStore } from "@/state/renderedStore";
import { PROMO_CODE } from "@/storage/keys";

/** The server's limit for promo codes. */
export const MAX_LENGTH = 64;

/** Problems that a change of the cart can solve: the code is kept. */
const TEMPORARY_PROBLEMS = new Set(["promo_minimum", "promo_saves_less"]);

interface RejectedCode {
  code: string;
  message: string;
}

interface PromoState {
  /** As entered; the server may not have accepted it yet. */
  code: string | null;
  /** The previous code, and why it was dropped. */
  rejected: RejectedCode | null;
}

const NO_CODE: PromoState = { code: null, rejected: null };

/** The promo code of the visitor's cart. Stored in the browser, so it survives reloads and sign-in. */
export const usePromoCode = createRenderedStore<PromoState>(() => ({
  code: readStoredCode(),
  rejected: null,
}));
// The server renders carts without a code.
usePromoCode.startFrom(() => NO_CODE);

function readStoredCode(): string | null {
  const code = read(PROMO_CODE)?.trim() ?? "";
  return code === "" || code.length > MAX_LENGTH || /\p{Cc}/u.test(code) ? null : code;
}

export function applyPromoCode(code: string): void {
  const trimmed = code.trim();
  write(PROMO_CODE, trimmed);
  usePromoCode.setState({ code: trimmed, rejected: null });
}

export function removePromoCode(): void {
  remove(PROMO_CODE);
  usePromoCode.setState({ code: null, rejected: null });
}

export function isPromoProblem({ code }: { code: string }): boolean {
  return code.startsWith("promo_");
}

/** Drops a code that the server has rejected for good, and keeps the reason to show it. */
export function dropRejectedCode(quote: Quote, code: string | undefined): void {
  const problem = quote.problems.find(isPromoProblem);
  if (problem === undefined || TEMPORARY_PROBLEMS.has(problem.code)) return;
  // Another code may have been entered while this one was checked.
  if (code === undefined || usePromoCode.getState().code !== code) return;
  remove(PROMO_CODE);
  usePromoCode.setState({ code: null, rejected: { code, message: problem.message } });
}

onStorageChange((key) => {
  if (key !== PROMO_CODE && key !== null) return;
  const code = readStoredCode();
  if (code !== usePromoCode.getState().code) usePromoCode.setState({ code, rejected: null });
});
