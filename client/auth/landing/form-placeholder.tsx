import { Skeleton, Stack } from '@chakra-ui/react'

/** The shape of a form that is being loaded: labels, inputs and a button. */
export function FormPlaceholder({ fields }: { fields: number }) {
  return (
    <Stack gap="5" aria-hidden>
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
