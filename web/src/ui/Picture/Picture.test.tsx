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

/** Where the pictures on the screen are asked for. */
function asked(): string[] {
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
    expect(asked()).toEqual(["https://cdn.test/media/a.webp"]);
    fireEvent.load(first());
    expect(asked()).toEqual(at("https://cdn.test"));
  });

  it("cost one failure where the CDN is dead, and come from the fallback", () => {
    show();
    fireEvent.error(first());
    expect(asked()).toEqual(["https://two.test/media/a.webp"]);
    fireEvent.load(first());
    expect(asked()).toEqual(at("https://two.test"));
  });

  it("come from the shop itself where the fallback is dead as well", () => {
    show();
    fireEvent.error(first());
    fireEvent.error(first());
    expect(asked()).toEqual(at(""));
  });

  it("do not ask a dead CDN again on the next page", () => {
    const page = show();
    fireEvent.error(first());
    fireEvent.load(first());
    page.unmount();
    show();
    expect(asked()).toEqual(at("https://two.test"));
  });

  it("are looked for elsewhere one by one where a living CDN lacks one", () => {
    show();
    fireEvent.load(first());
    fireEvent.error(first());
    expect(asked()).toEqual([
      "https://two.test/media/a.webp",
      "https://cdn.test/media/b.webp",
      "https://cdn.test/media/c.webp",
    ]);
  });

  it("take a CDN that does not answer for dead", () => {
    vi.useFakeTimers();
    show();
    act(() => {
      vi.advanceTimersByTime(8_000);
    });
    expect(asked()).toEqual(["https://two.test/media/a.webp"]);
  });

  it("let another one ask where the first went away", () => {
    const page = show();
    page.rerender(
      <Picture
        key="/media/b.webp"
        picture={{ path: "/media/b.webp", alt: "", width: 1, height: 1, colour: "#ffffff" }}
        sizes="100px"
      />,
    );
    expect(asked()).toEqual(["https://cdn.test/media/b.webp"]);
  });

  it("leave a drawing where no place has one", () => {
    useAppState.setState({ cdn: "", fallbackCdn: "" });
    show(["/media/a.webp"]);
    fireEvent.error(first());
    expect(screen.getByRole("img", { name: "/media/a.webp" }).tagName).toBe("SPAN");
  });
});
