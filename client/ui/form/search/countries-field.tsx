import { Flex, Input, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { useText } from '#client/core/i18n/i18n.ts'
import { useCountryOptions } from '#client/ui/form/country-field.tsx'
import { FieldFrame, type FieldProps } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import type { Option } from '#client/ui/form/select.tsx'

/** The most countries that are offered at once; more letters find fewer. */
const maxFound = 8

type Props<In extends FieldValues, Out> = FieldProps<In, Out> & { countries: readonly string[] }

/** Selects any number of countries, found by their names or codes. The value is the list of their codes. */
export function CountriesField<In extends FieldValues, Out>({ control, name, countries, ...rest }: Props<In, Out>) {
  const t = useText('ui')
  const { field, fieldState } = useController({ control, name })
  const [words, setWords] = useState('')
  const options = useCountryOptions(countries)
  const codes: readonly string[] = field.value ?? []
  // One that is removed stays in place, so that the focus does, too.
  const [listed, setListed] = useState(codes)
  const found = findCountries(options, words)
  // A stored code that is no country is shown as it is, so that it can be removed.
  const chosen = [...new Set([...listed, ...codes])].map(
    (code) => options.find(({ value }) => value === code) ?? { value: code, label: code },
  )
  const shown = [...chosen, ...found.filter((one) => !chosen.some(({ value }) => value === one.value))]
  const set = (code: string, isChosen: boolean) => {
    setListed((before) => [...new Set([...before, code])])
    field.onChange(isChosen ? [...codes, code] : codes.filter((other) => other !== code))
  }
  return (
    <Stack gap="2">
      <FieldFrame {...rest} error={fieldState.error?.message}>
        <Input
          type="search"
          autoComplete="off"
          ref={field.ref}
          onBlur={field.onBlur}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          // Enter would send the form, with the country not yet ticked.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </FieldFrame>
      <Flex
        role="group"
        aria-label={typeof rest.label === 'string' ? rest.label : undefined}
        wrap="wrap"
        gap="2"
        columnGap="4"
      >
        {shown.map(({ value, label }) => (
          <LabelledCheckbox key={value} checked={codes.includes(value)} onChange={(checked) => set(value, checked)}>
            {label}
          </LabelledCheckbox>
        ))}
      </Flex>
      <Text role="status" color="fg.muted" textStyle="sm" _empty={{ display: 'none' }}>
        {words.trim() !== '' && found.length === 0 ? t('noCountry') : ''}
      </Text>
    </Stack>
  )
}

/** Countries whose name contains the words, or whose code they are. */
function findCountries(options: readonly Option[], typed: string): Option[] {
  const words = typed.trim().toLocaleLowerCase()
  if (words === '') return []
  const fits = ({ value, label }: Option) => value.toLowerCase() === words || label.toLocaleLowerCase().includes(words)
  const begins = ({ value, label }: Option) =>
    value.toLowerCase() === words || label.toLocaleLowerCase().startsWith(words)
  const found = options.filter(fits)
  return [...found.filter(begins), ...found.filter((option) => !begins(option))].slice(0, maxFound)
}
