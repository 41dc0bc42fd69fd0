import { connect } from 'node:net'
import { chainView } from '#server/anchoring/service.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/core/db/database.ts'
import { type Check, type Found, fault, ok, reasonOf, warning } from '#server/installation/finding.ts'
import { logView, publishedKeys } from '#server/transparency/service.ts'
import { chainIds } from '#shared/anchoring/contract.ts'

type Parts = { config: Config; db: Pick<Database, 'read'> }

/** Both chains as the worker reports them, the worker itself, the signer and the public log. */
export function chainChecks({ config, db }: Parts): Check[] {
  return [
    { part: 'worker', run: () => worker({ config, db }) },
    ...chainIds.map((chain): Check => ({ part: chain, run: () => chainState({ config, db }, chain) })),
    { part: 'signer', run: () => signer(config.signerSocket) },
    { part: 'log', run: () => log({ config, db }) },
  ]
}

async function worker({ config, db }: Parts): Promise<Found> {
  const views = await Promise.all(chainIds.map((chain) => chainView(db.read, config, chain, [])))
  const reports = views.flatMap(({ reportedAt, isSilent }) => (reportedAt && !isSilent ? [reportedAt] : []))
  return reports.length > 0 ? ok('workerOk', { at: reports.toSorted().at(-1)! }) : fault('workerSilent')
}

async function chainState({ config, db }: Parts, chain: (typeof chainIds)[number]): Promise<Found> {
  const keys = await publishedKeys(db.read)
  const { report, isSilent, alerts } = await chainView(db.read, config, chain, keys[chain])
  if (isSilent || !report) return fault('chainSilent')
  const problem = report.problem?.kind
  if (problem) return fault('chainProblem', { chainProblem: problem })
  const alert = alerts[0]?.kind
  if (alert) return warning('chainProblem', { chainProblem: alert })
  return ok('chainOk', { network: report.network ?? '', height: report.height ?? '' })
}

function signer(path: string | undefined): Promise<Found> {
  if (!path) return Promise.resolve(ok('signerNone'))
  const { promise, resolve } = Promise.withResolvers<Found>()
  const socket = connect(path)
  socket.setTimeout(2_000, () => socket.destroy(new DOMException('', 'TimeoutError')))
  socket.once('connect', () => resolve(ok('signerOk')))
  socket.once('connect', () => socket.end())
  socket.once('error', (error) => resolve(fault('signerAway', { reason: reasonOf(error) })))
  return promise
}

async function log({ config, db }: Parts): Promise<Found> {
  const { origin, size, checkpointAt, problem } = await logView(db.read, config)
  if (problem) return fault('logForked')
  if (!origin || !checkpointAt) return warning('logNone')
  return ok('logOk', { name: origin, size, at: checkpointAt })
}
