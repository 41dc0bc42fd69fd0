/** One value that several devices write. `others` came later, from devices that had not seen `value`. */
export type VersionedValue<V> = { value: V; version: number; others: readonly V[] }
/** `version` or `saw`: what the sender had before them, by its number or by itself. */
export type SentValue<V> = { value: V; version?: number | undefined; saw?: V | undefined }
export type ValueMerge<V> = { state: 'applied' | 'unchanged' | 'clash'; register: VersionedValue<V> }

/**
 * Three-way merge of one value. Who saw the stored one, or says nothing of that, replaces it, and thereby decides between it
 * and the others. Equal values are no clash. Otherwise the first arrival stays and the other is kept beside it, so that
 * nothing typed is lost.
 *
 * @param stored version 0 with an empty value where nothing was written yet
 */
export function mergeVersionedValue<V>(
  stored: VersionedValue<V>,
  { value, version, saw }: SentValue<V>,
  isSame: (one: V, other: V) => boolean = Object.is,
): ValueMerge<V> {
  const unchanged: ValueMerge<V> = { state: 'unchanged', register: stored }
  const next = stored.version + 1
  const sawIt =
    stored.version === 0 ||
    (saw === undefined ? version === undefined || version === stored.version : isSame(saw, stored.value))
  if (isSame(stored.value, value) && (stored.others.length === 0 || !sawIt)) return unchanged
  if (sawIt) return { state: 'applied', register: { value, version: next, others: [] } }
  if (stored.others.some((other) => isSame(other, value))) return unchanged
  return { state: 'clash', register: { ...stored, version: next, others: [...stored.others, value] } }
}
