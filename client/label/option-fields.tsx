import { Box, Button, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { type Control, useWatch } from 'react-hook-form'
import { LuRuler } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { urlOf } from '#client/core/http/api.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { CheckboxField, SelectField } from '#client/ui/form/field.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { calibrationRoute, printerDpi } from '#shared/label/contract.ts'
import { slotsOf } from '#shared/label/layout.ts'
import { equivalentSheets, type SheetName, sheetNames, sheets } from '#shared/label/sheets.ts'
import { type LabelOptions, sheetSizeText } from './label-options.ts'

type Props = { control: Control<LabelOptions, unknown, LabelOptions> }

/** The format of a sheet of labels. */
export function SheetField({ control }: Props) {
  const t = useText('label')
  const nameOf = (name: SheetName) => {
    const { paper, ...preset } = sheets[name]
    const values = {
      name,
      paper,
      size: sheetSizeText(name),
      count: slotsOf(sheets[name]),
      others: equivalentSheets[name] ?? '',
    }
    return t('cut' in preset ? 'cut' : values.others ? 'averyAlso' : 'avery', values)
  }
  return (
    <SelectField
      control={control}
      name="sheet"
      label={t('sheet')}
      options={sheetNames.map((name) => ({ value: name, label: nameOf(name) }))}
    />
  )
}

/** The outlines of the labels and the offset of the printer. */
export function PrintFields({ control, choice }: Props & { choice: LabelOptions }) {
  const t = useText('label')
  const { sheet, shiftX, shiftY } = choice
  const calibrate = useTask(() =>
    download(urlOf(calibrationRoute, { query: { sheet, shiftX, shiftY } }), `calibration-${sheet}.pdf`),
  )
  return (
    <>
      {!('cut' in sheets[sheet]) && <CheckboxField control={control} name="outline" label={t('outline')} />}
      <Stack as="fieldset" gap="2">
        <SimpleGrid columns={2} gap="3">
          <NumberField control={control} name="shiftX" label={t('shiftX')} hint={t('shiftHint')} />
          <NumberField control={control} name="shiftY" label={t('shiftY')} hint={t('shiftHint')} />
        </SimpleGrid>
        <Button
          variant="outline"
          size="sm"
          alignSelf="start"
          loading={calibrate.isPending}
          onClick={() => calibrate.mutate()}
        >
          <LuRuler aria-hidden />
          {t('calibrate')}
        </Button>
        <Text textStyle="sm" color="fg.muted">
          {t('calibrateHint')}
        </Text>
      </Stack>
    </>
  )
}

/** Options of a label printer. */
export function PrinterFields({ control }: Props) {
  const t = useText('label')
  return (
    <>
      <SelectField
        control={control}
        name="dpi"
        label={t('dpi')}
        options={printerDpi.map((dpi) => ({ value: dpi, label: t('dpiOption', { dpi }) }))}
      />
      <SimpleGrid columns={2} gap="3">
        <NumberField control={control} name="width" label={t('width')} />
        <NumberField control={control} name="height" label={t('height')} />
      </SimpleGrid>
    </>
  )
}

/** The texts of a label. */
export function LabelTextFields({ control, hasScratch }: Props & { hasScratch: boolean }) {
  const t = useText('label')
  const isScratchPrinted = useWatch({ control, name: 'scratch' })
  return (
    <Stack as="fieldset" gap="2">
      <Box asChild fontWeight="500" textStyle="sm" marginBottom="1.5">
        <legend>{t('texts')}</legend>
      </Box>
      <CheckboxField control={control} name="serial" label={t('serial')} />
      <CheckboxField control={control} name="code" label={t('code')} />
      <CheckboxField control={control} name="name" label={t('name')} />
      <CheckboxField control={control} name="site" label={t('site')} />
      {hasScratch && <CheckboxField control={control} name="scratch" label={t('scratch')} hint={t('scratchHint')} />}
      {isScratchPrinted && (
        <CheckboxField control={control} name="scratchQr" label={t('scratchQr')} hint={t('scratchQrHint')} />
      )}
    </Stack>
  )
}

/** Which codes, and how large they are. */
export function RangeFields({ control, isPicture, available, largest }: Props & RangeProps) {
  const t = useText('label')
  const most = formatNumber(Math.floor(largest * 10) / 10)
  return (
    <>
      <SimpleGrid columns={2} gap="3">
        <NumberField control={control} name="from" label={t('from')} inputMode="numeric" />
        <NumberField
          control={control}
          name="amount"
          label={t('amount')}
          inputMode="numeric"
          hint={t('amountHint', { most: formatNumber(available) })}
        />
      </SimpleGrid>
      <NumberField
        control={control}
        name="size"
        label={t('size')}
        hint={isPicture ? t('sizePicture') : t('sizeHint', { most })}
      />
    </>
  )
}
type RangeProps = { isPicture: boolean; available: number; largest: number }
