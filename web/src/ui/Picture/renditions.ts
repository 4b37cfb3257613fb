/** The renditions of pictures that the browser has loaded, for the life of the page. */

/** The oldest are forgotten first. */
const MAX_PICTURES = 300;

const loaded = new Map<string, string>();

/** Records the address from which a picture was loaded. */
export function recordRendition(path: string, source: string): void {
  if (source === "") return;
  loaded.delete(path);
  loaded.set(path, source);
  const [oldest] = loaded.keys();
  if (loaded.size > MAX_PICTURES && oldest !== undefined) loaded.delete(oldest);
}

/** The address of the rendition that was loaded last; undefined if the picture was not loaded yet. */
export function renditionOf(path: string): string | undefined {
  return loaded.get(path);
}
