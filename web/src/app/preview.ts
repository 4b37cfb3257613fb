import { PREVIEW_READY, type ThemePreview } from "@/preview/messages";
import { previewTheme } from "@/theme/previewTheme";

/** Shows unsaved content that the back office sends to the frame it shows this page in. */
export function startPreview(): void {
  window.addEventListener("message", ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source !== window.parent) return;
    if (isThemePreview(data)) previewTheme(data);
  });
  window.parent.postMessage({ type: PREVIEW_READY }, window.location.origin);
}

function isThemePreview(data: unknown): data is ThemePreview {
  return isObject(data) && data["type"] === "stallage.preview.theme";
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null;
}
