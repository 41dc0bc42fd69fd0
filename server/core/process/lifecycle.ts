import { ConfigError } from '#server/core/config-checks.ts'
import type { Logger } from '#server/core/logging/logger.ts'

/** A second signal, or a shutdown that takes longer (ms), ends the process at once. */
const shutdownTimeoutMs = 15_000

/** Loads the configuration of this process. If it is invalid, writes all reasons to standard error and ends the process. */
export function loadConfigOrExit<C>(load: () => C): C {
  try {
    return load()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(78)
  }
}

/** Calls `stop` on SIGTERM, on SIGINT, and when the parent process ends. */
export function onShutdownSignal(stop: () => Promise<void>): void {
  let isStopping = false
  const ask = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', ask)
  process.on('SIGINT', ask)
  if (process.send) process.once('disconnect', ask)
}

/** Node would print the whole error, including the parameters of a statement. */
export function exitOnUncaughtException(log: Logger): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'The process ends because of an uncaught error')
    process.exit(1)
  })
}
