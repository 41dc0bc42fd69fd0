import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { loadDraft, storeDraft } from '#client/core/drafts/draft-storage.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { type RowSearch, useSearchedRows } from '#client/ui/form/search/use-searched-rows.ts'
import { sensorContract } from '#shared/sensor/contract.ts'
import { sensorTypes, sensorUnits } from '#shared/sensor/units.ts'

const KnownSensor = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(sensorTypes),
  unit: z.enum(sensorUnits),
})
export type KnownSensor = z.infer<typeof KnownSensor>
const StoredSensors = z.array(KnownSensor)

const storedAs = 'known-sensors'
const none: readonly KnownSensor[] = []

type KnownSensors = RowSearch & {
  /** All sensors that this device knows. */
  sensors: readonly KnownSensor[]
  /** The sensors to choose from: those of the list or of the search, and the chosen ones. */
  current: readonly KnownSensor[]
}

/**
 * The sensors of the merchant with their names. They are stored on the device, so that forms show the names without a
 * connection, too. Removed sensors stay in the stored list: filled-in forms refer to them.
 *
 * @param chosen the ids of at most two sensors
 */
export function useKnownSensors(chosen: readonly string[] = []): KnownSensors {
  const owner = offline((state) => state.engine?.db.name)
  const enabled = useViewer()?.features.includes('temperature') === true
  const { list, read } = sensorContract
  const { rows, isLoaded, search, setSearch } = useSearchedRows(list, { read, chosen, enabled, quiet: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of the stored list depends on the owner.
  const stored = useMemo(() => loadDraft(storedAs, StoredSensors) ?? none, [owner])
  const loaded = useStable(isLoaded ? byName(StoredSensors.parse(rows)) : undefined)
  const [found, setFound] = useState(none)
  const result = useMemo(() => {
    const current = loaded ?? stored
    return { current, sensors: merge(current, merge(found, stored)) }
  }, [loaded, found, stored])
  useEffect(() => {
    if (!loaded || !owner) return
    setFound((before) => merge(loaded, before))
    // Another screen may have stored others in the meantime.
    storeDraft(storedAs, merge(loaded, loadDraft(storedAs, StoredSensors) ?? none))
  }, [loaded, owner])
  return { ...result, search, setSearch }
}

/** Returns the type and the name of a sensor; its id as long as this device does not know it. */
export function useSensorName(): (id: string) => string {
  return useNameIn(useKnownSensors().sensors)
}

/** The same for sensors that the caller has already. */
export function useNameIn(sensors: readonly KnownSensor[]): (id: string) => string {
  const t = useText('sensor')
  return useMemo(() => {
    const names = new Map(sensors.map(({ id, name, type }) => [id, `${t(type)} · ${name}`]))
    return (id) => names.get(id) ?? id
  }, [sensors, t])
}

/** The sensors of both lists; those of the first replace the same ones of the second. */
function merge(first: readonly KnownSensor[], second: readonly KnownSensor[]): readonly KnownSensor[] {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...second.filter(({ id }) => !ids.has(id))]
}

/** The same list as before while its content is the same, because an effect depends on it. */
function useStable(list: readonly KnownSensor[] | undefined): readonly KnownSensor[] | undefined {
  const content = JSON.stringify(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is compared, not the list.
  return useMemo(() => list, [content])
}

const byName = (sensors: KnownSensor[]) => sensors.toSorted((one, other) => one.name.localeCompare(other.name))
