import { z } from 'zod'
import { Session } from '#shared/auth/contract.ts'
import { type MerchantRole, merchantRoles } from '#shared/core/api/access.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Email } from '#shared/core/fields/email.ts'
import { ById, Done, Id, Instant, missingMessage, pageOf, SingleLine } from '#shared/core/fields/fields.ts'
import { Password, RetypedPassword } from '#shared/core/fields/password.ts'
import { languages } from '#shared/core/i18n/language.ts'

/** The roles that owners give, each with less than the one before it. */
export const teamRoles = ['merchant', 'office', 'field'] as const satisfies readonly MerchantRole[]
export type TeamRole = (typeof teamRoles)[number]

/** Accounts of a merchant at most. Open invitations have a quota. */
export const maxMembers = 200
/** How long (days) the link of an invitation is valid. */
export const invitationDays = 7
/** How often the mail of one invitation is sent. */
export const maxMailsOfInvitation = 5

/** How an invitation can be accepted: with a new password, by the sign-in of the organisation, or either. */
const invitationSignIns = ['password', 'both', 'organisation'] as const
export type InvitationSignIn = (typeof invitationSignIns)[number]

const TeamRole = z.enum(teamRoles, 'Please select a role')

export const InvitationInput = z.object({
  email: Email,
  role: TeamRole,
  /** The language of the mail. */
  language: z.enum(languages).default('enUS'),
})

export const RoleChange = z.object({ role: TeamRole })

const noName = 'Please fill in the name'
export const JoinForm = z
  .object({
    name: SingleLine(120, missingMessage(noName)).min(1, noName),
    password: Password,
    passwordConfirm: RetypedPassword(),
    language: z.enum(languages).default('enUS'),
  })
  .refine((form) => form.password === form.passwordConfirm, {
    message: 'The passwords do not match',
    path: ['passwordConfirm'],
  })

const Token = z.string().min(20).max(100)

const Member = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    role: z.enum(merchantRoles),
    /** An administrator has blocked the account. */
    blocked: z.boolean(),
    /** The last sign-in or renewal of a session; null if there was none in the last month. */
    lastActiveAt: Instant.nullable(),
    joinedAt: Instant,
    /** Whether it is the account of the caller. */
    isSelf: z.boolean(),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

const Invitation = z
  .object({
    id: Id,
    email: z.string(),
    role: TeamRole,
    /** Null until the first mail is written. */
    sentAt: Instant.nullable(),
    expiresAt: Instant,
    isExpired: z.boolean(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

export const teamContract = defineContract({
  members: {
    method: 'GET',
    path: '/team/members',
    access: 'owner',
    summary: 'List the accounts of the merchant, the oldest first',
    answer: pageOf(Member),
  },
  invitations: {
    method: 'GET',
    path: '/team/invitations',
    access: 'owner',
    summary: 'List the open and the expired invitations',
    answer: pageOf(Invitation),
  },
  invite: {
    method: 'POST',
    path: '/team/invitations',
    access: 'confirmedOwner',
    summary: 'Invite a colleague by mail; the same invitation again changes nothing',
    body: InvitationInput,
    answer: Invitation,
    perMinute: 20,
  },
  resend: {
    method: 'POST',
    path: '/team/invitations/:id/resend',
    access: 'confirmedOwner',
    summary: 'Send an invitation again with a new link, which ends the old one',
    params: ById,
    answer: Invitation,
    perMinute: 20,
  },
  withdraw: {
    method: 'DELETE',
    path: '/team/invitations/:id',
    access: 'owner',
    summary: 'Withdraw an invitation, which ends its link',
    params: ById,
    answer: Done,
  },
  changeRole: {
    method: 'PUT',
    path: '/team/members/:id',
    access: 'confirmedOwner',
    summary: 'Change the role of a colleague',
    params: ById,
    body: RoleChange,
    answer: Done,
  },
  remove: {
    method: 'DELETE',
    path: '/team/members/:id',
    access: 'owner',
    summary: 'Remove an account from the team, which signs it out everywhere and ends its API keys',
    params: ById,
    answer: Done,
  },
  open: {
    method: 'POST',
    path: '/team/invitation/open',
    access: 'public',
    summary: 'Read the invitation of a mailed link',
    body: z.object({ token: Token }),
    answer: z.object({
      business: z.string(),
      email: z.string(),
      role: TeamRole,
      signIn: z.enum(invitationSignIns),
    }),
    perMinute: 30,
  },
  join: {
    method: 'POST',
    path: '/team/invitation/join',
    access: 'public',
    summary: 'Open an account with the link of an invitation',
    body: z.object({ token: Token }).and(JoinForm),
    answer: Session,
    perMinute: 10,
  },
})

export const teamProblems = defineProblems('team', {
  noMember: { status: 404, enUS: 'This colleague is not in your team', ruRU: 'Этого сотрудника нет в вашей команде' },
  noInvitation: {
    status: 404,
    enUS: 'This invitation was accepted or withdrawn',
    ruRU: 'Это приглашение уже принято или отозвано',
  },
  isMember: {
    status: 409,
    enUS: 'This address belongs to your team already',
    ruRU: 'Этот адрес уже есть в вашей команде',
  },
  isInvited: {
    status: 409,
    enUS: 'This address has an invitation with another role. Withdraw it first.',
    ruRU: 'Для этого адреса есть приглашение с другой ролью. Сначала отзовите его.',
  },
  lastOwner: {
    status: 409,
    enUS: 'A business needs an owner. Make a colleague an owner first.',
    ruRU: 'У компании должен быть владелец. Сначала сделайте владельцем другого сотрудника.',
  },
  otherRole: {
    status: 409,
    enUS: 'The role of this account is set by support. You can remove the account.',
    ruRU: 'Роль этой учётной записи назначает поддержка. Вы можете удалить её из команды.',
  },
  full: {
    status: 409,
    enUS: 'The team has {{max}} accounts, which is the limit. Remove one that is no longer needed.',
    ruRU: 'В команде {{max}} учётных записей, это предел. Удалите ту, что больше не нужна.',
  },
  sentOften: {
    status: 409,
    enUS: 'This invitation was sent {{max}} times. Withdraw it and check the address with your colleague.',
    ruRU: 'Это приглашение отправлено {{max}} раз. Отзовите его и уточните адрес у сотрудника.',
  },
  badLink: {
    status: 400,
    enUS: 'This invitation was used, withdrawn or replaced, or it has expired. Ask for a new one.',
    ruRU: 'Приглашение уже использовано, отозвано, заменено или истекло. Попросите новое.',
  },
  organisationOnly: {
    status: 409,
    enUS: 'This business requires the sign-in of its organization. Accept the invitation with it.',
    ruRU: 'Эта компания требует вход через организацию. Примите приглашение с его помощью.',
  },
  hasAccount: {
    status: 409,
    enUS: 'This address has an account of another business. Ask to be invited with another address.',
    ruRU: 'У этого адреса уже есть учётная запись другой компании. Попросите пригласить вас на другой адрес.',
  },
})
