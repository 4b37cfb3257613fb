import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { reportOpened } from "./reportOpened";

const beacons: [string, Blob][] = [];

afterEach(() => {
  beacons.length = 0;
  vi.unstubAllGlobals();
});

function show(hrefs: string[]) {
  vi.stubGlobal("navigator", {
    sendBeacon: (url: string, body: Blob) => beacons.push([url, body]) > 0,
  });
  render(
    <div onClickCapture={(event) => reportOpened("blue bowl", event)}>
      {hrefs.map((href) => (
        <a key={href} href={href} onClick={(event) => event.preventDefault()}>
          <span>{href}</span>
        </a>
      ))}
    </div>,
  );
}

test("only a click on a product is reported, with the words alone", async () => {
  show(["/products/bowl", "/search?q=bowl&page=2"]);
  fireEvent.click(screen.getByText("/search?q=bowl&page=2"));
  expect(beacons).toEqual([]);
  fireEvent.click(screen.getByText("/products/bowl"));
  const [[url, body] = ["", new Blob()]] = beacons;
  expect(url).toBe("/api/search-clicks");
  expect(body.type).toBe("application/json");
  const text = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(body);
  });
  expect(text).toBe('{"q":"blue bowl"}');
});
