import { Stack, useFieldsetContext } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { fileUrl } from '#client/core/files/file-url.ts'
import { uploadFile } from '#client/core/files/upload.ts'
import { errorText } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { addChosenFile, chosenFiles } from '#client/customization/draft/chosen-files.ts'
import { useEditor } from '#client/customization/editor/editor-context.ts'
import { images, imagesAndPdf, isHeic } from '#client/ui/file/accepted-files.ts'
import { DropZone } from '#client/ui/file/drop-zone.tsx'
import { FileRow } from '#client/ui/file/file-row.tsx'
import { LibraryButton } from '#client/ui/file/library-picker.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { uniqueName } from '#shared/customization/rules.ts'
import { type Purpose, purposes } from '#shared/media/contract.ts'
import { downscaleImage } from './downscale-image.ts'
import type { DraftFieldProps } from './draft-fields.tsx'

type FilesProps<F extends StoredFile> = DraftFieldProps & {
  files: readonly F[]
  max: number
  purpose: Purpose
  hint: string
  /** Applies a change to the current files: others may have changed while a file was uploaded. */
  onChange: (update: (files: readonly F[]) => F[]) => void
  /** Other data of a file. */
  filled: (file: StoredFile) => F
  /** The fields of one file, beside it. */
  about?: (file: F, index: number) => ReactNode
}

/** Files in the order in which they were chosen. They are uploaded when the page is saved. */
export function FilesField<F extends StoredFile>(props: FilesProps<F>) {
  const { label, path, hint, files, max, purpose, onChange, filled, about } = props
  const t = useText('ui')
  const { state, issueAt } = useEditor()
  const { bytes, pdf } = purposes[purpose]
  const [refused, setRefused] = useState<string>()
  const isLocked = useFieldsetContext()?.disabled ?? false
  const namesOf = (taken: readonly F[]) => taken.map(({ name }) => name)
  const add = (added: readonly F[]) =>
    onChange((current) => {
      const taken = [...current]
      for (const file of added) taken.push({ ...file, name: uniqueName(file.name, namesOf(taken)) })
      return taken.slice(0, max)
    })
  /** A photo that this browser cannot show is converted by the server now, others are uploaded with the page. */
  const storedOf = async (file: File, name: string): Promise<StoredFile> => {
    if (!isHeic(file)) return addChosenFile(pdf ? file : await downscaleImage(file, bytes), state.skuId, purpose, name)
    const { hash, ext, mime, size } = await uploadFile(file, purpose)
    return { hash, ext, mime, size, name: name.replace(/\.hei[cf]$/i, ext) }
  }
  const take = async (chosen: File[]) => {
    setRefused(undefined)
    const added: F[] = []
    for (const file of chosen.slice(0, max - files.length)) {
      const name = uniqueName(file.name, namesOf([...files, ...added]))
      try {
        added.push(filled(await storedOf(file, name)))
      } catch (error) {
        // Otherwise the file is not an image, despite its name.
        const reason = isHeic(file) ? errorText(error) : t('wrongType')
        setRefused(`${file.name}: ${reason}`)
      }
    }
    if (added.length > 0) add(added)
  }
  return (
    <FieldFrame label={label} error={refused ?? issueAt(path)}>
      <Stack gap="2" width="full">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be in the list twice.
          <Stack key={`${file.hash}.${index}`} gap="2" padding="2" borderWidth="1px" borderRadius="l2">
            <ChosenFileRow
              file={file}
              onRemove={() => onChange((current) => current.filter((_, place) => place !== index))}
            />
            {about?.(file, index)}
          </Stack>
        ))}
        {files.length < max && (
          <DropZone
            accept={pdf ? imagesAndPdf : images}
            maxBytes={pdf ? bytes : limits.chosenImageBytes}
            multiple={max > 1}
            {...(max > 1 && { maxFiles: max - files.length })}
            hint={hint}
            onFiles={(chosen) => void take(chosen)}
            onRefused={([reason]) => setRefused(reason)}
            alternative={
              <LibraryButton
                imagesOnly={!pdf}
                maxBytes={bytes}
                max={max - files.length}
                disabled={isLocked}
                onChoose={(chosen) => add(chosen.map(filled))}
              />
            }
          />
        )}
      </Stack>
    </FieldFrame>
  )
}

type OneProps = DraftFieldProps & { file: StoredFile | null; hint: string; onChange: (file: StoredFile | null) => void }

export function PictureField({ file, onChange, ...rest }: OneProps) {
  return (
    <FilesField
      {...rest}
      files={file ? [file] : []}
      max={1}
      purpose="image"
      filled={(stored) => stored}
      onChange={(update) => onChange(update(file ? [file] : [])[0] ?? null)}
    />
  )
}

function ChosenFileRow({ file, onRemove }: { file: StoredFile; onRemove: () => void }) {
  const chosen = chosenFiles(({ files }) => files[file.hash])
  const picture = file.ext === '.pdf' ? undefined : (chosen?.url ?? fileUrl(file))
  return <FileRow file={file} picture={picture} onRemove={onRemove} />
}
