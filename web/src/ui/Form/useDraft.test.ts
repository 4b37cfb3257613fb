import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useRemembered } from "./useDraft";

const show = (key: string) => renderHook(() => useRemembered(key, "")).result;

function type(key: string, text: string) {
  const form = renderHook(() => useRemembered(key, ""));
  act(() => form.result.current.change(text));
  form.unmount();
  return form;
}

it("is there again when the form is", () => {
  type("ticket 7", "Where is my vase?");
  expect(show("ticket 7").current.value).toBe("Where is my vase?");
});

it("belongs to one form of one visitor", () => {
  type("ticket 7", "Where is my vase?");
  expect(show("ticket 8").current.value).toBe("");
  expect(show("review 7").current.value).toBe("");
});

it("is gone when it has been sent", () => {
  const form = type("contact 7", "Hello");
  act(() => form.result.current.forget());
  expect(show("contact 7").current.value).toBe("");
});
