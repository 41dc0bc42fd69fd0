import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Id, Instant, MultiLine, SingleLine } from '#shared/core/fields/fields.ts'
import { isPublicHost } from '#shared/core/fields/public-host.ts'
import { linkUrlProblem } from '#shared/core/fields/web-url.ts'
import { Certificate } from '#shared/sku/contract.ts'
import { Blocks } from './blocks.ts'
import { defaultTexts } from './default-texts.ts'
import { OptionalColor, OptionalUrl, PartId, Picture } from './fields.ts'
import { linksOf } from './links/page-links.ts'

/** `{product}` is the badge of the platform. Halal needs the feature of that name. An empty value shows no badge. */
export const badges = ['{product}', 'EcoTag', 'Halal'] as const
export type Badge = (typeof badges)[number]

export const socialIcons = ['Facebook', 'Instagram', 'Telegram', 'WhatsApp', 'Twitter', 'Other'] as const

/** A certificate that was chosen from those of the product. The page shows it only while it is Approved. */
const ChosenCertificate = Certificate.omit({ status: true })

const verificationOutput = {
  badge: z.enum(['', ...badges]).default(''),
  social_icon: z.enum(socialIcons).default('Other'),
  social_link: OptionalUrl,
  logo: Picture.nullable().default(null),
  verified_text: SingleLine(80).default(defaultTexts.verified_text),
  description: MultiLine(500).default(defaultTexts.description),
  certificates: z.array(ChosenCertificate).max(10).default([]),
  /** The colour of the theme. */
  background_color: OptionalColor,
}

const defaultButton = {
  hideDefaultButton: z.boolean().default(false),
  /** Hides the text with the address beside the button. */
  hideLink: z.boolean().default(false),
  button_text: SingleLine(60).default(defaultTexts.button_text),
  /** The destination of the button; if empty, the verify URL of the product. */
  website: OptionalUrl,
}

const productDetails = {
  product_details: SingleLine(80).default(''),
  /** The labels of the rows of name and SKU. An empty label hides the row. */
  customSKUName: SingleLine(80).default(''),
  customSKU: SingleLine(80).default(''),
  /** In a value, this text starts a new line. */
  breakLineChar: SingleLine(5).default(''),
}

const Page = z.object({
  ...verificationOutput,
  ...defaultButton,
  ...productDetails,
  additions: Blocks,
  /** Ids of the additions in the order of display; without it, the order of the list. */
  order: z.array(PartId).max(100).optional(),
  isDraft: z.boolean(),
})
export type CustomizationDraft = z.infer<typeof Page>
/** Pages that were saved under earlier rules are still readable. Their links to private networks are not shown. */
export const CustomizationDraft = Page.superRefine((page, context) => {
  for (const { path, link } of linksOf(page)) {
    const message = linkUrlProblem(link)
    if (message) context.addIssue({ code: 'custom', path, message })
  }
})
export type CustomizationInput = z.input<typeof CustomizationDraft>

export const Customization = Page.extend({ order: z.array(PartId) }).meta({ id: 'Customization' })
export type Customization = z.infer<typeof Customization>

/** none, then draft (any number of times, or never), then published. A published customization never becomes a draft again. */
const customizationStatuses = ['none', 'draft', 'published'] as const
export type CustomizationStatus = (typeof customizationStatuses)[number]

/** Hosts that an administrator approved: `redirect` for destinations of redirects, `embed` for embedded pages. */
export const ApprovedHosts = z.object({ redirect: z.array(z.string()), embed: z.array(z.string()) })
export type ApprovedHosts = z.infer<typeof ApprovedHosts>

/** All data of the editor for one product. */
export const CustomizationState = z
  .object({
    skuId: Id,
    status: z.enum(customizationStatuses),
    customization: Customization.nullable(),
    /** All certificates of the product. Only those that are Approved can be chosen. */
    certificates: z.array(Certificate),
    /** The badges that this merchant can choose. */
    badges: z.array(z.enum(badges)),
    hosts: ApprovedHosts,
    updatedAt: Instant,
  })
  .meta({ id: 'CustomizationState' })
export type CustomizationState = z.infer<typeof CustomizationState>

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,61}$/, 'Invalid host name')
  .refine((hostname) => isPublicHost({ hostname, port: '' }), 'This address is not on the public internet')
const HostsInput = z.object({ redirect: z.array(Host).max(50), embed: z.array(Host).max(50) })

/** The type of the `customization` that is sent. Pictures are uploaded before and named by their hash. */
const saveBytes = 512 * 1024

/** A product whose page was designed. */
export const CustomizedSku = z
  .object({ id: Id, name: z.string(), sku: z.string(), status: z.enum(['draft', 'published']) })
  .meta({ id: 'CustomizedSku' })
export type CustomizedSku = z.infer<typeof CustomizedSku>
/** Maximum products of one response; a search finds the others. */
export const maxCustomizedSkus = 50

export const customizationContract = defineContract({
  list: {
    method: 'GET',
    path: '/sku/customization',
    access: 'officeOrPartner',
    scope: 'sku:read',
    summary: 'List the products with a customization, the newest first; up to 50 that match the search',
    query: z.object({ search: SingleLine(100).optional() }),
    answer: z.object({ rows: z.array(CustomizedSku), hasMore: z.boolean() }),
  },
  hosts: {
    method: 'GET',
    path: '/merchant/hosts/:id',
    access: 'admin',
    summary: 'List the hosts approved for the pages of a merchant',
    params: ById,
    answer: ApprovedHosts,
  },
  setHosts: {
    method: 'PUT',
    path: '/merchant/hosts/:id',
    access: 'admin',
    summary: 'Set the hosts to which pages of a merchant may redirect, and those that they may embed',
    params: ById,
    body: HostsInput,
    answer: ApprovedHosts,
  },
  read: {
    method: 'GET',
    path: '/sku/customization/:id',
    access: 'officeOrPartner',
    scope: 'sku:read',
    summary: 'Read the customization of a product and the choices for it',
    params: ById,
    answer: CustomizationState,
  },
  save: {
    method: 'PUT',
    path: '/sku/customization/:id',
    access: 'confirmedMerchant',
    summary: 'Save the customization of a product as a draft, or publish it',
    params: ById,
    body: CustomizationDraft,
    answer: CustomizationState,
    bodyBytes: saveBytes,
  },
  remove: {
    method: 'PUT',
    path: '/sku/customization/remove/:id',
    access: 'confirmedMerchant',
    summary: 'Remove the draft customization of a product',
    params: ById,
    answer: CustomizationState,
  },
  ofCode: {
    method: 'GET',
    path: '/tag/customization',
    access: 'public',
    summary: 'Read the published customization for a code, or null if there is none',
    query: z.object({ a: MultiLine(200), p: MultiLine(200).optional() }),
    answer: Customization.nullable(),
    perMinute: 60,
  },
})

export const customizationProblems = defineProblems('customization', {
  published: {
    status: 409,
    enUS: 'This customization is published. It can no longer be a draft or start over.',
    ruRU: 'Оформление уже опубликовано. Его нельзя вернуть в черновики или начать заново.',
  },
  file: { status: 400, enUS: 'Please upload the file {{name}} again', ruRU: 'Загрузите файл {{name}} ещё раз' },
  tooLarge: { status: 413, enUS: 'The file {{name}} is too large', ruRU: 'Файл {{name}} слишком большой' },
  certificate: {
    status: 409,
    enUS: 'The certificate {{title}} is not approved',
    ruRU: 'Сертификат «{{title}}» не одобрен',
  },
  noMerchant: { status: 404, enUS: 'Merchant not found', ruRU: 'Компания не найдена' },
})
