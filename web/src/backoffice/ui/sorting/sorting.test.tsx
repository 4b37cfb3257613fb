import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { expectAccessible, renderPage } from "../testing";
import { moved, SortableRows } from "./SortableRows";
import { targetIndex } from "./useSortable";

function List() {
  const [rows, setRows] = useState(["Oat", "Moss", "Ink"]);
  return (
    <SortableRows
      label="Colours"
      rows={rows}
      rowId={(row) => row}
      rowLabel={(row) => row}
      onReorder={setRows}
    >
      {(row) => <span>{row}</span>}
    </SortableRows>
  );
}

const shown = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

describe("sortable rows", () => {
  it("moves a row with the arrow keys, and says where it is", async () => {
    const { container } = renderPage(<List />);
    (await screen.findByRole("button", { name: "Move Oat" })).focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(shown()).toEqual(["Moss", "Oat", "Ink"]);
    expect(screen.getByRole("button", { name: "Move Oat" })).toHaveFocus();
    expect(screen.getByText("Oat is now at place 2 of 3.")).toBeInTheDocument();
    await userEvent.keyboard("{End}{ArrowDown}");
    expect(shown()).toEqual(["Moss", "Ink", "Oat"]);
    await userEvent.keyboard("{Home}{ArrowUp}");
    expect(shown()).toEqual(["Oat", "Moss", "Ink"]);
    await expectAccessible(container);
  });

  it("computes where a dropped row ends up", () => {
    const rows = ["a", "b", "c", "d"];
    expect(moved(rows, 0, targetIndex(0, 2, "top"))).toEqual(["b", "a", "c", "d"]);
    expect(moved(rows, 0, targetIndex(0, 2, "bottom"))).toEqual(["b", "c", "a", "d"]);
    expect(moved(rows, 3, targetIndex(3, 0, "top"))).toEqual(["d", "a", "b", "c"]);
    expect(moved(rows, 3, targetIndex(3, 0, "right"))).toEqual(["a", "d", "b", "c"]);
    expect(moved(rows, 1, targetIndex(1, 1, "bottom"))).toEqual(rows);
  });
});
