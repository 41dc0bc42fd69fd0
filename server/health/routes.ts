import type { FastifyInstance } from 'fastify'
import { systemErrorOf } from '#server/core/db/database-error.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { installationId } from '#server/core/http/installation-id.ts'
import { neverShed } from '#server/core/limits/load-shedding.ts'
import { callsPerMinute } from '#server/core/limits/rate-limit.ts'
import { connectOnce } from '#server/core/network/connect-once.ts'
import type { Services } from '#server/core/services.ts'
import { chainProblemText } from '#shared/anchoring/chain-problem-text.ts'
import type { ChainProblem } from '#shared/anchoring/chain-report.ts'

const probeTimeoutMs = 2_000
/** Cache time of /health/ready. It needs no sign-in, so the parts are checked at most once a second. */
const cacheMs = 1_000

/**
 * /health/live: the process responds. /health/ready: its dependencies respond; chains and signer are reported but do not affect
 * readiness. /health/installation: which installation answers, and the address that it sees of the caller, for the check of the public
 * URL. `reasons` lists unreachable parts without addresses or passwords.
 */
export function healthRoutes(app: FastifyInstance): void {
  // A process that is restarted or left out because of its load is replaced by no one.
  const options = { schema: { hide: true }, config: neverShed }
  app.get('/health/live', options, async () => ({ ok: true }))
  const ready = cached(cacheMs, () => readiness(app.assay))
  app.get('/health/ready', options, async (_, reply) => {
    const found = await ready()
    return reply.status(found.ok ? 200 : 503).send(found)
  })
  const limited = { ...options, config: { ...neverShed, rateLimit: callsPerMinute(60) } }
  app.get('/health/installation', limited, async ({ caller }, reply) => {
    reply.header('cache-control', 'no-store')
    return { installation: installationId(app.assay.config), address: caller }
  })
}

async function readiness(services: Services) {
  const [needed, found] = await Promise.all([inspect(neededParts(services)), inspect(chainParts(services))])
  const ok = Object.keys(needed.reasons).length === 0
  const reports = await chainReports(services)
  const chains = toChainProblemKinds(found, reports)
  const problems = { ...reports.problems, ...(await storedProblems(services)), ...chains.problems }
  const reasons = { ...problems, ...needed.reasons }
  return { ok, ...needed.answers, ...chains.answers, reasons, actions: actionsFor(problems) }
}

/**
 * A node or signer that does not respond has the same name as on the page of the chains, for every error of the system. A node that
 * the worker uses, and that responds later than this check waits, is slow.
 */
function toChainProblemKinds({ answers, reasons }: Findings, { problems: reported, used }: ChainReports) {
  const words = { bitcoin: 'unreachable', catapult: 'unreachable', signer: 'signer' } as const
  const problems: Record<string, ChainProblem> = {}
  for (const [part, reason] of Object.entries(reasons)) {
    const isSlow = reason === 'timeout' && used.has(part)
    problems[part] = isSlow ? (reported[part] ?? 'slow') : words[part as keyof typeof words]
  }
  return { answers, problems }
}

type Problem = ChainProblem | 'logForked' | 'eventsWaiting'

/** Those of chains in the words of the console. */
const problemText = {
  ...chainProblemText.enUS,
  eventsWaiting: 'An event has waited for 15 minutes',
  eventsWaitingDo:
    'Check that the worker runs (ROLE=worker). If its log has “event not handled”: docs/operations.md, “Events that are not handled”.',
}

/** The action of an operator for each problem. */
const actionsFor = (problems: Record<string, Problem>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).map(([part, kind]) => [part, `${problemText[kind]}. ${problemText[`${kind}Do`]}`]),
  )

type ChainReports = {
  /** Why a chain that can be reached does not anchor: `wrongPassword`, `noFunds`, `budget` … */
  problems: Record<string, ChainProblem>
  /** Chains with a node that the worker can use. */
  used: ReadonlySet<string>
}

