import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { attempt } from '#client/core/errors.ts'
import { useText } from '#client/core/i18n.ts'
import type { DiscardedRow } from '#client/core/offline/database.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import { type Reading, useReading } from '#client/core/offline/reading.ts'
import { recordName } from './record-name.ts'

const discarded: Reading<DiscardedRow[]> = {
  key: undefined,
  read: (db) => db.discarded.reverse().limit(20).toArray(),
}

/** What its user took out of the outbox, while it can be brought back. */
export function Discarded({ engine }: { engine: Offline }) {
  const t = useText('sync')
  const rows = useReading(engine.db, discarded)
  if (!rows?.length) return null
  return (
    <Stack as="section" gap="2">
      <Heading as="h3" size="md">
        {t('discarded')}
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {t('discardedHint')}
      </Text>
      <Stack as="ul" gap="1" listStyleType="none">
        {rows.map(({ opId, rows: taken }) => (
          <Flex as="li" key={opId} gap="3" align="center" justify="space-between">
            <Text overflowWrap="anywhere">{nameOf(taken[0]?.patch)}</Text>
            <Button size="sm" variant="ghost" onClick={() => attempt(engine.undiscard(opId))}>
              {t('undo')}
            </Button>
          </Flex>
        ))}
      </Stack>
    </Stack>
  )
}

function nameOf(patch: Readonly<Record<string, { to?: unknown }>> = {}): string {
  return recordName(Object.fromEntries(Object.entries(patch).map(([path, { to }]) => [path, to]))) || '…'
}
