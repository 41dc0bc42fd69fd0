import { Box, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type DescriptionItem = readonly [label: string, value: ReactNode]

/** Label and value in two columns, for the details of a row. */
export function DescriptionList({ facts }: { facts: readonly DescriptionItem[] }) {
  return (
    <Box
      as="dl"
      display="grid"
      gridTemplateColumns="fit-content(50%) 1fr"
      columnGap={{ base: '4', md: '6' }}
      rowGap="2"
    >
      {facts.map(([label, value]) => (
        <Box key={label} display="contents">
          <Text as="dt" color="fg.muted" minWidth={{ md: '28' }} overflowWrap="anywhere">
            {label}
          </Text>
          <Box as="dd" minWidth="0" overflowWrap="anywhere">
            {value || '—'}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
