import { Button } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** The name of a field that is not filled in, in a sentence. A press leads to the field. */
export function GapButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button
      variant="plain"
      height="auto"
      minWidth="0"
      padding="0"
      whiteSpace="normal"
      textAlign="start"
      display="inline"
      font="inherit"
      color="inherit"
      textDecoration="underline"
      onClick={onPress}
    >
      {children}
    </Button>
  )
}
