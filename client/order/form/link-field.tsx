import { type Control, useController } from 'react-hook-form'
import type { z } from 'zod'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/select.tsx'
import type { OrderInput } from '#shared/order/contract.ts'
import type { Sku } from '#shared/sku/contract.ts'
import { usePrintedHost } from './use-printed-host.ts'

type Props = { control: Control<z.input<typeof OrderInput>, unknown, OrderInput>; product: Sku | undefined }

/** Chooses what the QR codes contain, and says with which custom domain. A product without a GTIN has only the short link. */
export function LinkField({ control, product }: Props) {
  const t = useText('order')
  const { field, fieldState } = useController({ control, name: 'link' })
  const hasGtin = product?.gtin != null
  const hint = product && !hasGtin ? t('linkNoGtin') : t('linkHint')
  const printed = usePrintedHost()
  return (
    <FieldFrame label={t('link')} hint={printed ? `${hint} ${printed}` : hint} error={fieldState.error?.message}>
      <Select
        {...field}
        value={field.value ?? 'assay'}
        options={[
          { value: 'assay', label: t('linkAssay') },
          ...(hasGtin ? ([{ value: 'gs1', label: t('linkGs1') }] as const) : []),
        ]}
      />
    </FieldFrame>
  )
}
