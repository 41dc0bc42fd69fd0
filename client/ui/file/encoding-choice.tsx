import { Button, Flex, RadioCard, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { rememberEncoding } from '#client/core/text-file/decode-options.ts'
import type { TextReading } from '#client/core/text-file/decode-text.ts'
import { type Encoding, encodingNames } from '#client/core/text-file/encodings.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/select.tsx'

type Props = {
  file: File
  readings: readonly TextReading[]
  /** Called when the choice is remembered for the file; the file is then read again. */
  onChosen: () => void
  /** Chooses another file. */
  onCancel: () => void
}

/** Lets a person choose how the letters of a file are read, with lines of the file in each encoding. */
export function EncodingChoice({ file, readings, onChosen, onCancel }: Props) {
  const t = useText('file')
  const ui = useText('ui')
  const [encoding, setEncoding] = useState<Encoding>()
  const offered = readings.map((reading) => reading.encoding)
  const choose = () => {
    rememberEncoding(file, encoding!)
    onChosen()
  }
  return (
    <Stack gap="4" data-testid="encoding-choice">
      <RadioCard.Root value={encoding ?? null} onValueChange={({ value }) => setEncoding(value as Encoding)}>
        <RadioCard.Label textStyle="md" fontWeight="600">
          {t('unsureTitle')}
        </RadioCard.Label>
        <Text color="fg.muted" overflowWrap="anywhere">
          {t('unsureHint', { name: file.name })}
        </Text>
        <Stack gap="3">
          {readings.map((reading) => (
            <ReadingCard key={reading.encoding} reading={reading} t={t} />
          ))}
        </Stack>
      </RadioCard.Root>
      <FieldFrame label={t('otherEncoding')}>
        <Select
          value={encoding && !offered.includes(encoding) ? encoding : ''}
          empty={t('chooseEncoding')}
          options={encodingNames
            .filter((name) => !offered.includes(name))
            .map((value) => ({ value, label: t(`encoding.${value}`) }))}
          onChange={setEncoding}
        />
      </FieldFrame>
      <Flex gap="3" wrap="wrap">
        <Button disabled={!encoding} onClick={choose}>
          {t('use')}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {ui('cancel')}
        </Button>
      </Flex>
    </Stack>
  )
}

function ReadingCard({ reading: { encoding, samples }, t }: { reading: TextReading; t: Translate<'file'> }) {
  return (
    <RadioCard.Item value={encoding}>
      <RadioCard.ItemHiddenInput />
      <RadioCard.ItemControl>
        <RadioCard.ItemContent minWidth="0">
          <RadioCard.ItemText>{t(`encoding.${encoding}`)}</RadioCard.ItemText>
          {samples.map(({ line, text }) => (
            <RadioCard.ItemDescription key={line} overflowWrap="anywhere">
              {t('line', { line, text })}
            </RadioCard.ItemDescription>
          ))}
        </RadioCard.ItemContent>
        <RadioCard.ItemIndicator />
      </RadioCard.ItemControl>
    </RadioCard.Item>
  )
}
