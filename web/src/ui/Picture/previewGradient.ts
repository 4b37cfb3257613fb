/** Places in the preview of 4 × 5 pixels, row by row from the bottom: around the middle, and the middle. */
const BELOW = [0, 1, 2, 3];
const BESIDE = [4, 7, 8, 11, 12, 15];
const ABOVE = [16, 17, 18, 19];
const MIDDLE = [5, 6, 9, 10, 13, 14];

/** The mean of some pixels, each of which has a byte for blue, green and red. */
function meanColour(bytes: string, places: readonly number[]): string {
  const parts = [2, 1, 0].map((part) => {
    const sum = places.reduce((all, place) => all + bytes.charCodeAt(place * 3 + part), 0);
    return Math.round(sum / places.length);
  });
  return `rgb(${parts.join()})`;
}

/**
 * A picture's preview from the API as gradients. An image made of its pixels would look sharper by a trifle,
 * but browsers load and decode each as a file of its own, dozens on a page.
 */
export function previewGradient(pixels: string): string {
  const bytes = atob(pixels);
  const [below, beside, above, middle] = [BELOW, BESIDE, ABOVE, MIDDLE].map((places) =>
    meanColour(bytes, places),
  );
  return `radial-gradient(closest-side,${middle},transparent),linear-gradient(${above},${beside},${below})`;
}
