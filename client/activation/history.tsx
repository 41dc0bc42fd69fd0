import { Heading, Stack } from '@chakra-ui/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { LuCircleCheckBig } from 'react-icons/lu'
import { refresh, useRead } from '#client/core/data.ts'
import { formatDateTime } from '#client/core/dates.ts'
import { useEvents } from '#client/core/events.ts'
import { formatNumber } from '#client/core/format.ts'
import { useText } from '#client/core/i18n.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { usePaging } from '#client/ui/paging.ts'
import { StatusChip, type Tone } from '#client/ui/status-chip.tsx'
import { notify } from '#client/ui/toast.tsx'
import { activationContract, type Batch } from '#shared/activation/contract.ts'
import { limits } from '#shared/core/limits.ts'

const tones: Record<Batch['status'], Tone> = { Activating: 'wait', Activated: 'good', Failed: 'bad' }

/** The activations, the newest first; it says so when one of them is through. */
export function ActivationHistory() {
  const t = useText('activation')
  const paging = usePaging()
  const [watching, setWatching] = useState(false)
  const batches = useRead(activationContract.batches, { query: paging.query }, { every: watching && limits.pollMs })
  const activating = batches.data?.rows.some(({ status }) => status === 'Activating') ?? false
  if (activating !== watching) setWatching(activating)
  useEvents(
    'activation',
    useCallback(() => void refresh(activationContract.batches), []),
  )
  useFinished(batches.data?.rows)
  return (
    <Stack gap="4">
      <Heading as="h2" size="lg" fontWeight="600">
        {t('history')}
      </Heading>
      <DataTable
        label={t('history')}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        read={batches}
        paging={paging}
        empty={<EmptyState icon={LuCircleCheckBig} title={t('emptyTitle')} hint={t('emptyHint')} />}
      />
    </Stack>
  )
}

/** Tells of each batch that was seen activating and is active now. */
function useFinished(rows: readonly Batch[] | undefined): void {
  const t = useText('activation')
  const seen = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, status, quantity } of rows ?? []) {
      if (status === 'Activating') seen.current.add(id)
      else if (seen.current.delete(id) && status === 'Activated') {
        notify({ tone: 'success', title: t('finished', { count: quantity, shown: formatNumber(quantity) }) })
      }
    }
  }, [rows, t])
}

function useColumns(): Column<Batch>[] {
  const t = useText('activation')
  return useMemo(
    () => [
      { id: 'batch', header: t('batch'), heads: true, cell: ({ identifier }) => identifier },
      { id: 'date', header: t('date'), cell: ({ createdAt }) => formatDateTime(createdAt) },
      { id: 'quantity', header: t('quantity'), align: 'end', cell: ({ quantity }) => formatNumber(quantity) },
      {
        id: 'status',
        header: t('status'),
        cell: ({ status }) => <StatusChip tone={tones[status]}>{t(status)}</StatusChip>,
      },
    ],
    [t],
  )
}
