import { Box, Stack } from '@chakra-ui/react'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { PreviewFrame } from '#client/verify/preview/preview-frame.tsx'
import { buildPreviewResponse } from '#client/verify/preview/preview-response.ts'
import { activationContract } from '#shared/activation/contract.ts'

/** The verify page of one code, rendered by its own components. It does not count as a scan. */
export function CodePreviewPanel({ code }: { code: string }) {
  const t = useText('order')
  const preview = useRead(activationContract.preview, { query: { a: code } })
  if (!preview.data) return <LoadState read={preview} height="xl" />
  const { state, order } = preview.data
  if (!order.sku) return <EmptyState title={t('notBound')} hint={t('notBoundHint')} />
  return (
    <Stack gap="2">
      {state !== 'Active' && (
        <InlineAlert status="info" size="sm">
          {t('previewInactive')}
        </InlineAlert>
      )}
      <Box height="xl" borderWidth="1px" borderRadius="l2" overflow="hidden">
        <PreviewFrame answer={buildPreviewResponse(order.sku)} code={code} title={t('previewTitle')} />
      </Box>
    </Stack>
  )
}
