import { Box, Stack, Text, useFieldsetContext } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { fileUrl } from '#client/core/files/file-url.ts'
import { uploadFile } from '#client/core/files/upload.ts'
import { formatBytes } from '#client/core/format/number.ts'
import { errorText } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame, type FieldProps } from '#client/ui/form/field.tsx'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { type Purpose, purposes } from '#shared/media/contract.ts'
import { images, imagesAndPdf, kindsOf, maxBytesOf } from './accepted-files.ts'
import { DropZone } from './drop-zone.tsx'
import { FileRow } from './file-row.tsx'
import { LibraryButton } from './library-picker.tsx'

type Props<In extends FieldValues, Out> = FieldProps<In, Out> & {
  purpose: Purpose
  /** Accepts only images, even where the purpose also allows a PDF. */
  imagesOnly?: boolean
}

/** One file, uploaded as soon as it is chosen. The form's value is the stored file. */
export function UploadField<In extends FieldValues, Out>({
  control,
  name,
  purpose,
  imagesOnly,
  ...frame
}: Props<In, Out>) {
  const { field, fieldState } = useController({ control, name })
  const file = field.value as StoredFile | undefined
  const upload = useUpload(purpose)
  const take = async ([chosen]: File[]) => {
    const stored = chosen && (await upload.send(chosen))
    if (stored) field.onChange(stored)
  }
  return (
    <FieldFrame {...frame} error={upload.error ?? fieldState.error?.message}>
      {file ? (
        <StoredFileRow file={file} isPrivate={purposes[purpose].private} onRemove={() => field.onChange(undefined)} />
      ) : (
        <UploadZone
          upload={upload}
          purpose={purpose}
          imagesOnly={imagesOnly}
          onFiles={(files) => void take(files)}
          onChoose={([chosen]) => field.onChange(chosen)}
        />
      )}
    </FieldFrame>
  )
}

/** Several files in the order in which they were chosen, up to `max`. */
export function UploadsField<In extends FieldValues, Out>({
  control,
  name,
  purpose,
  imagesOnly,
  max,
  ...frame
}: Props<In, Out> & { max: number }) {
  const { field, fieldState } = useController({ control, name })
  const files = (field.value ?? []) as StoredFile[]
  const upload = useUpload(purpose)
  /** During an upload, files can be removed. */
  const current = useRef(files)
  useEffect(() => {
    current.current = files
  })
  const set = (next: StoredFile[]) => {
    current.current = next
    field.onChange(next)
  }
  const add = (chosen: readonly StoredFile[]) => set(withNew(current.current, chosen).slice(0, max))
  const take = async (chosen: File[]) => {
    for (const one of chosen) {
      const stored = await upload.send(one)
      if (!stored) break
      add([stored])
    }
  }
  const remove = (hash: string) => set(current.current.filter((file) => file.hash !== hash))
  return (
    <FieldFrame {...frame} error={upload.error ?? fieldState.error?.message}>
      <Stack gap="2" width="full">
        {files.map((file) => (
          <StoredFileRow key={file.hash} file={file} onRemove={() => remove(file.hash)} />
        ))}
        {files.length < max && (
          <UploadZone
            upload={upload}
            purpose={purpose}
            imagesOnly={imagesOnly}
            maxFiles={max - files.length}
            onFiles={(chosen) => void take(chosen)}
            onChoose={add}
          />
        )}
      </Stack>
    </FieldFrame>
  )
}

/** A file is in the list once. */
const withNew = (files: readonly StoredFile[], chosen: readonly StoredFile[]): StoredFile[] => [
  ...files,
  ...chosen.filter(({ hash }) => !files.some((file) => file.hash === hash)),
]

type UploadState = ReturnType<typeof useUpload>

function useUpload(purpose: Purpose) {
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<string>()
  const send = async (file: File): Promise<StoredFile | undefined> => {
    setError(undefined)
    setShare(0)
    try {
      const { hash, ext, name, mime, size } = await uploadFile(file, purpose, { onProgress: setShare })
      return { hash, ext, name, mime, size }
    } catch (refused) {
      setError(errorText(refused))
      return undefined
    } finally {
      setShare(undefined)
    }
  }
  return { share, error, setError, send }
}

type ZoneProps = {
  upload: UploadState
  purpose: Purpose
  imagesOnly: boolean | undefined
  maxFiles?: number
  onFiles: (files: File[]) => void
  /** Files of the media library. */
  onChoose: (files: StoredFile[]) => void
}

function UploadZone({ upload, purpose, imagesOnly, maxFiles, onFiles, onChoose }: ZoneProps) {
  const t = useText('ui')
  const { bytes, pdf, private: isPrivate } = purposes[purpose]
  const isLocked = useFieldsetContext()?.disabled ?? false
  if (upload.share !== undefined) {
    return (
      <Text role="status" padding="5">
        {upload.share > 0 ? t('uploadingShare', { percent: Math.round(upload.share * 100) }) : t('uploading')}
      </Text>
    )
  }
  const pdfToo = pdf && !imagesOnly
  return (
    <DropZone
      accept={pdfToo ? imagesAndPdf : images}
      maxBytes={maxBytesOf(purpose)}
      multiple={maxFiles !== undefined}
      {...(maxFiles !== undefined && { maxFiles })}
      hint={`${kindsOf({ pdf: pdfToo })} · ≤ ${formatBytes(bytes)}`}
      alternative={
        // The library has no private files.
        !isPrivate && (
          <LibraryButton
            imagesOnly={!pdfToo}
            maxBytes={bytes}
            max={maxFiles ?? 1}
            disabled={isLocked}
            onChoose={onChoose}
          />
        )
      }
      onFiles={onFiles}
      onRefused={([reason]) => upload.setError(reason)}
    />
  )
}

type RowProps = { file: StoredFile; isPrivate?: boolean; onRemove: () => void }

function StoredFileRow({ file, isPrivate, onRemove }: RowProps) {
  const picture = file.mime.startsWith('image/') && !isPrivate ? fileUrl(file) : undefined
  return (
    <Box padding="2" borderWidth="1px" borderRadius="l2" width="full" bg="bg.subtle">
      <FileRow file={file} picture={picture} onRemove={onRemove} />
    </Box>
  )
}
