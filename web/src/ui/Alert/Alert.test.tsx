import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { Alert, ErrorAlert } from "./Alert";

it("is a heading of the given level with its text", () => {
  render(<Alert level={1} title="No saved items" text="Items that you save appear here." />);
  expect(screen.getByRole("heading", { level: 1, name: "No saved items" })).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("announces an error and tries again", async () => {
  const retry = vi.fn();
  const error = new ApiError("conflict", "No.", { status: 409 });
  render(<ErrorAlert error={error} retry={retry} />);
  expect(screen.getByRole("alert")).toHaveTextContent("No.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledOnce();
});

it("shows the message of an invalid field rather than the general one", () => {
  const error = new ApiError("invalid", "No.", { fields: { page: ["Page must be an integer."] } });
  render(<ErrorAlert error={error} retry={() => undefined} />);
  expect(screen.getByRole("alert")).toHaveTextContent("Page must be an integer.");
});
