import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useToasts } from "@/state/toasts";
import { lazyOptional } from "./lazyOptional";
import { lazyRequired } from "./lazyRequired";

const Content = ({ onClose }: { onClose?: () => void }) => (
  <button type="button" onClick={onClose} />
);
const fail = () => Promise.reject(new Error("gone"));

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  useToasts.setState({ toasts: [] });
});

it("optional content appears when its module is loaded", async () => {
  const Lazy = lazyOptional(() => Promise.resolve(Content));
  render(<Lazy />);
  expect(await screen.findByRole("button")).toBeVisible();
});

it("optional content whose module fails to load is left out", async () => {
  const Lazy = lazyOptional(fail);
  const { container } = render(<Lazy />);
  await vi.waitFor(() => expect(console.error).toHaveBeenCalledOnce());
  expect(container).toBeEmptyDOMElement();
  expect(useToasts.getState().toasts).toEqual([]);
});

it("required content whose module fails to load shows an error and is closed", async () => {
  const Lazy = lazyRequired<{ onClose?: () => void }>(fail);
  const onClose = vi.fn();
  render(
    <Suspense>
      <Lazy onClose={onClose} />
    </Suspense>,
  );
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(useToasts.getState().toasts).toMatchObject([{ kind: "failed" }]);
});
