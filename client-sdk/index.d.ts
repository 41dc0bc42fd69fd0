import type { Calls } from './api.d.ts'

export type * from './api.d.ts'

export type ClientSettings = {
  /** The installation, such as `https://assay.example`. */
  url: string
  /** An API key. */
  key: string
  /** Is told why a call is repeated. */
  tell?: (line: string) => void
  /** The first pause before a repetition (ms); each next one is twice as long. */
  pauseMs?: number
}

/** With an idempotency key, a write takes effect once and is repeated when its answer was lost. */
type Sent<Name extends keyof Calls> = Calls[Name]['input'] & { idempotencyKey?: string }

export type Client = {
  /** Makes a call by its method and path, and returns its answer. */
  call<Name extends keyof Calls>(name: Name, input: Sent<Name>): Promise<Calls[Name]['answer']>
  /** The response itself, for files. */
  open<Name extends keyof Calls>(name: Name, input: Sent<Name>): Promise<Response>
}

export function createClient(settings: ClientSettings): Client

/** The body of an error response. */
export type CallProblem = {
  error: string
  message: string
  reference?: string
  details?: Record<string, unknown>
}

/** A call that Assay rejected; `status` is 0 if it did not answer. */
export class CallError extends Error {
  constructor(status: number, problem: CallProblem)
  status: number
  problem: CallProblem
}
