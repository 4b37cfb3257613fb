import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import type { Picture } from "@/api/types";
import { Gallery } from "./Gallery";

function picture(name: string): Picture {
  return { path: `/media/${name}.webp`, alt: name, width: 800, height: 1000, colour: null };
}

const PICTURES = [picture("front"), picture("back"), picture("detail")];

beforeAll(() => {
  // jsdom has no layout, so nothing scrolls.
  Element.prototype.scrollTo = () => undefined;
});

async function open(name: string) {
  render(<Gallery title="Vase" pictures={PICTURES} />);
  await userEvent.click(screen.getByRole("button", { name: `Enlarge picture: ${name}` }));
  return screen.findByRole("dialog", { name: "Vase" });
}

function shown(dialog: HTMLElement): { alt: string | null; transform: string } {
  const image = dialog.querySelector("[aria-hidden='false'] img");
  const box = dialog.querySelector<HTMLElement>("[aria-hidden='false'] > div");
  return { alt: image?.getAttribute("alt") ?? null, transform: box?.style.transform ?? "" };
}

it("opens the picture that was chosen, and steps by arrow keys until the last", async () => {
  const dialog = await open("back");
  expect(shown(dialog).alt).toBe("back");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(shown(dialog).alt).toBe("detail");
  expect(screen.getByText("3 of 3")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Next" })).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{ArrowLeft}");
  expect(shown(dialog).alt).toBe("back");
});

it("zooms by keys and buttons, and shows the next picture whole", async () => {
  const dialog = await open("front");
  await userEvent.keyboard("+");
  expect(shown(dialog).transform).toContain("scale(1.5)");
  await userEvent.click(screen.getByRole("button", { name: "Zoom out" }));
  expect(shown(dialog).transform).toContain("scale(1)");
  await userEvent.keyboard("++");
  // Arrow keys move an enlarged picture; the button still leads to the next one.
  await userEvent.keyboard("{ArrowRight}");
  expect(shown(dialog).alt).toBe("front");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(shown(dialog).alt).toBe("back");
  expect(shown(dialog).transform).toContain("scale(1)");
});

it("leaves the browser's own shortcuts alone", async () => {
  const dialog = await open("front");
  await userEvent.keyboard("{Control>}+{/Control}");
  expect(shown(dialog).transform).toContain("scale(1)");
});

it("returns the focus to the picture that was shown last", async () => {
  await open("front");
  await userEvent.keyboard("{ArrowRight}");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("button", { name: "Enlarge picture: back" })).toHaveFocus();
});

it("has no full screen where the browser has none", async () => {
  await open("front");
  expect(screen.queryByRole("button", { name: "Full screen" })).toBeNull();
});

it("has neither thumbnails nor steps for a single picture", async () => {
  render(<Gallery title="Vase" pictures={[picture("front")]} />);
  expect(screen.queryByRole("button", { name: "Show picture 1" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Enlarge picture: front" }));
  await screen.findByRole("dialog");
  expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
});
