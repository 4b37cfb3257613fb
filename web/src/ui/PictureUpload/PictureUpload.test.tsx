import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { PictureUpload } from "./PictureUpload";
import { MAX_PICTURES, type Pictures } from "./usePictures";

function pictures(changes: Partial<Pictures> = {}): Pictures {
  const [add, remove, clear] = [vi.fn(), vi.fn(), vi.fn()];
  return { uploaded: [], ids: [], sending: 0, problems: [], add, remove, clear, ...changes };
}

it("passes on the chosen files and removes a picture", async () => {
  const given = pictures({ uploaded: [{ id: 7, path: "/media/mug.webp" }] });
  render(<PictureUpload pictures={given} />);
  const file = new File(["x"], "mug.png", { type: "image/png" });
  fireEvent.change(screen.getByLabelText(/add/i, { selector: "input" }), {
    target: { files: [file] },
  });
  expect(given.add).toHaveBeenCalledWith([file]);
  await userEvent.click(screen.getByRole("button"));
  expect(given.remove).toHaveBeenCalledWith(7);
});

it("announces problems, and takes no more than the maximum", () => {
  const uploaded = Array.from({ length: MAX_PICTURES }, (_, id) => ({ id, path: "/media/a.webp" }));
  render(<PictureUpload pictures={pictures({ uploaded, problems: ["kiln.gif: No."] })} />);
  expect(screen.getByRole("alert")).toHaveTextContent("kiln.gif: No.");
  expect(screen.queryByLabelText(/add/i, { selector: "input" })).toBeNull();
});
