import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { reportOpened } from "./reportOpened";

afterEach(() => vi.unstubAllGlobals());

test("only a click on a product is reported, with the words alone", () => {
  const sent: [string, RequestInit][] = [];
  vi.stubGlobal("fetch", (url: string, options: RequestInit) => {
    sent.push([url, options]);
    return Promise.reject(new TypeError("offline"));
  });
  render(
    <div onClickCapture={(event) => reportOpened("blue bowl", event)}>
      {["/products/bowl", "/search?q=bowl&page=2"].map((href) => (
        <a key={href} href={href} onClick={(event) => event.preventDefault()}>
          <span>{href}</span>
        </a>
      ))}
    </div>,
  );
  fireEvent.click(screen.getByText("/search?q=bowl&page=2"));
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByText("/products/bowl"));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.[0]).toBe("/api/search-clicks");
  expect(sent[0]?.[1]).toMatchObject({ credentials: "omit", body: '{"q":"blue bowl"}' });
});
