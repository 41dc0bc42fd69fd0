/** A copy of an object without some of its properties. */
export function omit<T extends object, const K extends keyof T>(object: T, ...names: readonly K[]): Omit<T, K> {
  const copy: Partial<T> & Omit<T, K> = { ...object }
  for (const name of names) delete copy[name]
  return copy
}
