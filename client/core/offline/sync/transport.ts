/** One exchange with the server, replaced by tests that put faults into it. Throws where no answer came. */
export type Transport = (request: {
  method: 'GET' | 'POST' | 'PUT'
  /** Begins with /api. */
  url: string
  /** JSON data, or bytes as they are. */
  body?: object | Uint8Array<ArrayBuffer>
  signal: AbortSignal
  /** Something arrived, or so many bytes are about to leave: what moves is waited for, however slow the network is. */
  moves?(toSend?: number): void
}) => Promise<TransportAnswer>

export type TransportAnswer = {
  status: number
  body: unknown
  /** Seconds, where the server asks for patience. */
  retryAfter?: number
}

/** Why a drain stopped before everything was sent. */
export type StopDetails =
  /** `ours`: our own server answered, with an error. */
  | { reason: 'unreachable'; retryAfter?: number; ours?: true }
  | { reason: 'signIn' }
  | { reason: 'update' }
  /** Nothing is taken until the e-mail of the user is confirmed. */
  | { reason: 'confirm' }
  /** Another tab has taken over. */
  | { reason: 'replaced' }

export class SyncStopped extends Error {
  override name = 'SyncStopped'
  stop: StopDetails

  constructor(stop: StopDetails) {
    super(stop.reason)
    this.stop = stop
  }
}
