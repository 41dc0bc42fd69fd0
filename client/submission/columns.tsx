import { type SystemStyleObject, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { formatDateTime } from '#client/core/dates.ts'
import { useText } from '#client/core/i18n.ts'
import type { ChoiceRow } from '#client/core/offline/database.ts'
import type { Saved } from '#client/core/offline/records.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { SavedState, useTroubleText } from '#client/ui/saved-state.tsx'
import { answersOf, rangesOf, type SubmissionView } from '#shared/submission/record.ts'
import { standingOf } from '#shared/submission/rules.ts'
import { timeOf } from '#shared/sync/uuid7.ts'
import type { KnownForms } from './known-forms.ts'
import { Points, pointLooks } from './points.tsx'
import { headTroubles, submissionTroubles } from './troubles.ts'

type Row = Saved<SubmissionView>

/** For the table around them. */
export const cellLooks: Record<string, SystemStyleObject> = {
  ...pointLooks,
  '& [data-label]': { textStyle: 'xs', color: 'fg.muted', fontWeight: 'normal' },
  '& [data-identifier]': { overflowWrap: 'anywhere' },
}

/** @param onFix `isHead`: what is wrong is in date, form or identifier, not in the answers */
export function useColumns(
  forms: KnownForms | undefined,
  choices: readonly ChoiceRow[] | undefined,
  onFix: (row: Row, isHead: boolean) => void,
): Column<Row>[] {
  const t = useText('submission')
  const troubleText = useTroubleText(submissionTroubles)
  return useMemo(
    () => [
      {
        id: 'date',
        header: t('dateCreated'),
        cell: ({ id, data }) => formatDateTime(data.createdAt ?? timeOf(id)),
      },
      {
        id: 'form',
        header: t('formName'),
        cell: ({ data }) => forms?.structureOf(data)?.name ?? <Text color="fg.muted">{t('unknownForm')}</Text>,
      },
      {
        id: 'identifier',
        header: t('identifier'),
        heads: true,
        cell: ({ data }) => (
          <>
            <div data-label="">{forms?.structureOf(data)?.custom_id_label || t('identifier')}</div>
            <div data-identifier="">{data.custom_id}</div>
          </>
        ),
      },
      {
        id: 'points',
        header: t('points'),
        cell: ({ data }) => {
          const structure = forms?.structureOf(data)
          if (!structure) return '—'
          const { points } = standingOf(structure.sections, answersOf(data), rangesOf(data))
          return <Points points={points} name={data.custom_id} />
        },
      },
      {
        id: 'state',
        header: t('state'),
        cell: (row) => {
          const open = (choices ?? []).filter(({ recordId }) => recordId === row.id)
          const isOpen = row.trouble === undefined && open.length > 0
          const reasonOf = ([first]: readonly ChoiceRow[]) => (first?.refused ? troubleText(first.refused) : t('clash'))
          const isHead = row.trouble
            ? headTroubles.includes(row.trouble.code)
            : open.every(({ path }) => !path.includes('/'))
          return (
            <SavedState
              state={isOpen ? 'attention' : row.state}
              reason={row.trouble ? troubleText(row.trouble) : isOpen ? reasonOf(open) : undefined}
              name={row.data.custom_id}
              onFix={() => onFix(row, isHead)}
            />
          )
        },
      },
    ],
    [t, troubleText, forms, choices, onFix],
  )
}
