import { z } from 'zod'
import { storablePattern } from '#shared/core/fields/fields.ts'

/** The formats of the toolbar: inline, font size, block type, list and alignment. No link, no picture, no color. */
const inline = {
  bold: z.literal(true),
  italic: z.literal(true),
  underline: z.literal(true),
  strike: z.literal(true),
  code: z.literal(true),
  script: z.enum(['sub', 'super']),
  size: z.enum(['small', 'large', 'huge']),
}
const lines = {
  header: z.int().min(1).max(6),
  blockquote: z.literal(true),
  'code-block': z.union([z.literal(true), z.literal('plain')]),
  list: z.enum(['ordered', 'bullet']),
  indent: z.int().min(1).max(8),
  align: z.enum(['center', 'right', 'justify']),
}
/** The formats that Quill allows. */
export const richTextFormats = [...Object.keys(inline), ...Object.keys(lines)]

export const Attributes = z.strictObject({ ...inline, ...lines }).partial()
export type Attributes = z.infer<typeof Attributes>

const richTextMaxLength = 20_000

const Op = z.strictObject({
  insert: z.string().min(1).max(richTextMaxLength).regex(storablePattern),
  attributes: Attributes.optional(),
})

/** Rich text in the format of Quill, with insertions of text only. It is rendered as elements, never as HTML. */
export const Delta = z
  .strictObject({ ops: z.array(Op).max(2000) })
  .refine(
    ({ ops }) => ops.reduce((sum, { insert }) => sum + insert.length, 0) <= richTextMaxLength,
    'The text is too long',
  )
  .default({ ops: [{ insert: '\n' }] })
export type Delta = z.infer<typeof Delta>
