import { Text } from '@chakra-ui/react'

/** Text of a cell that can be long: wraps long words, so that all columns are visible on a laptop, and ends after four lines. */
export function WrappedText({ children }: { children: string }) {
  return (
    <Text as="span" display="block" whiteSpace="normal" overflowWrap="break-word" minWidth={{ md: '20' }} lineClamp="4">
      {children}
    </Text>
  )
}
