import { Box } from '@chakra-ui/react'
import { useText } from '#client/core/i18n.ts'

/** The real verify page of one code. */
export function CodePreview({ code }: { code: string }) {
  const t = useText('order')
  return (
    <Box asChild width="full" height="xl" borderWidth="1px" borderRadius="l2">
      <iframe src={`/verify?address=${encodeURIComponent(code)}`} title={t('previewTitle')} />
    </Box>
  )
}
