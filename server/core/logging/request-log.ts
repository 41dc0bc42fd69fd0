import { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from './logger.ts'

type LogArguments = Parameters<Logger['info']>
type Bindings = Parameters<Logger['child']>[0]

/**
 * The log of one call. The child logger with the reference is created on first use: most calls log nothing, and
 * creating one costs as much as a lookup.
 */
class RequestLogger {
  readonly #parent: Logger
  readonly #bindings: Bindings
  #child: Logger | undefined

  constructor(parent: Logger, bindings: Bindings) {
    this.#parent = parent
    this.#bindings = bindings
  }

  get #own(): Logger {
    this.#child ??= this.#parent.child(this.#bindings)
    return this.#child
  }
  get level(): string {
    return this.#parent.level
  }

  #log(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', args: LogArguments): void {
    if (this.#parent.isLevelEnabled(level)) this.#own[level](...args)
  }
  fatal(...args: LogArguments): void {
    this.#log('fatal', args)
  }
  error(...args: LogArguments): void {
    this.#log('error', args)
  }
  warn(...args: LogArguments): void {
    this.#log('warn', args)
  }
  info(...args: LogArguments): void {
    this.#log('info', args)
  }
  debug(...args: LogArguments): void {
    this.#log('debug', args)
  }
  trace(...args: LogArguments): void {
    this.#log('trace', args)
  }
  silent(): void {}

  child(bindings: Bindings): FastifyBaseLogger {
    return this.#own.child(bindings)
  }
}

/**
 * Fastify reports every call twice. This logger omits both: `logRequests` reports a call once, when it is answered. Errors are
 * still logged by Fastify.
 */
class CompletedRequestsOnly extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(...outcome: Parameters<LogController['requestCompleted']>): void {
    const [error] = outcome
    if (error) super.requestCompleted(...outcome)
  }
}

/**
 * The logging options of Fastify. It gets no logger of its own: with one it would watch every response until its end, even if
 * the log level omits the entry.
 */
export const requestLogging = (log: Logger) => ({
  childLoggerFactory: (_: unknown, bindings: Bindings) => new RequestLogger(log, bindings) as FastifyBaseLogger,
  logController: new CompletedRequestsOnly(),
})

export function logRequests(app: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('info')) return
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
    done()
  })
}
