import { Button, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { z } from 'zod'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { FieldFrame, SelectField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { CountriesField } from '#client/ui/form/search/countries-field.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { useSearchedRows } from '#client/ui/form/search/use-searched-rows.ts'
import { Select } from '#client/ui/form/select.tsx'
import { skuContract } from '#shared/sku/contract.ts'
import { calibrationContract } from '#shared/verdict/calibration/contract.ts'
import { type VerdictCase, verdictContract } from '#shared/verdict/contract.ts'
import { unitsUntilNoticed } from '#shared/verdict/score/thresholds.ts'
import {
  categories,
  defaultSettings,
  marketCountries,
  type VerdictSettings,
  VerdictSettingsInput,
  type WarnedShare,
  warnedShares,
} from '#shared/verdict/settings.ts'
import { Outcomes } from './rules/outcomes.tsx'
import { OwnItems } from './rules/own-items.tsx'

/** A product without expiry has no number of days. */
const SettingsFormValues = VerdictSettingsInput.extend({
  shelfDays: z.number().int().min(1).max(36_500).optional(),
})

type Props = { open: boolean; sku: VerdictCase['sku'] | undefined; onClose: () => void }

/** The settings of the given SKU, or of one that the user chooses. */
export function SettingsDialog({ open, sku, onClose }: Props) {
  const t = useText('verdict')
  const title = sku ? t('thresholdsTitle', { sku: sku.name }) : t('thresholdsChoose')
  return (
    <FormDialog open={open} onClose={onClose} title={title} size="lg">
      {open && (sku ? <Settings id={sku.id} onClose={onClose} /> : <SkuSettings onClose={onClose} />)}
    </FormDialog>
  )
}

function SkuSettings({ onClose }: Pick<Props, 'onClose'>) {
  const t = useText('verdict')
  const ui = useText('ui')
  const [chosen, setChosen] = useState('')
  const skus = useSearchedRows(skuContract.list, { read: skuContract.read, chosen: [chosen], sort: 'name' })
  const id = chosen || (skus.only ?? '')
  return (
    <Stack gap="5">
      <RowSearchField search={skus.search} setSearch={skus.setSearch} label={t('sku')} />
      <FieldFrame label={t('sku')}>
        <Select
          value={id}
          options={skus.rows.map(({ id, name, sku }) => ({ value: id, label: `${name} (${sku})` }))}
          empty={ui('select')}
          onChange={setChosen}
        />
      </FieldFrame>
      {id ? (
        <Settings key={id} id={id} onClose={onClose} />
      ) : (
        <>
          <Text color="fg.muted">{t('thresholdsHint')}</Text>
          <Outcomes />
        </>
      )}
    </Stack>
  )
}

function Settings({ id, onClose }: { id: string; onClose: () => void }) {
  const settings = useRead(verdictContract.settings, { params: { id } })
  if (!settings.data) return <LoadState read={settings} height="64" />
  return (
    <Stack gap="5">
      <OwnItems skuId={id} />
      <Outcomes />
      <SettingsForm id={id} settings={settings.data} onClose={onClose} />
    </Stack>
  )
}

type FormProps = { id: string; settings: VerdictSettings; onClose: () => void }

function SettingsForm({ id, settings, onClose }: FormProps) {
  const t = useText('verdict')
  const rules = useText('alertRules')
  const form = useForm(SettingsFormValues, settingsFormValuesOf(settings))
  const save = useWrite(verdictContract.saveSettings, {
    done: t('saved'),
    refresh: [verdictContract.settings, calibrationContract.read],
  })
  const { control } = form
  const [category, warned] = form.watch(['category', 'warned'])
  const units = unitsUntilNoticed({ category, warned })
  return (
    <Form
      form={form}
      onSubmit={async ({ shelfDays, ...body }) => {
        await save.mutateAsync({ params: { id }, body: { ...body, shelfDays: shelfDays ?? null } })
        onClose()
      }}
    >
      <Text color="fg.muted">{t('thresholdsHint')}</Text>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <SelectField
          control={control}
          name="category"
          label={t('category')}
          hint={rules(`category_${category}_hint`)}
          options={categories.map((value) => ({ value, label: t(`category_${value}`) }))}
        />
        <SelectField
          control={control}
          name="warned"
          label={t('warned')}
          hint={
            units === undefined ? t('warnedHint') : rules('warnedPrice', { count: units, units: formatNumber(units) })
          }
          options={warnedShares.map((value) => ({ value, label: shareText(value) }))}
        />
        <NumberField control={control} name="shelfDays" label={t('shelfDays')} hint={t('shelfHint')} />
        <CountriesField
          control={control}
          name="markets"
          label={t('markets')}
          hint={t('marketsHint')}
          countries={marketCountries}
        />
        <NumberField
          control={control}
          name="strangers"
          label={t('strangers')}
          hint={t('strangersHint', { standard: defaultSettings.strangers })}
        />
      </SimpleGrid>
      <DialogActions
        loading={form.formState.isSubmitting}
        more={
          <Button
            variant="ghost"
            marginInlineEnd="auto"
            onClick={() => form.reset(settingsFormValuesOf(defaultSettings), { keepDefaultValues: true })}
          >
            {t('standard')}
          </Button>
        }
      >
        {t('save')}
      </DialogActions>
    </Form>
  )
}

const settingsFormValuesOf = (settings: VerdictSettings) => ({
  ...settings,
  shelfDays: settings.shelfDays ?? undefined,
})

/** Shares have up to two decimals. */
const shareText = (share: WarnedShare): string => formatNumber(share, { style: 'percent', maximumFractionDigits: 2 })
