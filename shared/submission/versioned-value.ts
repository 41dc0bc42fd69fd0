import type { MergeStrategy } from '#shared/sync/rules.ts'

/** A value that several devices write. `others` arrived later, from devices that had not seen `value`. */
export type VersionedValue<V> = { value: V; version: number; others: readonly V[] }
/** A conflict stores at most this many values beside the first one. */
export const maxOthers = 10
/** `version` or `saw`: the stored value that the sender had seen, by its version or by itself. */
type SentValue<V> = { value: V; version?: number | undefined; saw?: V | undefined }

/**
 * Merges versioned values. A sender who saw the stored value, or gives no seen version, replaces it and resolves a
 * conflict between it and `others`. After a conflict the first value stays and the sent one is added to `others`, so
 * that no typed text is lost. Version 0 with an empty value means that no value was written yet.
 */
export function versioned<V>(
  isSame: (one: V, other: V) => boolean = Object.is,
): MergeStrategy<VersionedValue<V>, SentValue<V>> {
  return {
    isSeen(stored, { version, saw }) {
      if (stored.version === 0) return true
      return saw === undefined ? version === undefined || version === stored.version : isSame(saw, stored.value)
    },
    isStored({ value, others }, sent, isSeen) {
      if (isSeen) return isSame(value, sent.value) && others.length === 0
      return [value, ...others].some((one) => isSame(one, sent.value))
    },
    replace: ({ version }, { value }) => ({ value, version: version + 1, others: [] }),
    keep: ({ value, version, others }, sent) => ({ value, version: version + 1, others: [...others, sent.value] }),
  }
}
