import { NativeSelect } from '@chakra-ui/react'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { statusOfProduct } from '#client/customization/product-status.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { type Sku, skuContract } from '#shared/sku/contract.ts'

/** The maximum of one list call. */
const maxListed = 200

type Props = { product: Sku; chosen: Sku | undefined; disabled: boolean; onChoose: (source: Sku | undefined) => void }

/** Selects another product with a customization, to clone it. */
export function ClonePicker({ product, chosen, disabled, onChoose }: Props) {
  const t = useText('editor')
  const { data } = useRead(skuContract.list, { query: { limit: maxListed } })
  const others = (data?.rows ?? []).filter((one) => one.id !== product.id && statusOfProduct(one) !== 'none')
  if (others.length === 0) return null
  return (
    <FieldFrame label={t('cloneFrom')} hint={t('cloneHint')} disabled={disabled}>
      <NativeSelect.Root>
        <NativeSelect.Field
          name="clone_id"
          value={chosen?.id ?? ''}
          onChange={({ target }) => onChoose(others.find(({ id }) => id === target.value))}
        >
          <option value="">{t('cloneNone')}</option>
          {others.map(({ id, name, sku }) => (
            <option key={id} value={id}>
              {name} ({sku})
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  )
}
