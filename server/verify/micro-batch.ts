/**
 * Gathers the keys asked for in one turn of the event loop into one query. Under load a query then serves dozens of
 * requests; a lone request waits for nothing.
 */
export function microBatch<V>(
  load: (keys: string[]) => Promise<Map<string, V>>,
): (key: string) => Promise<V | undefined> {
  let open: { keys: Set<string>; found: Promise<Map<string, V>> } | undefined

  function start() {
    const keys = new Set<string>()
    const found = new Promise<Map<string, V>>((resolve, reject) => {
      setImmediate(() => {
        open = undefined
        load([...keys]).then(resolve, reject)
      })
    })
    return { keys, found }
  }

  return async (key) => {
    open ??= start()
    open.keys.add(key)
    return (await open.found).get(key)
  }
}
