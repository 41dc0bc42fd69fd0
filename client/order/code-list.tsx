import { Button, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip, type Tone } from '#client/ui/feedback/status-chip.tsx'
import { useIsPhone } from '#client/ui/layout/use-is-phone.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import { activationContract, type Code } from '#shared/activation/contract.ts'
import type { Order } from '#shared/order/contract.ts'
import { openingContract } from '#shared/scratch/contract.ts'
import { CodePreviewPanel } from './code-preview.tsx'

type CodeRow = z.infer<typeof Code>

/** The codes of an order, beside the verify page of the selected one. */
export function CodeListDialog({ order, onClose }: { order: Order | undefined; onClose: () => void }) {
  const t = useText('order')
  return (
    <Dialog
      open={order !== undefined}
      onClose={onClose}
      title={t('codesTitle', { order: order?.order_id ?? '' })}
      size="cover"
    >
      {order && <CodeList key={order.id} order={order} />}
    </Dialog>
  )
}

function CodeList({ order }: { order: Order }) {
  const t = useText('order')
  const paging = useLocalPaging()
  const codes = useRead(activationContract.codes, { query: { orderId: order.id, ...paging.query } })
  const [chosen, setChosen] = useState<string>()
  const shown = chosen ?? codes.data?.rows[0]?.address
  const preview = useRef<HTMLDivElement>(null)
  const phone = useIsPhone()
  const look = useCallback(
    (code: string) => {
      setChosen(code)
      // On small screens the preview is below the list.
      if (phone) preview.current?.scrollIntoView()
    },
    [phone],
  )
  const columns = useColumns(shown, look, order.ownSerials)
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6" gridTemplateColumns={{ lg: 'minmax(0, 1fr) 22rem' }}>
      <Stack minWidth="0" gap="3">
        {order.scratch && <OpeningTotals order={order} />}
        <DataTable
          label={t('codesTitle', { order: order.order_id })}
          columns={columns}
          rowId={({ address }) => address}
          rowName={({ address }) => address}
          read={codes}
          paging={paging}
          empty={<EmptyState title={t('noPreview')} />}
        />
      </Stack>
      <Stack as="section" ref={preview} aria-label={t('previewTitle')} gap="2">
        <Text fontWeight="600">{t('previewTitle')}</Text>
        <Text textStyle="sm" color="fg.muted">
          {t('previewHint')}
        </Text>
        {shown ? (
          <CodePreviewPanel key={shown} code={shown} />
        ) : (
          codes.isSuccess && <EmptyState title={t('noPreview')} />
        )}
      </Stack>
    </SimpleGrid>
  )
}

/** How many items were opened with their scratch code, and have an owner. Who opened them is not known. */
function OpeningTotals({ order }: { order: Order }) {
  const t = useText('order')
  const totals = useRead(openingContract.totals, { params: { id: order.id } }, { quiet: true })
  if (!totals.data) return null
  const { opened, claimed } = totals.data
  return <Text>{t('openings', { opened: formatNumber(opened), claimed: formatNumber(claimed) })}</Text>
}

const tones: Record<CodeRow['state'], Tone> = { Active: 'good', Pending: 'wait', Inactive: 'plain' }

function useColumns(shown: string | undefined, onPreview: (code: string) => void, hasOwn: boolean): Column<CodeRow>[] {
  const t = useText('order')
  const serials = useText('serials')
  return useMemo(
    () => [
      { id: 'order', header: t('orderId'), cell: ({ order }) => order.order_id },
      { id: 'sku', header: t('sku'), cell: ({ sku }) => sku?.sku ?? t('notBound') },
      { id: 'serial', header: t('serialNo'), main: true, cell: ({ serial_no }) => formatNumber(serial_no) },
      ...(hasOwn ? [{ id: 'own', header: serials('ownSerial'), cell: ({ own_serial }: CodeRow) => own_serial }] : []),
      {
        id: 'state',
        header: t('codeState'),
        cell: ({ state }) => <StatusChip tone={tones[state]}>{t(state)}</StatusChip>,
      },
      {
        id: 'preview',
        header: t('preview'),
        cell: ({ address }) => (
          <Button
            variant="outline"
            size="xs"
            aria-pressed={address === shown}
            aria-label={t('previewOf', { code: address })}
            onClick={() => onPreview(address)}
          >
            {t('preview')}
          </Button>
        ),
      },
    ],
    [t, serials, shown, onPreview, hasOwn],
  )
}
