import { Heading, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { useCountryName } from '#client/ui/form/country-field.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import type { PassportFields } from './sections-field.tsx'

type Props = { name: string; fields: PassportFields | undefined; onClose: () => void }

/** What the page of a passport will say to everybody, before it is published. */
export function PassportPreview({ name, fields, onClose }: Props) {
  const t = useText('passport')
  return (
    <Dialog open={fields !== undefined} onClose={onClose} title={t('previewTitle')} size="lg">
      {fields && <ShownPassport name={name} fields={fields} />}
    </Dialog>
  )
}

function ShownPassport({ name, fields }: { name: string; fields: PassportFields }) {
  const t = useText('passport')
  const countryName = useCountryName()
  const { description, category, facility, country, sections } = fields
  const shown = sections
    .map(({ title, points }) => ({
      title,
      points: points.filter(({ value = '', tier }) => value.trim() !== '' && tier === 'public'),
    }))
    .filter(({ points }) => points.length > 0)
  return (
    <Stack gap="4">
      <Heading as="h3" size="lg" overflowWrap="anywhere">
        {name}
      </Heading>
      {description && <Text whiteSpace="pre-line">{description}</Text>}
      <DescriptionList
        facts={[
          [t('category'), category.name],
          [t('facility'), facility.name],
          [t('country'), country && countryName(country)],
        ]}
      />
      {shown.length === 0 && <Text color="fg.muted">{t('previewEmpty')}</Text>}
      {shown.map(({ title, points }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have one title.
        <Stack key={at} as="section" gap="2">
          <Heading as="h4" size="sm">
            {title}
          </Heading>
          <DescriptionList
            facts={points.map(({ name: word, value, unit }) => [word, `${value} ${unit ?? ''}`.trim()])}
          />
        </Stack>
      ))}
    </Stack>
  )
}
