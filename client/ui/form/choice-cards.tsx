import { Box, RadioCard, Stack } from '@chakra-ui/react'

type Props<V extends string> = {
  label: string
  value: V
  /** `swatch`: a color of the theme, shown before the label. */
  options: readonly { value: V; label: string; swatch?: string }[]
  onChoose: (value: V) => void
}

/** A choice of a few options, all of them visible. */
export function ChoiceCards<V extends string>({ label, value, options, onChoose }: Props<V>) {
  return (
    <RadioCard.Root value={value} onValueChange={(change) => change.value && onChoose(change.value as V)}>
      <RadioCard.Label>{label}</RadioCard.Label>
      <Stack direction={{ base: 'column', sm: 'row' }} align="stretch" wrap="wrap">
        {options.map((option) => (
          <RadioCard.Item key={option.value} value={option.value}>
            <RadioCard.ItemHiddenInput />
            <RadioCard.ItemControl>
              {option.swatch && <Box boxSize="5" borderRadius="full" bg={option.swatch} flexShrink="0" />}
              <RadioCard.ItemText>{option.label}</RadioCard.ItemText>
              <RadioCard.ItemIndicator />
            </RadioCard.ItemControl>
          </RadioCard.Item>
        ))}
      </Stack>
    </RadioCard.Root>
  )
}
