import { Button, type ButtonProps, Stack, Text } from '@chakra-ui/react'
import { useId } from 'react'

type Props = ButtonProps & {
  /** Why it cannot be pressed; the button is disabled while there is a reason. */
  refusal: string | undefined
}

/** A button that says why it cannot be pressed. */
export function GuardedButton({ refusal, disabled, alignSelf, ...button }: Props) {
  const id = useId()
  if (refusal === undefined) return <Button {...button} {...pass({ disabled, alignSelf })} />
  return (
    <Stack gap="1" align="start" {...pass({ alignSelf })}>
      <Button {...button} disabled aria-describedby={id} />
      <Text id={id} textStyle="xs" color="fg.muted">
        {refusal}
      </Text>
    </Stack>
  )
}

/** Leaves out what was not given: exact optional properties do not take undefined. */
function pass({ disabled, alignSelf }: Pick<Props, 'disabled' | 'alignSelf'>) {
  return { ...(disabled !== undefined && { disabled }), ...(alignSelf !== undefined && { alignSelf }) }
}
