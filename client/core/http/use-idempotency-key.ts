import { useRef } from 'react'

type IdempotencyKeys = {
  /** The idempotency key of this input: the same until it is answered, so that a retry counts once. */
  keyFor(input: unknown): string
  reset(): void
}

/** Keys for calls that must not happen twice. Another input is another submission. */
export function useIdempotencyKey(): IdempotencyKeys {
  const last = useRef<{ text: string; key: string }>(undefined)
  return {
    keyFor(input) {
      const text = JSON.stringify(input)
      if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() }
      return last.current.key
    },
    reset() {
      last.current = undefined
    },
  }
}
