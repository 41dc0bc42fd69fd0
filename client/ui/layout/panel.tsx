import { Box, type BoxProps, Heading, Stack } from '@chakra-ui/react'

type Props = BoxProps & { title?: string; as?: 'section' | 'div' }

/** The background surface of forms, tables and cards. */
export function Panel({ title, children, ...rest }: Props) {
  return (
    <Box
      as="section"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      padding={{ base: '4', md: '6' }}
      {...(title && { 'aria-label': title })}
      {...rest}
    >
      {title ? (
        <Stack gap="4">
          <Heading as="h2" size="lg" fontWeight="600">
            {title}
          </Heading>
          {children}
        </Stack>
      ) : (
        children
      )}
    </Box>
  )
}
