import { Flex, Stack, Text } from '@chakra-ui/react'
import { LuCircleAlert } from 'react-icons/lu'
import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { maxReadings } from '#shared/sensor/contract.ts'
import { maxSenmlBytes } from '#shared/sensor/senml/read-senml.ts'
import type { SenmlError } from '#shared/sensor/senml/record.ts'

/** The reason why a pack cannot be used, with the number of the invalid record. */
export function PackErrorText({ error }: { error: SenmlError }) {
  const t = useText('sensorTag')
  const values = { record: 'record' in error ? error.record : 0, field: 'field' in error ? error.field : '' }
  const limits = { size: formatBytes(maxSenmlBytes), most: formatNumber(maxReadings) }
  return (
    <Flex role="alert" gap="2" color="fg.error">
      <LuCircleAlert aria-hidden style={{ flexShrink: 0, marginBlockStart: 4 }} />
      <Stack gap="1" minWidth="0">
        <Text overflowWrap="anywhere">{t(error.error, { ...values, ...limits })}</Text>
        <Text>{t('nothingRead')}</Text>
      </Stack>
    </Flex>
  )
}
