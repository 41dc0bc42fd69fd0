import type { Translate } from '#client/core/i18n/i18n.ts'
import type { UnreadTable } from '#client/core/text-file/read-table.ts'

type Rejected = Exclude<UnreadTable<string>, { kind: 'unsure' | 'empty' | 'noColumns' }>

/** Why a file is no list, and what to do. */
export function fileRejection(reason: Rejected, t: Translate<'file'>): string {
  return reason.kind === 'notText'
    ? `${t(`format.${reason.format}`)} ${t('saveAsCsv')}`
    : t('columnTwice', { column: reason.column, places: reason.places.join(', ') })
}
