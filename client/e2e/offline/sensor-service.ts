import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withDatabase } from '#client/e2e/setup/database.ts'
import { runJob } from '#client/e2e/setup/run-job.ts'
import type { Assay } from '#client/e2e/setup/start-assay.ts'
import type { TagFault } from '#scripts/sensors/answer.ts'
import { pullReadings } from '#server/logistic/jobs.ts'

/** The embedded service of temperature tags of a started Assay, with the switch for its failures. */
export type SensorService = {
  /** The failure lasts until it is switched to `none`. With `times`, for so many calls of the data. */
  fail(kind: TagFault, times?: number): Promise<void>
  /** The tag has recorded between these times (epoch seconds), and does no more. */
  record(tidnfc: string, startedAt: number, stoppedAt: number): Promise<void>
  /** The worker reads the tag of a shipment now, not when it is due. */
  pull(logisticId: string): Promise<void>
}

export function sensorServiceOf(assay: Pick<Assay, 'dataDir'>): SensorService {
  const { sensorEnv } = JSON.parse(readFileSync(join(assay.dataDir, 'services.json'), 'utf8')) as {
    sensorEnv: Record<string, string>
  }
  const { SENSOR_SERVICE_URL: url, SENSOR_SERVICE_TOKEN_URL: tokenUrl } = sensorEnv
  const { SENSOR_SERVICE_CLIENT_ID: id, SENSOR_SERVICE_CLIENT_SECRET: secret } = sensorEnv
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const post = async (address: string, body: string) => {
    const response = await fetch(address, { method: 'POST', headers: { authorization }, body })
    if (!response.ok) throw new Error(`${new URL(address).pathname} returned ${response.status}`)
    return (await response.json()) as Record<string, unknown>
  }
  return {
    async fail(kind, times = 0) {
      await post(`${url}/fault`, JSON.stringify({ kind, times }))
    },
    async record(tidnfc, startedAt, stoppedAt) {
      const { access_token: token } = await post(tokenUrl!, 'grant_type=client_credentials')
      await post(`${url}/tag/${tidnfc}/start?token=${token}`, JSON.stringify({ kind: 'chilled', startedAt, stoppedAt }))
    },
    async pull(logisticId) {
      await withDatabase(assay, (client) =>
        client.query('update logistic_log set next_pull_at = now() where logistic_id = $1', [logisticId]),
      )
      await runJob(assay, pullReadings)
    },
  }
}
