import { useCallback } from 'react'
import { formatDateTime } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { session } from '#client/core/session/session-state.ts'
import type { ChangeAuthor } from '#shared/sync/rules.ts'

/** Says who wrote the stored value of a conflict, and when. */
export function useChangeAuthorText(): (by: ChangeAuthor | undefined) => string {
  const t = useText('ui')
  const own = session((state) => state.claims?.sub)
  return useCallback(
    (by) => {
      if (!by) return t('changedBySomeone')
      const at = formatDateTime(by.at)
      return by.user === own ? t('changedByYou', { at }) : t('changedBy', { name: by.name, at })
    },
    [t, own],
  )
}
