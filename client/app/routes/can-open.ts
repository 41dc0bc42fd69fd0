import type { Viewer } from '#client/core/session/use-viewer.ts'
import { type Access, hasAccess } from '#shared/core/api/access.ts'
import type { Feature } from '#shared/core/api/features.ts'

export type ScreenGuard = { access: Access; feature?: Feature | undefined }

/** Whether a user may open a screen: others get the error page, and none of its calls is sent. */
export const canOpen = (viewer: Viewer | undefined, { access, feature }: ScreenGuard): boolean =>
  hasAccess(access, viewer?.role) && (!feature || viewer?.features.includes(feature) === true)
