type Size = { width: number; height: number }
type Area = Size & { x: number; y: number }

/** The size of the frame over the video, as a share of the shorter side of its box. */
export const frameShare = 0.78
/** The area that is read is slightly larger than the frame, for inexact aim. */
const margin = 1.12

/**
 * The part of the video behind the frame, in pixels of the video, which fills its box with `object-fit: cover`. Codes
 * outside the frame are not read, so that the user can aim at one label of a sheet.
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
