import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTagService } from '#scripts/sensors/start.ts'

const tagCredentials = { id: 'assay', secret: 'a secret of the service' }

/** The embedded tag service in a folder of its own, and the settings of a server that uses it. */
export async function tagServiceForTest(options: { now?: () => number; tokenSeconds?: number } = {}) {
  const dir = mkdtempSync(join(process.env.ASSAY_TEST_FOLDER ?? tmpdir(), 'assay-tags-'))
  const begin = (port: number) => startTagService({ dir, port, credentials: tagCredentials, ...options })
  const service = await begin(0)
  const { url, tokenUrl } = service
  const sensorService = { url, tokenUrl, clientId: tagCredentials.id, clientSecret: tagCredentials.secret }
  return { service, sensorService, restart: () => begin(Number(new URL(url).port)) }
}
