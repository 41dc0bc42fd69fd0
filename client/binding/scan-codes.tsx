import { Button, Stack, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatPrintedCode } from '#client/codes/batched-check.ts'
import { useTask } from '#client/core/async/use-task.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { call, queryKeyOf } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { requireEngine } from '#client/core/offline/read/queries.ts'
import { Scanner } from '#client/scan/scanner.tsx'
import { StickyActions } from '#client/scan/sticky-actions.tsx'
import { useScanList } from '#client/scan/use-scan-list.ts'
import { bindingContract } from '#shared/binding/contract.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { bindingCheck } from './binding-check.ts'
import { enqueueBinding } from './enqueue-binding.ts'
import type { KnownProduct } from './known-products.ts'

/** Each code is scanned, or the first and the last one of a range. */
export type BindingWay = 'list' | 'range'
const mostCodes: Record<BindingWay, number> = { list: limits.activationCodes, range: 2 }

type Props = { product: KnownProduct; way: BindingWay; replace: boolean; may: boolean; draftName?: string }

/** Scans codes for one product. */
export function ScanCodes({ product, way, replace, may, draftName }: Props) {
  const t = useText('binding')
  const { id: skuId, name, sku } = product
  const checkCode = useMemo(() => bindingCheck(skuId, replace), [skuId, replace])
  const list = useScanList({ checkCode, maxCodes: mostCodes[way], ...(draftName && { draftName }) })
  const codes = useMemo(() => list.codes.map(formatPrintedCode), [list.codes])
  const [first, last] = codes
  const range = way === 'range' && first && last ? { first, last } : undefined
  const size = useRangeSize(skuId, range)
  const bind = useTask(async () => {
    const engine = requireEngine()
    const chosen = range ? { range } : { addressList: codes }
    await enqueueBinding(engine, { skuId, sku: { name, sku }, replace, ...chosen })
    void engine.sendNow()
    list.finish()
    notify({ tone: 'success', title: t('saved', { product: name }) })
  })
  const amount = range ? size : codes.length
  return (
    <Stack gap="5">
      <Text color="fg.muted">{t(way === 'range' ? 'rangeHint' : 'listHint')}</Text>
      <Scanner list={list} />
      {(way === 'list' ? codes.length > 0 : range) && (
        <StickyActions>
          <Button
            width={{ base: 'full', md: 'auto' }}
            disabled={!may}
            loading={bind.isPending}
            onClick={() => bind.mutate()}
            data-testid="bind"
          >
            {amount === undefined
              ? t('bindRange', { product: name })
              : t('bind', { count: amount, shown: formatNumber(amount), product: name })}
          </Button>
        </StickyActions>
      )}
    </Stack>
  )
}

/** The number of codes in a range; undefined while the server cannot be asked. */
function useRangeSize(skuId: string, range: { first: string; last: string } | undefined): number | undefined {
  const input = { body: { skuId, range, replace: true } }
  const { data } = useQuery({
    queryKey: queryKeyOf(bindingContract.check, input),
    queryFn: () => call(bindingContract.check, input),
    enabled: range !== undefined,
    retry: false,
    meta: { quiet: true },
  })
  return data?.quantity || undefined
}
