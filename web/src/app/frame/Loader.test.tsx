import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { resetAppState, useAppState } from "@/state/appState";
import { Loader } from "./Loader";

afterEach(() => resetAppState());

it("covers the page with its text while the flag of the state is set", () => {
  const { rerender } = render(<Loader />);
  expect(screen.queryByRole("alert")).toBeNull();
  useAppState.setState({ loader: true, loaderText: "Taking you to the payment" });
  rerender(<Loader />);
  expect(screen.getByRole("alert")).toHaveTextContent("Taking you to the payment");
});