/** The last reports of the worker. */
async function chainReports({ db }: Services): Promise<ChainReports> {
  try {
    const { rows } = await db.read.execute<{ chain: string; problem: ChainProblem | null; used: boolean }>(sql`
      select chain, report #>> '{problem,kind}' as problem, report -> 'nodes' @> '[{"problem": null}]' as used
      from anchor_chain where report is not null`)
    const known = rows.flatMap(({ chain, problem }) => (problem ? [[chain, problem] as const] : []))
    return {
      problems: Object.fromEntries(known),
      used: new Set(rows.filter(({ used }) => used).map(({ chain }) => chain)),
    }
  } catch {
    // The database is reported by its own part.
    return { problems: {}, used: new Set() }
  }
}

/**
 * The public log does not continue what the signer has signed, by the last report of the worker. The oldest event waits for long: a subscriber
 * fails again and again, or no worker takes it.
 */
async function storedProblems({ db }: Services): Promise<Record<string, Problem>> {
  try {
    const { rows } = await db.read.execute<{ isForked: boolean; areWaiting: boolean | null }>(sql`
      select exists (select from log_problem) as "isForked",
        (select created_at < now() - interval '15 minutes' from domain_event order by id limit 1) as "areWaiting"`)
    const { isForked, areWaiting } = rows[0]!
    return { ...(isForked && { log: 'logForked' }), ...(areWaiting && { events: 'eventsWaiting' }) }
  } catch {
    // The database is reported by its own part.
    return {}
  }
}

/** Returns the last result while it is fresh. Simultaneous calls share one check. */
function cached<T>(ms: number, find: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined
  return () => {
    if (last) return last
    const forget = () => setTimeout(() => (last = undefined), ms).unref()
    last = find()
    last.then(forget, forget)
    return last
  }
}

type Parts = Record<string, () => Promise<unknown>>
type Findings = { answers: Record<string, boolean>; reasons: Record<string, string> }

function neededParts({ db, jobs, files }: Services): Parts {
  return {
    database: () => db.read.execute(sql`select 1`),
    queue: () => jobs.alive().then(assertReady),
    files: () => files.check(),
  }
}

function chainParts({ config }: Services): Parts {
  const { bitcoinRpcUrls, catapultUrls, signerSocket } = config
  /** One node is enough. */
  const reach = (urls: readonly string[], path = '') =>
    Promise.any(
      urls.map(async (url) => {
        const { origin } = new URL(url)
        const answer = await fetch(origin + path, { signal: AbortSignal.timeout(probeTimeoutMs) })
        await answer.body?.cancel()
      }),
    )
  return {
    // Any response counts as reachable, including 401.
    bitcoin: () => reach(bitcoinRpcUrls),
    catapult: () => reach(catapultUrls, '/node/health'),
    // Only anchoring needs the signer and the chains. A web process that may not connect to the signer is started without its path.
    ...(signerSocket && { signer: () => connectOnce(signerSocket, probeTimeoutMs) }),
  }
}

async function inspect(parts: Parts): Promise<Findings> {
  const found: Findings = { answers: {}, reasons: {} }
  const outcomes = Object.entries(parts).map(async ([name, check]) => [name, await failureReason(check)] as const)
  for (const [name, reason] of await Promise.all(outcomes)) {
    found.answers[name] = reason === undefined
    if (reason !== undefined) found.reasons[name] = reason
  }
  return found
}

/** The reason why a part is not ready: an error code of the system (ECONNREFUSED, 57P03 …), or `timeout` or `failed`. */
async function failureReason(check: () => Promise<unknown>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, probeTimeoutMs, 'timeout')
  })
  const outcome = check().then(
    () => undefined,
    (error: Error) => (error.name === 'TimeoutError' ? 'timeout' : (systemErrorOf(error)?.code ?? 'failed')),
  )
  return Promise.race([outcome, tooLong]).finally(() => clearTimeout(timer))
}

function assertReady(answer: boolean): void {
  if (!answer) throw new Error('not ready')
}
