import { SimpleGrid } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { DraftTextField } from '#client/customization/fields/draft-fields.tsx'
import { useEditor } from './editor-context.ts'

const fields = [
  { path: 'product_details', label: 'detailsTitle', hint: undefined, placeholder: 'detailsTitleHint', maxLength: 80 },
  { path: 'customSKUName', label: 'customSkuName', hint: 'customSkuNameHint', placeholder: undefined, maxLength: 80 },
  { path: 'customSKU', label: 'customSku', hint: 'customSkuHint', placeholder: undefined, maxLength: 80 },
  { path: 'breakLineChar', label: 'breakLineChar', hint: 'breakLineHint', placeholder: undefined, maxLength: 5 },
] as const

/** The title of the table of product details, and the style of its values. */
export function DetailsFields() {
  const t = useText('editor')
  const { draft, change } = useEditor()
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4">
      {fields.map(({ path, label, hint, placeholder, maxLength }) => (
        <DraftTextField
          key={path}
          label={t(label)}
          path={path}
          value={draft[path]}
          maxLength={maxLength}
          {...(hint && { hint: t(hint) })}
          {...(placeholder && { placeholder: t(placeholder) })}
          onChange={(words) => change({ do: 'set', set: { [path]: words } }, path)}
        />
      ))}
    </SimpleGrid>
  )
}
