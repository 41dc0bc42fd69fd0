import { Button, Skeleton, type SkeletonProps } from '@chakra-ui/react'
import { errorText } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from './empty-state.tsx'

export type QueryState = { isError: boolean; error?: Error | null; refetch: () => unknown }
type Props = Pick<SkeletonProps, 'height' | 'maxWidth'> & { read: QueryState }

/** Loading and error state: a placeholder of the final size, or the error with a retry button. */
export function LoadState({ read, ...size }: Props) {
  return read.isError ? <LoadFailed read={read} /> : <Skeleton {...size} />
}

export function LoadFailed({ read: { error, refetch } }: { read: QueryState }) {
  const t = useText('ui')
  return (
    <EmptyState title={t('loadFailed')} {...(error && { hint: errorText(error) })}>
      <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
    </EmptyState>
  )
}
