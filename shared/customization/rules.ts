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

/** Drafts and starting over are for what shoppers have not seen yet. */
export const mayBeDraft = (saved: Saved): boolean => customizationStatusOf(saved) !== 'published'
/** Of a product: Resume Draft, Edit, or Customize me!. */
export const entryTextKeys = { none: 'customize', draft: 'resumeDraft', published: 'edit' } as const

/**
 * Cloning takes what another product shows. Of certificates, which are granted to a product, those that this one has too.
 *
 * @param own certificates of the product that is customized
 */
export function cloneCustomization(source: Customization, own: readonly Certificate[] = []): Customization {
  const isShownThere = ({ hash, type }: Certificate) =>
    source.certificates.some((shown) => shown.hash === hash && shown.type === type)
  const certificates = own.filter((certificate) => isApprovedCertificate(certificate) && isShownThere(certificate))
  return { ...source, certificates, isDraft: false }
}

/** The badges that a merchant may choose from. */
export const badgesFor = (features: readonly string[]): Badge[] =>
  badges.filter((badge) => badge !== 'Halal' || features.includes('halal'))

/** Only approved certificates may be chosen. */
export const isApprovedCertificate = ({ status }: { status: string }): boolean => status === 'Approved'

/** What the editor opens with where nothing was saved. */
export function newCustomization(): CustomizationDraft {
  return CustomizationDraft.parse({ isDraft: true })
}

/** A block as its button adds it. */
export function newBlock<T extends BlockType>(type: T, id: string): BlockOf<T> {
  const content = { ops: [{ insert: 'View of our Product\n' }] }
  return Block.parse({ id, type, ...(type === 'text' && { content }) }) as BlockOf<T>
}

/** The additions in the order that `order` names; what it does not name follows. */
export function inOrder<T extends { id: string }>(additions: readonly T[], order: readonly string[] = []): T[] {
  const place = new Map(order.map((id, at) => [id, at]))
  const placeOf = ({ id }: T) => place.get(id) ?? order.length
  return additions.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** A name that none of `taken` has: `(1)` goes before the extension, as often as it takes. */
export function uniqueName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  const dot = name.lastIndexOf('.')
  const [base, ext] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return uniqueName(`${base}(1)${ext}`, taken)
}

/** Image blocks that cannot be saved yet: 'Please upload an image'. */
export const blocksWithoutImages = (additions: readonly Block[]): Block[] =>
  additions.filter((block) => block.type === 'image' && block.images.length === 0)

/** Title and link of the default button are locked while it is hidden. */
export const isDefaultButtonLocked = ({ hideDefaultButton }: Pick<Customization, 'hideDefaultButton'>): boolean =>
  hideDefaultButton

/** The published customization as shoppers see it: nothing of a draft, and only currently approved certificates. */
export function shownOf(
  saved: Customization | null,
  approved: readonly { id: string }[],
  features: readonly string[],
): Customization | null {
  if (!saved || saved.isDraft) return null
  const mayShow = saved.badge === '' || badgesFor(features).includes(saved.badge)
  const isApproved = ({ id }: { id: string }) => approved.some((certificate) => certificate.id === id)
  return { ...saved, badge: mayShow ? saved.badge : '', certificates: saved.certificates.filter(isApproved) }
}

/** The host words among a merchant's features: pages leave for `redirect:HOST` and show `embed:HOST` inside. */
export function approvedHostsOf(features: readonly string[]): ApprovedHosts {
  const named = (kind: string) =>
    features.flatMap((feature) => (feature.startsWith(`${kind}:`) ? [feature.slice(kind.length + 1)] : []))
  return { redirect: named('redirect'), embed: named('embed') }
}
