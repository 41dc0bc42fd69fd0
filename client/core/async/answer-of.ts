import { isUnanswered } from '#client/core/http/request.ts'

/** It is not known whether the server did what it was asked. */
export class UnansweredError extends Error {
  override name = 'UnansweredError'
}

/**
 * Sends a write, and once more when its answer was lost: the server answers a repeated idempotency key with what it did. If the
 * second call fails, too, nobody knows what happened, unless `isRefusal` recognizes that the server did nothing.
 */
export async function answerOf<T>(send: () => Promise<T>, isRefusal: (error: unknown) => boolean): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!isUnanswered(error)) throw error
    return await send().catch((cause: unknown) => {
      throw isRefusal(cause) ? cause : new UnansweredError('The answer was lost', { cause })
    })
  }
}
