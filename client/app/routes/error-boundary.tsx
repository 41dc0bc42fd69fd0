import { Button, Heading, Stack, Text } from '@chakra-ui/react'
import { Component, type ReactNode } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'

/** Whether a chunk cannot be fetched, because its version is no longer served or there is no connection. */
const missingChunk = /dynamically imported module|Importing a module script failed|error loading dynamically/i

type Props = { resetKey: string; children: ReactNode }
type State = { error: unknown; resetKey: string }

/** Replaces a screen that threw an error, until the address changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('Nothing was thrown') }
  }

  static getDerivedStateFromProps({ resetKey: place }: Props, state: State): State | null {
    return place === state.resetKey ? null : { resetKey: place, error: undefined }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === undefined ? this.props.children : <ErrorScreen error={error} />
  }
}

function ErrorScreen({ error }: { error: unknown }) {
  const t = useText('app')
  const isMissing = error instanceof Error && missingChunk.test(error.message)
  const [title, hint] = !isMissing
    ? (['crashed', 'crashedHint'] as const)
    : navigator.onLine
      ? (['outdated', 'outdatedHint'] as const)
      : (['away', 'awayHint'] as const)
  return (
    <Stack as="main" minHeight="100dvh" align="center" justify="center" gap="4" padding="6" textAlign="center">
      <Heading as="h1" size="3xl" fontWeight="600">
        {t(title)}
      </Heading>
      <Text color="fg.muted" maxWidth="48ch">
        {t(hint)}
      </Text>
      <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
    </Stack>
  )
}
