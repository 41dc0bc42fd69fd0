import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { countries } from '#shared/core/fields/countries.ts'
import { ById, Count, Instant, MultiLine, SingleLine } from '#shared/core/fields/fields.ts'
import { isQualifierValue } from '#shared/gs1/digital-link.ts'

/** Who may read a data point: everybody, persons with a legitimate interest such as repairers, or authorities. Each reads those before it, too. */
export const accessTiers = ['public', 'legitimate', 'authority'] as const
export type AccessTier = (typeof accessTiers)[number]

/** Maximum lengths of the texts of a passport. */
export const passportLengths = {
  ...{ description: 1000, code: 40, name: 120, uri: 300, section: 80, point: 160, value: 1000, unit: 20 },
} as const
export const mostSections = 30
/** Of one section. */
export const mostPoints = 60

const missing = 'Please fill in this field'
const Named = (max: number) => SingleLine(max, missing).min(1, missing)

const Uri = z.url({ protocol: /^(https?|urn|did)$/ })
/** The name of a thing everywhere: an address, a URN or a DID. */
const WorldwideName = Named(passportLengths.uri).refine(
  (text) => text === '' || (/^\S+$/.test(text) && Uri.safeParse(text).success),
  {
    message: 'Please check this value',
  },
)

export const PassportPoint = z.object({
  name: Named(passportLengths.point),
  /** Empty in a draft: such a point is not published. */
  value: MultiLine(passportLengths.value).default(''),
  unit: SingleLine(passportLengths.unit).default(''),
  tier: z.enum(accessTiers).default('public'),
})
export type PassportPoint = z.infer<typeof PassportPoint>

export const PassportSection = z.object({
  title: Named(passportLengths.section),
  points: z.array(PassportPoint).max(mostPoints),
})
export type PassportSection = z.infer<typeof PassportSection>

/** What a merchant writes. The product, its brand and its number come from the SKU. */
export const PassportInput = z.object({
  description: MultiLine(passportLengths.description).default(''),
  category: z.object({
    code: Named(passportLengths.code),
    name: Named(passportLengths.name),
    schemeId: WorldwideName,
    schemeName: Named(passportLengths.name),
  }),
  facility: z.object({ id: WorldwideName, name: Named(passportLengths.name) }),
  country: z.string('Please select a country').refine((code) => countries.includes(code), 'Please select a country'),
  sections: z.array(PassportSection).max(mostSections),
})
export type PassportInput = z.infer<typeof PassportInput>

/** The usual scheme of categories: the classification of the United Nations. */
export const usualScheme = {
  schemeId: 'https://unstats.un.org/unsd/classifications/Econ/cpc/',
  schemeName: 'UN Central Product Classification (CPC)',
}

/** A lot has a passport of its own; empty for that of all items. */
export const LotQuery = z.object({
  lot: z
    .string()
    .trim()
    .refine((lot) => lot === '' || isQualifierValue(lot), 'Please check this value')
    .default(''),
})

/** Lots with a passport that are listed with it. */
export const listedLots = 200

export const PassportVersion = z.object({
  version: Count,
  gtin: z.string(),
  publishedAt: Instant,
  revokedAt: Instant.nullable(),
})
export type PassportVersion = z.infer<typeof PassportVersion>

/** Listed with a passport, the newest first. All others stay readable at their address. */
export const listedVersions = 50

export const Passport = z
  .object({
    product: z.object({ name: z.string(), gtin: z.string().nullable() }),
    /** Why it cannot be published now. */
    obstacle: z.enum(['noGtin', 'unapproved']).nullable(),
    draft: PassportInput.nullable(),
    /** Of a lot without a draft: that of the product, to begin with. */
    base: PassportInput.nullable(),
    /** Lots that have a passport of their own. */
    lots: z.array(z.string()),
    /** Whether the draft, the product or its brand have changed since the newest version. */
    isChanged: z.boolean(),
    versions: z.array(PassportVersion),
  })
  .meta({ id: 'Passport' })
export type Passport = z.infer<typeof Passport>

export const passportContract = defineContract({
  read: {
    method: 'GET',
    path: '/passport/:id',
    access: 'officeOrPartner',
    scope: 'sku:read',
    summary: 'Read the passport of a product: its draft and its newest published versions',
    params: ById,
    query: LotQuery,
    answer: Passport,
  },
  save: {
    method: 'PUT',
    path: '/passport/:id',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Save the draft of the passport of a product',
    params: ById,
    query: LotQuery,
    body: PassportInput,
    answer: Passport,
  },
  publish: {
    method: 'POST',
    path: '/passport/:id/publish',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Publish the draft of a passport as a new version; without a change nothing is published',
    params: ById,
    query: LotQuery,
    answer: Passport,
  },
  revoke: {
    method: 'POST',
    path: '/passport/:id/revoke',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Revoke a published version of a passport for good; it stays readable and is marked',
    params: ById,
    query: LotQuery,
    body: z.object({ version: Count.min(1) }),
    answer: Passport,
  },
})
