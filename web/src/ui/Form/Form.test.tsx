import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import {
  CheckboxWithText,
  Day,
  InvalidText,
  LimitedText,
  Radio,
  Select,
  Text,
} from "./Form.stories";
import { RadioGroup } from "./RadioGroup";

it("a field is described by its hint and by being optional", () => {
  render(<Text />);
  expect(screen.getByRole("textbox", { name: "City" })).toHaveAccessibleDescription(
    "optional Where you live",
  );
});

it("an invalid field is marked, described and announced", () => {
  render(<InvalidText />);
  const input = screen.getByRole("textbox", { name: "Email" });
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription("Email cannot be blank.");
  expect(screen.getByRole("alert")).toHaveTextContent("Email cannot be blank.");
});

it("a text area says how many characters are left", async () => {
  render(<LimitedText />);
  await userEvent.type(screen.getByRole("textbox", { name: "Review" }), "Nice");
  expect(screen.getByRole("textbox")).toHaveAccessibleDescription("1996 characters left.");
});

it("a select changes its value", async () => {
  render(<Select />);
  const select = screen.getByRole("combobox", { name: "Colour" });
  await userEvent.selectOptions(select, "Blue");
  expect(select).toHaveValue("blue");
});

it("radio buttons are named by their label and described by their text", async () => {
  render(<Radio />);
  const blue = screen.getByRole("radio", { name: "Blue" });
  expect(blue).toHaveAccessibleDescription("Arrives in three days");
  await userEvent.click(blue);
  expect(blue).toBeChecked();
  expect(screen.getByRole("group", { name: "Colour" })).toContainElement(blue);
});

it("an invalid radio group is described by its error", () => {
  const choices = [{ value: "red", label: "Red" }];
  render(
    <RadioGroup legend="Colour" value={null} onChange={vi.fn()} choices={choices} error="No." />,
  );
  expect(screen.getByRole("group")).toHaveAccessibleDescription("No.");
  expect(screen.getByRole("radio")).toBeInvalid();
});

it("a checkbox is checked by its label", async () => {
  render(<CheckboxWithText />);
  await userEvent.click(screen.getByText("Gift wrap"));
  expect(screen.getByRole("checkbox")).toBeChecked();
});

it("the calendar has one day in the tab order, and arrow keys move from it", async () => {
  render(<Day />);
  await userEvent.click(screen.getByRole("button", { name: "Choose a date" }));
  const day = (number: number) => screen.getByRole("button", { name: `Mar ${number}, 1990` });
  const tabStops = screen
    .getAllByRole("button", { name: /^Mar / })
    .filter((one) => one.tabIndex === 0);
  expect(tabStops).toEqual([day(9)]);
  day(9).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowRight}");
  expect(day(17)).toHaveFocus();
  await userEvent.keyboard("{Home}");
  expect(day(1)).toHaveFocus();
  await userEvent.keyboard("{End}");
  expect(day(31)).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: "Choose a date" })).toHaveFocus();
});
