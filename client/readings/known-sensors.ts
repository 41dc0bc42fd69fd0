import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { loadDraft, storeDraft } from '#client/core/drafts/draft-storage.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { sensorContract } from '#shared/sensor/contract.ts'
import { sensorTypes, sensorUnits } from '#shared/sensor/units.ts'

const KnownSensor = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(sensorTypes),
  /** Missing in lists that an earlier version stored. */
  unit: z.enum(sensorUnits).optional(),
})
export type KnownSensor = z.infer<typeof KnownSensor>
const StoredSensors = z.array(KnownSensor)

/** The most rows of a page of the server. */
const maxSensors = 200
const storedAs = 'known-sensors'
const none: readonly KnownSensor[] = []

/**
 * The sensors of the merchant with their names. They are stored on the device, so that forms show the names without a
 * connection, too. Removed sensors stay in the stored list: filled-in forms refer to them.
 */
export function useKnownSensors(): { sensors: readonly KnownSensor[]; current: readonly KnownSensor[] } {
  const owner = offline((state) => state.engine?.db.name)
  const enabled = useViewer()?.features.includes('temperature') === true
  const { data } = useRead(sensorContract.list, { query: { limit: maxSensors } }, { enabled, quiet: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of the stored list depends on the owner.
  const stored = useMemo(() => loadDraft(storedAs, StoredSensors) ?? none, [owner])
  const result = useMemo(() => {
    const current = data ? byName(StoredSensors.parse(data.rows)) : stored
    const ids = new Set(current.map(({ id }) => id))
    return { current, sensors: [...current, ...stored.filter(({ id }) => !ids.has(id))] }
  }, [data, stored])
  useEffect(() => {
    if (data && owner) storeDraft(storedAs, result.sensors)
  }, [data, owner, result])
  return result
}

/** Returns the type and the name of a sensor; its id as long as this device does not know it. */
export function useSensorName(): (id: string) => string {
  const t = useText('sensor')
  const { sensors } = useKnownSensors()
  return useMemo(() => {
    const names = new Map(sensors.map(({ id, name, type }) => [id, `${t(type)} · ${name}`]))
    return (id) => names.get(id) ?? id
  }, [sensors, t])
}

const byName = (sensors: KnownSensor[]) => sensors.toSorted((one, other) => one.name.localeCompare(other.name))
