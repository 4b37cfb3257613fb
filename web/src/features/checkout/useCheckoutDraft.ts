import { useEffect, useMemo, useState } from "react";
import { createIdempotencyKey } from "@/api/idempotencyKey";
import type { Customer } from "@/api/types";
import { useAppState, visitorOf } from "@/state/appState";
import { type CheckoutDraft, type OrderAttempt, restoreDraft, saveDraft } from "./draft";

/** The draft of the visitor's checkout, saved in this tab at every change. */
export function useCheckoutDraft(customer: Customer | null) {
  const visitor = useAppState(visitorOf);
  const shopCountry = useAppState((state) => state.availibilityData?.country ?? "");
  const [initial] = useState<CheckoutDraft>(() => restoreDraft(visitor, customer));
  const [stored, setStored] = useState(initial);
  // The shop's country is the default until the shopper chooses another.
  const country = stored.address.country || shopCountry;
  const billingCountry = stored.billing.address.country || country;
  const draft = useMemo<CheckoutDraft>(() => {
    const { address, billing } = stored;
    return {
      ...stored,
      address: { ...address, country },
      billing: { ...billing, address: { ...billing.address, country: billingCountry } },
    };
  }, [stored, country, billingCountry]);
  useEffect(() => {
    // An unchanged draft must not replace that of a customer whose session has just ended.
    if (stored !== initial) saveDraft(draft);
  }, [stored, initial, draft]);
  return {
    draft,
    change: (part: Partial<CheckoutDraft>) => setStored({ ...draft, ...part }),
    setAttempt: (attempt: OrderAttempt | null) => {
      setStored((before) => ({ ...before, attempt }));
      // Saved at once: the shopper may leave the page before it renders again.
      saveDraft({ ...draft, attempt });
    },
    renewKey: () => setStored((before) => ({ ...before, key: createIdempotencyKey() })),
  };
}
