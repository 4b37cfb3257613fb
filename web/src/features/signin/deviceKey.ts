import { createIdempotencyKey } from "@/api/idempotencyKey";
import { read, write } from "@/storage/browserStorage";
import { DEVICE_KEY } from "@/storage/keys";

/** Identifies this device to the server once a customer has signed in on it. It authenticates nobody. */
function deviceKey(): string {
  let key = read(DEVICE_KEY) ?? "";
  if (!/^\w{32}$/.test(key)) write(DEVICE_KEY, (key = createIdempotencyKey()));
  return key;
}

/** Sent with every request or check of a code: known devices have rate limits of their own. */
export const deviceKeyParams = () => ({ header: { "Device-Key": deviceKey() } });
