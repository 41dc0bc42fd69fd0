import { useRef } from 'react'

type IdempotencyKeys = {
  /**
   * Returns the idempotency key of this input. It stays the same until `reset`, so that a retry has no second effect.
   */
  keyFor(input: unknown): string
  reset(): void
}

/** Creates idempotency keys for calls that must not be executed twice. Another input gets another key. */
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
