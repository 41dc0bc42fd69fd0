import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useId } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { RowAction } from '#client/ui/table/row-menu.tsx'
import { type ReviewStatus, reviewStatuses } from '#shared/review/status.ts'

/** What can be decided on a document: every status but the one there is. */
export function useDecisions(isBusy: boolean) {
  const t = useText('ui')
  return (current: ReviewStatus, choose: (status: ReviewStatus) => void): RowAction[] =>
    reviewStatuses
      .filter((status) => status !== current)
      .map((status) => ({ id: status, label: t(status), disabled: isBusy, onSelect: () => choose(status) }))
}

/** The same decisions as buttons beside the document, for whoever reviews by keyboard. */
export function DecisionButtons({ label, decisions }: { label: string; decisions: readonly RowAction[] }) {
  const labelId = useId()
  return (
    <Stack role="group" aria-labelledby={labelId} gap="2">
      <Text id={labelId} fontWeight="600">
        {label}
      </Text>
      <Flex gap="2" wrap="wrap">
        {decisions.map(({ id, label, disabled, onSelect }) => (
          <Button
            key={id}
            size="sm"
            variant={id === 'Approved' ? 'solid' : 'outline'}
            disabled={disabled ?? false}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
      </Flex>
    </Stack>
  )
}
