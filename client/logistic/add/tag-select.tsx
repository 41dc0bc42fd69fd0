import { formatDateTime } from '#client/core/format/date.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { logisticLogContract } from '#shared/logistic/log-contract.ts'

type Props = { value: string; onTag: (tag: string | undefined) => void }

/**
 * Selects one of the tags that were started. When they cannot be listed, or there are none, the number is scanned or
 * typed.
 */
export function TagSelect({ value, onTag }: Props) {
  const t = useText('logistic')
  const { data, isError } = useRead(logisticLogContract.tags, {}, { quiet: true })
  if (isError && !data) {
    return (
      <InlineAlert status="warning" variant="surface">
        {t('tagsFailed')}
      </InlineAlert>
    )
  }
  if (!data || data.length === 0) return null
  const options = data.map(({ tidnfc, startedAt }) => ({
    value: tidnfc,
    label: t('tagStarted', { tag: tidnfc, at: formatDateTime(startedAt) }),
  }))
  return (
    <FieldFrame label={t('tagSelect')}>
      <Select
        value={data.some(({ tidnfc }) => tidnfc === value) ? value : ''}
        options={options}
        empty={t('tagChoose')}
        onChange={(tag) => onTag(tag || undefined)}
      />
    </FieldFrame>
  )
}
