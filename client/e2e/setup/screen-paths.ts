import { screens } from '#client/app/screens.ts'
import { hasAccess, type Role } from '#shared/core/api/access.ts'
import type { Feature } from '#shared/core/api/features.ts'

/** Addresses with an immediate effect: they end the session or enter demo mode. */
const actions = ['/settings/demo', '/settings/signout', '/signout']
const privateScreens = screens.filter(({ access, path }) => access !== 'public' && !actions.includes(path))

export const publicPaths = screens.filter(({ access }) => access === 'public').map(({ path }) => path)

/** The screens that a role can open. */
export function screenPaths(role: Role, { features }: { features: readonly Feature[] } = { features: [] }): string[] {
  return privateScreens
    .filter(({ access, feature }) => hasAccess(access, role) && (!feature || features.includes(feature)))
    .map(({ path }) => path)
}

/** The screens that do not exist for a role. */
export function deniedPaths(role: Role): string[] {
  return privateScreens.filter(({ access }) => !hasAccess(access, role)).map(({ path }) => path)
}
