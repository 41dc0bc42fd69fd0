import type { Certificate } from '#shared/sku/contract.ts'
import { Block, type BlockOf, type BlockType } from './blocks.ts'
import {
  type ApprovedHosts,
  type Badge,
  badges,
  type Customization,
  CustomizationDraft,
  type CustomizationStatus,
} from './contract.ts'

type Saved = Pick<Customization, 'isDraft'> | null | undefined

export function customizationStatusOf(saved: Saved): CustomizationStatus {
  if (!saved) return 'none'
  return saved.isDraft ? 'draft' : 'published'
}

/** Saving as a draft and resetting are possible only until the first publication. */
export const canBeDraft = (saved: Saved): boolean => customizationStatusOf(saved) !== 'published'
/** The text key of the button of a product: Resume Draft, Edit, or Customize me!. */
export const entryTextKeys = { none: 'customize', draft: 'resumeDraft', published: 'edit' } as const

/**
 * Clones the published customization of another product. Of its certificates, only those that this product has too are kept.
 *
 * @param own certificates of the product that is customized
 */
export function cloneCustomization(source: Customization, own: readonly Certificate[] = []): Customization {
  const isShownThere = ({ hash, type }: Certificate) =>
    source.certificates.some((shown) => shown.hash === hash && shown.type === type)
  const certificates = own.filter((certificate) => isApprovedCertificate(certificate) && isShownThere(certificate))
  return { ...source, certificates, isDraft: false }
}

/** The badges that a merchant can choose. */
export const badgesFor = (features: readonly string[]): Badge[] =>
  badges.filter((badge) => badge !== 'Halal' || features.includes('halal'))

/** The certificates that can be chosen: the approved ones. */
export const isApprovedCertificate = ({ status }: { status: string }): boolean => status === 'Approved'

/** The initial customization in the editor if none was saved. */
export function newCustomization(): CustomizationDraft {
  return CustomizationDraft.parse({ isDraft: true })
}

/** A new block with its defaults. */
export function newBlock<T extends BlockType>(type: T, id: string): BlockOf<T> {
  const content = { ops: [{ insert: 'View of our Product\n' }] }
  return Block.parse({ id, type, ...(type === 'text' && { content }) }) as BlockOf<T>
}

/** The additions in the order of `order`. Additions that it does not name follow. */
export function sortByOrder<T extends { id: string }>(additions: readonly T[], order: readonly string[] = []): T[] {
  const positions = new Map(order.map((id, at) => [id, at]))
  const positionOf = ({ id }: T) => positions.get(id) ?? order.length
  return additions.toSorted((one, other) => positionOf(one) - positionOf(other))
}

/** A name that is not in `taken`: `(1)` is inserted before the extension, as often as necessary. */
export function uniqueName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  const dot = name.lastIndexOf('.')
  const [base, ext] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return uniqueName(`${base}(1)${ext}`, taken)
}

/** Image blocks without a picture, which cannot be saved: 'Please upload an image'. */
export const blocksWithoutImages = (additions: readonly Block[]): Block[] =>
  additions.filter((block) => block.type === 'image' && block.images.length === 0)

/** Title and link of the default button are locked while it is hidden. */
export const isDefaultButtonLocked = ({ hideDefaultButton }: Pick<Customization, 'hideDefaultButton'>): boolean =>
  hideDefaultButton

/** The published customization as shoppers see it: nothing of a draft, and only currently approved certificates. */
export function visibleCustomization(
  saved: Customization | null,
  approved: readonly { id: string }[],
  features: readonly string[],
): Customization | null {
  if (!saved || saved.isDraft) return null
  const canShowBadge = saved.badge === '' || badgesFor(features).includes(saved.badge)
  const isApproved = ({ id }: { id: string }) => approved.some((certificate) => certificate.id === id)
  return { ...saved, badge: canShowBadge ? saved.badge : '', certificates: saved.certificates.filter(isApproved) }
}

/** The host names among the features of a merchant: `redirect:HOST` for redirects, `embed:HOST` for embedded pages. */
export function approvedHostsOf(features: readonly string[]): ApprovedHosts {
  const named = (kind: string) =>
    features.flatMap((feature) => (feature.startsWith(`${kind}:`) ? [feature.slice(kind.length + 1)] : []))
  return { redirect: named('redirect'), embed: named('embed') }
}
