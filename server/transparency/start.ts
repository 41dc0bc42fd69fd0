import { setTimeout as pause } from 'node:timers/promises'
import { connectSigner, LogHistoryError } from '#server/anchoring/service.ts'
import { type GrowingPause, growingPauses } from '#server/core/growing-pauses.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'
import type { Services } from '#server/core/services.ts'
import { requestCosignature } from './cosign.ts'
import { integrate, maxEntries } from './integrate.ts'
import { openDestination } from './publish/destination.ts'
import { publishLog } from './publish/publish.ts'
import { endLogProblem, storeLogProblem } from './restore/log-problem.ts'
import { RecoveryError, recoverLog } from './restore/recover-log.ts'
import { compareWithSigned, openLog, signHead } from './sign-head.ts'

type RequiredServices = Pick<Services, 'config' | 'db' | 'log' | 'mail'>

const pauses = growingPauses(1_000, 60_000)

/**
 * Runs the transparency log in this process until stopped: new batches become entries, the newest head is signed,
 * witnesses cosign it, and its files are published if LOG_FILES says where. Several workers may run. A part that fails
 * delays no other: entries are added without a signer, and checkpoints appear without witnesses. Only the files of LOG_FILES must be
 * readable once, because they can have entries that a restored database has lost.
 */
export function startLog(parts: RequiredServices): { stop(): Promise<void> } {
  const { config, db, log } = parts
  const abort = new AbortController()
  const signer = connectSigner(config.signerSocket!)
  const tell = (error: unknown) => log.warn({ err: error }, `transparency log: ${loggedMessage(error)}`)

  /** Before anything is added: new entries would be another history. */
  let recovered: Promise<void> | undefined
  const recover = () => {
    recovered ??= recoverLog(db, config).then((count) => {
      if (count > 0) log.warn(`transparency log: ${count} entries that the database had lost were added from LOG_FILES`)
    })
    return recovered.catch((error) => {
      recovered = undefined
      throw error
    })
  }
  const addEntries = async () => {
    await recover()
    return addWaiting
  }
  const addWaiting = async () => {
    while ((await db.system(integrate)) === maxEntries && !abort.signal.aborted);
  }
  const signHeads = async () => {
    await recover()
    const key = await openLog(db, signer, config)
    await compareWithSigned(db, signer, key)
    let hasContinued = false
    return async () => {
      await signHead(db, signer, key)
      // Only now: a log that is longer than the signed one is compared when its head is signed.
      if (!hasContinued) await endLogProblem(parts)
      hasContinued = true
    }
  }
  const collect = (witness: (typeof config.logWitnesses)[number]) => async () => {
    const { name: origin } = await openLog(db, signer, config)
    return async () => void (await requestCosignature(db, origin, witness))
  }

  const publish = (to: NonNullable<typeof config.logFiles>) => async () => {
    const destination = openDestination(to, config.s3)
    return () => publishLog(db.read, config, destination)
  }

  /** Repeats a step for ever; after a failure it opens again, after a pause that grows up to a minute. */
  const repeat = async (open: () => Promise<() => Promise<void>>) => {
    const everyMs = config.logIntervalSeconds * 1000
    let step: (() => Promise<void>) | undefined
    let lastLoggedMessage: string | undefined
    let failed: GrowingPause | undefined
    while (!abort.signal.aborted) {
      try {
        step ??= await open()
        await step()
        failed = undefined
        lastLoggedMessage = undefined
      } catch (error) {
        failed = (failed ?? pauses).next()
        step = undefined
        if (error instanceof LogHistoryError || error instanceof RecoveryError)
          await storeLogProblem(parts, error.message).catch(tell)
        // The same reason once, not once a minute.
        else if (loggedMessage(error) !== lastLoggedMessage) tell(error)
        lastLoggedMessage = loggedMessage(error)
      }
      await pause(failed?.duration ?? everyMs, undefined, { signal: abort.signal }).catch(() => undefined)
    }
  }

  const published = config.logFiles ? [publish(config.logFiles)] : []
  const loops = [addEntries, signHeads, ...config.logWitnesses.map(collect), ...published].map(repeat)
  return {
    async stop() {
      abort.abort()
      await Promise.all(loops)
    },
  }
}
