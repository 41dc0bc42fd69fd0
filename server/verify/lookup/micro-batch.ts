type Group<V> = { keys: Set<string>; found: PromiseWithResolvers<Map<string, V>> }

/** Queries of one kind that are out at a time: while the database works on one, what the other found goes out. */
const lanes = 2

/**
 * Gathers keys into one query: those asked for in one turn of the event loop and, while enough queries are out, those
 * asked for until one is back. Under load a query then serves dozens of requests; a lone request waits for nothing.
 *
 * @param most keys of one query, so that a burst is not one long wait for everybody in it
 */
export function microBatch<V>(
  load: (keys: string[]) => Promise<Map<string, V>>,
  most = 32,
): (key: string) => Promise<V | undefined> {
  const waiting: Group<V>[] = []
  let out = 0

  function send(): void {
    while (out < lanes && waiting.length > 0) void ask(waiting.shift()!)
  }

  async function ask({ keys, found }: Group<V>): Promise<void> {
    out++
    try {
      found.resolve(await load([...keys]))
    } catch (error) {
      found.reject(error)
    } finally {
      out--
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
