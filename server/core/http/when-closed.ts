import type { FastifyReply } from 'fastify'

/**
 * Calls `action` once when the response of a call was sent or its client has disconnected. 'close' is emitted only once, so
 * `action` is called at once if the client has disconnected before, for example while the caller was determined. Then the
 * result is true, and the call needs no response.
 */
export function whenClosed({ raw }: FastifyReply, action: () => void): boolean {
  if (raw.destroyed) action()
  else raw.once('close', action)
  return raw.destroyed
}
