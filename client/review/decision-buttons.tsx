import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useId } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { RowAction } from '#client/ui/table/row-menu.tsx'

/** Buttons for the decisions of a row, beside its document, for use with the keyboard. */
export function DecisionButtons({ decisions }: { decisions: readonly RowAction[] }) {
  const t = useText('review')
  const labelId = useId()
  return (
    <Stack role="group" aria-labelledby={labelId} gap="2">
      <Text id={labelId} fontWeight="600">
        {t('setStatus')}
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
