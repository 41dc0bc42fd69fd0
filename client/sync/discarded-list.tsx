import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { DiscardedRow } from '#client/core/offline/database/database.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { Pager } from '#client/ui/table/pager.tsx'
import { newValuesOf } from '#shared/sync/rules.ts'
import { useRecordTitle } from './record-title.ts'
import { type ListRows, useListPage } from './use-list-page.ts'

const discardedRows: ListRows<DiscardedRow> = ({ discarded }) => discarded.orderBy(':id').reverse()

/** Lists discarded operations while they can be restored. */
export function DiscardedList({ engine }: { engine: OfflineEngine }) {
  const t = useText('sync')
  const page = useListPage(engine.db, discardedRows)
  if (!page?.total) return null
  return (
    <Stack as="section" gap="2">
      <Heading as="h3" size="md">
        {t('discarded')}
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {t('discardedHint')}
      </Text>
      <Stack as="ul" gap="1" listStyleType="none">
        {page.rows.map((row) => (
          <Flex as="li" key={row.opId} gap="3" align="center" justify="space-between">
            <DiscardedTitle engine={engine} discarded={row} />
            <Button size="sm" variant="ghost" onClick={() => showErrorOnFailure(engine.restoreDiscarded(row.opId))}>
              {t('undo')}
            </Button>
          </Flex>
        ))}
      </Stack>
      <Pager {...page} />
    </Stack>
  )
}

/** The first of the records that were discarded together, and the number of the others. */
function DiscardedTitle({ engine, discarded: { rows } }: { engine: OfflineEngine; discarded: DiscardedRow }) {
  const t = useText('sync')
  const [first] = rows
  const { entity = '', recordId = '', patch = {} } = first ?? {}
  const title = useRecordTitle(engine, { entity, recordId }, newValuesOf(patch))
  const others = new Set(rows.map((row) => row.recordId)).size - 1
  return <Text overflowWrap="anywhere">{others > 0 ? `${title} ${t('others', { count: others })}` : title || '…'}</Text>
}
