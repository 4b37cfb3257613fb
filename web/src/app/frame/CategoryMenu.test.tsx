import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { menuQuery } from "@/features/merchandising/queries";
import { useFrame } from "@/state/frame";
import { CategoryMenu } from "./CategoryMenu";

class NoObserver {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", NoObserver);
  const titles = Array.from({ length: 12 }, (_, index) => `Category ${index}`);
  const header = titles.map((title) => ({ title, link: `/c/${title}`, children: [] }));
  useFrame.setState({ header } as Partial<ReturnType<typeof useFrame.getState>>);
});

afterEach(() => {
  vi.unstubAllGlobals();
  useFrame.setState({ header: null });
});

/** Presses a button like a browser whose clicks do not have a pointer, such as Safari 17. */
function press(button: HTMLElement, pointerType: string): void {
  fireEvent.pointerDown(button, { pointerType });
  fireEvent.click(button);
}

it("keeps the further categories open when they are clicked, and closes them on a tap", async () => {
  const client = new QueryClient();
  client.setQueryDefaults(menuQuery.queryKey, { enabled: false });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CategoryMenu known />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const more = screen.getByRole("button", { name: "More" });
  press(more, "mouse");
  press(more, "mouse");
  expect(more).toHaveAttribute("aria-expanded", "true");
  expect(await screen.findByRole("link", { name: "Category 11" })).toBeVisible();
  press(more, "touch");
  expect(more).toHaveAttribute("aria-expanded", "false");
});
