import { describe, expect, it } from "vitest";
import type { Customer } from "@/api/types";
import { gendersFor, profileInput, profileProblems, toProfileDraft } from "./profileDraft";

const customer = {
  firstName: "Dana",
  lastName: null,
  dob: "1990-05-17",
  gender: null,
} as unknown as Customer;
const draft = toProfileDraft(customer);

describe("a profile draft", () => {
  it("is sent as it came, with empty fields as null", () => {
    expect(profileInput({ ...draft, firstName: " Dana " }, customer)).toEqual({
      firstName: "Dana",
      lastName: null,
      dob: "1990-05-17",
      gender: null,
    });
  });

  it("has problems with an invalid date and one in the future", () => {
    expect(profileProblems(draft, "2026-01-01")).toEqual({});
    expect(profileProblems({ ...draft, dob: null }, "2026-01-01")).toEqual({});
    expect(profileProblems({ ...draft, dob: undefined }, "2026-01-01")).toEqual({
      dob: "Please enter a date as mm/dd/yyyy.",
    });
    expect(profileProblems({ ...draft, dob: "2026-01-02" }, "2026-01-01")).toEqual({
      dob: "Date of birth cannot be in the future.",
    });
  });

  it("offers a gender that only a newer server knows, if the customer has it", () => {
    expect(gendersFor(customer)).toEqual(["female", "male", "other"]);
    const other = { ...customer, gender: "agender" } as unknown as Customer;
    expect(gendersFor(other)).toEqual(["female", "male", "other", "agender"]);
    expect(profileInput(toProfileDraft(other), other).gender).toBe("agender");
  });
});
