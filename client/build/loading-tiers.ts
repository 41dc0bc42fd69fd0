import { existsSync } from 'node:fs'
import { join } from 'node:path'

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const root = join(import.meta.dirname, '../..')
const files = (...names: string[]) => names.map((name) => join(root, 'client', `${name}.tsx`))

/** Groups modules by the page that first needs them. A module of several groups belongs to the first. */
const tiers = {
  // Used on every page.
  everywhere: files(
    ...['ui/preferences/preference-menus', 'ui/feedback/toaster'],
    ...['app/service-worker/update-prompt', 'app/routes/public-layout'],
  ),
  // The forms of the landing page.
  signIn: files('auth/landing/sign-in-form', 'auth/landing/register-form').concat(
    join(root, 'client/core/session/restore-session.ts'),
  ),
  // What only the landing page shows, and later. The other public pages have forms, but not this.
  unsent: files('auth/landing/unsent-notice'),
  // The pages behind a link of a mail. They have no dialog.
  mailed: files('auth/confirm-email-page', 'auth/reset-password-page', 'auth/administrator-page'),
  // The other public pages.
  public: files(
    ...['auth/recover-password-page', 'app/routes/not-found'],
    ...['legal/terms-page', 'legal/privacy-page', 'legal/experience-page'],
  ),
  // Used on every screen after the sign-in.
  console: files('app/shell/shell'),
}
/** Libraries that only the layout imports. */
const followedLibraries = /node_modules\/(?:dexie|dexie-react-hooks)\//

let tierByModule: ReadonlyMap<string, string | null> | undefined

/**
 * Returns the chunk name of a module for `codeSplitting` when it affects the time to first render. Libraries are left
 * to the bundler, since their index files import far more than is used.
 */
export function loadingTierOf(id: string, graph: Graph): string | null {
  tierByModule ??= assignTiers(graph)
  return tierByModule.get(id) ?? null
}

function assignTiers(graph: Graph): ReadonlyMap<string, string | null> {
  const names = new Map<string, string | null>()
  for (const [tier, entries] of Object.entries(tiers)) {
    const missing = entries.filter((file) => !existsSync(file))
    if (missing.length > 0) throw new Error(`loading-tiers.ts names files that do not exist: ${missing.join(', ')}`)
    const visit = (id: string) => {
      const isOurs = id.startsWith(root) && !id.includes('/node_modules/')
      if (names.has(id) || !(isOurs || followedLibraries.test(id))) return
      names.set(id, tier)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported)
    }
    entries.forEach(visit)
    // These are loaded individually on demand.
    if (tier !== 'console') for (const entry of entries) names.set(entry, null)
  }
  return names
}
