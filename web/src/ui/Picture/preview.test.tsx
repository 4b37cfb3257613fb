import { fireEvent, render } from "@testing-library/react";
import { expect, it } from "vitest";
import { Picture } from "./Picture";

const picture = { path: "/media/vase.webp", alt: "Vase", width: 1, height: 1, colour: null };

function show(first: boolean): HTMLImageElement {
  const { container } = render(<Picture picture={picture} sizes="100px" first={first} />);
  const image = container.querySelector("img");
  if (!image) throw new Error("There is no picture.");
  return image;
}

it("a first picture shows the rendition that an earlier one has loaded, until its own is there", () => {
  expect(show(true).style.background).toBe("");
  const card = show(false);
  Object.defineProperty(card, "currentSrc", { value: "http://shop.test/media/vase.webp?w=320" });
  fireEvent.load(card);
  const large = show(true);
  expect(large.style.background).toContain("/media/vase.webp?w=320");
  expect(show(false).style.background).toBe("");
  fireEvent.load(large);
  expect(large.style.background).toBe("");
});
