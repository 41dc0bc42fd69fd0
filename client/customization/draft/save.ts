import { call } from '#client/core/http/query-client.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import type { Block } from '#shared/customization/blocks.ts'
import { type CustomizationState, customizationContract } from '#shared/customization/contract.ts'
import { uploadChosenFiles } from './chosen-files.ts'
import { customizationOf, type PageDraft } from './draft.ts'

export type SaveProgress = { stage: 'uploading'; number: number; of: number } | { stage: 'saving' }

/** Uploads the chosen files, then saves the draft with the server's references. */
export async function saveCustomization(
  skuId: string,
  draft: PageDraft,
  isDraft: boolean,
  onStage: (stage: SaveProgress) => void,
): Promise<CustomizationState> {
  const named = await uploadChosenFiles(filesOf(draft), (number, of) => onStage({ stage: 'uploading', number, of }))
  onStage({ stage: 'saving' })
  const body = customizationOf(replaceFiles(draft, named), isDraft)
  return call(customizationContract.save, { params: { id: skuId }, body })
}

/** The files of a draft in the order of upload: the logo, those of events, those of image blocks. */
export function filesOf({ logo, additions }: PageDraft): StoredFile[] {
  const ofEvents = additions.flatMap((block) =>
    block.type === 'events' ? block.events.flatMap(({ media, documents }) => [...asList(media), ...documents]) : [],
  )
  const ofImages = additions.flatMap((block) => (block.type === 'image' ? block.images : []))
  return [...asList(logo), ...ofEvents, ...ofImages]
}

const asList = (file: StoredFile | null) => (file ? [file] : [])

/** Replaces the file references of the draft. The other data of each file stays. */
export function replaceFiles(draft: PageDraft, named: (file: StoredFile) => StoredFile): PageDraft {
  const swap = <F extends StoredFile>(file: F): F => ({ ...file, ...named(file) })
  const swapIfPresent = <F extends StoredFile>(file: F | null) => file && swap(file)
  const inBlock = (block: Block): Block => {
    if (block.type === 'image') return { ...block, images: block.images.map(swap) }
    if (block.type !== 'events') return block
    const events = block.events.map((event) => ({
      ...event,
      media: swapIfPresent(event.media),
      documents: event.documents.map(swap),
    }))
    return { ...block, events }
  }
  return { ...draft, logo: swapIfPresent(draft.logo), additions: draft.additions.map(inBlock) }
}
