import { Skeleton, Stack } from '@chakra-ui/react'

type Props = { fields: number; height: string }

/**
 * The shape of a form that is being loaded: labels, inputs and a button. It has the height of the form: the tabs above it are centred
 * with it, and a tab that moves while it is pressed gets no click.
 */
export function FormPlaceholder({ fields, height }: Props) {
  return (
    <Stack gap="5" height={height} overflow="hidden" aria-hidden>
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are alike.
        <Stack key={field} gap="1.5">
          <Skeleton height="4" width="28" />
          <Skeleton height="10" />
        </Stack>
      ))}
      <Skeleton height="10" width="32" />
    </Stack>
  )
}
