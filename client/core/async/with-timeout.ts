/** Resolves to the result, or to undefined when the work fails or exceeds the timeout (ms). */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms))
  return Promise.race([work.catch(() => undefined), late])
}
