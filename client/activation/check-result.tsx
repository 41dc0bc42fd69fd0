import { Button, Flex, Spinner, Stack } from '@chakra-ui/react'
import { ErrorTable } from '#client/codes/rows-table.tsx'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import type { ListCheck } from './list-check.ts'

type Props = { check: ListCheck; count: number }

/** The result of the check of a list: `count` codes are good. */
export function CheckResult({ check: { state, errors, recheck: again }, count }: Props) {
  const t = useText('activation')
  const bad = { count: errors.length, shown: formatNumber(errors.length) }
  if (state === 'checking') {
    return (
      <Flex role="status" gap="3" align="center">
        <Spinner size="sm" />
        {t('checking')}
      </Flex>
    )
  }
  if (state === 'failed') {
    return (
      <Button variant="outline" alignSelf="start" onClick={again}>
        {t('checkAgain')}
      </Button>
    )
  }
  if (errors.length > 0) {
    return (
      <Stack gap="4">
        <InlineAlert status="error" data-testid="verdict" description={count > 0 ? t('badHint') : undefined}>
          {t('bad', bad)}
        </InlineAlert>
        <ErrorTable errors={errors} />
      </Stack>
    )
  }
  if (count === 0) return null
  const isUnreachable = state === 'unreachable'
  return (
    <InlineAlert status={isUnreachable ? 'warning' : 'success'} data-testid="verdict">
      {isUnreachable ? t('checkedLater') : t('allGood', { count, shown: formatNumber(count) })}
    </InlineAlert>
  )
}
