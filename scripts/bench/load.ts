import autocannon from 'autocannon'

const connections = 50

/**
 * Requests per second that 50 connections get answered. Each request names another shopper's address, as a proxy would,
 * so that no limit for one caller is met. An answer that is not 200 spoils the measurement.
 */
export async function answersPerSecond(url: string, paths: readonly string[], duration: number): Promise<number> {
  const requests = paths.map((path, i) => ({
    path,
    headers: { 'x-forwarded-for': `203.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}` },
  }))
  const { non2xx, errors, requests: answered } = await autocannon({ url, connections, duration, requests })
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers were not 200, ${errors} requests failed`)
  return answered.total / duration
}
