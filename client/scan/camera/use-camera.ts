import { useEffect, useRef, useState } from 'react'
import {
  type CameraChoice,
  type CameraError,
  type CameraProblem,
  closeCamera,
  isCameraAllowed,
  listCameras,
  openCamera,
} from '#client/scan/decode/camera.ts'
import {
  type CameraCapabilities,
  enableContinuousFocus,
  readCapabilities,
} from '#client/scan/decode/camera-capabilities.ts'
import { watchCamera } from '#client/scan/decode/watch-camera.ts'
import { scanPreferences } from '#client/scan/scan-preferences.ts'

export type CameraFeed = {
  stream: MediaStream
  track: MediaStreamTrack
  capabilities: CameraCapabilities
  cameras: CameraChoice[]
}
type CameraState =
  | { step: 'off' | 'starting' }
  | { step: 'on'; picture: CameraFeed }
  | { step: 'failed'; problem: CameraProblem }

/** A camera that is lost so soon after its start is not started again without a press, ms. */
const soonMs = 3000

/**
 * The camera of a screen. Starts automatically when it was allowed before and not turned off, so that continuous
 * scanning needs no interaction.
 */
export function useCamera(startsByItself: boolean) {
  const [state, setState] = useState<CameraState>({ step: 'off' })
  const run = useRef(new AbortController())

  /** Stops the current camera, and returns the abort signal for the next one. */
  const next = () => {
    run.current.abort()
    run.current = new AbortController()
    return run.current.signal
  }
  const fail = (problem: CameraProblem) => {
    next()
    setState({ step: 'failed', problem })
  }
  const start = async (camera = scanPreferences.getState().camera) => {
    const signal = next()
    setState({ step: 'starting' })
    try {
      const picture = await openFeed(camera, signal)
      if (!picture) return
      const openedAt = performance.now()
      const restart = () => (performance.now() - openedAt < soonMs ? fail('ended') : void start(camera))
      watchCamera(picture.track, restart, signal)
      setState({ step: 'on', picture })
      scanPreferences.setState({ on: true })
    } catch (error) {
      if (!signal.aborted) fail((error as CameraError).problem ?? 'unsupported')
    }
  }
  /** Stops the camera until the next start. `stop` also stores that it is off. */
  const pause = () => {
    next()
    setState({ step: 'off' })
  }
  const stop = () => {
    pause()
    scanPreferences.setState({ on: false })
  }
  const choose = (camera: string) => {
    scanPreferences.setState({ camera })
    void start(camera)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the screen opens.
  useEffect(() => {
    const signal = next()
    const begin = async () => {
      if (startsByItself && scanPreferences.getState().on && (await isCameraAllowed()) && !signal.aborted) await start()
    }
    void begin()
    return () => run.current.abort()
  }, [])

  return { state, start: () => void start(), stop, pause, choose, fail }
}

export type ScanCamera = ReturnType<typeof useCamera>

/** Opens a camera that closes with the signal. Returns undefined when it was aborted meanwhile. */
async function openFeed(camera: string | undefined, signal: AbortSignal): Promise<CameraFeed | undefined> {
  const stream = await openCamera(camera)
  const close = () => closeCamera(stream)
  if (signal.aborted) return void close()
  signal.addEventListener('abort', close)
  const track = stream.getVideoTracks()[0]!
  await enableContinuousFocus(track)
  const cameras = await listCameras()
  return signal.aborted ? undefined : { stream, track, capabilities: readCapabilities(track), cameras }
}
