/** The plural forms of `Intl.PluralRules`: English needs one and other, Russian one, few, many and other. */
type Stem<K> = K extends `${infer S}_one` | `${infer S}_few` | `${infer S}_many` | `${infer S}_other` ? S : K
type Russian<K> = K extends `${infer S}_one` ? `${S}_one` | `${S}_few` | `${S}_many` | `${S}_other` : K

export type TextEntries = Readonly<Record<string, string>>
export type TextDefinition<E extends TextEntries = TextEntries> = {
  enUS: E
  ruRU: Readonly<Record<keyof E & string, string>>
}
/** The key for `t()`, without its plural form. */
export type TextKey<T extends TextDefinition> = Stem<keyof T['enUS'] & string>

type FormOf<S extends string> = `${S}_one` | `${S}_few` | `${S}_many` | `${S}_other`
/** A key whose wording depends on a count, without its plural form. */
export type PluralTextKey<T extends TextDefinition> = keyof T['enUS'] & string extends infer K
  ? K extends `${infer S}_other`
    ? S
    : never
  : never
/** A key with the same wording for every count. */
export type PlainTextKey<T extends TextDefinition> = Exclude<keyof T['enUS'] & string, FormOf<string>>

/**
 * The texts of a domain in both languages. It does not compile if a key or a plural form is missing in Russian.
 *
 * @example
 * const text = defineText({
 *   enUS: { boxes_one: '{{count}} box', boxes_other: '{{count}} boxes' },
 *   ruRU: {
 *     boxes_one: '{{count}} коробка',
 *     boxes_few: '{{count}} коробки',
 *     boxes_many: '{{count}} коробок',
 *     boxes_other: '{{count}} коробки',
 *   },
 * })
 * text.enUS.boxes_one // => '{{count}} box'
 */
export function defineText<const E extends TextEntries>(text: {
  enUS: E
  ruRU: { readonly [K in Russian<keyof E & string>]: string }
}): TextDefinition<E> {
  return text as TextDefinition<E>
}
