import { Box, Button, Flex, IconButton, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { type Control, useFieldArray } from 'react-hook-form'
import { LuBatteryFull, LuPlus, LuTrash2 } from 'react-icons/lu'
import type { z } from 'zod'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { SelectField, TextField } from '#client/ui/form/field.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { batteryTemplate } from '#shared/passport/battery-template.ts'
import {
  accessTiers,
  mostPoints,
  mostSections,
  type PassportInput,
  type PassportPoint,
  passportLengths,
} from '#shared/passport/contract.ts'

export type PassportFields = z.input<typeof PassportInput>
type PassportControl = Control<PassportFields, unknown, PassportInput>

const newPoint: PassportPoint = { name: '', value: '', unit: '', tier: 'public' }

/** The data points of a passport in their sections. */
export function SectionsField({ control }: { control: PassportControl }) {
  const t = useText('passport')
  const { fields, append, remove } = useFieldArray({ control, name: 'sections' })
  const battery = batteryTemplate(useLanguage())
  return (
    <Panel title={t('sections')}>
      <Text color="fg.muted">{t('sectionsHint')}</Text>
      {fields.map((field, at) => (
        <SectionFields key={field.id} control={control} at={at} onRemove={() => remove(at)} />
      ))}
      <Flex gap="3" wrap="wrap">
        <Button
          type="button"
          variant="outline"
          size="sm"
          disabled={fields.length >= mostSections}
          onClick={() => append({ title: '', points: [newPoint] })}
        >
          <LuPlus aria-hidden />
          {t('addSection')}
        </Button>
        <Button
          type="button"
          variant="outline"
          size="sm"
          disabled={fields.length + battery.length > mostSections}
          onClick={() => append(battery, { shouldFocus: false })}
        >
          <LuBatteryFull aria-hidden />
          {t('addBattery')}
        </Button>
      </Flex>
    </Panel>
  )
}

function SectionFields({ control, at, onRemove }: { control: PassportControl; at: number; onRemove: () => void }) {
  const t = useText('passport')
  const { fields, append, remove } = useFieldArray({ control, name: `sections.${at}.points` })
  return (
    <Stack as="fieldset" gap="4" padding={{ base: '3', md: '4' }} borderWidth="1px" borderRadius="l2">
      <Flex gap="2" align="start">
        <Box flex="1">
          <TextField
            control={control}
            name={`sections.${at}.title`}
            label={t('section')}
            maxLength={passportLengths.section}
            required
          />
        </Box>
        <IconButton
          type="button"
          variant="ghost"
          aria-label={t('removeSection', { number: at + 1 })}
          onClick={onRemove}
        >
          <LuTrash2 />
        </IconButton>
      </Flex>
      {fields.map((field, place) => (
        <Flex key={field.id} gap="2" align="start" borderTopWidth="1px" paddingTop="3">
          <PointFields control={control} path={`sections.${at}.points.${place}`} />
          <IconButton
            type="button"
            variant="ghost"
            aria-label={t('removePoint', { number: place + 1, section: at + 1 })}
            onClick={() => remove(place)}
          >
            <LuTrash2 />
          </IconButton>
        </Flex>
      ))}
      <Button
        type="button"
        variant="ghost"
        size="sm"
        alignSelf="start"
        disabled={fields.length >= mostPoints}
        onClick={() => append(newPoint)}
      >
        <LuPlus aria-hidden />
        {t('addPoint')}
      </Button>
    </Stack>
  )
}

type PointProps = { control: PassportControl; path: `sections.${number}.points.${number}` }

function PointFields({ control, path }: PointProps) {
  const t = useText('passport')
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, xl: 4 }} gap="3" flex="1">
      <TextField control={control} name={`${path}.name`} label={t('name')} maxLength={passportLengths.point} required />
      <TextField control={control} name={`${path}.value`} label={t('value')} maxLength={passportLengths.value} />
      <TextField control={control} name={`${path}.unit`} label={t('unit')} maxLength={passportLengths.unit} />
      <SelectField
        control={control}
        name={`${path}.tier`}
        label={t('tier')}
        options={accessTiers.map((value) => ({ value, label: t(value) }))}
      />
    </SimpleGrid>
  )
}
