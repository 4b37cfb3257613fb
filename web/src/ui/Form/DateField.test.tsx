import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "@/messages/t";
import { DateField } from "./DateField";

const LABEL = "Day";

async function open(bounds: { min?: string; max?: string } = {}) {
  const onChange = vi.fn();
  render(<DateField label={LABEL} value="2024-05-17" onChange={onChange} {...bounds} />);
  await userEvent.click(screen.getByRole("button"));
  const years = within(screen.getByRole("combobox", { name: "Year" })).getAllByRole("option");
  return { onChange, years: years.map((option) => Number(option.textContent)) };
}

afterEach(() => setLanguage("en-US", {}));

describe("the date picker", () => {
  it("has the placeholder mm/dd/yyyy and parses that format", async () => {
    const onChange = vi.fn();
    render(<DateField label={LABEL} value={null} onChange={onChange} />);
    const input = screen.getByLabelText(LABEL);
    expect(input).toHaveAttribute("placeholder", "mm/dd/yyyy");
    await userEvent.type(input, "03/09/1990");
    expect(onChange).toHaveBeenLastCalledWith("1990-03-09");
  });

  it("offers the years from 100 back to 52 ahead", async () => {
    const { years } = await open();
    const now = new Date().getUTCFullYear();
    expect(Math.min(...years)).toBe(now - 100);
    expect(Math.max(...years)).toBe(now + 52);
    expect(years).toHaveLength(153);
  });

  it("offers the years between a minimum and a maximum if they are set", async () => {
    const { years } = await open({ min: "2023-01-01", max: "2025-06-30" });
    expect(years).toEqual([2025, 2024, 2023]);
  });

  it("uses the day that is picked", async () => {
    const { onChange } = await open();
    await userEvent.click(screen.getByRole("button", { name: "May 21, 2024" }));
    expect(onChange).toHaveBeenLastCalledWith("2024-05-21");
  });

  it("stays open when a press inside leaves the focus nowhere, as in Safari", async () => {
    const { onChange } = await open();
    const next = screen.getByRole("button", { name: "Next month" });
    act(() => screen.getByLabelText(LABEL).focus());
    act(() => screen.getByLabelText(LABEL).blur());
    await userEvent.click(next);
    await userEvent.click(screen.getByRole("button", { name: "Jun 21, 2024" }));
    expect(onChange).toHaveBeenLastCalledWith("2024-06-21");
  });

  it("closes on a press outside", async () => {
    await open();
    await userEvent.click(document.body);
    expect(screen.queryByRole("button", { name: "Next month" })).toBeNull();
  });
});
