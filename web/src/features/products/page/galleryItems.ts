/** What the gallery shows, in order. */
import type { Picture, ProductMedia, ProductSpin, ProductVideo } from "@/api/types";

export type MediaItem =
  { kind: "spin"; spin: ProductSpin } | { kind: "video"; video: ProductVideo };
export type GalleryItem = { kind: "picture"; picture: Picture; number: number } | MediaItem;

/** The first picture, then spin and videos, where they are seen, then the other pictures. */
export function galleryItems(
  pictures: readonly Picture[],
  media: ProductMedia | undefined,
): GalleryItem[] {
  const all = pictures.map<GalleryItem>((picture, index) => ({
    kind: "picture",
    picture,
    number: index + 1,
  }));
  return [
    ...all.slice(0, 1),
    ...(media?.spin ? [{ kind: "spin", spin: media.spin } as const] : []),
    ...(media?.videos ?? []).map((video) => ({ kind: "video", video }) as const),
    ...all.slice(1),
  ];
}

/** Identifies an item within the gallery. */
export function keyOf(item: GalleryItem): string {
  if (item.kind === "picture") return item.picture.path;
  return item.kind === "spin" ? "spin" : item.video.path;
}

/** The picture that stands for an item. */
export function pictureOf(item: GalleryItem): Picture {
  if (item.kind === "picture") return item.picture;
  return item.kind === "spin" ? item.spin.picture : item.video.poster;
}

/**
 * Whether each item has a row of its own on wide screens: the first, videos, and what has no other beside
 * it. All others are in pairs.
 */
export function alone(items: readonly GalleryItem[]): boolean[] {
  let isPairOpen = false;
  return items.map((item, index) => {
    const next = items[index + 1];
    const isAlone =
      !isPairOpen && (index === 0 || item.kind === "video" || (next?.kind ?? "video") === "video");
    isPairOpen = !isPairOpen && !isAlone;
    return isAlone;
  });
}
