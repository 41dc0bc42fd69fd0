import { Box, Button, Image, Stack } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LuExternalLink } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { privateFileUrl } from '#client/core/files/download.ts'
import { fileUrl } from '#client/core/files/file-url.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import type { StoredFile } from '#shared/core/fields/fields.ts'

/** A document beside its details: a PDF is embedded, other files are shown as an image. */
export function DocumentPreview({ file, isPrivate = false }: { file: StoredFile; isPrivate?: boolean }) {
  const t = useText('ui')
  const isPdf = file.mime === 'application/pdf'
  // The server sends PDFs as downloads, which no frame shows.
  const url = useFileUrl(file, isPrivate || isPdf)
  if (!url.data) return <LoadState read={url} height="64" />
  return (
    <Stack gap="2" align="start">
      {isPdf ? (
        <Box asChild width="full" height="lg" borderWidth="1px">
          <iframe src={url.data} title={file.name} />
        </Box>
      ) : (
        <Image src={url.data} alt={file.name} maxHeight="md" maxWidth="full" borderWidth="1px" />
      )}
      <Button asChild variant="outline" size="sm">
        <a href={url.data} target="_blank" rel="noreferrer">
          {t('openDocument')}
          <LuExternalLink aria-label={t('newTab')} />
        </a>
      </Button>
    </Stack>
  )
}

/** A document's name as a link that opens it. */
export function DocumentLink({ file, isPrivate = false }: { file: StoredFile; isPrivate?: boolean }) {
  const t = useText('ui')
  const open = useTask(async (tab: Window | null) => {
    try {
      const view = tab ?? window
      view.location.href = await privateFileUrl(file)
    } catch (error) {
      tab?.close()
      throw error
    }
  })
  if (isPrivate) {
    return (
      <Button
        variant="plain"
        size="sm"
        padding="0"
        height="auto"
        textDecoration="underline"
        // A second press would open a second, empty window.
        disabled={open.isPending}
        // Opened before the fetch, because browsers block windows that are opened later as pop-ups.
        onClick={() => open.mutate(window.open('', '_blank'))}
      >
        {t('openDocument')}
      </Button>
    )
  }
  return (
    <Button asChild variant="plain" size="sm" padding="0" height="auto" textDecoration="underline">
      <a href={fileUrl(file)} target="_blank" rel="noreferrer">
        {t('openDocument')}
      </a>
    </Button>
  )
}

/**
 * The URL of a file for <img> and <iframe>. A file that is fetched, with the session, has an object URL, which is revoked
 * on unmount.
 */
function useFileUrl(file: StoredFile, isFetched: boolean) {
  const read = useQuery({
    queryKey: ['file', file.hash, isFetched],
    queryFn: () => (isFetched ? privateFileUrl(file) : fileUrl(file)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = read.data
  useEffect(() => () => void (isFetched && url && URL.revokeObjectURL(url)), [isFetched, url])
  return read
}
