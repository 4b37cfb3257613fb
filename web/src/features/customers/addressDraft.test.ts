import { describe, expect, it } from "vitest";
import type { Country } from "@/api/types";
import { problemsOfUnchanged } from "@/ui/Form/field";
import {
  addressInput,
  addressProblems,
  EMPTY_ADDRESS,
  addressSummary,
  isAddressDraft,
  nationalNumber,
} from "./addressDraft";

const us: Country = {
  code: "US",
  name: "United States",
  fields: ["city", "state", "postalCode"],
  required: ["city", "state", "postalCode"],
  states: [{ value: "NY", name: "New York" }],
  stateLabel: "State",
  postalCodeLabel: "ZIP code",
  postalCodeExample: "95014",
  taxIdLabel: "EIN",
  taxIdExample: "12-3456789",
};
const hongKong: Country = { ...us, code: "HK", fields: ["state"], required: [], states: [] };

const good = {
  ...EMPTY_ADDRESS,
  firstName: "Dana",
  lastName: "Kim",
  line1: "1 Main St",
  city: "New York",
  state: "NY",
  postalCode: "10001",
  country: "US",
};

describe("an address draft", () => {
  it("reports blank fields by the rules of the country", () => {
    expect(addressProblems({ ...EMPTY_ADDRESS, country: "US" }, us)).toEqual({
      firstName: "First name cannot be blank.",
      lastName: "Last name cannot be blank.",
      line1: "Address line 1 cannot be blank.",
      city: "City cannot be blank.",
      state: "State cannot be blank.",
      postalCode: "Postal code cannot be blank.",
    });
    expect(addressProblems({ ...good, city: " ", state: "", country: "HK" }, hongKong)).toEqual({});
  });

  it("accepts ten digits in any grouping", () => {
    expect(addressProblems({ ...good, phone: "(202) 555-0143" }, us)).toEqual({});
    expect(addressProblems({ ...good, phone: "+1 202 555 0143" }, us)).toEqual({});
    expect(addressProblems({ ...good, phone: "555-0143" }, us)).toEqual({
      phone: "Please enter your 10 digit number.",
    });
  });

  it("is sent trimmed, without fields that the country does not have", () => {
    expect(addressInput({ ...good, line2: "  ", firstName: " Dana " }, us)).toMatchObject({
      firstName: "Dana",
      line2: null,
      postalCode: "10001",
    });
    expect(addressInput({ ...good, country: "HK" }, hongKong)).toMatchObject({
      city: null,
      postalCode: null,
      state: "NY",
    });
  });

  it("is recognised in stored data", () => {
    expect(isAddressDraft(good)).toBe(true);
    expect(isAddressDraft({ ...good, city: 7 })).toBe(false);
    expect(isAddressDraft(null)).toBe(false);
  });

  it("has a one-line summary and a national phone number", () => {
    expect(addressSummary({ line1: "1 Main St", city: null, postalCode: "10001" })).toBe(
      "1 Main St, 10001",
    );
    expect(nationalNumber("+12025550143")).toBe("2025550143");
    expect(nationalNumber(null)).toBe("");
  });
});

describe("problems after a change", () => {
  it("are those of the fields that have the same value", () => {
    const found = addressProblems(EMPTY_ADDRESS, us);
    const after = { ...EMPTY_ADDRESS, city: "Albany", line2: "Floor 2" };
    const { city, ...others } = found;
    expect(city).toBe("City cannot be blank.");
    expect(problemsOfUnchanged(found, EMPTY_ADDRESS, after)).toEqual(others);
  });
});
