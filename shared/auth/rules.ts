/**
 * The merchant code derived from a business name, such as `highland-tea`; empty when the name has neither letter nor
 * digit.
 */
export function merchantCode(businessName: string): string {
  return (
    businessName
      .normalize('NFKD')
      // An accent is no part of a Latin letter; the breve of й is.
      .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40)
  )
}
