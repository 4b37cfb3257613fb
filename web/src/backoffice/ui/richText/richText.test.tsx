import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { RichText } from "../RichText";
import { expectAccessible, renderPage } from "../testing";
import { unsupportedElements } from "./supported";

const TABLE = '<p>Sizes</p><table><tbody><tr><td>S</td></tr></tbody></table><p><img src="/a"></p>';

function Field({ html }: { html: string }) {
  const [value, setValue] = useState(html);
  return (
    <>
      <RichText label="Description" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe("formatted text", () => {
  it("knows what formatting would lose", () => {
    expect(unsupportedElements("<p>A <strong>b</strong></p><ul><li>c</li></ul>")).toEqual([]);
    expect(unsupportedElements(TABLE)).toEqual(["img", "table", "tbody", "td", "tr"]);
  });

  it("shows HTML that it would damage as HTML", async () => {
    renderPage(<Field html={TABLE} />);
    expect(await screen.findByRole("textbox", { name: "Description" })).toHaveValue(TABLE);
    expect(screen.getByText(/would lose img, table/)).toBeInTheDocument();
  });

  it("edits other text with a toolbar, or its HTML", async () => {
    const { container } = renderPage(<Field html="<p>Thrown by hand.</p>" />);
    expect(await screen.findByRole("button", { name: "Bold" })).toBeEnabled();
    expect(screen.getByRole("textbox", { name: "Description" })).toHaveTextContent(
      "Thrown by hand.",
    );
    await expectAccessible(container);
    await userEvent.click(screen.getByRole("button", { name: "Edit HTML" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Description" }), "<p>Two.</p>");
    expect(screen.getByRole("status")).toHaveTextContent("<p>Thrown by hand.</p><p>Two.</p>");
    await userEvent.click(screen.getByRole("button", { name: "Edit as formatted text" }));
    expect(screen.getByRole("textbox", { name: "Description" })).toHaveTextContent(
      "Thrown by hand.Two.",
    );
  });
});
