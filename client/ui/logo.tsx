import { chakra, HStack, Text } from '@chakra-ui/react'
import { rosette } from './rosette.ts'

const rings = [0, 1, 2].map((ring) => rosette(12, 52 - ring * 6, 7, (ring * Math.PI) / 6))

/** The mark: a guilloche around a tick. */
export function Mark({ size = '8' }: { size?: string }) {
  return (
    <chakra.svg viewBox="-60 -60 120 120" boxSize={size} fill="none" stroke="green.solid" flexShrink="0" aria-hidden>
      {rings.map((path) => (
        <path key={path} d={path} strokeWidth="3" />
      ))}
      <path d="M-16 1 L-5 12 L17 -12" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round" />
    </chakra.svg>
  )
}

/** `compact`: on a phone the mark stands alone. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <HStack gap="2.5">
      <Mark />
      <Text
        fontFamily="heading"
        textStyle="xl"
        fontWeight="600"
        letterSpacing="0.01em"
        display={compact ? { base: 'none', md: 'block' } : 'block'}
      >
        Assay
      </Text>
    </HStack>
  )
}
