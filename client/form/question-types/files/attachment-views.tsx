import { Box, Button, Flex, Image, Skeleton, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Question } from '#shared/form/contract.ts'
import { type Attachment, readAttachments } from '#shared/form/question-types/files/attachment.ts'
import { useAttachmentUrl } from './use-file-url.ts'

/** Pictures have this height in pixels; a press opens them in a tab of their own. */
const side = 112

type Props = { file: Attachment; name: string; number: number }

/** White in every theme: the lines of a signature are dark, and what is around them is transparent. */
const paper = { backgroundColor: 'white' }

export function PictureView({ file, name, number }: Props) {
  const t = useText('answer')
  const { url, isError, refetch } = useAttachmentUrl(file)
  const width = Math.min(240, Math.round((side * (file.width ?? 1)) / (file.height ?? 1)))
  if (isError) return <MissingFile onRetry={() => void refetch()} />
  if (!url) return <Skeleton height={`${side}px`} width={`${width}px`} />
  return (
    <Box asChild display="block" borderWidth="1px" borderRadius="md" overflow="hidden">
      <a href={url} target="_blank" rel="noreferrer" aria-label={t('openPhoto', { number, name })}>
        <Image
          src={url}
          alt={t(file.ext === '.png' ? 'signature' : 'photo', { number, name })}
          height={`${side}px`}
          width={`${width}px`}
          objectFit="contain"
          style={paper}
        />
      </a>
    </Box>
  )
}

export function SoundView({ file, name }: Omit<Props, 'number'>) {
  const t = useText('answer')
  const { url, isError, refetch } = useAttachmentUrl(file)
  if (isError) return <MissingFile onRetry={() => void refetch()} />
  if (!url) return <Skeleton height="54px" width="full" />
  return (
    <Box asChild width="full" maxWidth="sm">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what people say in a note. */}
      <audio controls src={url} aria-label={t('audio', { seconds: file.seconds ?? 0, name })} />
    </Box>
  )
}

function MissingFile({ onRetry }: { onRetry: () => void }) {
  const t = useText('answer')
  return (
    <Stack gap="1" align="start">
      <Text color="fg.muted">{t('needsConnection')}</Text>
      <Button size="sm" variant="outline" onClick={onRetry}>
        {t('loadAgain')}
      </Button>
    </Stack>
  )
}

/** The files of an answer, where answers are read. */
export function AttachmentViews({ question: { name }, value }: { question: Question; value: string }) {
  return (
    <Flex gap="2" wrap="wrap">
      {(readAttachments(value) ?? []).map((file, at) =>
        file.seconds === undefined ? (
          <PictureView key={file.digest} file={file} name={name} number={at + 1} />
        ) : (
          <SoundView key={file.digest} file={file} name={name} />
        ),
      )}
    </Flex>
  )
}
