/**
 * Gathers keys into one query: those asked for in one turn of the event loop, and while a query is out, those asked for
 * until it is back. Under load a query then serves dozens of requests; a lone request waits for nothing.
 */
export function microBatch<V>(
  load: (keys: string[]) => Promise<Map<string, V>>,
): (key: string) => Promise<V | undefined> {
  let open: { keys: Set<string>; found: PromiseWithResolvers<Map<string, V>> } | undefined
  let underWay = false

  async function send() {
    if (!open || underWay) return
    const { keys, found } = open
    open = undefined
    underWay = true
    try {
      found.resolve(await load([...keys]))
    } catch (error) {
      found.reject(error)
    }
    underWay = false
    send()
  }

  return async (key) => {
    if (!open) {
      open = { keys: new Set(), found: Promise.withResolvers() }
      setImmediate(send)
    }
    open.keys.add(key)
    return (await open.found.promise).get(key)
  }
}
