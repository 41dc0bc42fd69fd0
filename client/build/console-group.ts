import { join } from 'node:path'

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const root = join(import.meta.dirname, '../..')
const files = (...names: string[]) => names.map((name) => join(root, 'client', name))
/** Around every screen of somebody who is signed in. */
const frame = files('app/shell.tsx')
/** What visitors are shown: it must not bring the console along. */
const visitors = files('auth/sign-in-form.tsx', 'auth/register-form.tsx', 'core/returning.ts', 'app/public-layout.tsx')
/** What only the frame's own modules are followed into: a library's index names far more than anybody uses of it. */
const followed = /node_modules\/(?:dexie|dexie-react-hooks)\//

let found: { console: ReadonlySet<string>; open: ReadonlySet<string> } | undefined

/** Names the one file of what every visit of a signed-in person needs besides the start, for `codeSplitting`. */
export function consoleGroup(id: string, graph: Graph): string | null {
  found ??= { console: reachedFrom(frame, graph), open: reachedFrom(visitors, graph) }
  return found.console.has(id) && !found.open.has(id) ? 'console' : null
}

function reachedFrom(entries: readonly string[], graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (id: string) => {
    const isOurs = id.startsWith(root) && !id.includes('/node_modules/')
    if (reached.has(id) || !(isOurs || followed.test(id))) return
    reached.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  entries.forEach(visit)
  return reached
}
