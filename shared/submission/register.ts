/** One value that several devices write. `others` came later, from devices that had not seen `value`. */
export type Register<V> = { value: V; version: number; others: readonly V[] }
export type SentValue<V> = { value: V; version?: number | undefined }
export type RegisterMerge<V> = { state: 'applied' | 'unchanged' | 'clash'; register: Register<V> }

/**
 * Three-way merge of one value. Who saw the stored version, or names none, replaces it, and thereby decides between it
 * and the others. Equal values are no clash. Otherwise the first arrival stays and the other is kept beside it, so that
 * nothing typed is lost.
 *
 * @param stored version 0 with an empty value where nothing was written yet
 */
export function mergeRegister<V>(
  stored: Register<V>,
  { value, version }: SentValue<V>,
  isSame: (one: V, other: V) => boolean = Object.is,
): RegisterMerge<V> {
  const unchanged: RegisterMerge<V> = { state: 'unchanged', register: stored }
  const next = stored.version + 1
  const sawIt = version === undefined || version === stored.version || stored.version === 0
  if (isSame(stored.value, value) && (stored.others.length === 0 || !sawIt)) return unchanged
  if (sawIt) return { state: 'applied', register: { value, version: next, others: [] } }
  if (stored.others.some((other) => isSame(other, value))) return unchanged
  return { state: 'clash', register: { ...stored, version: next, others: [...stored.others, value] } }
}
