/** What the work comes to; undefined where it fails or takes longer than so many ms. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms))
  return Promise.race([work.catch(() => undefined), late])
}
