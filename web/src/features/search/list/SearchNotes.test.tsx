import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { ProductList } from "@/api/types";
import { SearchNotes } from "./SearchNotes";

function show(correction: ProductList["correction"], lacksWords = false) {
  return render(<SearchNotes {...{ correction, lacksWords }} q="lantren & co" />, {
    wrapper: MemoryRouter,
  });
}

it("names the words that were searched, and links to the literal search", () => {
  show({ words: "lantern & co", literal: false });
  expect(screen.getByText("lantern & co").tagName).toBe("STRONG");
  expect(screen.getByRole("link", { name: "lantren & co" })).toHaveAttribute(
    "href",
    "/search?q=lantren+%26+co&literal=true",
  );
});

it("proposes the correction of a literal search", () => {
  show({ words: "lantern", literal: true });
  expect(screen.getByText(/Did you mean/)).toBeVisible();
  expect(screen.getByRole("link", { name: "lantern" })).toHaveAttribute(
    "href",
    "/search?q=lantern",
  );
  expect(screen.queryByText(/Search instead/)).toBeNull();
});

it("tells that no product has all words", () => {
  show(null, true);
  expect(screen.getByText(/No product matches all words/)).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});
