import { t } from "@/messages/t";
import { api, ask } from "./client";
import { ApiError } from "./errors";
import type { Upload } from "./types";

const MOST_BYTES = 5 * 1024 * 1024;

/** Sends a picture of the customer's; the id stands for it elsewhere. */
export async function uploadPicture(file: File): Promise<Upload> {
  // Sent all the same, it would be cut off on its way, and look like a bad connection.
  if (file.size > MOST_BYTES) {
    throw new ApiError("too_large", t("pictures.tooLarge"), { status: 413 });
  }
  const body = new FormData();
  body.append("file", file);
  return ask(
    api.POST("/api/uploads", {
      // The document says what the field holds; the browser sends the file itself.
      body: { file: "" },
      bodySerializer: () => body,
    }),
  );
}
