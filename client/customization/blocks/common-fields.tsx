import { useText } from '#client/core/i18n/i18n.ts'
import { DraftTextField } from '#client/customization/fields/draft-fields.tsx'

type Props<K extends string> = {
  value: string
  /** The path of the block or item that has the field. */
  path: string
  /** @param field the edited field; consecutive edits of one field are one undo step */
  set: (change: Record<K, string>, field: K) => void
}

export function TitleField({ value, path, set }: Props<'title'>) {
  const t = useText('editor')
  return (
    <DraftTextField
      label={t('title')}
      path={`${path}.title`}
      value={value}
      maxLength={120}
      onChange={(title) => set({ title }, 'title')}
    />
  )
}

/** A text of several lines. */
export function DescriptionField({ value, path, set }: Props<'description'>) {
  const t = useText('editor')
  return (
    <DraftTextField
      label={t('description')}
      path={`${path}.description`}
      value={value}
      maxLength={2000}
      lines
      onChange={(description) => set({ description }, 'description')}
    />
  )
}
