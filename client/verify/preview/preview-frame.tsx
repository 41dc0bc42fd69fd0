import { Box } from '@chakra-ui/react'
import { useCallback, useEffect, useRef } from 'react'
import { preferences } from '#client/core/session/preferences.ts'
import { type PreviewMessage, previewPath, previewReady } from '#shared/verify/preview.ts'

type Props = Pick<PreviewMessage, 'answer' | 'code' | 'pictures' | 'focus'> & {
  title: string
  /** The language and theme of the preview; by default those of the console. */
  look?: Pick<PreviewMessage, 'language' | 'theme'>
}

/**
 * The verify page, rendered by its own components in a frame that fills its parent. It shows the data of its messages
 * without a scan: see `buildPreviewResponse`.
 */
export function PreviewFrame({ answer, code, pictures = none, title, look, focus }: Props) {
  const own = preferences()
  const { language, theme } = look ?? own
  const frame = useRef<HTMLIFrameElement>(null)
  const show = useCallback(() => {
    const message: PreviewMessage = {
      kind: 'assay-preview',
      answer,
      code,
      language,
      theme,
      pictures,
      ...(focus && { focus }),
    }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [answer, code, pictures, language, theme, focus])
  useEffect(() => {
    const handleMessage = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === previewReady) show()
    }
    window.addEventListener('message', handleMessage)
    show()
    return () => window.removeEventListener('message', handleMessage)
  }, [show])
  return (
    <Box asChild width="full" height="full">
      <iframe ref={frame} src={previewPath} title={title} />
    </Box>
  )
}

const none = {}
