import { beforeEach, describe, expect, it } from "vitest";
import { PENDING_CODE } from "@/storage/keys";
import { extractCode, contactBody, contactProblem } from "./contact";
import { secondsLeft } from "./countdown";
import { clearPendingCode, savePendingCode, readPendingCode } from "./pendingCode";

beforeEach(() => sessionStorage.clear());

describe("a typed contact", () => {
  it.each([
    ["email", "", "Email cannot be blank."],
    ["email", "dana", "Please enter email in correct format."],
    ["email", "dana@example", "Please enter email in correct format."],
    ["email", " dana@example.test ", null],
    ["phone", "  ", "Phone number cannot be blank."],
    ["phone", "202555014", "Please enter your 10 digit number."],
    ["phone", "(202) 555-0143", null],
    ["phone", "+1 202 555 0143", null],
  ] as const)("%s %j", (channel, typed, problem) => {
    expect(contactProblem(channel, typed)).toBe(problem);
  });

  it("is sent in a normalized form", () => {
    expect(contactBody("phone", "+1 (202) 555-0143")).toEqual({ phone: "2025550143" });
    expect(contactBody("email", " dana@example.test")).toEqual({ email: "dana@example.test" });
  });

  it("keeps extra digits, which the rule reports", () => {
    expect(extractCode("0429178")).toBe("0429178");
    expect(extractCode("0429 178")).toBe("0429178");
  });

  it("finds a code in pasted text", () => {
    expect(extractCode("Your code is 042 917.")).toBe("042917");
    expect(extractCode("Your code is 042917. It lives 10 minutes.")).toBe("042917");
    expect(extractCode("none")).toBe("");
  });
});

describe("the countdown", () => {
  it("rounds up and stops at zero", () => {
    expect(secondsLeft(30_000, 0)).toBe(30);
    expect(secondsLeft(30_000, 29_001)).toBe(1);
    expect(secondsLeft(30_000, 30_000)).toBe(0);
    expect(secondsLeft(30_000, 99_000)).toBe(0);
  });

  it("survives a reload and goes by the clock", () => {
    savePendingCode("phone", "2025550143", { resendInSeconds: 30, expiresInSeconds: 600 }, 1_000);
    const after = readPendingCode(11_000);
    expect(after?.contact).toBe("2025550143");
    expect(secondsLeft(after?.resendAt ?? 0, 11_000)).toBe(20);
  });

  it("ends when the code expires", () => {
    savePendingCode("email", "a@b.test", { resendInSeconds: 30, expiresInSeconds: 600 }, 0);
    expect(readPendingCode(600_000)).toBeNull();
    savePendingCode("email", "a@b.test", { resendInSeconds: 30, expiresInSeconds: 600 }, 0);
    clearPendingCode();
    expect(readPendingCode(1)).toBeNull();
  });

  it.each(["{oops", "7", '{"channel": "pigeon", "contact": "a"}', "null"])(
    "is not started by invalid data: %s",
    (text) => {
      sessionStorage.setItem(PENDING_CODE, text);
      expect(readPendingCode(0)).toBeNull();
    },
  );
});
