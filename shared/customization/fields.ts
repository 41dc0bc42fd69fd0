import { z } from 'zod'
import { SingleLine, StoredFile } from '#shared/core/fields/fields.ts'
import { patterns } from '#shared/core/fields/patterns.ts'
import { parseUserUrl } from '#shared/core/fields/web-url.ts'

// Fields that both the blocks and the customization use.

/** A URL, or empty. Whether a page may link to it is checked when the page is shown: see `parsePublicUrl`. */
export const OptionalUrl = SingleLine(500)
  .refine((url) => url === '' || parseUserUrl(url) !== undefined, 'Invalid URL format')
  .default('')

/** Six hex digits, so that no other CSS can be inserted. Empty means the color of the page. */
export const OptionalColor = z
  .string()
  .trim()
  .refine((color) => color === '' || patterns.color.test(color), 'Please pick a color')
  .default('')

const isPicture = (file: { ext: string }) => file.ext !== '.pdf'
/** A stored JPG or PNG. */
export const Picture = StoredFile.refine(isPicture, 'File type not accepted, sorry!')
export type Picture = z.infer<typeof Picture>

/** Created by the editor, so that a block keeps its identity while it is dragged. Ids are unique in a list. */
export const PartId = z.string().regex(/^[\w-]{1,40}$/)
