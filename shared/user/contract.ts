import { z } from 'zod'
import { type MerchantRole, merchantRoles } from '#shared/core/api/access.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Email } from '#shared/core/fields/email.ts'
import { ById, Done, Id, Instant, missingMessage, PageQuery, pageOf, SingleLine } from '#shared/core/fields/fields.ts'
import { Password, RetypedPassword } from '#shared/core/fields/password.ts'

/** Roles that administrators give to new accounts. Owners invite the other people of their team. */
export const registeredRoles = ['merchant', 'dealer', 'customerservice'] as const satisfies readonly MerchantRole[]

const noName = 'Please fill in the name of the user'
const Name = SingleLine(120, missingMessage(noName)).min(1, noName)
const noBusiness = 'Please fill in the business name'

export const UserInput = z.object({
  name: Name,
  email: Email,
  /**
   * For a merchant, the name of a new business; for dealers and customer service, the name or merchant code of an existing one.
   */
  businessName: SingleLine(120, missingMessage(noBusiness)).min(2, noBusiness),
  password: Password,
  role: z.enum(registeredRoles, 'Please select a role'),
})
export type UserInput = z.infer<typeof UserInput>

const retyped = (form: { password?: string | undefined; passwordConfirm: string }) =>
  (form.password ?? '') === form.passwordConfirm
const samePasswords = { message: 'The passwords do not match', path: ['passwordConfirm'] }
const Retyped = RetypedPassword(missingMessage('Please retype the password'))

/** The input of the dialog: a new password is typed twice. */
export const UserForm = UserInput.extend({ passwordConfirm: Retyped }).refine(retyped, samePasswords)

const NewPassword = z.literal('').or(Password).optional()

/** Fields that are left out stay unchanged, also a blank password. */
export const UserChange = z.object({
  name: Name.optional(),
  email: Email.optional(),
  password: NewPassword,
  confirmed: z.boolean().optional(),
})

export const UserEditForm = z
  .object({ name: Name, email: Email, password: NewPassword, passwordConfirm: Retyped })
  .refine(retyped, samePasswords)

/** The parts of a new user that only the server can check. */
const UserCheck = UserInput.pick({ email: true, role: true, businessName: true })
export type UserCheck = z.infer<typeof UserCheck>
/** Maximum rows of one check. */
export const maxUserChecks = 1000

const userCheckProblems = ['emailTaken', 'noBusiness', 'severalBusinesses'] as const
export type UserCheckError = {
  /** Position in the list that was sent, from 1. */
  row: number
  problem: (typeof userCheckProblems)[number]
}

export const ManagedUser = z
  .object({
    id: Id,
    username: z.string(),
    email: z.string(),
    confirmed: z.boolean(),
    blocked: z.boolean(),
    /** `description` is the name of the business. */
    role: z.object({ type: z.enum(merchantRoles), description: z.string(), merchant_code: z.string() }),
    merchantId: Id,
    createdAt: Instant,
  })
  .meta({ id: 'ManagedUser' })
export type ManagedUser = z.infer<typeof ManagedUser>

export const userContract = defineContract({
  list: {
    method: 'GET',
    path: '/user',
    access: 'admin',
    summary: 'List the users of all merchants; `search` matches name, e-mail and business, `name` the name only',
    query: PageQuery.extend({ name: SingleLine(200).optional() }),
    answer: pageOf(ManagedUser),
  },
  read: {
    method: 'GET',
    path: '/user/:id',
    access: 'admin',
    summary: 'Read one user',
    params: ById,
    answer: ManagedUser,
  },
  check: {
    method: 'POST',
    path: '/user/check',
    access: 'admin',
    summary: 'Check a list of users row by row without adding them',
    body: z.array(UserCheck).min(1).max(maxUserChecks),
    answer: z.object({ errors: z.array(z.object({ row: z.number().int(), problem: z.enum(userCheckProblems) })) }),
    perMinute: 60,
  },
  add: { method: 'POST', path: '/user', access: 'admin', summary: 'Add a user', body: UserInput, answer: ManagedUser },
  /** `POST /merchant/register`: registration of a merchant. It starts the session. */
  addByRole: {
    method: 'POST',
    path: '/:role/register',
    access: 'admin',
    summary: 'Add a dealer or a customer service account',
    params: z.object({ role: z.enum(['dealer', 'customerservice']) }),
    body: UserInput.extend({ role: UserInput.shape.role.optional() }),
    answer: ManagedUser,
  },
  update: {
    method: 'PUT',
    path: '/user/:id',
    access: 'admin',
    summary: 'Change a user; a new password ends all sessions of the user',
    params: ById,
    body: UserChange,
    answer: ManagedUser,
  },
  switchBlocked: {
    method: 'PUT',
    path: '/user/blockedswitch/:id',
    access: 'admin',
    summary: 'Block or unblock a user; without `blocked`, reverse the current state',
    params: ById,
    body: z.object({ blocked: z.boolean().optional() }).default({}),
    answer: ManagedUser,
  },
  remove: {
    method: 'DELETE',
    path: '/user/:id',
    access: 'admin',
    summary: 'Remove a user',
    params: ById,
    answer: Done,
  },
})

export const userProblems = defineProblems('user', {
  notFound: { status: 404, enUS: 'User not found', ruRU: 'Пользователь не найден' },
  noBusiness: {
    status: 404,
    enUS: 'No business is called {{name}}',
    ruRU: 'Компания «{{name}}» не найдена',
  },
  severalBusinesses: {
    status: 409,
    enUS: 'Several businesses are called {{name}}. Give the merchant code instead: {{codes}}.',
    ruRU: 'Компаний с названием «{{name}}» несколько. Укажите код продавца: {{codes}}.',
  },
  lastOwner: {
    status: 409,
    enUS: 'This is the only owner of a team. Block the other accounts of the business first, or give the team another owner.',
    ruRU: 'Это единственный владелец команды. Сначала заблокируйте остальные учётные записи компании или назначьте другого владельца.',
  },
})
