import { t } from "@/messages/t";
import { api, unwrap } from "./client";
import { ApiError } from "./errors";
import type { Upload } from "./types";

const MAX_BYTES = 5 * 1024 * 1024;

/** Uploads a picture; other calls refer to it by the returned id. */
export async function uploadPicture(file: File): Promise<Upload> {
  // The server would cut off the upload, which looks like a network error.
  if (file.size > MAX_BYTES) {
    throw new ApiError("too_large", t("pictures.tooLarge"), { status: 413 });
  }
  const body = new FormData();
  body.append("file", file);
  return unwrap(
    api.POST("/api/uploads", {
      // Required by the generated type; the body is the form data below.
      body: { file: "" },
      bodySerializer: () => body,
    }),
  );
}
