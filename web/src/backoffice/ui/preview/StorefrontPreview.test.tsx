import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { PREVIEW_READY, type PreviewMessage } from "@/preview/messages";
import { renderPage } from "../testing";
import { StorefrontPreview } from "./StorefrontPreview";

const MESSAGE: PreviewMessage = {
  type: "stallage.preview.theme",
  variables: { base: { "--r": "0px" }, light: {}, dark: {} },
  scheme: "light",
};

function ready(source: Window | null, origin = window.location.origin) {
  fireEvent(window, new MessageEvent("message", { data: { type: PREVIEW_READY }, origin, source }));
}

it("sends unsaved content once the page in the frame listens, and to no other page", async () => {
  renderPage(<StorefrontPreview label="The shop" message={MESSAGE} />);
  const frame = await screen.findByTitle<HTMLIFrameElement>("The shop");
  expect(frame).toHaveAttribute("src", "/?preview");
  const post = vi.fn();
  const target = frame.contentWindow;
  if (!target) throw new Error("The frame has no window.");
  target.postMessage = post;
  ready(window);
  ready(target, "https://elsewhere.example");
  expect(post).not.toHaveBeenCalled();
  ready(target);
  expect(post).toHaveBeenCalledExactlyOnceWith(MESSAGE, window.location.origin);
});

it("shows the page in the width of a phone or a desktop computer", async () => {
  renderPage(<StorefrontPreview label="The shop" message={null} />);
  const frame = await screen.findByTitle("The shop");
  expect(frame).toHaveAttribute("width", "390");
  await userEvent.click(screen.getByRole("radio", { name: "Desktop" }));
  expect(frame).toHaveAttribute("width", "1280");
});
