import { Button, type ButtonProps, Stack, Text } from '@chakra-ui/react'
import { useId } from 'react'

/** Which edges of the button and of the reason below it meet; `heading`: as beside the heading of a screen. */
const aligns = { start: 'start', center: 'center', heading: { base: 'start', md: 'end' } } as const
export type ReasonAlign = keyof typeof aligns

type Props = Omit<ButtonProps, 'align'> & {
  /** Why it cannot be pressed; the button is disabled while there is a reason. */
  disabledReason: string | undefined
  align?: ReasonAlign
}

/** A button that says why it cannot be pressed. */
export function ButtonWithReason({ disabledReason, align = 'start', alignSelf, ...button }: Props) {
  const id = useId()
  const place = alignSelf !== undefined && { alignSelf }
  if (disabledReason === undefined) return <Button {...button} {...place} />
  return (
    <Stack gap="1" align={aligns[align]} {...place}>
      <Button {...button} disabled aria-describedby={id} />
      <Text id={id} textStyle="xs" color="fg.muted">
        {disabledReason}
      </Text>
    </Stack>
  )
}
