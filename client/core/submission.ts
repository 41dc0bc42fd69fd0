import { useRef } from 'react'

type Submission = {
  /** The idempotency key of this input: the same until it is answered, so that a retry counts once. */
  keyOf(input: unknown): string
  answered(): void
}

/** Keys for calls that must not happen twice. Another input is another submission. */
export function useSubmission(): Submission {
  const last = useRef<{ text: string; key: string }>(undefined)
  return {
    keyOf(input) {
      const text = JSON.stringify(input)
      if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() }
      return last.current.key
    },
    answered() {
      last.current = undefined
    },
  }
}
