import { Box, Image, Stack, Text } from '@chakra-ui/react'
import { LuCheck, LuFileText } from 'react-icons/lu'
import { fileUrl } from '#client/core/files/file-url.ts'
import { formatBytes } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import type { Upload } from '#shared/media/contract.ts'

type Props = { file: Upload; maxBytes: number; chosen: boolean; onToggle: (file: StoredFile) => void }

/** One file of the media library, which can be chosen if it is small enough. */
export function LibraryTile({ file, maxBytes, chosen, onToggle }: Props) {
  const t = useText('ui')
  const { hash, ext, name, mime, size } = file
  const isTooLarge = size > maxBytes
  return (
    <Box
      asChild
      position="relative"
      borderWidth="2px"
      borderColor={chosen ? 'primary.solid' : 'border'}
      borderRadius="l2"
      bg="bg.panel"
      textAlign="start"
      overflow="hidden"
      cursor="pointer"
      _disabled={{ opacity: 0.5, cursor: 'not-allowed' }}
    >
      <button
        type="button"
        aria-pressed={chosen}
        disabled={isTooLarge}
        onClick={() => onToggle({ hash, ext, name, mime, size })}
      >
        {mime.startsWith('image/') ? (
          <Image src={fileUrl(file)} alt="" loading="lazy" width="full" aspectRatio={1} objectFit="cover" />
        ) : (
          <Box aspectRatio={1} display="grid" placeItems="center" bg="bg.subtle">
            <LuFileText aria-hidden size="32" />
          </Box>
        )}
        {chosen && (
          <Box
            position="absolute"
            top="2"
            insetInlineEnd="2"
            padding="1"
            borderRadius="full"
            bg="primary.solid"
            color="primary.contrast"
          >
            <LuCheck aria-hidden />
          </Box>
        )}
        <Stack gap="0" padding="2">
          <Text textStyle="xs" truncate title={name}>
            {name}
          </Text>
          <Text textStyle="xs" color="fg.muted">
            {isTooLarge ? t('libraryTooLarge', { most: formatBytes(maxBytes) }) : formatBytes(size)}
          </Text>
        </Stack>
      </button>
    </Box>
  )
}
