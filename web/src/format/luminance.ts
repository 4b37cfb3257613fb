/** Relative luminance (WCAG) of a colour (`#rrggbb`), from 0 for black to 1 for white. */
export function luminance(colour: string): number {
  const channel = (start: number) => {
    const value = parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Whether dark text has more contrast on the colour than light text. */
export function isLight(colour: string): boolean {
  return luminance(colour) > 0.18;
}
