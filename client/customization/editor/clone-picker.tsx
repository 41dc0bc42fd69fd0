import { Input, Stack } from '@chakra-ui/react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { type CustomizedSku, customizationContract } from '#shared/customization/contract.ts'
import { type Sku, skuContract } from '#shared/sku/contract.ts'

type Props = { product: Sku; chosen: Sku | undefined; disabled: boolean; onChoose: (source: Sku | undefined) => void }

/** Selects another product with a customization, to clone it. The server searches among all of them. */
export function ClonePicker({ product, chosen, disabled, onChoose }: Props) {
  const t = useText('editor')
  const [search, setSearch] = useState('')
  const deferredSearch = useDeferredValue(search.trim())
  const { data } = useRead(customizationContract.list, { query: { ...(deferredSearch && { search: deferredSearch }) } })
  const [wanted, setWanted] = useChosenProduct(chosen, onChoose)
  const found = (data?.rows ?? []).filter(({ id }) => id !== product.id)
  if (found.length === 0 && !deferredSearch && !chosen) return null
  const shown = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const nameOf = ({ name, sku, ...rest }: Sku | CustomizedSku) =>
    'status' in rest && rest.status === 'draft' ? t('cloneDraftOption', { name, sku }) : `${name} (${sku})`
  return (
    <Stack gap="2">
      {(data?.hasMore || deferredSearch) && (
        <FieldFrame label={t('cloneFind')} disabled={disabled}>
          <Input type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        </FieldFrame>
      )}
      <FieldFrame label={t('cloneFrom')} hint={data?.hasMore ? t('cloneMore') : t('cloneHint')} disabled={disabled}>
        <Select
          name="clone_id"
          value={wanted ?? chosen?.id ?? ''}
          options={shown.map((one) => ({ value: one.id, label: nameOf(one) }))}
          empty={t('cloneNone')}
          onChange={setWanted}
        />
      </FieldFrame>
    </Stack>
  )
}

/** The list has names only: the product itself is read when it is chosen. */
function useChosenProduct(chosen: Sku | undefined, onChoose: Props['onChoose']) {
  const [wanted, setWanted] = useState<string>()
  const { data } = useRead(skuContract.read, { params: { id: wanted ?? '' } }, { enabled: Boolean(wanted) })
  useEffect(() => {
    if (!wanted || data?.id !== wanted) return
    onChoose(data)
    setWanted(undefined)
  }, [wanted, data, onChoose])
  const choose = (id: string) => {
    setWanted(id && id !== chosen?.id ? id : undefined)
    if (!id) onChoose(undefined)
  }
  return [wanted, choose] as const
}
