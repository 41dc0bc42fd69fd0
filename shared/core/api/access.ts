/** Roles of signed-in accounts. Administrators are created on the command line only. */
export const merchantRoles = ['merchant', 'dealer', 'customerservice'] as const
export type MerchantRole = (typeof merchantRoles)[number]
export type Role = MerchantRole | 'admin'

/**
 * The roles that may call a route. `merchant` includes no other role: routes for dealers and customer service need another
 * word.
 * - public: anyone
 * - account: any signed-in user
 * - admin: administrators
 * - merchant: the merchant's own account
 * - confirmed: the same, with a confirmed e-mail
 * - dealer: merchant and dealer
 * - reader: every role of a merchant
 * - office: merchant and customer service
 * - overseer: merchant and customer service (own rows) and administrators (all rows)
 * - reviewer: every role of a merchant (own rows) and administrators (all rows)
 */
const accessLevels = [
  'public',
  'account',
  'merchant',
  'confirmed',
  'dealer',
  'reader',
  'reviewer',
  'office',
  'overseer',
  'admin',
] as const
export type Access = (typeof accessLevels)[number]

const allowed: Record<Exclude<Access, 'public'>, readonly Role[]> = {
  account: ['merchant', 'dealer', 'customerservice', 'admin'],
  merchant: ['merchant'],
  confirmed: ['merchant'],
  dealer: ['merchant', 'dealer'],
  reader: ['merchant', 'dealer', 'customerservice'],
  reviewer: ['merchant', 'dealer', 'customerservice', 'admin'],
  office: ['merchant', 'customerservice'],
  overseer: ['merchant', 'customerservice', 'admin'],
  admin: ['admin'],
}

/**
 * Whether a role has access. The server and the menus use the same function.
 *
 * @example
 * hasAccess('dealer', 'merchant') // => true
 * hasAccess('merchant', 'dealer') // => false
 * hasAccess('public', undefined) // => true
 */
export function hasAccess(access: Access, role: Role | undefined): boolean {
  if (access === 'public') return true
  return role !== undefined && allowed[access].includes(role)
}
