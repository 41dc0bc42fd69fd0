import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { attempt } from '#client/core/errors.ts'
import { useText } from '#client/core/i18n.ts'
import type { ChoiceRow } from '#client/core/offline/database.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import { type Reading, useReading } from '#client/core/offline/reading.ts'
import { useClashingField } from './clashing-field.ts'
import { shownValue } from './record-name.ts'
import { useRecordTitle } from './record-title.ts'

const choices: Reading<ChoiceRow[]> = {
  key: undefined,
  read: (db) => db.choices.orderBy('[entity+recordId]').toArray(),
}

/** Fields that two people filled in without knowing of each other: what is stored, what is offered, and a choice. */
export function Choices({ engine }: { engine: Offline }) {
  const t = useText('sync')
  const rows = useReading(engine.db, choices)
  if (!rows?.length) return null
  return (
    <Stack as="section" gap="2">
      <Heading as="h3" size="md">
        {t('clash')}
      </Heading>
      <Stack as="ul" gap="2" listStyleType="none">
        {rows.map((row) => (
          <Choice key={`${row.opId} ${row.path}`} engine={engine} row={row} />
        ))}
      </Stack>
    </Stack>
  )
}

/** A value that the server refused is not to be had: the record's own screen takes another one. */
function Choice({ engine, row }: { engine: Offline; row: ChoiceRow }) {
  const t = useText('sync')
  const title = useRecordTitle(engine, row)
  const { name, words } = useClashingField(engine, row)
  const said = (value: unknown) => (shownValue(value) ? words(value) : t('empty'))
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
      {row.refused && <Text color="fg.error">{row.refused.message}</Text>}
      <Text>{t('theirs', { value: said(row.kept) })}</Text>
      <Text>{t('mine', { value: said(row.offered) })}</Text>
      <Flex gap="2" wrap="wrap">
        <Button size="sm" variant="outline" onClick={() => attempt(engine.choose(row, 'kept'))}>
          {t('keepTheirs')}
        </Button>
        {!row.refused && (
          <Button size="sm" variant="outline" onClick={() => attempt(engine.choose(row, 'offered'))}>
            {t('takeMine')}
          </Button>
        )}
      </Flex>
    </Stack>
  )
}
