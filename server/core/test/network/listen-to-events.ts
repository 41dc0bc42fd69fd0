/** Collects the events of /api/events until it is closed. */
export async function listenToEvents(origin: string, token: string, headers: Record<string, string> = {}) {
  const stop = new AbortController()
  const answer = await fetch(`${origin}/api/events`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: stop.signal,
  })
  let heard = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body!) heard += decoder.decode(chunk)
  })().catch(() => {})
  const close = () => {
    stop.abort()
    return reading
  }
  return { answer, heard: () => heard, ended: reading, close }
}
