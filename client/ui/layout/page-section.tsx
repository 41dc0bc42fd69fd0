import { Heading, Stack, type StackProps } from '@chakra-ui/react'

type Props = StackProps & { title: string }

/** A part of a page below a heading of the second level. */
export function PageSection({ title, children, ...rest }: Props) {
  return (
    <Stack gap="4" {...rest}>
      <Heading as="h2" size="lg" fontWeight="600">
        {title}
      </Heading>
      {children}
    </Stack>
  )
}
