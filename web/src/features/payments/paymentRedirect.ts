import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { LEFT_TO_PAY } from "@/storage/keys";
import { readTab, removeTab, writeTab } from "@/storage/tabStorage";

const isText = (value: unknown): value is string => typeof value === "string";

/** Opens the provider's page; the loader covers this page until then. */
export function redirectToPayment(url: string): void {
  writeTab(LEFT_TO_PAY, window.location.pathname);
  useAppState.setState({ loader: true, loaderText: t("checkout.toPayment") });
  // Back may restore this page as it was left.
  window.addEventListener(
    "pageshow",
    () => useAppState.setState({ loader: false, loaderText: "" }),
    { once: true },
  );
  window.location.assign(url);
}

/** Whether this tab left this page for the provider's page and has returned. */
export function isReturnFromPayment(): boolean {
  return readTab(LEFT_TO_PAY, isText) === window.location.pathname;
}

/** Called once the payment has a result. */
export function clearPaymentRedirect(): void {
  removeTab(LEFT_TO_PAY);
}
