import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { epcisTypes } from '#shared/epcis/contract.ts'
import { epcisListContract, listDays, sources } from '#shared/epcis/list-contract.ts'
import { stepText } from '#shared/epcis/step-text.ts'
import { EventTable } from './event-table.tsx'

const steps = Object.keys(stepText.enUS) as (keyof (typeof stepText)['enUS'])[]
const filters = { source: sources, type: epcisTypes, step: steps, days: listDays }

/** The events of the merchant in the form of EPCIS, with those that partners have reported. */
export function Component() {
  const t = useText('epcis')
  const tStep = useText('epcisStep')
  const paging = usePaging({ filters })
  const choice = <V extends string>(name: string, label: string, values: readonly V[], word: (value: V) => string) => ({
    name,
    label,
    options: [{ value: '', label: t('all') }, ...values.map((value) => ({ value, label: word(value) }))],
  })
  return (
    <Page title={t('title')} description={t('description')}>
      <EventTable
        label={t('title')}
        read={useRead(epcisListContract.list, { query: paging.query })}
        paging={paging}
        searchable
        filters={[
          choice('source', t('source'), sources, (source) => t(source)),
          choice('type', t('type'), epcisTypes, (type) => t(type)),
          choice('step', t('step'), steps, (step) => tStep(step)),
          choice('days', t('days'), listDays, (days) => t(`days_${days}`)),
        ]}
        empty={{ title: t('emptyTitle'), hint: t('emptyHint') }}
      />
    </Page>
  )
}
