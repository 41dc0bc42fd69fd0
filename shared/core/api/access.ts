/** Roles a signed-in account may have. Administrators are made by the command line, never by a call. */
export const merchantRoles = ['merchant', 'dealer', 'customerservice'] as const
export type MerchantRole = (typeof merchantRoles)[number]
export type Role = MerchantRole | 'admin'

/**
 * Who may call a route. `merchant` covers no other role: dealers and customer service need another access word. -
 * public: anyone · account: any signed-in user · admin: administrators - merchant: the merchant's own account ·
 * confirmed: the same, with a confirmed e-mail - reader: every role of a merchant · dealer: merchant and dealer -
 * office: merchant and customer service, without dealers · overseer: the same (own rows) and administrators (all rows)
 * - reviewer: every role of a merchant (own rows) and administrators (all rows)
 */
export const accessLevels = [
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

/** Whether a role passes an access word; the same answer drives the server and the menus. */
export function hasAccess(access: Access, role: Role | undefined): boolean {
  if (access === 'public') return true
  return role !== undefined && allowed[access].includes(role)
}
