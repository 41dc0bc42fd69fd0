type Size = { width: number; height: number }
export type Area = Size & { x: number; y: number }

/** The frame drawn over the picture, as a share of the shorter side of its box. */
export const frameShare = 0.78
/** A little more than the frame is read: hands are not exact. */
const margin = 1.12

/**
 * The part of the video behind the frame, in pixels of the video, which fills its box as `object-fit: cover` does.
 * Codes beside the frame are not read: on a sheet of labels the one that is aimed at counts.
 */
export function cropArea(video: Size, box: Size): Area {
  const scale = Math.max(box.width / video.width, box.height / video.height)
  const side = Math.round((Math.min(box.width, box.height) / scale) * frameShare * margin)
  return {
    x: Math.round((video.width - side) / 2),
    y: Math.round((video.height - side) / 2),
    width: side,
    height: side,
  }
}
