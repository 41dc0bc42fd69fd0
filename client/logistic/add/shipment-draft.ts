import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { correctedNow } from '#client/core/clock/server-clock.ts'
import { durableDraft, loadDurableDraft, type SaveResult } from '#client/core/drafts/durable-draft.ts'
import { offline, requireEngine } from '#client/core/offline/read/queries.ts'
import { ChosenPacks } from '#client/pack/chosen-packs.ts'
import { StoredCodes } from '#client/scan/use-scan-list.ts'
import { logisticEntity } from '#shared/logistic/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

/**
 * A shipment draft: its details and its scanned codes in one row, so that codes never end up in another shipment. Its
 * id becomes the id of the shipment.
 */
const ShipmentDraft = z.object({
  id: z.string(),
  begunAt: z.string(),
  step: z.enum(['details', 'codes']),
  details: z.object({
    recipient: z.string().optional(),
    note: z.string().optional(),
    manufacturer_id: z.string().nullable().optional(),
    minlimit: z.number().nullable().optional(),
  }),
  codes: StoredCodes,
  packages: ChosenPacks.default([]),
})
export type ShipmentDraft = z.infer<typeof ShipmentDraft>
/** The details entered so far. */
export type DraftDetails = ShipmentDraft['details']

const draftName = 'logistic.shipment'

export const newShipmentDraft = (): ShipmentDraft => ({
  id: uuid7(),
  begunAt: new Date(correctedNow()).toISOString(),
  step: 'details',
  details: {},
  codes: [],
  packages: [],
})

export const isEmpty = ({
  step,
  details: { recipient, note, manufacturer_id },
  codes,
  packages,
}: ShipmentDraft): boolean =>
  step === 'details' && !recipient && !note && manufacturer_id === undefined && codes.length + packages.length === 0

/** The draft that the user started and neither saved nor discarded; `elsewhere` when another tab has it open. */
export async function unfinishedShipment(): Promise<ShipmentDraft | 'elsewhere' | undefined> {
  if (await isOpenInAnotherTab()) return 'elsewhere'
  const draft = await loadDurableDraft(draftName, ShipmentDraft)
  if (!draft || !(await requireEngine().db.records.get([logisticEntity, draft.id]))) return draft
  // The browser was closed after the shipment was saved and before the draft was deleted.
  await discardShipmentDraft()
  return undefined
}

export const discardShipmentDraft = (): Promise<void> => durableDraft(draftName).remove()

const lockName = () => `${offline.getState().engine?.db.name}-shipment`

async function isOpenInAnotherTab(): Promise<boolean> {
  // Shared, so that two questions of one tab at the same time do not meet each other.
  const free = navigator.locks?.request(lockName(), { ifAvailable: true, mode: 'shared' }, (lock) => lock !== null)
  return (await free) === false
}

/** Whether the newest input of a draft is on the device. `skipped` if there is nothing to store, also in demo mode. */
export type DraftStorage = SaveResult | 'storing'

/** A shipment draft in this tab, stored with every change until it is saved or discarded. */
export function useShipmentDraft(initial: ShipmentDraft) {
  const [draft, setDraft] = useState(initial)
  const [written, setWritten] = useState<{ draft: ShipmentDraft; result: SaveResult }>({
    draft: initial,
    result: 'stored',
  })
  const newest = useRef<ShipmentDraft | undefined>(initial)
  const [stored] = useState(() => durableDraft(draftName))
  useDraftLock()
  const change = useCallback(
    (part: Partial<ShipmentDraft>) => {
      if (!newest.current) return
      const next = { ...newest.current, ...part }
      newest.current = next
      setDraft(next)
      if (isEmpty(next)) void stored.remove()
      else void stored.save(next).then((result) => setWritten({ draft: next, result }))
    },
    [stored],
  )
  const end = useCallback(() => {
    newest.current = undefined
    return stored.remove()
  }, [stored])
  const isWritten = written.draft === draft
  const storage: DraftStorage = isEmpty(draft) ? 'skipped' : isWritten ? written.result : 'storing'
  return { draft, storage, change, end }
}

/** Locks the user's draft while it is open in this tab. */
function useDraftLock(): void {
  useEffect(() => {
    const unmounted = new AbortController()
    const { signal } = unmounted
    const untilUnmount = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    void navigator.locks?.request(lockName(), { signal }, () => untilUnmount).catch(() => undefined)
    return () => unmounted.abort()
  }, [])
}
