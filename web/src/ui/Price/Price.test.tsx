import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Price } from "./Price";

const dollars = (amount: number) => ({ amount: amount * 100, currency: "USD" });

it("shows the previous price and the discount of a reduced price", () => {
  const { container } = render(<Price now={dollars(45)} before={dollars(60)} percentOff={25} />);
  expect(screen.getByText("$60").tagName).toBe("S");
  expect(container).toHaveTextContent(/\$45.*25/);
});

it("shows no previous price that is not higher", () => {
  render(<Price now={dollars(45)} before={dollars(45)} percentOff={0} />);
  expect(screen.getAllByText("$45")).toHaveLength(1);
});

it("marks the lowest of several prices", () => {
  const { container } = render(<Price now={dollars(12)} from />);
  expect(container).toHaveTextContent("From $12");
});
