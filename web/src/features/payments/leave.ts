import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { LEFT_TO_PAY } from "@/storage/keys";
import { readTab, removeTab, writeTab } from "@/storage/tabStorage";

const isText = (value: unknown): value is string => typeof value === "string";

/** Goes on to the provider's page; what was here is covered until the browser has left. */
export function leaveForPayment(url: string): void {
  writeTab(LEFT_TO_PAY, window.location.pathname);
  useAppState.setState({ loader: true, loaderText: t("checkout.toPayment") });
  // Back from there may show this very page again, as it was.
  window.addEventListener(
    "pageshow",
    () => useAppState.setState({ loader: false, loaderText: "" }),
    { once: true },
  );
  window.location.assign(url);
}

/** Whether this tab left this page for the provider's and is here again. */
export function cameBackFromPayment(): boolean {
  return readTab(LEFT_TO_PAY, isText) === window.location.pathname;
}

/** The order's payment has an outcome: there is nothing more to wait for. */
export function forgetLeaving(): void {
  removeTab(LEFT_TO_PAY);
}
