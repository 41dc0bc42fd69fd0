import { Button, Flex, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { alarmsPrefix } from '#client/readings/alarms.tsx'
import { Id, Instant } from '#shared/core/fields/fields.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'

type Shown = { from?: string; to?: string; skuId?: string; trademarkId?: string }

/** Parses the parameters of a link from another screen. Invalid times and ids are ignored. */
function shownBy(params: URLSearchParams): Shown | undefined {
  const [from, to] = ['from', 'to'].map((name) => Instant.safeParse(params.get(name)).data)
  const [skuId, trademarkId] = ['sku', 'trademark'].map((name) => Id.safeParse(params.get(name)).data)
  const shown = { ...(from && to && { from, to }), ...(skuId && { skuId }), ...(trademarkId && { trademarkId }) }
  return Object.keys(shown).length > 0 ? shown : undefined
}

/** The time and the product that the address selects; undefined for all alerts. `clear` removes both. */
export function useCaseRange(): { shown: Shown | undefined; clear: () => void } {
  const [params, setParams] = useSearchParams()
  const shown = useMemo(() => shownBy(params), [params])
  const clear = () =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      for (const name of ['from', 'to', 'sku', 'trademark', 'page', `${alarmsPrefix}page`]) after.delete(name)
      return after
    })
  return { shown, clear }
}

/** The part that selects temperature alarms: they belong to a time, but to no product. */
export function alarmRange({ from, to, skuId, trademarkId }: Shown = {}) {
  return { ...(from && to && { from, to }), ofProduct: Boolean(skuId ?? trademarkId) }
}

/** Shows which cases and alarms are listed, with a button that lists all. */
export function CaseRange({ shown, onClear }: { shown: Shown; onClear: () => void }) {
  const t = useText('verdict')
  const { from, to, skuId = '', trademarkId = '' } = shown
  const sku = useRead(skuContract.read, { params: { id: skuId } }, { enabled: skuId !== '', quiet: true }).data
  const ofBrand = { enabled: trademarkId !== '', quiet: true }
  const trademark = useRead(trademarkContract.read, { params: { id: trademarkId } }, ofBrand).data
  const parts = [
    from && to && t('openedIn', { from: formatDateTime(from), to: formatDateTime(to) }),
    trademark?.registration_name,
    sku && `${sku.name} - ${sku.sku}`,
  ]
  return (
    <Flex gap="3" wrap="wrap" align="center" justify="space-between">
      <Text role="status">{parts.filter(Boolean).join(' · ')}</Text>
      <Button size="sm" variant="outline" onClick={onClear}>
        {t('showAll')}
      </Button>
    </Flex>
  )
}
