import type { Customer, ProfileInput } from "@/api/types";
import { t } from "@/messages/t";
import { validateFields } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";

export const GENDERS = ["female", "male", "other"] as const;

export const NAME_FIELDS = {
  firstName: FIELDS.optionalFirstName,
  lastName: FIELDS.optionalLastName,
};

/** A profile in its form. */
export interface ProfileDraft {
  firstName: string;
  lastName: string;
  /** ISO date; null if empty, undefined if the typed date is invalid. */
  dob: string | null | undefined;
  gender: string;
}

export type ProfileProblems = Partial<Record<keyof ProfileDraft, string>>;

export function toProfileDraft({ firstName, lastName, dob, gender }: Customer): ProfileDraft {
  return { firstName: firstName ?? "", lastName: lastName ?? "", dob, gender: gender ?? "" };
}

function dobProblem(dob: ProfileDraft["dob"], today: string): string | undefined {
  if (dob === undefined) return t("date.invalid");
  return dob !== null && dob > today ? t("profile.dobFuture") : undefined;
}

/** The errors that the client finds. `today` is an ISO date. */
export function profileProblems(draft: ProfileDraft, today: string): ProfileProblems {
  const { firstName, lastName } = draft;
  const dob = dobProblem(draft.dob, today);
  return {
    ...validateFields(NAME_FIELDS, { firstName, lastName }),
    ...(dob === undefined ? {} : { dob }),
  };
}

/** The genders to choose from, and the customer's own if a newer server knows more. */
export function gendersFor(customer: Customer): NonNullable<Customer["gender"]>[] {
  const { gender } = customer;
  return gender === null || GENDERS.includes(gender) ? [...GENDERS] : [...GENDERS, gender];
}

/** The request body of a draft without problems. */
export function profileInput(draft: ProfileDraft, customer: Customer): ProfileInput {
  return {
    firstName: draft.firstName.trim() || null,
    lastName: draft.lastName.trim() || null,
    dob: draft.dob ?? null,
    gender: gendersFor(customer).find((gender) => gender === draft.gender) ?? null,
  };
}
