import { enUS, type PlainKey, t } from "../../messages/t";

/** The message with a key that the server's answer is a part of, or `otherwise` if there is none. */
export function textOf(key: string, otherwise: string): string {
  return key in enUS ? t(key as PlainKey) : otherwise;
}
