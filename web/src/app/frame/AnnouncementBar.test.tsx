import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { useFrame } from "@/state/frame";
import { AnnouncementBar } from "./AnnouncementBar";

const announcement = {
  id: "7",
  text: "Free delivery",
  link: "/faqs",
  colours: "accent",
  dismissible: true,
  endsAt: null,
} as const;

const show = () =>
  render(
    <MemoryRouter>
      <AnnouncementBar />
    </MemoryRouter>,
  );

afterEach(() => {
  localStorage.clear();
  useFrame.setState({ announcement: null });
});

it("stays closed in this browser until it is changed", async () => {
  useFrame.setState({ announcement });
  const first = show();
  expect(screen.getByRole("link", { name: "Free delivery" })).toHaveAttribute("href", "/faqs");
  await userEvent.click(screen.getByRole("button", { name: "Close announcement" }));
  expect(screen.queryByText("Free delivery")).toBeNull();
  first.unmount();
  const second = show();
  expect(screen.queryByText("Free delivery")).toBeNull();
  second.unmount();
  useFrame.setState({ announcement: { ...announcement, id: "8" } });
  show();
  expect(screen.getByText("Free delivery")).toBeInTheDocument();
});

it("cannot be closed if the operator says so", () => {
  useFrame.setState({ announcement: { ...announcement, link: null, dismissible: false } });
  show();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});
