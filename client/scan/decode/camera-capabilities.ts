/** What phones add to the standard set of camera settings. */
type MoreSettings = { torch?: boolean; zoom?: number; focusMode?: string }
type MoreCapabilities = {
  torch?: boolean
  zoom?: { min: number; max: number; step?: number }
  focusMode?: string[]
}

export type CameraCapabilities = {
  torch: boolean
  zoom: { min: number; max: number; step: number } | undefined
  /** The picture of a camera that looks at the user is shown as in a mirror. */
  facesUser: boolean
}

/** What this camera can do: controls of anything else are not shown. */
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

/** Codes are held close: a camera that can shall follow. */
export async function enableContinuousFocus(track: MediaStreamTrack): Promise<void> {
  if (capabilitiesOf(track).focusMode?.includes('continuous'))
    await applyCameraSettings(track, { focusMode: 'continuous' })
}

/** Whether the camera applied the setting: drivers report more than they support. */
async function applyCameraSettings(track: MediaStreamTrack, settings: MoreSettings): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [settings as MediaTrackConstraintSet] })
    return true
  } catch {
    return false
  }
}
