import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { uploadPicture } from "@/api/uploads";
import { MAX_PICTURES, picturesError, usePictures } from "./usePictures";

vi.mock("@/api/uploads", () => ({ uploadPicture: vi.fn() }));

const upload = vi.mocked(uploadPicture);
const file = (name: string) => new File(["x"], name, { type: "image/png" });
const show = (key: string, before?: Parameters<typeof usePictures>[1]) =>
  renderHook(() => usePictures(key, before));

function accept() {
  upload.mockImplementation(({ name }) =>
    Promise.resolve({ id: name.length, url: `/media/${name}` }),
  );
}

afterEach(() => upload.mockReset());

it("shows the pictures again when the form is, to the same visitor", async () => {
  accept();
  const form = show("ticket 7");
  act(() => form.result.current.add([file("jug.png")]));
  form.unmount();
  await waitFor(() => expect(show("ticket 7").result.current.ids).toEqual([7]));
  expect(show("ticket 8").result.current.ids).toEqual([]);
});

it("uploads what an ended session has left when the form is shown again", async () => {
  upload.mockRejectedValue(new ApiError("unauthorized", "Please sign in.", { status: 401 }));
  const form = show("review 7");
  act(() => form.result.current.add([file("jug.png"), file("mugs.png")]));
  await waitFor(() => expect(form.result.current.sending).toBe(0));
  expect(form.result.current.problems).toEqual([
    "jug.png: Please sign in.",
    "mugs.png: Please sign in.",
  ]);
  form.unmount();
  accept();
  const again = show("review 7");
  await waitFor(() => expect(again.result.current.ids).toEqual([7, 8]));
  expect(again.result.current.problems).toEqual([]);
  again.unmount();
  show("review 7");
  expect(upload).toHaveBeenCalledTimes(4);
});

it("still names a file that could not be uploaded for another reason", async () => {
  upload.mockRejectedValue(new ApiError("not_a_picture", "No picture.", { status: 422 }));
  const form = show("reply 7");
  act(() => form.result.current.add([file("jug.gif")]));
  form.unmount();
  await waitFor(() =>
    expect(show("reply 7").result.current.problems).toEqual(["jug.gif: No picture."]),
  );
  expect(upload).toHaveBeenCalledTimes(1);
});

it("forgets the pictures that were sent, and begins with those of the review", async () => {
  accept();
  const before = [{ id: 3, path: "/media/old.png" }];
  const form = show("review 9", before);
  act(() => form.result.current.add([file("jug.png")]));
  await waitFor(() => expect(form.result.current.ids).toEqual([3, 7]));
  act(() => form.result.current.remove(3));
  expect(form.result.current.ids).toEqual([7]);
  act(() => form.result.current.clear());
  expect(show("review 9", before).result.current.ids).toEqual([3]);
});

it("uploads no more than the maximum, with those that are being uploaded", async () => {
  accept();
  const names = Array.from({ length: MAX_PICTURES }, (_, index) => `${"a".repeat(index)}.png`);
  const { result } = show("ticket 9");
  act(() => result.current.add(names.slice(1).map(file)));
  act(() => result.current.add([file("bowl.png"), file("vase.png")]));
  await waitFor(() => expect(result.current.sending).toBe(0));
  expect(result.current.ids).toHaveLength(MAX_PICTURES);
  expect(result.current.problems.join()).toContain("vase.png");
});

it("tells that pictures have expired only if these were refused", () => {
  const refused = { fields: { images: ["images is not valid."] }, status: 422 };
  expect(picturesError(new ApiError("invalid", "Invalid.", refused))).toMatch(/add them again/);
  expect(picturesError(new ApiError("network", "No network."))).toBeUndefined();
});
