import { useEffect, useState } from "react";
import { isReturnFromPayment } from "./paymentRedirect";
import { useOnPageRestored } from "./useOnPageRestored";

/** How long the page shows that the payment is being checked. Providers notify within seconds. */
const CHECK_MS = 45_000;

/** Whether the shopper has just returned from the provider, so that the result may arrive soon. */
export function useIsCheckingPayment(): boolean {
  const [isChecking, setIsChecking] = useState(isReturnFromPayment);
  useOnPageRestored(() => setIsChecking(isReturnFromPayment()));
  useEffect(() => {
    if (!isChecking) return;
    const timer = setTimeout(() => setIsChecking(false), CHECK_MS);
    return () => clearTimeout(timer);
  }, [isChecking]);
  return isChecking;
}
