import { join } from 'node:path'

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const root = join(import.meta.dirname, '../..')
const files = (...names: string[]) => names.map((name) => join(root, 'client', name))
/** Around every screen of somebody who is signed in. */
const frame = files('app/shell.tsx')
/** What a visitor is shown to come in. */
const door = files('auth/sign-in-form.tsx', 'auth/register-form.tsx', 'core/returning.ts', 'app/public-layout.tsx')
/** Libraries that the frame alone brings along. */
const followed = /node_modules\/(?:dexie|dexie-react-hooks)\//

let found: { console: ReadonlySet<string>; door: ReadonlySet<string> } | undefined

/**
 * Names the file of a module for `codeSplitting`, where it decides how soon somebody sees something: `door` is what visitors
 * need besides the start, `console` what everybody who is signed in does. A library's index names far more than anybody uses
 * of it, so that libraries are left to the bundler.
 */
export function firstFiles(id: string, graph: Graph): string | null {
  found ??= { console: reachedFrom(frame, graph), door: reachedFrom(door, graph) }
  if (found.door.has(id)) return door.includes(id) ? null : 'door'
  return found.console.has(id) ? 'console' : null
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
