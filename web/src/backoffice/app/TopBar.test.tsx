import { screen } from "@testing-library/react";
import axe from "axe-core";
import { expect, it, vi } from "vitest";
import { renderPage } from "../ui/testing";
import { TopBar } from "./TopBar";

it("names its buttons by their visible text, and the account by its person", async () => {
  const { container } = renderPage(
    <TopBar onSearch={vi.fn()} creating={false} onCreating={vi.fn()} onKeys={vi.fn()} />,
  );
  await screen.findByRole("button", { name: "Account of Priya Raman" });
  // An experimental rule, which axe runs only by name.
  const { violations, incomplete } = await axe.run(container, {
    runOnly: { type: "rule", values: ["label-content-name-mismatch"] },
  });
  expect([...violations, ...incomplete]).toEqual([]);
});
