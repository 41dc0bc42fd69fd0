import { Box, Flex, IconButton, Image, Text } from '@chakra-ui/react'
import { LuFileText, LuTrash2 } from 'react-icons/lu'
import { formatBytes, shortFileName } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'

type Props = {
  file: StoredFile
  /** The URL of its image; an icon is shown without it. */
  picture: string | undefined
  onRemove: () => void
}

/** A chosen file with name, size and a button that removes it. */
export function FileRow({ file: { name, size }, picture, onRemove }: Props) {
  const t = useText('ui')
  return (
    <Flex align="center" gap="3">
      {picture === undefined ? (
        <Box padding="2">
          <LuFileText aria-hidden size="24" />
        </Box>
      ) : (
        <Image src={picture} alt="" boxSize="10" objectFit="cover" />
      )}
      <Box flex="1" minWidth="0">
        <Text truncate title={name}>
          {shortFileName(name)}
        </Text>
        <Text textStyle="xs" color="fg.muted">
          {formatBytes(size)}
        </Text>
      </Box>
      <IconButton variant="ghost" size="sm" aria-label={t('removeNamed', { name })} onClick={onRemove}>
        <LuTrash2 />
      </IconButton>
    </Flex>
  )
}
