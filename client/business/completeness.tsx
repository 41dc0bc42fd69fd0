import { Flex, Progress, Stack, Text } from '@chakra-ui/react'
import { Fragment } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { GapButton } from '#client/ui/form/missing/gap-button.tsx'
import type { Business } from '#shared/business/contract.ts'
import { missingItems } from '#shared/business/rules.ts'

/** The completeness of the profile in percent, and the missing fields. */
export function Completeness({ business }: { business: Business }) {
  const t = useText('business')
  const { completeness, details } = business
  const missing = missingItems(details)
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
            {t('missing')}{' '}
            {missing.map((item, at) => (
              <Fragment key={item}>
                {at > 0 && ', '}
                <GapButton onPress={() => document.getElementsByName(`details.${item}`)[0]?.focus()}>
                  {t(item)}
                </GapButton>
              </Fragment>
            ))}
          </Text>
        )}
      </Stack>
    </Progress.Root>
  )
}
