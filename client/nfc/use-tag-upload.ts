import { useRef, useState } from 'react'
import { writeCsv } from '#client/core/files/csv.ts'
import { saveBlob } from '#client/core/files/save-file.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { ApiError } from '#client/core/http/api.ts'
import { errorText } from '#client/core/http/errors.ts'
import { call, refresh } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { maxTags, nfcContract, type TagError, type TagKeys } from '#shared/nfc/contract.ts'
import type { Order } from '#shared/order/contract.ts'

export type TagRowError = { row: number; problem: TagError['problem'] | 'unreadable' }
type UploadState =
  | { step: 'none' }
  | { step: 'sending' }
  | { step: 'refused'; error?: string; errors: TagRowError[] }
  | { step: 'given'; keys: TagKeys[] }

/** Saves the keys of chips as a file for the encoder. */
export function saveKeys(order: Order, keys: readonly TagKeys[]): void {
  const [first] = keys
  if (first)
    saveBlob(writeCsv([Object.keys(first), ...keys.map((row) => Object.values(row))]), `${order.order_id}-nfc-keys.csv`)
}

/** Sends a list of chips and saves their keys. A file that is chosen again after a lost response is the same upload. */
export function useTagUpload(order: Order) {
  const t = useText('nfc')
  const [state, setState] = useState<UploadState>({ step: 'none' })
  const last = useRef({ list: '', upload: '' })

  async function take(file: File): Promise<void> {
    setState({ step: 'sending' })
    const { readTagFile } = await import('./read-tags.ts')
    const read = readTagFile(new Uint8Array(await file.arrayBuffer()), { languages: navigator.languages })
    if (!read || read.tags.length + read.unread.length === 0)
      return setState({ step: 'refused', error: t('unread'), errors: [] })
    const { tags, rows, unread } = read
    if (unread.length > 0)
      return setState({ step: 'refused', errors: unread.map((row) => ({ row, problem: 'unreadable' })) })
    if (tags.length > maxTags) {
      const error = t('tooMany', { count: tags.length, most: formatNumber(maxTags) })
      return setState({ step: 'refused', error, errors: [] })
    }
    const list = JSON.stringify(tags)
    if (last.current.list !== list) last.current = { list, upload: crypto.randomUUID() }
    try {
      const params = { id: order.id }
      const { tags: keys } = await call(nfcContract.register, { params, body: { upload: last.current.upload, tags } })
      saveKeys(order, keys)
      setState({ step: 'given', keys })
      await refresh(nfcContract.totals)
    } catch (error) {
      const found = error instanceof ApiError ? (error.details?.errors as TagError[] | undefined) : undefined
      const errors = (found ?? []).map(({ row, problem }) => ({ row: rows[row - 1]!, problem }))
      setState({ step: 'refused', ...(errors.length === 0 && { error: errorText(error) }), errors })
    }
  }
  return { state, take }
}
