import { describe, expect, it } from "vitest";
import { ApiError, fieldErrors, formError, messageAt } from "./errors";

const atField = new ApiError("invalid_fields", "Check the form.", {
  fields: { email: ["Enter an email address.", "Too long."], name: [] },
});
const atForm = new ApiError("out_of_stock", "Sold out.");

describe("messages of an error", () => {
  it("belong to fields, one for each", () => {
    expect(fieldErrors(atField)).toEqual({
      email: "Enter an email address.",
      name: "Check the form.",
    });
    expect(fieldErrors(atForm)).toEqual({});
    expect(fieldErrors(new TypeError("x"))).toEqual({});
  });

  it("belong to the form if no field has one", () => {
    expect(formError(atField)).toBeUndefined();
    expect(formError(null)).toBeUndefined();
    expect(formError(atForm)).toBe("Sold out.");
    expect(formError(new TypeError("x"))).toBe(
      "Something went wrong on our side. Please try again.",
    );
  });

  it("are shown at one field if only that is visible", () => {
    expect(messageAt("email", atField)).toBe("Enter an email address.");
    expect(messageAt("email", atForm)).toBe("Sold out.");
  });
});
