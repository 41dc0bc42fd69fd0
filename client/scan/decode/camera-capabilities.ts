/** Camera settings of phones that are not in the standard types. */
type MoreSettings = { torch?: boolean; zoom?: number; focusMode?: string }
type MoreCapabilities = {
  torch?: boolean
  zoom?: { min: number; max: number; step?: number }
  focusMode?: string[]
}

export type CameraCapabilities = {
  torch: boolean
  zoom: { min: number; max: number; step: number } | undefined
  /** The video of a front camera is mirrored. */
  facesUser: boolean
}

/** The capabilities of this camera. Other controls are hidden. */
export function readCapabilities(track: MediaStreamTrack): CameraCapabilities {
  const { torch, zoom } = capabilitiesOf(track)
  return {
    torch: torch === true,
    zoom: zoom && zoom.max > zoom.min ? { min: zoom.min, max: zoom.max, step: zoom.step || 0.1 } : undefined,
    facesUser: track.getSettings().facingMode === 'user',
  }
}

const capabilitiesOf = (track: MediaStreamTrack): MoreCapabilities =>
  (track.getCapabilities?.() ?? {}) as MoreCapabilities

export const setTorch = (track: MediaStreamTrack, torch: boolean): Promise<boolean> =>
  applyCameraSettings(track, { torch })
export const setZoom = (track: MediaStreamTrack, zoom: number): Promise<boolean> => applyCameraSettings(track, { zoom })

/** Continuous focus where the camera supports it, because codes are held close. */
export async function enableContinuousFocus(track: MediaStreamTrack): Promise<void> {
  if (capabilitiesOf(track).focusMode?.includes('continuous'))
    await applyCameraSettings(track, { focusMode: 'continuous' })
}

/** Whether the camera applied the setting. Drivers report more than they support. */
async function applyCameraSettings(track: MediaStreamTrack, settings: MoreSettings): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [settings as MediaTrackConstraintSet] })
    return true
  } catch {
    return false
  }
}
