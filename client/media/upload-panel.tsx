import { Alert, Button, CloseButton, Flex, Progress, Stack } from '@chakra-ui/react'
import { formatBytes } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { imagesAndPdf, kindsOf } from '#client/ui/file/accepted-files.ts'
import { DropZone } from '#client/ui/file/drop-zone.tsx'
import { purposes } from '#shared/media/contract.ts'
import { type UploadProgress, useUploadQueue } from './use-upload-queue.ts'

const { bytes } = purposes.media

/** The area to drop or choose files; `deniedReason` is the reason why the user cannot upload. */
export function UploadPanel({ deniedReason }: { deniedReason: string | undefined }) {
  const { underWay, problems, send, report, dismiss, stop } = useUploadQueue()
  return (
    <Stack gap="3">
      {underWay ? (
        <Uploading underWay={underWay} onStop={stop} />
      ) : (
        <DropZone
          accept={imagesAndPdf}
          maxBytes={bytes}
          multiple
          disabled={deniedReason !== undefined}
          hint={deniedReason ?? `${kindsOf({ pdf: true })} · ≤ ${formatBytes(bytes)}`}
          onFiles={(files) => void send(files)}
          onRefused={(reasons) => report(...reasons)}
        />
      )}
      {problems.length > 0 && <Problems problems={problems} onDismiss={dismiss} />}
    </Stack>
  )
}

function Uploading({ underWay: { number, total, share }, onStop }: { underWay: UploadProgress; onStop: () => void }) {
  const t = useText('media')
  const label = t('uploading', { number, total })
  return (
    <Stack gap="4" padding="5" borderWidth="2px" borderColor="border.emphasized" borderRadius="l2" bg="bg.subtle">
      <Flex gap="3" justify="center" wrap="wrap">
        <Button size="sm" loading loadingText={label} />
        <Button size="sm" variant="outline" onClick={onStop}>
          {t('stop')}
        </Button>
      </Flex>
      <Progress.Root size="sm" value={((number - 1 + share) / total) * 100}>
        <Progress.Track aria-label={label}>
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
    </Stack>
  )
}

function Problems({ problems, onDismiss }: { problems: readonly string[]; onDismiss: () => void }) {
  const t = useText('media')
  const ui = useText('ui')
  return (
    <Alert.Root status="error" variant="surface" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t('notUploaded')}</Alert.Title>
        <Alert.Description asChild>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert.Description>
      </Alert.Content>
      <CloseButton size="sm" aria-label={ui('dismiss')} onClick={onDismiss} />
    </Alert.Root>
  )
}
