import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { ConflictRow } from '#client/core/offline/database/database.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { valueText } from '#client/sync/record-name.ts'
import { useRecordTitle } from '#client/sync/record-title.ts'
import { allRejectionProblems } from '#client/sync/rejection-problems.ts'
import { type ListRows, useListPage } from '#client/sync/use-list-page.ts'
import { useChangeAuthorText } from '#client/ui/record/change-author.ts'
import { useRejectionText } from '#client/ui/record/sync-state-chip.tsx'
import { Pager } from '#client/ui/table/pager.tsx'
import { useConflictField } from './conflict-field.ts'

const allConflicts: ListRows<ConflictRow> = ({ conflicts }) => conflicts.orderBy('[entity+recordId]')

/** Lists fields in conflict: the stored value, the user's value, and buttons to choose one. */
export function Conflicts({ engine }: { engine: OfflineEngine }) {
  const t = useText('sync')
  const page = useListPage(engine.db, allConflicts)
  if (!page?.total) return null
  return (
    <Stack as="section" gap="2">
      <Heading as="h3" size="md">
        {t('clash')}
      </Heading>
      <Stack as="ul" gap="2" listStyleType="none">
        {page.rows.map((row) => (
          <ConflictCard key={`${row.opId} ${row.path}`} engine={engine} row={row} />
        ))}
      </Stack>
      <Pager {...page} />
    </Stack>
  )
}

/** A value that the server rejected cannot be chosen: the record's own screen accepts another one. */
function ConflictCard({ engine, row }: { engine: OfflineEngine; row: ConflictRow }) {
  const t = useText('sync')
  const title = useRecordTitle(engine, row)
  const rejectionText = useRejectionText(allRejectionProblems)
  const changeText = useChangeAuthorText()
  const { name, words } = useConflictField(engine, row)
  const formatOrEmpty = (value: unknown) => (valueText(value) ? words(value) : t('empty'))
  return (
    <Stack as="li" gap="2" padding="3" borderWidth="1px" borderRadius="l2" overflowWrap="anywhere">
      <Stack gap="0">
        <Text fontWeight="600">{title}</Text>
        {name && (
          <Text textStyle="sm" color="fg.muted">
            {name}
          </Text>
        )}
      </Stack>
      {row.refused ? <Text color="fg.error">{rejectionText(row.refused)}</Text> : <Text>{changeText(row.by)}</Text>}
      {row.removal ? (
        <Text>{t('removalLost')}</Text>
      ) : (
        <>
          <Text>{t('theirs', { value: formatOrEmpty(row.kept) })}</Text>
          <Text>{t('mine', { value: formatOrEmpty(row.offered) })}</Text>
        </>
      )}
      <Flex gap="2" wrap="wrap">
        <Button size="sm" variant="outline" onClick={() => showErrorOnFailure(engine.resolveConflict(row, 'stored'))}>
          {t(row.refused || row.removal ? 'keepStored' : 'keepTheirs')}
        </Button>
        {!row.refused && (
          <Button size="sm" variant="outline" onClick={() => showErrorOnFailure(engine.resolveConflict(row, 'mine'))}>
            {t(row.removal ? 'removeAnyway' : 'takeMine')}
          </Button>
        )}
      </Flex>
    </Stack>
  )
}
