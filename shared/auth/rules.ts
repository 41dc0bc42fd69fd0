/**
 * The merchant code derived from a business name, such as `highland-tea`; empty when the name has neither letter nor
 * digit.
 */
export function merchantCode(businessName: string): string {
  return (
    businessName
      .normalize('NFKD')
      // Accents are removed from Latin letters; й keeps its breve, because it is a letter of its own.
      .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40)
  )
}
