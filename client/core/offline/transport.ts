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
export type Stop =
  /** `ours`: our own server answered, with an error. */
  | { why: 'away'; retryAfter?: number; ours?: true }
  | { why: 'signIn' }
  | { why: 'update' }
  /** Nothing is taken until the e-mail of the user is confirmed. */
  | { why: 'confirm' }
  /** Another tab has taken over. */
  | { why: 'replaced' }

export class Stopped extends Error {
  override name = 'Stopped'
  stop: Stop

  constructor(stop: Stop) {
    super(stop.why)
    this.stop = stop
  }
}
