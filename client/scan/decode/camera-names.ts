import type { CameraChoice } from './camera.ts'

type NamedCamera = { id: string; side?: 'back' | 'front'; name: string; number: number }

/**
 * Readable names of cameras. Android calls them "camera2 0, facing back": only the side is kept, with a number if several
 * have it. Computers append the numbers of the USB device.
 */
export function nameCameras(cameras: readonly CameraChoice[]): NamedCamera[] {
  const counts = { back: 0, front: 0, other: 0 }
  return cameras.map(({ id, label }) => {
    const side = /\bfacing (back|front)\b/.exec(label)?.[1] as 'back' | 'front' | undefined
    counts[side ?? 'other'] += 1
    const name = label.replace(/ ?\([0-9a-f]{4}:[0-9a-f]{4}\)$/i, '')
    return side ? { id, side, name, number: counts[side] } : { id, name, number: counts.other }
  })
}
