import { useCallback, useEffect, useMemo } from 'react'
import { refresh, useRead } from '#client/core/http/query-client.ts'
import { offline, useRecordPage, useUnsentRecords } from '#client/core/offline/read/queries.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { readSscc } from '#shared/gs1/sscc.ts'
import { type Pack, packContract } from '#shared/pack/contract.ts'
import { type PackRecord, packEntity } from '#shared/pack/record.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import type { SavedPack } from './enqueue-pack.ts'

/** Whether a package has this number, or contains this code according to the device. */
export function matchesPack({ sscc, identifier, contents }: PackRecord, search: string): boolean {
  const number = readSscc(search) ?? search.trim().toUpperCase()
  if ([sscc, identifier].some((text) => text?.includes(number))) return true
  const address = parseCode(search)?.address
  return address !== undefined && (contents ?? []).some((text) => parseCode(text)?.address === address)
}

/**
 * A page of the packages: from the device's records, or from the server in demo mode, where the device has none. A device knows
 * the contents of its unsent packages only, so a search also asks the server, whose response replaces the device's matches.
 */
export function usePacks(query: { page: number; limit: number; search?: string }) {
  const engine = offline((state) => state.engine)
  const isDemo = useViewer()?.demo === true
  const isKept = engine !== undefined && !isDemo
  const { search } = query
  const matches = useCallback((data: PackRecord) => matchesPack(data, search ?? ''), [search])
  const local = useRecordPage<PackRecord>(packEntity, query, search ? matches : undefined)
  const remote = useRead(packContract.list, { query }, { enabled: !isKept || search !== undefined, quiet: isKept })
  // The server's response does not contain what this device sends after it.
  const unsent = useUnsentRecords<PackRecord>(packEntity)?.length ?? 0
  useEffect(() => {
    if (unsent > 0 && search) return () => void refresh(packContract.list)
  }, [unsent, search])
  const remoteData = useMemo(
    () => remote.data && { rows: remote.data.rows.map(rowOf), total: remote.data.total },
    [remote.data],
  )
  const isLocal = isKept && (!search || (!remoteData && local.data?.rows.length !== 0))
  return isLocal ? local : { ...remote, data: remoteData }
}

const rowOf = ({ id, version, ...data }: Pack): SavedPack => ({ id, ver: version, data, state: 'sent' })
