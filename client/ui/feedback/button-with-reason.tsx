import { Button, type ButtonProps, Stack, Text } from '@chakra-ui/react'
import { useId } from 'react'

/** The alignment of the button and the reason below it; `heading`: as beside the heading of a screen. */
const aligns = { start: 'start', center: 'center', heading: { base: 'start', md: 'end' } } as const
export type ReasonAlign = keyof typeof aligns

type Props = Omit<ButtonProps, 'align'> & {
  /** The reason why the button is disabled; enabled without one. */
  disabledReason: string | undefined
  align?: ReasonAlign
}

/** A button that shows why it is disabled. */
export function ButtonWithReason({ disabledReason, align = 'start', alignSelf, ...button }: Props) {
  const id = useId()
  const alignment = alignSelf !== undefined && { alignSelf }
  if (disabledReason === undefined) return <Button {...button} {...alignment} />
  return (
    <Stack gap="1" align={aligns[align]} {...alignment}>
      <Button {...button} disabled aria-describedby={id} />
      <Text id={id} textStyle="xs" color="fg.muted">
        {disabledReason}
      </Text>
    </Stack>
  )
}
