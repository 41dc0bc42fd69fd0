import { Button, Heading, Stack, Text } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { useTask } from '#client/core/async/use-task.ts'
import { formatBytes } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import type { DownloadedExport, ExportAndDiscard } from './use-export-and-discard.ts'

/** Asks whether the downloaded file was saved, before anything is discarded. */
export function ConfirmDownload({
  exportAndDiscard,
  saved,
}: {
  exportAndDiscard: ExportAndDiscard
  saved: DownloadedExport
}) {
  const t = useText('sync')
  const ui = useText('ui')
  const discard = useTask(exportAndDiscard.discard)
  const again = useTask(exportAndDiscard.save)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack gap="5">
      <Heading ref={heading} as="h1" size="2xl" tabIndex={-1}>
        {t('fileTitle')}
      </Heading>
      <Text fontWeight="600" overflowWrap="anywhere">
        {saved.name} · {formatBytes(saved.file.size)}
      </Text>
      <Text>{t('fileHint')}</Text>
      {saved.isOutdated && <InlineAlert status="warning">{t('fileOlder')}</InlineAlert>}
      <Stack gap="1">
        <Button
          variant="outline"
          colorPalette="red"
          disabled={saved.isOutdated}
          loading={discard.isPending}
          onClick={() => discard.mutate()}
        >
          {t('fileDiscard')}
        </Button>
        <Text textStyle="sm" color="fg.muted">
          {t('fileUndo')}
        </Text>
      </Stack>
      <Button loading={again.isPending} onClick={() => again.mutate()}>
        {t('fileAgain')}
      </Button>
      <Button variant="ghost" onClick={exportAndDiscard.giveUp}>
        {ui('cancel')}
      </Button>
    </Stack>
  )
}
