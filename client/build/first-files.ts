import { join } from 'node:path'

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const root = join(import.meta.dirname, '../..')
const files = (...names: string[]) => names.map((name) => join(root, 'client', `${name}.tsx`))

/** What somebody is shown, and when: a module that several of them need comes with the first. */
const tiers = {
  // Around and above every page.
  everywhere: files('ui/preference-menus', 'ui/toaster', 'app/update-prompt', 'app/public-layout'),
  // The forms of the landing.
  door: files('auth/sign-in-form', 'auth/register-form', 'auth/unsent-notice').concat(
    join(root, 'client/core/returning.ts'),
  ),
  // The other pages that anybody may see.
  public: files(
    ...['auth/confirm-page', 'auth/recover-page', 'auth/reset-page', 'auth/administrator-page'],
    ...['app/terms-page', 'app/privacy-page', 'app/experience-page', 'app/not-found'],
  ),
  // Around every screen of somebody who is signed in.
  console: files('app/shell'),
}
/** Libraries that the frame alone brings along. */
const followedLibraries = /node_modules\/(?:dexie|dexie-react-hooks)\//

let tierByModule: ReadonlyMap<string, string | null> | undefined

/**
 * Names the file of a module for `codeSplitting`, where it decides how soon somebody sees something. A library's index names far
 * more than anybody uses of it, so that libraries are left to the bundler.
 */
export function loadingTierOf(id: string, graph: Graph): string | null {
  tierByModule ??= assignTiers(graph)
  return tierByModule.get(id) ?? null
}

function assignTiers(graph: Graph): ReadonlyMap<string, string | null> {
  const names = new Map<string, string | null>()
  for (const [tier, entries] of Object.entries(tiers)) {
    const visit = (id: string) => {
      const isOurs = id.startsWith(root) && !id.includes('/node_modules/')
      if (names.has(id) || !(isOurs || followedLibraries.test(id))) return
      names.set(id, tier)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported)
    }
    entries.forEach(visit)
    // They are asked for by themselves, one or another.
    if (tier !== 'console') for (const entry of entries) names.set(entry, null)
  }
  return names
}
