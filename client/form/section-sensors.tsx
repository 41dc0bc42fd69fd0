import { Flex, Heading, IconButton, Stack, Text } from '@chakra-ui/react'
import type { Dispatch } from 'react'
import { LuTrash2 } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { useKnownSensors, useNameIn } from '#client/readings/known-sensors.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { maxSensors } from '#shared/form/contract.ts'
import type { EditableSection, FormEdit } from './draft.ts'

type Props = { section: EditableSection; change: Dispatch<FormEdit> }

/** The sensors that a section records, chosen by name from the sensors of the merchant. */
export function SectionSensors({ section: { id, sensors }, change }: Props) {
  const t = useText('form')
  const { current, sensors: known, search, setSearch } = useKnownSensors()
  const nameOf = useNameIn(known)
  const set = (next: EditableSection['sensors']) => change({ do: 'setSection', id, set: { sensors: next } })
  const chosen = new Set(sensors.map((sensor) => sensor.id))
  const isFull = sensors.length >= maxSensors
  const offered = current.filter((sensor) => !chosen.has(sensor.id))
  return (
    <Stack gap="3">
      <Heading as="h3" size="sm">
        {t('sensors')}
      </Heading>
      {sensors.length > 0 && (
        <Stack as="ul" gap="2" listStyleType="none" aria-label={t('sensors')}>
          {sensors.map((sensor) => (
            <Flex
              as="li"
              key={sensor.id}
              gap="4"
              align="center"
              wrap="wrap"
              borderWidth="1px"
              borderRadius="l2"
              paddingX="3"
              paddingY="1"
            >
              <Text flex="1 1 12rem" minWidth="0" overflowWrap="anywhere">
                {nameOf(sensor.id)}
              </Text>
              <LabelledCheckbox
                checked={sensor.share}
                onChange={(share) => set(sensors.map((one) => (one.id === sensor.id ? { ...one, share } : one)))}
              >
                {t('share')}
              </LabelledCheckbox>
              <IconButton
                variant="ghost"
                size="sm"
                aria-label={t('removeNamed', { name: nameOf(sensor.id) })}
                onClick={() => set(sensors.filter((one) => one.id !== sensor.id))}
              >
                <LuTrash2 />
              </IconButton>
            </Flex>
          ))}
        </Stack>
      )}
      {offered.length > 0 || search !== undefined ? (
        <Stack gap="3" maxWidth={{ md: 'md' }}>
          <RowSearchField search={search} setSearch={setSearch} label={t('addSensor')} />
          <FieldFrame label={t('addSensor')} disabled={isFull} hint={isFull && t('mostSensors', { most: maxSensors })}>
            {/* Always shows the prompt: a choice is added to the list above. */}
            <Select
              value=""
              options={offered.map((sensor) => ({ value: sensor.id, label: nameOf(sensor.id) }))}
              empty={t('chooseSensor')}
              onChange={(chosenId) => chosenId && set([...sensors, { id: chosenId, share: false }])}
            />
          </FieldFrame>
        </Stack>
      ) : (
        sensors.length === 0 && (
          <Text textStyle="sm" color="fg.muted">
            {t('noSensors')}. {t('noSensorsHint')}
          </Text>
        )
      )}
    </Stack>
  )
}
