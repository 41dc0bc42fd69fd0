import { z } from 'zod'
import { SingleLine, StoredFile } from '#shared/core/fields/fields.ts'
import { patterns } from '#shared/core/fields/patterns.ts'
import { linkUrlProblem, parseUserUrl } from './links/web-url.ts'

// Fields that blocks and the customization around them share.

/** A web address, or nothing. Whether a page leads there is asked again when it is shown: see `parsePublicUrl`. */
export const OptionalUrl = SingleLine(500)
  .refine((url) => url === '' || parseUserUrl(url) !== undefined, 'Invalid URL format')
  .default('')

/** The same of what is saved now. */
export const OptionalPublicUrl = SingleLine(500)
  .superRefine((url, context) => {
    const problem = linkUrlProblem(url)
    if (problem) context.addIssue(problem)
  })
  .default('')

/** Six hex digits: nothing else of CSS can be written with them. Empty follows the page. */
export const OptionalColor = z
  .string()
  .trim()
  .refine((color) => color === '' || patterns.color.test(color), 'Please pick a colour')
  .default('')

const isPicture = (file: { ext: string }) => file.ext !== '.pdf'
/** A stored JPG or PNG. */
export const Picture = StoredFile.refine(isPicture, 'File type not accepted, sorry!')
export type Picture = z.infer<typeof Picture>

/** Made by the editor, so that a block keeps its place while it is dragged; no two of one list are the same. */
export const PartId = z.string().regex(/^[\w-]{1,40}$/)
