/** Which part of a picture is shown: enlarged `scale` times, with one point of the picture at the frame's upper left; both as shares of their sizes. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A place in the frame or a way across it, as shares of its width and height. */
export interface Share {
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
export const MOST_SCALE = 8;

/** Enlarged by a factor; what is at a place of the frame stays there, as far as the picture reaches. */
export function zoomedAt(zoom: Zoom, factor: number, at: Share): Zoom {
  const scale = clamp(zoom.scale * factor, 1, MOST_SCALE);
  const place = placeAt(zoom, at);
  return inside({ scale, x: place.x - at.x / scale, y: place.y - at.y / scale });
}

/** Pushed across the frame. */
export function pushed(zoom: Zoom, by: Share): Zoom {
  return inside({ ...zoom, x: zoom.x - by.x / zoom.scale, y: zoom.y - by.y / zoom.scale });
}

/** The place of the picture that is at a place of the frame. */
export function placeAt({ scale, x, y }: Zoom, at: Share): Share {
  return { x: x + at.x / scale, y: y + at.y / scale };
}

/** The picture fills the frame. */
function inside({ scale, x, y }: Zoom): Zoom {
  const most = 1 - 1 / scale;
  return { scale, x: clamp(x, 0, most), y: clamp(y, 0, most) };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
