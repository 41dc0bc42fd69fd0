import { useRef } from 'react'

/** The idempotency key of a submission: sent again after a lost answer it is the same, so that both count once. */
export function useSubmissionKey() {
  const last = useRef<{ subject: string; key: string }>(undefined)
  return {
    /** Another subject is another submission. */
    keyFor(subject: string): string {
      if (last.current?.subject !== subject) last.current = { subject, key: crypto.randomUUID() }
      return last.current.key
    },
    /** It was answered: the same subject again is meant as one more. */
    answered(): void {
      last.current = undefined
    },
  }
}
