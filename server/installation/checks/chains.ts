import { chainView } from '#server/anchoring/service.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/core/db/database.ts'
import { connectOnce } from '#server/core/network/connect-once.ts'
import { type Check, type Found, fault, ok, reasonOf, warning } from '#server/installation/finding.ts'
import { logView } from '#server/transparency/service.ts'
import { chainIds } from '#shared/anchoring/contract.ts'

type Parts = { config: Config; db: Pick<Database, 'read'> }
type View = Awaited<ReturnType<typeof chainView>>

const signerTimeoutMs = 2_000

/** Both chains as the worker reports them, the worker itself, the signer and the public log. */
export function chainChecks({ config, db }: Parts): Check[] {
  // Read once, for the state of each chain and for that of the worker.
  const read = Promise.all(chainIds.map((chain) => chainView(db.read, config, chain, [])))
  // A failure is reported by the checks that wait for it.
  read.catch(() => undefined)
  return [
    { part: 'worker', run: async () => workerState(await read) },
    ...chainIds.map((chain, at): Check => ({ part: chain, run: async () => chainState((await read)[at]!) })),
    { part: 'signer', run: () => signer(config.signerSocket) },
    { part: 'log', run: () => log({ config, db }) },
  ]
}

function workerState(views: readonly View[]): Found {
  const reports = views.flatMap(({ reportedAt, isSilent }) => (reportedAt && !isSilent ? [reportedAt] : []))
  return reports.length > 0 ? ok('workerOk', { at: reports.toSorted().at(-1)! }) : fault('workerSilent')
}

function chainState({ report, isSilent, alerts }: View): Found {
  if (isSilent || !report) return fault('chainSilent')
  const problem = report.problem?.kind
  if (problem) return fault('chainProblem', { chainProblem: problem })
  const alert = alerts[0]?.kind
  if (alert) return warning('chainProblem', { chainProblem: alert })
  return ok('chainOk', { network: report.network ?? '', height: report.height ?? '' })
}

async function signer(path: string | undefined): Promise<Found> {
  if (!path) return ok('signerNone')
  try {
    await connectOnce(path, signerTimeoutMs)
    return ok('signerOk')
  } catch (error) {
    return fault('signerAway', { reason: reasonOf(error) })
  }
}

async function log({ config, db }: Parts): Promise<Found> {
  const { origin, size, checkpointAt, problem } = await logView(db.read, config)
  if (problem) return fault('logForked')
  if (!origin || !checkpointAt) return warning('logNone')
  return ok('logOk', { name: origin, size, at: checkpointAt })
}
