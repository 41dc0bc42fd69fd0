import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Email } from '#shared/core/fields/email.ts'
import { ById, Done, Id, Instant, SingleLine } from '#shared/core/fields/fields.ts'
import { ExistingPassword, Password, RetypedPassword } from '#shared/core/fields/password.ts'
import { languages } from '#shared/core/i18n/language.ts'

export const SignIn = z.object({
  /** E-mail or user name. */
  identifier: z.string().trim().min(1, 'Please fill in this field').max(254),
  password: ExistingPassword('Please fill in this field'),
  keep: z.boolean().default(false),
})

export const User = z
  .object({
    id: Id,
    username: z.string(),
    email: z.string(),
    confirmed: z.boolean(),
    /** False for an administrator who has signed in by links only. */
    hasPassword: z.boolean(),
    language: z.enum(languages),
    role: z.object({ type: z.string(), description: z.string().nullable(), merchant_code: z.string().nullable() }),
    features: z.array(z.string()),
    /** Null for administrators. */
    merchantId: Id.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const Session = z.object({ jwt: z.string(), user: User })
export type Session = z.infer<typeof Session>

/** A blank field has its own message. */
const TypedAnew = z.string().min(1, 'Please fill in the new password').pipe(Password)

const samePasswords = { message: 'The passwords do not match', path: ['passwordConfirm'] }

export const Registration = z
  .object({
    email: Email,
    password: Password,
    passwordConfirm: RetypedPassword(),
    businessName: SingleLine(120).min(2, 'Please fill in the company name'),
    /** Derived from the business name by the form. The server makes it unique. */
    code: z.string().trim().max(60).optional(),
    country: z.literal('my').default('my'),
    language: z.enum(languages).default('enUS'),
  })
  .refine((form) => form.password === form.passwordConfirm, samePasswords)

export const PasswordReset = z
  .object({
    password: TypedAnew,
    passwordConfirmation: RetypedPassword().min(1, 'Please retype the password'),
    code: z.string().min(20).max(100),
  })
  .refine((form) => form.password === form.passwordConfirmation, {
    message: 'The passwords do not match',
    path: ['passwordConfirmation'],
  })

export type PasswordReset = z.infer<typeof PasswordReset>

const NewPassword = z.object({
  newPassword: TypedAnew,
  newPasswordConfirm: RetypedPassword().min(1, 'Please retype the password'),
})
const sameNewPasswords = { message: 'The passwords do not match', path: ['newPasswordConfirm'] }
const retypedNew = (form: z.output<typeof NewPassword>) => form.newPassword === form.newPasswordConfirm

export const FirstPassword = NewPassword.refine(retypedNew, sameNewPasswords)
export const PasswordChange = NewPassword.extend({
  oldPassword: ExistingPassword('Please fill in the current password'),
}).refine(retypedNew, sameNewPasswords)

/** A device or browser in which the account is signed in. */
export const SignedInDevice = z
  .object({
    id: Id,
    /** Parsed from the user agent; empty if unknown. */
    browser: z.string(),
    os: z.string(),
    /** Derived from the IP address; null if unknown. */
    country: z.string().nullable(),
    city: z.string().nullable(),
    startedAt: Instant,
    lastUsedAt: Instant,
    /** Whether it is the device of this call. */
    current: z.boolean(),
  })
  .meta({ id: 'SignedInDevice' })
export type SignedInDevice = z.infer<typeof SignedInDevice>

const Confirmation = z.object({ confirmation: z.string().min(20).max(100) })

export const authContract = defineContract({
  signIn: {
    method: 'POST',
    path: '/auth/local',
    access: 'public',
    summary: 'Sign in',
    body: SignIn,
    answer: Session,
    perMinute: 20,
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    summary: 'Exchange the refresh cookie for a new access token',
    answer: Session,
    perMinute: 60,
  },
  signOut: { method: 'POST', path: '/auth/sign-out', access: 'public', summary: 'Sign out this device', answer: Done },
  register: {
    method: 'POST',
    path: '/merchant/register',
    access: 'public',
    summary: 'Register a merchant',
    body: Registration,
    answer: Session,
    perMinute: 10,
  },
  sendConfirmation: {
    method: 'GET',
    path: '/auth/send-email-confirmation',
    access: 'public',
    summary: 'Send the confirmation mail again',
    query: z.object({ email: Email }),
    answer: Done,
    perMinute: 10,
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/email-confirmation',
    access: 'public',
    summary: 'Confirm an e-mail address',
    query: Confirmation,
    answer: Done,
    perMinute: 20,
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    summary: 'Send a link to reset the password',
    body: z.object({ email: Email }),
    answer: Done,
    perMinute: 10,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Set a new password with the mailed code',
    body: PasswordReset,
    answer: Done,
    perMinute: 10,
  },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    access: 'signedIn',
    summary: 'Change the password and end all other sessions',
    body: PasswordChange,
    answer: Session,
    perMinute: 10,
  },
  firstPassword: {
    method: 'POST',
    path: '/auth/first-password',
    access: 'signedIn',
    summary: 'Set the first password of an account without a password',
    body: FirstPassword,
    answer: Session,
    perMinute: 10,
  },
  devices: {
    method: 'GET',
    path: '/auth/sessions',
    access: 'signedIn',
    summary: 'List the signed-in devices of the caller, the last used first',
    answer: z.array(SignedInDevice),
  },
  endDevice: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'signedIn',
    summary: 'Sign out one device of the caller',
    params: ById,
    answer: Done,
  },
  endOthers: {
    method: 'POST',
    path: '/auth/sessions/end-others',
    access: 'signedIn',
    summary: 'Sign out all other devices of the caller',
    answer: Done,
  },
  administratorLink: {
    method: 'POST',
    path: '/auth/administrator-link',
    access: 'public',
    summary: 'Sign in with a one-time administrator link',
    body: z.object({ token: z.string().min(20).max(100) }),
    answer: Session,
    perMinute: 10,
  },
  me: { method: 'GET', path: '/user/me', access: 'signedIn', summary: 'Read the signed-in user', answer: User },
  setLanguage: {
    method: 'PUT',
    path: '/user/me/language',
    access: 'signedIn',
    summary: 'Choose the interface language',
    body: z.object({ language: z.enum(languages) }),
    answer: User,
  },
})

