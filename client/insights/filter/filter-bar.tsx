import { Button, chakra, Field, Flex } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { LuBookmark, LuDownload, LuFilter } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { urlOf } from '#client/core/http/api.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { RangePicker } from '#client/ui/form/date/range-picker.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { Select, type SelectProps } from '#client/ui/form/select.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { insightsReportRoute } from '#shared/insights/contract.ts'
import { ranges } from '#shared/insights/view-contract.ts'
import { dayProblems, toDay } from './range.ts'
import type { Query } from './use-filters.ts'
import { useLocations } from './use-locations.ts'
import { useSkus } from './use-skus.ts'
import type { Filters } from './view-params.ts'

type Props = {
  filters: Filters
  query: Query
  onApply: (filters: Filters) => void
  /** Opens the list of saved views. */
  onViews: () => void
}

/** Range, SKU and location; they apply with the button. */
export function FilterBar({ filters, query, onApply, onViews }: Props) {
  const t = useText('insightsOverview')
  const [applied, setApplied] = useState(filters)
  const [draft, setDraft] = useState(filters)
  const [isTouched, setTouched] = useState(false)
  // A new draft for each view that was applied, also by the back button.
  if (JSON.stringify(filters) !== JSON.stringify(applied)) {
    setApplied(filters)
    setDraft(filters)
    setTouched(false)
  }
  const today = toDay(new Date())
  const problems = draft.range === 'own' ? dayProblems(draft, today) : {}
  const shown = (name: 'from' | 'to') =>
    problems[name] && (isTouched || draft[name] !== '') ? t(problems[name]) : undefined
  const change = (part: Partial<Filters>) => setDraft((before) => ({ ...before, ...part }))
  const locations = useLocations(draft, query, [draft.location])
  const skus = useSkus(draft.trademark, [draft.sku])
  const save = useTask(() => download(urlOf(insightsReportRoute, { query }), reportName(query)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (Object.keys(problems).length === 0) onApply({ ...draft, trademark: filters.trademark })
  }
  return (
    <Panel as="div" padding={{ base: '4', md: '4' }}>
      <chakra.form
        aria-label={t('filters')}
        noValidate
        display="flex"
        gap="3"
        flexWrap="wrap"
        alignItems="start"
        onSubmit={submit}
        css={{ '& > .chakra-field__root': { flex: '1 1 10rem', maxWidth: { md: '16rem' } } }}
      >
        <RangePicker
          choices={ranges}
          value={draft}
          t={t}
          problems={{ from: shown('from'), to: shown('to') }}
          latest={today}
          bg="bg.panel"
          onChange={change}
        />
        <RowSearchField search={skus.search} setSearch={skus.setSearch} label={t('sku')} bg="bg.panel" />
        <Choice
          label={t('sku')}
          value={draft.sku}
          options={skus.options}
          empty={t('all')}
          onChange={(sku) => change({ sku })}
        />
        <Choice
          label={t('location')}
          value={draft.location}
          options={locations}
          empty={t('all')}
          onChange={(location) => change({ location })}
        />
        <Flex
          gap="2"
          wrap="wrap"
          alignSelf="end"
          marginInlineStart={{ md: 'auto' }}
          width={{ base: 'full', md: 'auto' }}
        >
          <Button type="submit" flex={{ base: '1', md: '0 0 auto' }}>
            <LuFilter aria-hidden />
            {t('filter')}
          </Button>
          <Button
            variant="outline"
            flex={{ base: '1', md: '0 0 auto' }}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            <LuDownload aria-hidden />
            {t('exportCsv')}
          </Button>
          <Button variant="outline" flex={{ base: '1 0 100%', md: '0 0 auto' }} onClick={onViews}>
            <LuBookmark aria-hidden />
            {t('savedViews')}
          </Button>
        </Flex>
      </chakra.form>
    </Panel>
  )
}

/** The server names the report in the same way. */
const reportName = ({ from, to }: Query) => `${toDay(new Date(from))}-${toDay(new Date(to))}-scan-report.csv`

export function Choice<V extends string>({ label, ...select }: SelectProps<V> & { label: string }) {
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <Select bg="bg.panel" {...select} />
    </Field.Root>
  )
}
