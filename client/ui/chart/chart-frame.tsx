import { Box, Button, Flex, Stack, Table, Text } from '@chakra-ui/react'
import { type ReactNode, useRef, useState } from 'react'
import { LuChartLine, LuDownload, LuImageDown, LuTable } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { formatNumber, formatShare } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Panel } from '#client/ui/layout/panel.tsx'
import { type ChartCell, type ChartTable, saveChartCsv, saveChartPng } from './save-chart.ts'

type Props = {
  title: string
  /** The target of links inside the page. */
  id?: string
  hint?: ReactNode
  /** The name of saved files, without extension. */
  file: string
  /** Buttons that change the drawing. */
  actions?: ReactNode
  /** The numbers of the chart; undefined while they load. */
  table: ChartTable | undefined
  /** The drawings, as `chart-image.ts` finds them, and their legend. */
  children: ReactNode
}

/** The most rows of the table on screen. The saved file has all: a browser renders thousands of cells slowly. */
const maxRows = 500

/** A chart with its title: it can be read as a table, and saved as an image or as numbers. */
export function ChartFrame({ title, id, hint, file, actions, table, children }: Props) {
  const t = useText('ui')
  const [isTable, setTable] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const shown = { title, hint: typeof hint === 'string' ? hint : undefined }
  const image = useTask(() => saveChartPng(frame.current!, shown, file))
  const numbers = useTask((rows: ChartTable) => saveChartCsv(rows, file))
  return (
    <Panel title={title} minWidth="0" scrollMarginTop="20" {...(id && { id })}>
      <Flex justify="space-between" align="start" gap="3" wrap="wrap">
        <Text color="fg.muted" flex="1 1 14rem">
          {hint}
        </Text>
        <Flex gap="2" wrap="wrap">
          {actions}
          <Button
            size="sm"
            variant="outline"
            disabled={!table}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <LuChartLine aria-hidden /> : <LuTable aria-hidden />}
            {isTable ? t('asChart') : t('asTable')}
          </Button>
          {!isTable && (
            <Button
              size="sm"
              variant="outline"
              disabled={!table}
              aria-label={t('saveImage')}
              loading={image.isPending}
              onClick={() => image.mutate()}
            >
              <LuImageDown aria-hidden />
              PNG
            </Button>
          )}
          <Button
            size="sm"
            variant="outline"
            disabled={!table}
            aria-label={t('saveNumbers')}
            loading={numbers.isPending}
            onClick={() => table && numbers.mutate(table)}
          >
            <LuDownload aria-hidden />
            CSV
          </Button>
        </Flex>
      </Flex>
      {isTable && table ? <Numbers label={title} table={table} /> : <Box ref={frame}>{children}</Box>}
    </Panel>
  )
}

function textOf(cell: ChartCell): string {
  if (typeof cell === 'object') return formatShare(cell.share)
  return typeof cell === 'number' ? formatNumber(cell) : cell
}

function Numbers({ label, table: { head, rows } }: { label: string; table: ChartTable }) {
  const t = useText('ui')
  return (
    <Stack gap="2">
      <Table.ScrollArea maxHeight="30rem" tabIndex={0} role="region" aria-label={label}>
        <Table.Root size="sm" aria-label={label}>
          <Table.Header>
            <Table.Row bg="transparent">
              {head.map((name, index) => (
                <Table.ColumnHeader key={name} textAlign={index === 0 ? 'start' : 'end'}>
                  {name}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {rows.slice(0, maxRows).map(([name = '', ...cells]) => (
              <Table.Row key={textOf(name)} bg="transparent">
                <Table.ColumnHeader scope="row" fontWeight="normal">
                  {textOf(name)}
                </Table.ColumnHeader>
                {cells.map((cell, index) => (
                  <Table.Cell key={head[index + 1]} textAlign="end" fontVariantNumeric="tabular-nums">
                    {textOf(cell)}
                  </Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      {rows.length > maxRows && (
        <Text color="fg.muted" textStyle="sm">
          {t('firstRows', { shown: formatNumber(maxRows), total: formatNumber(rows.length) })}
        </Text>
      )}
    </Stack>
  )
}
