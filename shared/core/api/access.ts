/** Roles of signed-in accounts. Administrators are created on the command line only. */
export const merchantRoles = ['merchant', 'dealer', 'customerservice'] as const
export type MerchantRole = (typeof merchantRoles)[number]
export type Role = MerchantRole | 'admin'

/**
 * The roles that each access word allows. Of rows, administrators get those of all merchants, other roles their own.
 * `confirmedMerchant` also requires a confirmed e-mail.
 */
const allowed = {
  signedIn: ['merchant', 'dealer', 'customerservice', 'admin'],
  merchant: ['merchant'],
  confirmedMerchant: ['merchant'],
  merchantOrDealer: ['merchant', 'dealer'],
  merchantOrService: ['merchant', 'customerservice'],
  merchantServiceOrAdmin: ['merchant', 'customerservice', 'admin'],
  anyMerchantRole: merchantRoles,
  admin: ['admin'],
} satisfies Record<string, readonly Role[]>

/** Who may call a route: everybody, or the roles of a word. */
export type Access = 'public' | keyof typeof allowed

/**
 * Whether a role has access. The server and the menus use the same function.
 *
 * @example
 * hasAccess('merchantOrDealer', 'merchant') // => true
 * hasAccess('merchant', 'dealer') // => false
 * hasAccess('public', undefined) // => true
 */
export function hasAccess(access: Access, role: Role | undefined): boolean {
  if (access === 'public') return true
  const roles: readonly Role[] = allowed[access]
  return role !== undefined && roles.includes(role)
}