export const authProblems = defineProblems('auth', {
  wrong: { status: 400, enUS: 'Identifier or password invalid.', ruRU: 'Неверный логин или пароль.' },
  blocked: {
    status: 400,
    enUS: 'Your account has been blocked. Please contact support.',
    ruRU: 'Ваша учётная запись заблокирована. Обратитесь в поддержку.',
  },
  organisationOnly: {
    status: 400,
    enUS: 'Your business requires the sign-in of your organization. Choose “Sign in with your organization”.',
    ruRU: 'Ваша компания требует вход через организацию. Нажмите «Войти через организацию».',
  },
  emailTaken: { status: 409, enUS: 'Email is already taken.', ruRU: 'Этот адрес уже занят.' },
  emailHeld: {
    status: 409,
    enUS: 'Another account has confirmed this address by now. Sign in to that one, or reset its password.',
    ruRU: 'Этот адрес уже подтверждён для другой учётной записи. Войдите в неё или сбросьте её пароль.',
  },
  badLink: {
    status: 400,
    enUS: 'Links work once and for a short time. Please ask for a new one.',
    ruRU: 'Ссылка работает один раз и недолго. Запросите новую.',
  },
  usedLink: {
    status: 400,
    enUS: 'This link was used already, or a newer one was sent. Please sign in, or ask for a new link.',
    ruRU: 'Ссылка уже использована, или отправлена более новая. Войдите или запросите новую ссылку.',
  },
  hasPassword: {
    status: 409,
    enUS: 'This account has a password already. Change it instead.',
    ruRU: 'У этой учётной записи уже есть пароль. Смените его.',
  },
  noDevice: { status: 404, enUS: 'This device is signed out already', ruRU: 'На этом устройстве выход уже выполнен' },
  wrongOldPassword: {
    status: 400,
    enUS: 'The current password is not correct',
    ruRU: 'Текущий пароль указан неверно',
  },
})
