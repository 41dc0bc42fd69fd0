/** The reasons why there is no camera. Each has a text with the next step. */
export type CameraProblem = SystemProblem | 'busy' | 'insecure' | 'ended' | 'decoder'
/** Problems whose solution depends on the system and the browser. */
export type SystemProblem = 'denied' | 'none' | 'unsupported'
export const isSystemProblem = (problem: CameraProblem): problem is SystemProblem =>
  problem === 'denied' || problem === 'none' || problem === 'unsupported'

export class CameraError extends Error {
  readonly problem: CameraProblem
  constructor(problem: CameraProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

/** Enough for the smallest printed code at arm's length, and low enough that a phone does not overheat. */
const picture = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** Opens the chosen camera, or the back camera. */
export async function openCamera(deviceId?: string): Promise<MediaStream> {
  if (!globalThis.isSecureContext) throw new CameraError('insecure')
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError('unsupported')
  const which = deviceId ? { deviceId: { ideal: deviceId } } : { facingMode: { ideal: 'environment' } }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...picture, ...which } })
  } catch (error) {
    throw new CameraError(problemOf(error), error)
  }
}

const problems: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

function problemOf(error: unknown): CameraProblem {
  return problems[(error as Error).name] ?? 'unsupported'
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

export type CameraChoice = { id: string; label: string }

/** Lists the cameras of the device. Browsers return their names only after one of them was allowed. */
export async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}

/** Whether the camera permission is granted permanently. Only then does the camera start automatically. */
export async function isCameraAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state === 'granted'
  } catch {
    // Some browsers do not support the query; then a button starts the camera.
    return false
  }
}
