/**
 * Whether a page may be opened after a sign-in: one of this installation. Browsers read a backslash as a slash, and ignore tabs and line
 * breaks, so a path with one of these could begin with the address of another site.
 *
 * @example
 * isReturnPath('/orders?page=2') // => true
 * isReturnPath('//evil.example') // => false
 * isReturnPath('/\\evil.example') // => false
 */
export const isReturnPath = (path: string): boolean => /^\/(?!\/|error)[^\\\p{Cc}]*$/u.test(path)
