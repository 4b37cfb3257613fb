/** The address of a picture of the shop, at this width in pixels. Its path is relative to the shop. */
export function pictureUrl(path: string, width: number): string {
  return `/${path.replace(/^\/+/, "")}?w=${width}`;
}
