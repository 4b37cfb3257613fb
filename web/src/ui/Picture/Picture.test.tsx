import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resetAppState, useAppState } from "@/state/appState";
import { Picture } from "./Picture";
import { resetCdnHealth } from "./cdnHealth";

const paths = ["/media/a.webp", "/media/b.webp", "/media/c.webp"];

function show(shown = paths) {
  return render(
    shown.map((path) => (
      <Picture
        key={path}
        picture={{ path, alt: path, width: 1, height: 1, colour: "#ffffff" }}
        sizes="100px"
      />
    )),
  );
}

/** The URLs of the displayed pictures. */
function requestedUrls(): string[] {
  return [...document.querySelectorAll("img")].map((image) => image.getAttribute("src") ?? "");
}

function at(endpoint: string, shown = paths): string[] {
  return shown.map((path) => endpoint + path);
}

function first(): HTMLImageElement {
  const image = document.querySelector("img");
  if (!image) throw new Error("There is no picture.");
  return image;
}

beforeEach(() => {
  resetCdnHealth();
  useAppState.setState({ cdn: "https://cdn.test/", fallbackCdn: "https://two.test" });
});
afterEach(() => {
  resetAppState();
  vi.useRealTimers();
});

describe("pictures", () => {
  it("all come from the CDN once it has delivered one", () => {
    show();
    expect(requestedUrls()).toEqual(["https://cdn.test/media/a.webp"]);
    fireEvent.load(first());
    expect(requestedUrls()).toEqual(at("https://cdn.test"));
  });

  it("fail once if the CDN is dead, then come from the fallback", () => {
    show();
    fireEvent.error(first());
    expect(requestedUrls()).toEqual(["https://two.test/media/a.webp"]);
    fireEvent.load(first());
    expect(requestedUrls()).toEqual(at("https://two.test"));
  });

  it("come from the shop if the fallback is dead too", () => {
    show();
    fireEvent.error(first());
    fireEvent.error(first());
    expect(requestedUrls()).toEqual(at(""));
  });

  it("do not try a dead CDN again on the next page", () => {
    const page = show();
    fireEvent.error(first());
    fireEvent.load(first());
    page.unmount();
    show();
    expect(requestedUrls()).toEqual(at("https://two.test"));
  });

  it("fall back one by one if a working CDN lacks them", () => {
    show();
    fireEvent.load(first());
    fireEvent.error(first());
    expect(requestedUrls()).toEqual([
      "https://two.test/media/a.webp",
      "https://cdn.test/media/b.webp",
      "https://cdn.test/media/c.webp",
    ]);
  });

  it("treat a CDN that does not respond as dead", () => {
    vi.useFakeTimers();
    show();
    act(() => {
      vi.advanceTimersByTime(8_000);
    });
    expect(requestedUrls()).toEqual(["https://two.test/media/a.webp"]);
  });

  it("try again with another picture if the first is removed", () => {
    const page = show();
    page.rerender(
      <Picture
        key="/media/b.webp"
        picture={{ path: "/media/b.webp", alt: "", width: 1, height: 1, colour: "#ffffff" }}
        sizes="100px"
      />,
    );
    expect(requestedUrls()).toEqual(["https://cdn.test/media/b.webp"]);
  });

  it("keep their focus point where they are cropped", () => {
    const picture = { path: "/media/f.webp", alt: "", width: 1, height: 1, colour: null };
    const { rerender } = render(<Picture picture={picture} sizes="100px" />);
    expect(first()).not.toHaveAttribute("style");
    rerender(<Picture picture={{ ...picture, focus: [30, 70] }} sizes="100px" />);
    expect(first()).toHaveStyle({ objectPosition: "30% 70%" });
  });

  it("have their preview as the frame's background, unless they are shown whole", () => {
    const picture = { path: "/media/f.webp", alt: "", width: 1, height: 1, colour: "#ffffff" };
    // From the bottom: black, then a white middle between blue, and red on top.
    const preview = "AAAA".repeat(4) + "/wAA/////////wAA".repeat(3) + "AAD/".repeat(4);
    const { container, rerender } = render(
      <Picture picture={{ ...picture, preview }} sizes="100px" />,
    );
    const frame = () => container.firstElementChild?.getAttribute("style") ?? "";
    expect(frame()).toContain("radial-gradient(closest-side, rgb(255, 255, 255), transparent)");
    expect(frame()).toContain("linear-gradient(rgb(255, 0, 0), rgb(0, 0, 255), rgb(0, 0, 0))");
    rerender(<Picture picture={{ ...picture, preview }} sizes="100px" fit="contain" />);
    expect(frame()).not.toContain("gradient");
    rerender(<Picture picture={picture} sizes="100px" />);
    expect(frame()).not.toContain("gradient");
  });

  it("show a placeholder if no source has them", () => {
    useAppState.setState({ cdn: "", fallbackCdn: "" });
    show(["/media/a.webp"]);
    fireEvent.error(first());
    expect(screen.getByRole("img", { name: "/media/a.webp" }).tagName).toBe("SPAN");
  });
});
