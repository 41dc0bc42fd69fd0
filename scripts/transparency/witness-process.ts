import { join } from 'node:path'
import { serveParent } from '#scripts/start/child-process.ts'
import { serveWitness } from '#server/transparency/witness/witness-server.ts'
import { parseVkey } from '#shared/transparency/note.ts'

/** The embedded witness of the transparency log. It keeps its key and its memory in the data folder. */
await serveParent(async () => {
  const folder = join(process.env.DATA_DIR ?? '.data', 'witness')
  const logs = [parseVkey(process.env.WITNESS_LOG ?? '')!]
  const { vkey, url, close } = await serveWitness({
    name: `witness.${logs[0]!.name}`,
    folder,
    logs,
    host: '127.0.0.1',
    port: 0,
  })
  return { ready: { vkey, url }, close }
})
