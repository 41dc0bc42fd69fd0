/**
 * Roles of signed-in accounts. The people of a merchant are its owners (`merchant`), `office` and `field`; administrators are created
 * on the command line only.
 */
export const merchantRoles = ['merchant', 'office', 'field', 'dealer', 'customerservice'] as const
export type MerchantRole = (typeof merchantRoles)[number]
export type Role = MerchantRole | 'admin'

const owner = ['merchant'] as const
const office = [...owner, 'office'] as const
const officeOrPartner = [...office, 'dealer', 'customerservice'] as const

/**
 * The roles that each access word allows. Of rows, administrators get those of all merchants, other roles their own. Only three words
 * include field workers, so a route is closed to them unless it says otherwise.
 */
const allowed = {
  signedIn: [...merchantRoles, 'admin'],
  owner,
  confirmedOwner: owner,
  ownerOrService: [...owner, 'customerservice'],
  ownerServiceOrAdmin: [...owner, 'customerservice', 'admin'],
  merchant: office,
  confirmedMerchant: office,
  merchantOrService: [...office, 'customerservice'],
  merchantServiceOrAdmin: [...office, 'customerservice', 'admin'],
  /** Everybody of a merchant except field workers. */
  officeOrPartner,
  officePartnerOrAdmin: [...officeOrPartner, 'admin'],
  /** Who works with goods. */
  merchantOrDealer: [...office, 'field', 'dealer'],
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

/**
 * Whether the word also requires a confirmed e-mail.
 *
 * @example
 * needsConfirmedEmail('confirmedMerchant') // => true
 */
export const needsConfirmedEmail = (access: Access): boolean => access.startsWith('confirmed')
