/** The merchant code that a business name suggests, such as `highland-tea`; empty when the name has neither letter nor digit. */
export function merchantCode(businessName: string): string {
  return businessName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
}
