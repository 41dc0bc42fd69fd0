import type { Tx } from '#server/core/db/database.ts'
import { keyIdOf } from '#shared/transparency/note.ts'
import { publishedKeys } from './log-settings.ts'
import { logView } from './log-view.ts'
import { NewLogError, openNewLog } from './restore/new-log.ts'

export { logView, NewLogError, openNewLog, publishedKeys }

/** The log's current key as payloads name it: name and id, of which /log/keys has the rest. Undefined before it is open. */
export async function logKeyName(tx: Tx): Promise<string | undefined> {
  const key = (await publishedKeys(tx)).log.at(-1)
  return key && `${key.name}+${keyIdOf(key)}`
}
