import { api, unwrap } from "@/api/client";
import { messageAt } from "@/api/errors";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";

export type SignUpResult = { email: string } | { problem: string };

/** Signs an email up. Returns what is wrong with it, or with the request. */
export async function signUp(email: string): Promise<SignUpResult> {
  const problem = validateField(FIELDS.email, email);
  if (problem !== undefined) return { problem };
  try {
    return await unwrap(api.POST("/api/newsletter", { body: { email } }));
  } catch (error) {
    return { problem: messageAt("email", error) };
  }
}
