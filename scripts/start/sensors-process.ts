import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startTagService } from '#scripts/sensors/start.ts'
import { serveParent } from './child-process.ts'

/** The embedded service of temperature tags. It stores the started tags in the data folder. */
await serveParent(async () => {
  const dir = join(process.env.DATA_DIR ?? '.data', 'sensors')
  mkdirSync(dir, { recursive: true })
  const { SENSOR_SERVICE_CLIENT_ID: id = '', SENSOR_SERVICE_CLIENT_SECRET: secret = '' } = process.env
  const { url, tokenUrl, close } = await startTagService({ dir, port: 0, credentials: { id, secret } })
  return { ready: { url, tokenUrl }, close }
})
