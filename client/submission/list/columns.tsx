import { type SystemStyleObject, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { formatDateTime } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { ConflictRow } from '#client/core/offline/database/database.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import type { KnownForms } from '#client/submission/known-forms.ts'
import { isAboutHeader, submissionRejectionProblems } from '#client/submission/rejection-problems.ts'
import { useChangeAuthorText } from '#client/ui/record/change-author.ts'
import { SyncStateChip, useRejectionText } from '#client/ui/record/sync-state-chip.tsx'
import type { Column } from '#client/ui/table/data-table.tsx'
import { answersOf, beginningOf, rangesOf, type SubmissionView } from '#shared/submission/record.ts'
import { submissionProgressOf } from '#shared/submission/rules.ts'
import { uuid7Time } from '#shared/sync/uuid7.ts'
import { findAnswer, isHeadMatch } from './find-answer.ts'
import { SectionProgressList, sectionProgressStyles } from './section-progress.tsx'

type Row = OfflineRecord<SubmissionView>

/** Styles for the surrounding table. */
export const cellStyles: Record<string, SystemStyleObject> = {
  ...sectionProgressStyles,
  '& [data-label]': { textStyle: 'xs', color: 'fg.muted', fontWeight: 'normal' },
  '& [data-identifier]': { overflowWrap: 'anywhere' },
  '& [data-found]': { textStyle: 'sm', color: 'fg.muted', fontWeight: 'normal', overflowWrap: 'anywhere' },
}

/**
 * @param search what the list is searched for: the answer that contains it is shown
 * @param onFix `isHead`: the rejection concerns the date, form or identifier, not the answers
 */
export function useSubmissionColumns(
  forms: KnownForms | undefined,
  conflicts: readonly ConflictRow[] | undefined,
  search: string | undefined,
  onFix: (row: Row, isHead: boolean) => void,
): Column<Row>[] {
  const t = useText('submission')
  const rejectionText = useRejectionText(submissionRejectionProblems)
  const changeText = useChangeAuthorText()
  return useMemo(
    () => [
      {
        id: 'date',
        header: t('dateCreated'),
        cell: ({ id, data }) => formatDateTime(data.createdAt ?? uuid7Time(id)),
      },
      {
        id: 'form',
        header: t('formName'),
        cell: ({ data }) => forms?.structureOf(data)?.name ?? <Text color="fg.muted">{t('unknownForm')}</Text>,
      },
      {
        id: 'identifier',
        header: t('identifier'),
        main: true,
        cell: ({ id, data }) => {
          const structure = forms?.structureOf(data)
          const isFoundInAnswer = search && structure && !isHeadMatch(data, structure, search)
          return (
            <>
              <div data-label="">{structure?.custom_id_label || t('identifier')}</div>
              <div data-identifier="">{data.custom_id}</div>
              {isFoundInAnswer && <div data-found="">{findAnswer(id, data, structure, search)}</div>}
            </>
          )
        },
      },
      {
        id: 'points',
        header: t('points'),
        cell: ({ id, data }) => {
          const structure = forms?.structureOf(data)
          if (!structure) return '—'
          const at = beginningOf(id, data)
          const { points } = submissionProgressOf(structure.sections, answersOf(data), rangesOf(data), at)
          return <SectionProgressList points={points} name={data.custom_id} />
        },
      },
      {
        id: 'state',
        header: t('state'),
        omitIf: ({ id, state }) => state === 'sent' && !(conflicts ?? []).some(({ recordId }) => recordId === id),
        cell: (row) => {
          const open = (conflicts ?? []).filter(({ recordId }) => recordId === row.id)
          const isOpen = row.rejection === undefined && open.length > 0
          const reasonOf = ([first]: readonly ConflictRow[]) =>
            first?.refused ? rejectionText(first.refused) : t('clash', { change: changeText(first?.by) })
          const isHead = row.rejection ? isAboutHeader(row.rejection) : open.every(({ path }) => !path.includes('/'))
          return (
            <SyncStateChip
              state={isOpen ? 'attention' : row.state}
              reason={row.rejection ? rejectionText(row.rejection) : isOpen ? reasonOf(open) : undefined}
              name={row.data.custom_id}
              onFix={() => onFix(row, isHead)}
            />
          )
        },
      },
    ],
    [t, rejectionText, changeText, forms, conflicts, search, onFix],
  )
}
