import { Button, Heading, Stack, Text } from '@chakra-ui/react'
import { Component, type ReactNode, useEffect } from 'react'
import { isMissingChunk } from '#client/core/async/load-chunk.ts'
import { useOnline } from '#client/core/http/use-online.ts'
import { useText } from '#client/core/i18n/i18n.ts'

type Props = { resetKey: string; children: ReactNode }
type State = { error: unknown; resetKey: string }

/** Replaces a screen that threw an error, until the URL changes or the connection that its code needs is back. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('Unknown error') }
  }

  static getDerivedStateFromProps({ resetKey: place }: Props, state: State): State | null {
    return place === state.resetKey ? null : { resetKey: place, error: undefined }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === undefined ? this.props.children : <ErrorScreen error={error} onRetry={this.retry} />
  }

  private readonly retry = () => this.setState({ error: undefined })
}

function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText('app')
  const isOnline = useOnline()
  const isMissing = isMissingChunk(error)
  useEffect(() => {
    if (!isMissing) return
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [isMissing, onRetry])
  const [title, hint] = !isMissing
    ? (['crashed', 'crashedHint'] as const)
    : isOnline
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
