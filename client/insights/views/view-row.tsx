import { Box, Flex, Text } from '@chakra-ui/react'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { searchOf } from '#client/insights/filter/view-params.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { RowMenu } from '#client/ui/table/row-menu.tsx'
import type { SavedView } from '#shared/insights/view-contract.ts'

type Props = {
  saved: SavedView
  summary: string
  /** The screen shows this view now. */
  shown: boolean
  onOpened: () => void
  onRename: () => void
  onRemove: () => void
}

/** A saved view as a link to its URL, so that it can also be opened in a tab or copied. */
export function ViewRow({ saved, summary, shown, onOpened, onRename, onRemove }: Props) {
  const t = useText('insightsView')
  return (
    <Flex as="li" align="center" gap="3" paddingBlock="2" borderTopWidth="1px">
      <Box flex="1" minWidth="0">
        <Flex align="center" gap="2" wrap="wrap">
          <Text
            asChild
            fontWeight="600"
            color="primary.fg"
            overflowWrap="anywhere"
            _hover={{ textDecoration: 'underline' }}
          >
            <Link
              to={{ search: searchOf(saved.view) }}
              onClick={onOpened}
              {...(shown && { 'aria-current': 'true' as const })}
            >
              {saved.name}
            </Link>
          </Text>
          {shown && <StatusChip tone="plain">{t('shown')}</StatusChip>}
        </Flex>
        <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {summary}
        </Text>
      </Box>
      <RowMenu
        name={saved.name}
        actions={[
          { id: 'rename', label: t('rename'), onSelect: onRename },
          { id: 'remove', label: t('remove'), onSelect: onRemove, danger: true },
        ]}
      />
    </Flex>
  )
}
