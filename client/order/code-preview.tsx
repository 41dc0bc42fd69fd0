import { Alert, Box, Skeleton, Stack } from '@chakra-ui/react'
import { useCallback, useEffect, useRef } from 'react'
import { useRead } from '#client/core/data.ts'
import { useText } from '#client/core/i18n.ts'
import { preferences } from '#client/core/preferences.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { type PreviewMessage, previewAnswer, previewPath, previewReady } from '#shared/verify/preview.ts'

/** The verify page of one code, painted by the page's own components. A look here is no scan. */
export function CodePreview({ code }: { code: string }) {
  const t = useText('order')
  const preview = useRead(activationContract.preview, { query: { a: code } })
  if (!preview.data) return <Skeleton height="xl" />
  const { state, order } = preview.data
  return (
    <Stack gap="2">
      {state !== 'Active' && (
        <Alert.Root status="info" size="sm">
          <Alert.Indicator />
          <Alert.Title>{t('previewInactive')}</Alert.Title>
        </Alert.Root>
      )}
      <PreviewFrame answer={previewAnswer(order.sku)} code={code} />
    </Stack>
  )
}

function PreviewFrame({ answer, code }: Pick<PreviewMessage, 'answer' | 'code'>) {
  const t = useText('order')
  const { language, theme } = preferences()
  const frame = useRef<HTMLIFrameElement>(null)
  const show = useCallback(() => {
    const message: PreviewMessage = { kind: 'assay-preview', answer, code, language, theme }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [answer, code, language, theme])
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === previewReady) show()
    }
    window.addEventListener('message', hear)
    show()
    return () => window.removeEventListener('message', hear)
  }, [show])
  return (
    <Box asChild width="full" height="xl" borderWidth="1px" borderRadius="l2">
      <iframe ref={frame} src={previewPath} title={t('previewTitle')} />
    </Box>
  )
}
