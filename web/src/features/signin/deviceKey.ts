import { read, write } from "@/storage/browserStorage";
import { DEVICE_KEY } from "@/storage/keys";

const FORM = /^[A-Za-z0-9]{32,64}$/;

/** What this device is known by to the shop once a customer has signed in with it. It proves nothing. */
function deviceKey(): string {
  const kept = read(DEVICE_KEY);
  if (kept !== null && FORM.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  write(DEVICE_KEY, key);
  return key;
}

/** For every call that asks for a code or shows one: a known device has limits of its own. */
export function asDevice() {
  return { header: { "Device-Key": deviceKey() } };
}
