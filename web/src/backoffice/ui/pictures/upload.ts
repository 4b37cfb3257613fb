import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

/** A stored picture. Records refer to it by its path. */
export type StoredPicture = components["schemas"]["StoredPicture"];

/** What the server accepts. */
export const ACCEPTED_TYPES = ["image/jpeg", "image/png", "image/webp"];
const MAX_BYTES = 5 * 1024 * 1024;
/** Larger than any rendition that the shop serves. */
const MAX_SIDE = 3840;
const QUALITY = 0.92;

/** Draws a picture smaller, so that one of a camera can be uploaded. The browser turns it upright. */
async function reduced(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // Not every browser encodes WebP; JPEG has no transparency.
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? file), type, QUALITY);
  });
}

/** Stores a picture of the shop. One that is too large is reduced first. Throws an ApiError. */
export async function uploadPicture(file: File, signal?: AbortSignal): Promise<StoredPicture> {
  const content = file.size > MAX_BYTES ? await reduced(file).catch(() => file) : file;
  const body = new FormData();
  body.append("file", content, file.name);
  return unwrap(
    api.POST("/api/admin/v1/media", {
      // The generated type of a file in a form is its name.
      body: body as unknown as { file?: string },
      bodySerializer: () => body,
      signal,
    }),
  );
}

/** The pictures in what was dropped or pasted. */
export function picturesIn(files: Iterable<File>): File[] {
  return Array.from(files).filter(({ type }) => ACCEPTED_TYPES.includes(type));
}
