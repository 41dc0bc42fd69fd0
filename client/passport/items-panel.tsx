import { List, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { ApiError } from '#client/core/http/api.ts'
import { errorText } from '#client/core/http/errors.ts'
import { call, refresh, useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { decodeOptionsOf } from '#client/core/text-file/decode-options.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { CsvDropZone } from '#client/ui/file/csv-drop-zone.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { type ItemRowProblem, mostItems, passportItemContract } from '#shared/passport/item-contract.ts'

type RowError = { row: number; problem: ItemRowProblem | 'noValue' }
type State =
  | { step: 'none' | 'sending' }
  | { step: 'saved'; changed: number }
  | { step: 'refused'; error?: string; errors: RowError[] }

const shownErrors = 20

/** The values of single items of a product, from a CSV file. */
export function PassportItems({ skuId }: { skuId: string }) {
  const t = useText('passport')
  const deniedReason = useDeniedReason(passportItemContract.setItems.access)
  const params = { id: skuId }
  const { data } = useRead(passportItemContract.items, { params, query: { limit: 1 } }, { quiet: true })
  const [state, setState] = useState<State>({ step: 'none' })

  async function take(file: File): Promise<void> {
    setState({ step: 'sending' })
    const { readItemFile } = await import('./read-items.ts')
    const read = readItemFile(new Uint8Array(await file.arrayBuffer()), decodeOptionsOf(file))
    if (!read || read.items.length + read.unread.length === 0)
      return setState({ step: 'refused', error: t('itemsUnread'), errors: [] })
    const { items, rows, unread } = read
    if (unread.length > 0)
      return setState({ step: 'refused', errors: unread.map((row) => ({ row, problem: 'noValue' })) })
    if (items.length > mostItems)
      return setState({ step: 'refused', error: t('itemsTooMany', { most: formatNumber(mostItems) }), errors: [] })
    try {
      const { changed } = await call(passportItemContract.setItems, { params, body: { items } })
      setState({ step: 'saved', changed })
      await refresh(passportItemContract.items)
    } catch (error) {
      const found = error instanceof ApiError ? (error.details?.errors as RowError[] | undefined) : undefined
      const errors = (found ?? []).map(({ row, problem }) => ({ row: rows[row - 1]!, problem }))
      setState({ step: 'refused', ...(errors.length === 0 && { error: errorText(error) }), errors })
    }
  }

  return (
    <Panel title={t('itemsTitle')}>
      <Text color="fg.muted">{t('itemsHint', { most: formatNumber(mostItems) })}</Text>
      {data && <Text>{t('itemsCount', { count: formatNumber(data.total) })}</Text>}
      {state.step === 'saved' && (
        <InlineAlert status="success">{t('itemsSaved', { count: formatNumber(state.changed) })}</InlineAlert>
      )}
      <CsvDropZone
        disabled={deniedReason !== undefined || state.step === 'sending'}
        error={deniedReason ?? (state.step === 'refused' ? state.error : undefined)}
        onFile={take}
      />
      {state.step === 'refused' && state.errors.length > 0 && (
        <InlineAlert
          status="error"
          role="alert"
          description={
            <List.Root>
              {state.errors.slice(0, shownErrors).map(({ row, problem }) => (
                <List.Item key={row}>{t('itemsRow', { row: formatNumber(row), problem: t(problem) })}</List.Item>
              ))}
              {state.errors.length > shownErrors && (
                <List.Item>{t('itemsMoreRows', { count: formatNumber(state.errors.length - shownErrors) })}</List.Item>
              )}
            </List.Root>
          }
        >
          {t('itemsNothing')}
        </InlineAlert>
      )}
    </Panel>
  )
}
