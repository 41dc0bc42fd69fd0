import { Link as ChakraLink, Heading, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { type PatternCaseDetail, patternContract } from '#shared/pattern/contract.ts'
import { patternSentence } from '#shared/pattern/pattern-sentence.ts'
import { PatternActions } from './pattern-actions.tsx'
import { PatternMap } from './pattern-map.tsx'

type Props = { id: string | undefined; deniedReason: string | undefined; onClose: () => void }

/** What was seen, where and on which codes, with the decisions about it. */
export function PatternDialog({ id, deniedReason, onClose }: Props) {
  const t = useText('pattern')
  return (
    <Dialog open={id !== undefined} onClose={onClose} title={t('title')} size="xl">
      {id && <Detail key={id} id={id} deniedReason={deniedReason} />}
    </Dialog>
  )
}

function Detail({ id, deniedReason }: { id: string; deniedReason: string | undefined }) {
  const t = useText('pattern')
  const language = useLanguage()
  const read = useRead(patternContract.read, { params: { id } })
  if (!read.data) return <LoadState read={read} height="md" />
  const { data } = read
  return (
    <Stack gap="6">
      <Text textStyle="lg">{patternSentence(data, language)}</Text>
      <PatternActions row={data} deniedReason={deniedReason} />
      <Part title={t('evidence')}>
        <Facts row={data} />
      </Part>
      <Part title={t('map')}>
        <PatternMap places={data.evidence.places} />
      </Part>
      <Part title={t('codesOf')}>
        <Codes serials={data.evidence.serials} />
      </Part>
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap="3">
      <Heading as="h3" size="md">
        {title}
      </Heading>
      {children}
    </Stack>
  )
}

function Facts({ row }: { row: PatternCaseDetail }) {
  const t = useText('pattern')
  const { facts, evidence, firstSerial, lastSerial, note } = row
  const at = (time: string | null) => time && formatDateTime(time)
  return (
    <>
      <DescriptionList
        facts={[
          [t('sku'), `${row.sku.name} (${row.sku.sku})`],
          [t('order'), row.order_id],
          [t('serials'), t('range', { first: formatNumber(firstSerial), last: formatNumber(lastSerial) })],
          [t('codes'), formatNumber(row.codes)],
          ...(facts.kind === 'harvest'
            ? ([
                [t('found'), formatNumber(facts.found)],
                [t('usual'), formatNumber(facts.expected)],
              ] as const)
            : []),
          [t('looks'), formatNumber(evidence.looks)],
          [t('days'), formatNumber(evidence.days)],
          [t('first'), at(evidence.firstAt)],
          [t('last'), at(evidence.lastAt)],
          ...(note ? [[t('note'), note] as const] : []),
        ]}
      />
      <Text color="fg.muted" textStyle="sm">
        {t('looksHint')}
      </Text>
    </>
  )
}

type CodeRow = PatternCaseDetail['evidence']['serials'][number]

function Codes({ serials }: { serials: readonly CodeRow[] }) {
  const t = useText('pattern')
  const columns = useMemo<Column<CodeRow>[]>(
    () => [
      {
        id: 'code',
        header: t('code'),
        main: true,
        cell: ({ code }) => (
          <ChakraLink asChild textDecoration="underline" fontFamily="mono" overflowWrap="anywhere">
            <Link to={`/code?a=${code}`}>{code}</Link>
          </ChakraLink>
        ),
      },
      { id: 'serial', header: t('serial'), align: 'end', cell: ({ serial }) => formatNumber(serial) },
      { id: 'looks', header: t('looks'), align: 'end', cell: ({ looks }) => formatNumber(looks) },
    ],
    [t],
  )
  return (
    <DataTable
      label={t('codesOf')}
      columns={columns}
      rowId={({ code }) => code}
      rowName={({ code }) => code}
      read={{
        data: { rows: serials, total: serials.length },
        isError: false,
        isFetching: false,
        refetch: () => undefined,
      }}
    />
  )
}
