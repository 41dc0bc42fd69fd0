/**
 * What the editor puts into a field that was never filled in. The page says those that a brand left as they come in the
 * shopper's language.
 */
export const defaultTexts = {
  verified_text: 'Pass!',
  description: 'This is a genuine product.',
  button_text: 'Visit us at',
  image_description: 'View of our Product',
  events_title: 'Events',
  video_title: 'Video Title',
} as const

/** A brand's own words; those that it left as they come, or empty, are said in the shopper's language. */
export function customTextOr(own: string | undefined, asItComes: string, otherwise: string): string {
  return own === undefined || own === '' || own === asItComes ? otherwise : own
}
