import { Box, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { SkippedRecord } from '#shared/sensor/senml/read-senml.ts'

/** Records that are shown as examples of all that are left out. */
const shown = 5

/** The records of a tag that are not saved, with the reason. */
export function SkippedRecords({ records }: { records: readonly SkippedRecord[] }) {
  const t = useText('sensorTag')
  if (records.length === 0) return null
  const reasonOf = ({ reason, unit, value }: SkippedRecord) =>
    reason === 'unit' && unit === '' ? t('noUnit') : t(reason, { unit, value: formatNumber(value ?? 0) })
  return (
    <Box color="fg.muted">
      <Text>{t('leftOut', { count: formatNumber(records.length) })}</Text>
      <Box as="ul" listStyleType="none" textStyle="sm">
        {records.slice(0, shown).map((one) => (
          <Box as="li" key={one.record} overflowWrap="anywhere">
            {t('record', { record: one.record, reason: reasonOf(one) })}
          </Box>
        ))}
        {records.length > shown && <li aria-hidden>…</li>}
      </Box>
    </Box>
  )
}
