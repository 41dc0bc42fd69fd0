/** The default texts of the editor's fields. For a field with its default text, the page uses the language of the shopper. */
export const defaultTexts = {
  verified_text: 'Pass!',
  description: 'This is a genuine product.',
  button_text: 'Visit us at',
  image_description: 'View of our Product',
  events_title: 'Events',
  video_title: 'Video Title',
} as const

/** Returns a brand's own text. A default or empty text is shown in the language of the shopper. */
export function customTextOr(own: string | undefined, asItComes: string, otherwise: string): string {
  return own === undefined || own === '' || own === asItComes ? otherwise : own
}
