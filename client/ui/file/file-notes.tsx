import { Link as ChakraLink, Stack, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import type { TableNotes } from '#client/core/text-file/read-table.ts'

/** Row numbers that are listed; the others are counted. */
const listedRows = 10

type Props = {
  notes: TableNotes
  /** The rows of the list that are ready, and those with problems. */
  good: number
  bad: number
  /** Rows of the file that were added or sent before. */
  done?: number
  /** Asks how to read the letters of the file. */
  onChangeEncoding: () => void
}

/** How a file was read: where each of its rows went, the columns that are not used, and its encoding. */
export function FileNotes({ notes, good, bad, done = 0, onChangeEncoding }: Props) {
  const t = useText('file')
  const { encoding, others, emptyRows, titleRows, shortRows, unusedColumns } = notes
  const total = good + bad + done + emptyRows + titleRows + 1
  const parts = [
    t('heading'),
    ...(done > 0 ? [t('done', { count: formatNumber(done) })] : []),
    t('good', { count: formatNumber(good) }),
    ...(bad > 0 ? [t('bad', { count: formatNumber(bad) })] : []),
    ...(emptyRows > 0 ? [t('empty', { count: formatNumber(emptyRows) })] : []),
    ...(titleRows > 0 ? [t('titles', { count: formatNumber(titleRows) })] : []),
  ]
  return (
    <Stack gap="1" textStyle="sm" color="fg.muted" data-testid="file-notes">
      <Text>{t('counted', { count: total, shown: formatNumber(total), parts: parts.join(', ') })}</Text>
      {shortRows.length > 0 && <Text>{t('shortRows', { count: shortRows.length, rows: listOf(shortRows, t) })}</Text>}
      {unusedColumns.length > 0 && (
        <Text overflowWrap="anywhere">{t('unusedColumns', { columns: unusedColumns.join(', ') })}</Text>
      )}
      {(encoding !== 'utf-8' || others.length > 0) && (
        <Text>
          {t('readAs', { encoding: t(`encoding.${encoding}`) })}{' '}
          <ChakraLink as="button" textDecoration="underline" onClick={onChangeEncoding}>
            {t('change')}
          </ChakraLink>
        </Text>
      )}
    </Stack>
  )
}

function listOf(rows: readonly number[], t: Translate<'file'>): string {
  const listed = rows
    .slice(0, listedRows)
    .map((row) => formatNumber(row))
    .join(', ')
  const more = rows.length - listedRows
  return more > 0 ? t('andMore', { listed, more: formatNumber(more) }) : listed
}
