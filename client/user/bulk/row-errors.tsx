import { useMemo } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { validationMessage } from '#shared/core/i18n/validation-text.ts'
import type { UserRowError } from './check-users.ts'

/** The rows that cannot be added, each with its reason. */
export function RowErrors({ errors }: { errors: readonly UserRowError[] }) {
  const t = useText('user')
  const file = useText('file')
  const language = useLanguage()
  const paging = useLocalPaging()
  const { page, limit } = paging.query
  const columns = useMemo<Column<UserRowError>[]>(
    () => [
      { id: 'row', header: t('row'), cell: ({ row }) => formatNumber(row) },
      { id: 'email', header: t('email'), main: true, cell: ({ email }) => email || '—' },
      { id: 'reason', header: t('reason'), cell: ({ reason }) => reasonText(reason, t, file, language) },
    ],
    [t, file, language],
  )
  return (
    <DataTable
      label={t('rowErrors')}
      columns={columns}
      rowId={({ row }) => String(row)}
      rowName={({ row }) => String(row)}
      read={{
        data: { rows: errors.slice((page - 1) * limit, page * limit), total: errors.length },
        isError: false,
        isFetching: false,
        refetch: () => undefined,
      }}
      paging={paging}
    />
  )
}

function reasonText(
  reason: UserRowError['reason'],
  t: Translate<'user'>,
  file: Translate<'file'>,
  language: Language,
): string {
  if (reason.kind === 'shape') return file(`row.${reason.problem}`)
  if (reason.kind === 'duplicate') return t('duplicateEmail', { row: formatNumber(reason.firstRow) })
  if (reason.kind === 'server') return t(`check.${reason.problem}`)
  return t('invalidValue', { column: reason.column, rule: validationMessage(reason.rule, language) })
}
