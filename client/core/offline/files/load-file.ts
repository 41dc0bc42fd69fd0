import { fetchBlob } from '#client/core/files/download.ts'
import { urlOf } from '#client/core/http/api.ts'
import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import { fieldFileRoute } from '#shared/sync/contract.ts'
import { keepViewedFile, readDeviceFile } from './device-files.ts'

/** A file of a record: from this device, otherwise from the server. */
export async function loadFile(db: OfflineDatabase, sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  const here = await readDeviceFile(db, sha256)
  if (here) return here
  const content = new Uint8Array(await (await fetchBlob(urlOf(fieldFileRoute, { params: { sha256 } }))).arrayBuffer())
  await keepViewedFile(db, sha256, content)
  return content
}
