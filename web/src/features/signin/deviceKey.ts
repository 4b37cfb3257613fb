import { newKey } from "@/api/newKey";
import { read, write } from "@/storage/browserStorage";
import { DEVICE_KEY } from "@/storage/keys";

/** What this device is known by to the shop once a customer has signed in with it. It proves nothing. */
function deviceKey(): string {
  let key = read(DEVICE_KEY) ?? "";
  if (!/^\w{32}$/.test(key)) write(DEVICE_KEY, (key = newKey()));
  return key;
}

/** For every call that asks for a code or shows one: a known device has limits of its own. */
export const asDevice = () => ({ header: { "Device-Key": deviceKey() } });
