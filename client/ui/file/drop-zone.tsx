import { Button, Flex, Stack, Text, useFieldsetContext } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { type Accept, ErrorCode, type FileRejection, useDropzone } from 'react-dropzone'
import { LuUpload } from 'react-icons/lu'
import { formatBytes } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'

type Props = {
  /** MIME types with their extensions: `{ 'image/png': ['.png'] }`. */
  accept: Accept
  /** Maximum bytes of a file. */
  maxBytes: number | ((file: File) => number)
  multiple?: boolean
  maxFiles?: number
  disabled?: boolean
  hint?: string
  /** Another way to choose a file, beside the button. */
  alternative?: ReactNode
  onFiles: (files: File[]) => void
  /** The message for files that were rejected. */
  onRefused: (reasons: string[]) => void
}

/** File input by drag and drop, file dialog or keyboard. */
export function DropZone({
  accept,
  maxBytes,
  multiple = false,
  maxFiles = 0,
  disabled = false,
  hint,
  alternative,
  onFiles,
  onRefused,
}: Props) {
  const t = useText('ui')
  const isLocked = useFieldsetContext()?.disabled ?? false
  const isOff = isLocked || disabled
  const maxOf = (file: File) => (typeof maxBytes === 'number' ? maxBytes : maxBytes(file))
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept,
    validator: (file) => (file.size > maxOf(file) ? { code: ErrorCode.FileTooLarge, message: '' } : null),
    multiple,
    maxFiles,
    disabled: isOff,
    noClick: true,
    noKeyboard: true,
    onDrop(files, refused) {
      if (refused.length > 0) onRefused(refused.map((one) => reasonOf(one)))
      if (files.length > 0) onFiles(files)
    },
  })
  const reasonOf = ({ file, errors }: FileRejection): string => {
    if (errors.some(({ code }) => code === ErrorCode.FileTooLarge)) {
      return t('tooLarge', { name: file.name, most: formatBytes(maxOf(file)) })
    }
    if (errors.some(({ code }) => code === ErrorCode.TooManyFiles)) return t('tooMany', { most: maxFiles || 1 })
    // With several files, the message needs the file name.
    return multiple ? `${file.name}: ${t('wrongType')}` : t('wrongType')
  }
  return (
    <Stack
      {...getRootProps()}
      align="center"
      gap="2"
      padding="5"
      borderWidth="2px"
      borderStyle="dashed"
      borderRadius="l2"
      borderColor={isDragActive ? 'primary.solid' : 'border.emphasized'}
      bg={isDragActive ? 'primary.subtle' : 'bg.subtle'}
      textAlign="center"
      width="full"
    >
      {/* The button below is accessible and does the same. */}
      <input {...getInputProps()} aria-label={undefined} aria-hidden />
      <LuUpload aria-hidden size="20" />
      {/* Touch devices have no drag and drop. */}
      <Text css={{ '@media (pointer: coarse)': { display: 'none' } }}>
        {multiple ? t('dropManyHere') : t('dropHere')}
      </Text>
      <Flex gap="2" wrap="wrap" justify="center">
        <Button type="button" variant="outline" size="sm" onClick={open} disabled={isOff}>
          {multiple ? t('chooseMany') : t('choose')}
        </Button>
        {alternative}
      </Flex>
      {hint && (
        <Text textStyle="xs" color="fg.muted">
          {hint}
        </Text>
      )}
    </Stack>
  )
}
