import { Button, SimpleGrid, Text } from '@chakra-ui/react'
import { z } from 'zod'
import { useRead, useWrite } from '#client/core/data.ts'
import { useText } from '#client/core/i18n.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { NumberField, TextField } from '#client/ui/field.tsx'
import { Form, useForm } from '#client/ui/form.tsx'
import { type Case, verdictContract } from '#shared/verdict/contract.ts'
import { VerdictSettings } from '#shared/verdict/settings.ts'

/** Countries are typed as a line of two letters each; a product that keeps has no number of days. */
const Typed = VerdictSettings.extend({
  markets: z.string().transform((text) => text.toUpperCase().match(/[A-Z]{2}/g) ?? []),
  shelfDays: z.number().int().min(1).max(36_500).optional(),
})

type Props = { sku: Case['sku'] | undefined; onClose: () => void }

export function SettingsDialog({ sku, onClose }: Props) {
  const t = useText('verdict')
  const settings = useRead(verdictContract.settings, { params: { id: sku?.id ?? '' } }, { enabled: sku !== undefined })
  return (
    <Dialog open={sku !== undefined} onClose={onClose} title={t('thresholdsTitle', { sku: sku?.name ?? '' })} size="lg">
      {sku && settings.data && <SettingsForm key={sku.id} id={sku.id} settings={settings.data} onClose={onClose} />}
    </Dialog>
  )
}

type FormProps = { id: string; settings: VerdictSettings; onClose: () => void }

function SettingsForm({ id, settings, onClose }: FormProps) {
  const t = useText('verdict')
  const form = useForm(Typed, {
    ...settings,
    markets: settings.markets.join(', '),
    shelfDays: settings.shelfDays ?? undefined,
  })
  const save = useWrite(verdictContract.saveSettings, { done: t('saved'), refresh: [verdictContract.settings] })
  const { control } = form
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
        <NumberField control={control} name="visitors" label={t('visitors')} />
        <NumberField control={control} name="days" label={t('days')} />
        <NumberField control={control} name="jumps" label={t('jumps')} />
        <NumberField control={control} name="shelfDays" label={t('shelfDays')} hint={t('shelfHint')} />
        <TextField control={control} name="markets" label={t('markets')} hint={t('marketsHint')} />
        <NumberField control={control} name="strangers" label={t('strangers')} />
      </SimpleGrid>
      <Button type="submit" alignSelf="start" loading={form.formState.isSubmitting}>
        {t('save')}
      </Button>
    </Form>
  )
}
