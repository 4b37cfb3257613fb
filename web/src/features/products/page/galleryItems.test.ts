import { expect, it } from "vitest";
import type { Picture, ProductMedia } from "@/api/types";
import { alone, galleryItems, keyOf } from "./galleryItems";

const picture = (path: string): Picture => ({ path, alt: "", width: 4, height: 5, colour: null });
const PICTURES = ["a", "b", "c", "d", "e"].map(picture);
const VIDEO: ProductMedia["videos"][number] = {
  path: "v",
  mediaType: "video/mp4",
  title: "",
  poster: picture("p"),
  width: 16,
  height: 9,
  seconds: 4,
  uploadedAt: "",
};

it("puts spin and videos behind the first picture", () => {
  const media = { spin: { picture: picture("s"), frames: ["s"] }, videos: [VIDEO] };
  expect(galleryItems(PICTURES, media).map(keyOf)).toEqual(["a", "spin", "v", "b", "c", "d", "e"]);
  expect(galleryItems([], undefined)).toEqual([]);
});

it("gives a row to the first picture, to videos, and to what has no other beside it", () => {
  const pictures = (count: number) => galleryItems(PICTURES.slice(0, count), undefined);
  expect(alone(pictures(5))).toEqual([true, false, false, false, false]);
  expect(alone(pictures(4))).toEqual([true, false, false, true]);
  const withVideo = galleryItems(PICTURES, { spin: null, videos: [VIDEO] });
  expect(alone(withVideo)).toEqual([true, true, false, false, false, false]);
  const spin = { picture: picture("s"), frames: ["s"] };
  const withBoth = galleryItems(PICTURES.slice(0, 3), { spin, videos: [VIDEO] });
  expect(alone(withBoth)).toEqual([true, true, true, false, false]);
});
