import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ProductSpin } from "@/api/types";
import { Spin } from "./Spin";

const SPIN: ProductSpin = {
  picture: { path: "/media/0.webp", alt: "Jug", width: 640, height: 800, colour: null },
  frames: Array.from({ length: 8 }, (_, index) => `/media/${index}.webp`),
};

function showJug() {
  render(<Spin title="Jug" spin={SPIN} fit="cover" />);
  return screen.getByRole("slider", { name: "Turn Jug" });
}

beforeEach(() => {
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  HTMLElement.prototype.setPointerCapture = () => undefined;
});

it("has the focus, says how to use it and turns by keys", async () => {
  const slider = showJug();
  expect(slider).toHaveFocus();
  expect(slider).toHaveAccessibleDescription("Drag to turn, or use the arrow keys");
  await userEvent.keyboard("{ArrowLeft}");
  expect(slider).toHaveAttribute("aria-valuetext", "315 degrees");
  await userEvent.keyboard("{Home}{ArrowRight}");
  expect(slider).toHaveAttribute("aria-valuenow", "45");
});

it("turns by dragging, from the frame where the drag began", () => {
  const slider = showJug();
  vi.spyOn(slider, "clientWidth", "get").mockReturnValue(400);
  const drag = (pixels: number) => {
    fireEvent.pointerDown(slider, { pointerId: 1, button: 0, clientX: 100 });
    fireEvent.pointerMove(slider, { pointerId: 1, clientX: 100 + pixels });
    fireEvent.pointerUp(slider, { pointerId: 1 });
  };
  drag(100);
  expect(slider).toHaveAttribute("aria-valuenow", "90");
  drag(50);
  expect(slider).toHaveAttribute("aria-valuenow", "135");
  fireEvent.pointerMove(slider, { pointerId: 1, clientX: 500 });
  expect(slider).toHaveAttribute("aria-valuenow", "135");
});

it("says when frames could not be loaded, and tries again", async () => {
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error("broken"));
  showJug();
  const again = await screen.findByRole("button", { name: "Try again" });
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  await userEvent.click(again);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
