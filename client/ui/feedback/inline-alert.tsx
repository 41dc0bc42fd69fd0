import { Alert, type AlertRootProps } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** An alert in the content of a screen: its icon, its text and, if there is one, the description below it. */
export function InlineAlert({ description, children, ...root }: AlertRootProps & { description?: ReactNode }) {
  return (
    <Alert.Root {...root}>
      <Alert.Indicator />
      {description === undefined ? (
        <Alert.Title>{children}</Alert.Title>
      ) : (
        <Alert.Content>
          <Alert.Title>{children}</Alert.Title>
          <Alert.Description>{description}</Alert.Description>
        </Alert.Content>
      )}
    </Alert.Root>
  )
}
