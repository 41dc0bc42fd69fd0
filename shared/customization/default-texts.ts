/** The default texts of the editor's fields. For fields with the default text the page uses the shopper's language. */
export const defaultTexts = {
  verified_text: 'Pass!',
  description: 'This is a genuine product.',
  button_text: 'Visit us at',
  image_description: 'View of our Product',
  events_title: 'Events',
  video_title: 'Video Title',
} as const

/** A brand's own texts; default or empty texts are shown in the shopper's language. */
export function customTextOr(own: string | undefined, asItComes: string, otherwise: string): string {
  return own === undefined || own === '' || own === asItComes ? otherwise : own
}
