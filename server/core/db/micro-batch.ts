type Group<V> = { keys: Set<string>; found: PromiseWithResolvers<Map<string, V>> }

/** Concurrent queries of one kind: while the database runs one, the keys that the other collected are sent. */
const maxConcurrent = 2

/**
 * Collects keys into one query: the keys of one turn of the event loop, and, while enough queries are running, the keys
 * until one of them returns. Under load, one query serves dozens of requests. A single request waits for nothing.
 *
 * @param most keys per query, so that a burst is not one long wait for all of its requests
 */
export function createMicroBatch<V>(
  load: (keys: string[]) => Promise<Map<string, V>>,
  most = 32,
): (key: string) => Promise<V | undefined> {
  const waiting: Group<V>[] = []
  let runningQueries = 0

  function send(): void {
    while (runningQueries < maxConcurrent && waiting.length > 0) void runGroup(waiting.shift()!)
  }

  async function runGroup({ keys, found }: Group<V>): Promise<void> {
    runningQueries++
    try {
      found.resolve(await load([...keys]))
    } catch (error) {
      found.reject(error)
    } finally {
      runningQueries--
      send()
    }
  }

  return async (key) => {
    let group = waiting.at(-1)
    if (!group || group.keys.size >= most) {
      group = { keys: new Set(), found: Promise.withResolvers() }
      if (waiting.push(group) === 1) setImmediate(send)
    }
    group.keys.add(key)
    return (await group.found.promise).get(key)
  }
}
