import { call } from '#client/core/data.ts'
import type { StoredFile } from '#shared/core/fields.ts'
import type { Block } from '#shared/customization/blocks.ts'
import { type CustomizationState, customizationContract } from '#shared/customization/contract.ts'
import { uploadChosen } from './chosen-files.ts'
import { customizationOf, type Draft } from './draft.ts'

export type Stage = { stage: 'uploading'; number: number; of: number } | { stage: 'saving' }

/** Uploads what was chosen, then saves the draft with the names that the server gave. */
export async function saveDraft(
  skuId: string,
  draft: Draft,
  isDraft: boolean,
  onStage: (stage: Stage) => void,
): Promise<CustomizationState> {
  const named = await uploadChosen(filesOf(draft), (number, of) => onStage({ stage: 'uploading', number, of }))
  onStage({ stage: 'saving' })
  const body = customizationOf(withFiles(draft, named), isDraft)
  return call(customizationContract.save, { params: { id: skuId }, body })
}

/** The files of a draft in the order in which they are uploaded: the logo, those of events, those of image blocks. */
export function filesOf({ logo, additions }: Draft): StoredFile[] {
  const ofEvents = additions.flatMap((block) =>
    block.type === 'events' ? block.events.flatMap(({ media, documents }) => [...list(media), ...documents]) : [],
  )
  const ofImages = additions.flatMap((block) => (block.type === 'image' ? block.images : []))
  return [...list(logo), ...ofEvents, ...ofImages]
}

const list = (file: StoredFile | null) => (file ? [file] : [])

/** The draft with other files in the places of its own; what else is said of a file stays. */
export function withFiles(draft: Draft, named: (file: StoredFile) => StoredFile): Draft {
  const swap = <F extends StoredFile>(file: F): F => ({ ...file, ...named(file) })
  const swapMaybe = <F extends StoredFile>(file: F | null) => file && swap(file)
  const inBlock = (block: Block): Block => {
    if (block.type === 'image') return { ...block, images: block.images.map(swap) }
    if (block.type !== 'events') return block
    const events = block.events.map((event) => ({
      ...event,
      media: swapMaybe(event.media),
      documents: event.documents.map(swap),
    }))
    return { ...block, events }
  }
  return { ...draft, logo: swapMaybe(draft.logo), additions: draft.additions.map(inBlock) }
}
