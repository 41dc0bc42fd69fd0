import { Box, Button, Flex, Skeleton, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuChevronDown, LuChevronRight } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import type { TableProps } from './data-table.tsx'
import { groupHeading } from './group-heading.ts'
import { menuTriggerStyles, RowMenu } from './row-menu.tsx'

/** The rows of a table as cards, for screens that are too narrow for columns. */
export function DataCards<Row extends object>(props: TableProps<Row>) {
  const { label, read, rowId, groupBy, styles } = props
  const rows = read.data?.rows
  if (!rows) return [1, 2, 3].map((card) => <Skeleton key={card} height="32" />)
  return (
    <Stack
      as="ul"
      aria-label={label}
      gap="3"
      listStyleType="none"
      aria-busy={read.isFetching}
      css={{ ...menuTriggerStyles, ...styles }}
    >
      {rows.map((row, index) => {
        const group = groupHeading(rows, index, groupBy)
        return (
          <Box as="li" key={rowId(row)} data-row={rowId(row)}>
            {group !== undefined && (
              <Text fontWeight="600" paddingBottom="2">
                {group}
              </Text>
            )}
            <DataCard {...props} row={row} />
          </Box>
        )
      })}
    </Stack>
  )
}

function DataCard<Row extends object>({ columns, rowName, detail, actions, row }: TableProps<Row> & { row: Row }) {
  const t = useText('ui')
  const [isOpen, setOpen] = useState(false)
  const head = columns.find(({ main }) => main) ?? columns[0]!
  const name = rowName(row)
  const isExtra = ({ extra }: (typeof columns)[number]) => (typeof extra === 'function' ? extra(row) : extra === true)
  const shown = columns.filter((column) => column !== head && !column.omitIf?.(row))
  const hasMore = shown.some(isExtra)
  return (
    <Stack gap="3" bg="bg.panel" borderWidth="1px" borderRadius="l3" padding="4">
      <Flex align="start" justify="space-between" gap="2">
        <Box fontWeight="600" minWidth="0" overflowWrap="anywhere">
          {head.cell(row)}
        </Box>
        {actions && (
          <Box marginBlock="-1.5" marginInlineEnd="-2">
            <RowMenu name={name} actions={actions(row)} />
          </Box>
        )}
      </Flex>
      <Box as="dl" display="grid" gridTemplateColumns="fit-content(50%) 1fr" columnGap="4" rowGap="1.5">
        {shown
          .filter((column) => isOpen || !isExtra(column))
          .map((column) => (
            <Box key={column.id} display="contents">
              <Text as="dt" color="fg.muted" textStyle="sm" minWidth="28" {...(column.wide && { srOnly: true })}>
                {column.header}
              </Text>
              <Box as="dd" minWidth="0" overflowWrap="anywhere" {...(column.wide && { gridColumn: '1 / -1' })}>
                {column.cell(row)}
              </Box>
            </Box>
          ))}
      </Box>
      {(detail || hasMore) && (
        <Button
          variant="ghost"
          size="sm"
          alignSelf="start"
          marginInlineStart="-3"
          aria-expanded={isOpen}
          aria-label={t('detailsOf', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <LuChevronDown /> : <LuChevronRight />}
          {t('details')}
        </Button>
      )}
      {detail && isOpen && detail(row)}
    </Stack>
  )
}
