/** Rules of zooming into a picture. Lengths are pixels, points are relative to the frame's centre. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** How a picture is shown: 1 fits it into the frame; the centre is that of the picture. */
export interface View {
  scale: number;
  centre: Point;
}

export const WHOLE: View = { scale: 1, centre: { x: 0, y: 0 } };
export const MAX_SCALE = 5;
/** The scale of a double tap or a click. */
export const CLOSE_UP = 2.5;
/** The factor of one press of a key or button. */
export const STEP = 1.5;

function within(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}

/** The size of a picture that is shown whole in a frame. */
export function fitted(frame: Size, picture: Size): Size {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** The view with its centre moved as little as needed, so that the picture covers what it can of the frame. */
function bounded({ scale, centre }: View, frame: Size, picture: Size): View {
  const shown = fitted(frame, picture);
  return {
    scale,
    centre: {
      x: within(centre.x, Math.max(0, (shown.width * scale - frame.width) / 2)),
      y: within(centre.y, Math.max(0, (shown.height * scale - frame.height) / 2)),
    },
  };
}

/** Zooms to a scale; what is at the point stays there. */
export function zoomed(view: View, scale: number, at: Point, frame: Size, picture: Size): View {
  const next = Math.max(1, Math.min(MAX_SCALE, scale));
  const factor = next / view.scale;
  const centre = {
    x: at.x - (at.x - view.centre.x) * factor,
    y: at.y - (at.y - view.centre.y) * factor,
  };
  return bounded({ scale: next, centre }, frame, picture);
}

/** Moves the picture. */
export function moved(view: View, by: Point, frame: Size, picture: Size): View {
  const centre = { x: view.centre.x + by.x, y: view.centre.y + by.y };
  return bounded({ scale: view.scale, centre }, frame, picture);
}
