import { z } from 'zod'
import { Session } from '#shared/auth/contract.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { Done, Id, Instant, SingleLine } from '#shared/core/fields/fields.ts'
import { ExistingPassword } from '#shared/core/fields/password.ts'
import { isReturnPath } from '#shared/core/fields/return-path.ts'
import { languages } from '#shared/core/i18n/language.ts'
import { IssuerUrl } from './issuer.ts'

const missing = 'Please fill in this field'

/** The provider of an organisation as its owner enters it. */
export const ProviderInput = z.object({
  issuer: IssuerUrl,
  clientId: SingleLine(500, missing).min(1, missing),
  /** Absent: the stored one stays. A new issuer needs its own, so that none is sent to another server. */
  clientSecret: SingleLine(1_000).min(1).optional(),
  /** Colleagues who are linked sign in by the organisation only, and new ones join through it. Owners keep their passwords. */
  isRequired: z.boolean().default(false),
})
export type ProviderInput = z.infer<typeof ProviderInput>

const Colleague = z.object({ id: Id, name: z.string(), email: z.string() })
export type Colleague = z.infer<typeof Colleague>

const Provider = z
  .object({
    issuer: z.string(),
    clientId: z.string(),
    isRequired: z.boolean(),
    /** The last successful test of this configuration; null if there was none. */
    testedAt: Instant.nullable(),
  })
  .meta({ id: 'IdentityProvider' })

const ProviderSettings = z
  .object({
    /** Null if the organisation has none. */
    provider: Provider.nullable(),
    /** What the provider must accept as the redirect URL. */
    redirectUrl: z.string(),
    /** By which colleagues find the provider. */
    shortName: z.string(),
    /** The page where colleagues begin, with the short name filled in. */
    signInUrl: z.string(),
    /** How many accounts are linked. */
    linked: z.int(),
    /** Accounts that are not linked and sign in with a password, owners left out. */
    notLinked: z.array(Colleague),
    /** Accounts without a password. Without the provider they need a mailed link. */
    withoutPassword: z.array(Colleague),
  })
  .meta({ id: 'ProviderSettings' })
export type ProviderSettings = z.infer<typeof ProviderSettings>

/** The address of the provider's page, to which the browser goes. */
const Departure = z.object({ url: z.string() })

const longestName = 254
export const OrganisationName = z.object({
  /** A work e-mail, of which only the domain is used, or the short name of the organisation. */
  organisation: SingleLine(longestName, missing).min(1, missing),
  keep: z.boolean().default(false),
})

const ReturnPath = z.string().max(1_000).refine(isReturnPath)

/** What the provider has sent back with the browser. */
const Arrival = z.object({ organisation: Id, query: z.string().max(8_000) })

const Arrived = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signedIn'), session: Session, returnTo: z.string() }),
  z.object({ kind: z.literal('linked') }),
  /** What the provider says about the person; name is null if it says none. */
  z.object({ kind: z.literal('tested'), subject: z.string(), name: z.string().nullable() }),
])
export type Arrived = z.infer<typeof Arrived>

const OwnLink = z
  .object({
    /** Whether the organisation of the caller has a provider. */
    isOffered: z.boolean(),
    /** Whether colleagues who are linked sign in by the organisation only. */
    isRequired: z.boolean(),
    linkedAt: Instant.nullable(),
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'OrganisationLink' })

export const oidcContract = defineContract({
  settings: {
    method: 'GET',
    path: '/oidc/provider',
    access: 'owner',
    summary: 'Read the OpenID Connect provider of the merchant, without its secret, and who depends on it',
    answer: ProviderSettings,
  },
  save: {
    method: 'PUT',
    path: '/oidc/provider',
    access: 'confirmedOwner',
    summary: 'Set the OpenID Connect provider; another issuer unlinks all accounts',
    body: ProviderInput,
    answer: Done,
    perMinute: 20,
  },
  remove: {
    method: 'DELETE',
    path: '/oidc/provider',
    access: 'owner',
    summary: 'Remove the provider, which unlinks all accounts; those without a password get a mail',
    answer: Done,
  },
  test: {
    method: 'POST',
    path: '/oidc/test',
    access: 'confirmedOwner',
    summary: 'Begin a sign-in at the provider that links nothing and only says whether it works',
    answer: Departure,
    perMinute: 20,
  },
  begin: {
    method: 'POST',
    path: '/oidc/begin',
    access: 'public',
    summary: 'Begin a sign-in by an organisation, named by a work e-mail or its short name',
    body: OrganisationName.extend({ returnTo: ReturnPath.default('/') }),
    answer: Departure,
    perMinute: 20,
    budget: 'providers',
  },
  join: {
    method: 'POST',
    path: '/oidc/join',
    access: 'public',
    summary: 'Begin to accept an invitation with the sign-in of the organisation',
    body: z.object({ token: z.string().min(20).max(100), language: z.enum(languages).default('enUS') }),
    answer: Departure,
    perMinute: 20,
    budget: 'providers',
  },
  ownLink: {
    method: 'GET',
    path: '/oidc/link',
    access: 'signedIn',
    summary: 'Read whether the account of the caller is linked to the provider',
    answer: OwnLink,
  },
  link: {
    method: 'POST',
    path: '/oidc/link',
    access: 'anyMerchantRole',
    confirmed: true,
    summary: 'Confirm the password and begin to link the account to a person at the provider',
    body: z.object({ password: ExistingPassword('Please fill in the current password') }),
    answer: Departure,
    perMinute: 10,
  },
  unlink: {
    method: 'DELETE',
    path: '/oidc/link',
    access: 'anyMerchantRole',
    summary: 'Unlink the account of the caller; again, it changes nothing',
    answer: Done,
  },
  finish: {
    method: 'POST',
    path: '/oidc/finish',
    access: 'public',
    summary: 'End what was begun at the provider, in the browser in which it was begun',
    body: Arrival,
    answer: Arrived,
    perMinute: 20,
    budget: 'providers',
  },
})
