import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { useToasts } from "@/state/toasts";
import { ShareButton } from "./ShareButton";

const texts = () => useToasts.getState().toasts.map(({ text }) => text);

afterEach(() => {
  useToasts.setState({ toasts: [] });
  Reflect.deleteProperty(navigator, "share");
});

function share(result: () => Promise<void>) {
  const stub = vi.fn(result);
  Object.defineProperty(navigator, "share", { value: stub, configurable: true });
  return stub;
}

it("copies the URL if the browser cannot share", async () => {
  const user = userEvent.setup();
  render(<ShareButton title="Mug" />);
  await user.click(screen.getByRole("button", { name: "Share" }));
  await vi.waitFor(() => expect(texts()).toHaveLength(1));
  expect(await navigator.clipboard.readText()).toBe(window.location.href);
});

it("shares title and URL, and says nothing if the shopper cancels", async () => {
  const stub = share(() => Promise.reject(new DOMException("", "AbortError")));
  render(<ShareButton title="Mug" />);
  await userEvent.click(screen.getByRole("button", { name: "Share" }));
  expect(stub).toHaveBeenCalledWith({ title: "Mug", url: window.location.href });
  expect(texts()).toEqual([]);
});

it("shows the URL if sharing fails", async () => {
  share(() => Promise.reject(new Error("no")));
  render(<ShareButton title="Mug" />);
  await userEvent.click(screen.getByRole("button", { name: "Share" }));
  await vi.waitFor(() => expect(texts()).toEqual([window.location.href]));
});
