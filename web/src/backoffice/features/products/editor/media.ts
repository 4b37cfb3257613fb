/** Uploads of videos and of the frames of a spin. */
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { ACCEPTED_TYPES, uploadPicture } from "../../../ui/pictures/upload";
import { type Frame, newKey, type Video } from "./form";

export const VIDEO_TYPES = ["video/mp4", "video/webm"];
export const PICTURE_TYPES = ACCEPTED_TYPES;
export const MIN_FRAMES = 8;
export const MAX_FRAMES = 72;
export const MAX_VIDEOS = 10;
const MAX_BYTES = 32 * 1024 * 1024;
/** Seconds into the video at which its poster is taken; the first moment is often black. */
const POSTER_AT = 1;

/** Why a file was not uploaded, for the operator. */
export class UnusableFile extends Error {}

/** Waits for an event of a video. */
async function waitFor(video: HTMLVideoElement, name: "loadeddata" | "seeked"): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true });
    video.addEventListener("error", () => reject(new UnusableFile(t("productMedia.cannotPlay"))), {
      once: true,
    });
  });
}

function pictureOf(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], "poster.jpg", { type: blob.type }));
      else reject(new UnusableFile(t("productMedia.cannotPlay")));
    }, "image/jpeg");
  });
}

/** A picture from the video, its size and its length. Throws UnusableFile if the browser cannot play it. */
async function read(file: File) {
  const url = URL.createObjectURL(file);
  try {
    const video = document.createElement("video");
    video.muted = true;
    video.preload = "auto";
    const ready = waitFor(video, "loadeddata");
    video.src = url;
    await ready;
    const { duration } = video;
    const length = Number.isFinite(duration) ? duration : null;
    const seeked = waitFor(video, "seeked");
    video.currentTime = Math.min(POSTER_AT, (length ?? 0) / 2);
    await seeked;
    return {
      poster: await pictureOf(video),
      width: video.videoWidth,
      height: video.videoHeight,
      seconds: length === null ? null : Math.round(length),
    };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Stores a video with a poster from it. Throws UnusableFile or an ApiError. */
export async function uploadVideo(file: File): Promise<Video> {
  if (file.size > MAX_BYTES) throw new UnusableFile(t("productMedia.videoTooLarge"));
  const { poster, ...facts } = await read(file);
  const body = new FormData();
  body.append("file", file, file.name);
  const { path, uploadedAt } = await unwrap(
    api.POST("/api/admin/v1/media/videos", {
      // The generated type of a file in a form is its name.
      body: body as unknown as { file?: string },
      bodySerializer: () => body,
    }),
  );
  return { path, uploadedAt, title: "", poster: await uploadPicture(poster), ...facts };
}

/** Stores a picture as a frame. */
export async function uploadFrame(file: File): Promise<Frame> {
  return { key: newKey(), ...(await uploadPicture(file)) };
}

/** Files in the order of the numbers in their names: 2 before 10. */
export function byName(files: readonly File[]): File[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return [...files].sort((one, other) => compare(one.name, other.name));
}
