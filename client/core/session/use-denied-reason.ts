import { type Access, hasAccess, needsConfirmedEmail } from '#shared/core/api/access.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { useLanguage } from './preferences.ts'
import { useViewer } from './use-viewer.ts'

/**
 * Returns the reason why the current user cannot save here, as the text of the server's error; undefined when they can.
 * `access` is the access word of the route that saves.
 */
export function useDeniedReason(access: Exclude<Access, 'public' | 'admin'>): string | undefined {
  const language = useLanguage()
  const viewer = useViewer()
  if (viewer?.demo) return coreProblems.demo[language]
  if (!hasAccess(access, viewer?.role)) return coreProblems.denied[language]
  if (needsConfirmedEmail(access) && !viewer?.emailConfirmed) return coreProblems.unconfirmed[language]
  return undefined
}
