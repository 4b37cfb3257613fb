import { type Overview, settingOf, textOf, type Values } from "./queries";

export const PROVIDERS = ["sandbox", "stripe", "razorpay", "none"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The keys that each provider needs. */
export const KEYS: Readonly<Record<Provider, readonly string[]>> = {
  sandbox: [],
  none: [],
  stripe: ["stripe_secret_key", "stripe_webhook_secret"],
  razorpay: ["razorpay_key_id", "razorpay_key_secret", "razorpay_webhook_secret"],
};

/** The key that tells test from live keys by its prefix. */
const TELLING = { stripe: "stripe_secret_key", razorpay: "razorpay_key_id" } as const;

function modeOf(overview: Overview, provider: Provider, keys: Readonly<Record<string, string>>) {
  if (provider === "sandbox" || provider === "none") return 0;
  const name = TELLING[provider];
  const key = keys[name] ?? textOf(overview, name);
  // A stored secret is not shown, so its mode stays.
  if (key === "") return settingOf(overview, "payment_gateway_mode")?.value ?? 0;
  return /^(sk|rk|rzp)_live_/.test(key.trim()) ? 1 : 0;
}

/** The settings of a choice. Keys that were not typed stay as they are. */
export function paymentValues(
  overview: Overview,
  provider: Provider,
  onDelivery: boolean,
  keys: Readonly<Record<string, string>>,
): Values {
  const typed = Object.entries(keys).filter(
    ([name, value]) => KEYS[provider].includes(name) && value.trim() !== "",
  );
  return {
    payment_provider: provider,
    payment_gateway_mode: modeOf(overview, provider, keys),
    cash_on_delivery: onDelivery,
    ...Object.fromEntries(typed.map(([name, value]) => [name, value.trim()])),
  };
}
