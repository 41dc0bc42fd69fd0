import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { ById, SingleLine } from '#shared/core/fields/fields.ts'
import { linkUrlProblem, parsePublicUrl } from '#shared/core/fields/web-url.ts'

/** The types of GS1's web vocabulary that a merchant enters. Recalls and certificates of Assay are added by the resolver. */
export const linkTypes = [
  'pip',
  'instructions',
  'recipeInfo',
  'certificationInfo',
  'recallStatus',
  'support',
  'faqs',
  'nutritionalInfo',
  'allergenInfo',
  'safetyInfo',
  'sustainabilityInfo',
  'traceability',
  'registerProduct',
  'tutorial',
  'dpp',
] as const
export type LinkType = (typeof linkTypes)[number]

/** Of one product. */
export const mostLinks = 40
export const linkLengths = { href: 500, title: 120 } as const

const HttpsUrl = SingleLine(linkLengths.href)
  .min(1, 'Please fill in this field')
  .superRefine((url, context) => {
    const problem = linkUrlProblem(url)
    if (problem) context.addIssue(problem)
    else if (url !== '' && parsePublicUrl(url)?.protocol !== 'https:')
      context.addIssue('The address must begin with https://')
  })
  .transform((url) => parsePublicUrl(url)?.href ?? url)

/** Languages as the linkset of GS1 writes them: of two letters, with a country if it matters. */
const Language = (message: string) =>
  z
    .string()
    .trim()
    .regex(/^([a-z]{2}(-[a-z]{2})?)?$/i, message)
    .transform((tag) =>
      tag.replace(/^(..)(-..)?$/, (_, language, country = '') => language.toLowerCase() + country.toUpperCase()),
    )

/**
 * Messages of these rules, which only the dialog of links translates: those of all forms are loaded before the sign-in.
 * `twice`: the list has the link already. `badLanguage`: no language in the form of GS1. `ownRecall`: only Assay links to recalls.
 */
type LinkMessages = { twice: string; badLanguage: string; ownRecall: string }

const productLink = ({ badLanguage }: LinkMessages) =>
  z.object({
    type: z.enum(linkTypes),
    href: HttpsUrl,
    title: SingleLine(linkLengths.title).min(1, 'Please fill in this field'),
    /** Empty for a page in no language, or in several. */
    language: Language(badLanguage).default(''),
  })
export type ProductLink = z.infer<ReturnType<typeof productLink>>

const isSame = (one: ProductLink, other: ProductLink) =>
  one.type === other.type && one.language === other.language && one.href === other.href

export const productLinks = (messages: LinkMessages) =>
  z.object({
    links: z
      .array(productLink(messages))
      .max(mostLinks)
      .superRefine((links, context) => {
        for (const [at, link] of links.entries()) {
          if (link.type === 'recallStatus')
            context.addIssue({ code: 'custom', path: [at, 'type'], message: messages.ownRecall })
          if (link.href === '' || links.findIndex((other) => isSame(link, other)) === at) continue
          context.addIssue({ code: 'custom', path: [at, 'href'], message: messages.twice })
        }
      }),
  })
const messages = {
  twice: 'This type has a link to this address in this language already. Change it or remove it.',
  badLanguage: 'Please check this value',
  ownRecall: 'Assay links to your recalls by itself. Choose another type.',
}
const ProductLinks = productLinks(messages)
export type ProductLinks = z.infer<typeof ProductLinks>
/** As stored: a link to recalls may be older than the rule that refuses it. */
export const StoredProductLinks = z.object({ links: z.array(productLink(messages)).max(mostLinks) })

export const gs1Contract = defineContract({
  links: {
    method: 'GET',
    path: '/sku/links/:id',
    access: 'officeOrPartner',
    scope: 'sku:read',
    summary: 'List the links of a product that its GS1 Digital Link leads to',
    params: ById,
    answer: StoredProductLinks,
  },
  setLinks: {
    method: 'PUT',
    path: '/sku/links/:id',
    access: 'confirmedMerchant',
    scope: 'sku:write',
    summary: 'Replace the links of a product',
    params: ById,
    body: ProductLinks,
    answer: StoredProductLinks,
  },
})
