import { Flex, Progress, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Business } from '#shared/business/contract.ts'
import { missingItems } from '#shared/business/rules.ts'

/** The completeness of the profile in percent, and the missing fields. */
export function Completeness({ business }: { business: Business }) {
  const t = useText('business')
  const { completeness, details } = business
  const missing = missingItems(details).map((item) => t(item))
  return (
    <Progress.Root value={completeness} max={100} size="sm">
      <Stack gap="1.5">
        <Flex justify="space-between" gap="3" textStyle="sm">
          <Progress.Label>{t('completeness')}</Progress.Label>
          <Text fontVariantNumeric="tabular-nums">{t('points', { points: completeness })}</Text>
        </Flex>
        <Progress.Track>
          <Progress.Range />
        </Progress.Track>
        {missing.length > 0 && (
          <Text color="fg.muted" textStyle="sm">
            {t('missing', { items: missing.join(', ') })}
          </Text>
        )}
      </Stack>
    </Progress.Root>
  )
}
