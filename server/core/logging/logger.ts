import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { Config } from '#server/core/config.ts'
import { loggedError } from './logged-error.ts'

export type { Logger }

/** Redacts secrets from the log, wherever a call puts them. */
const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  ...['password', 'password_hash', 'token', 'secret', 'authorization', 'cookie'].flatMap((name) => [name, `*.${name}`]),
]

/** @param target standard output where absent */
export function openLogger(config: Pick<Config, 'logLevel'>, target?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: config.logLevel,
    redact,
    serializers: {
      err: loggedError,
      error: loggedError,
      reason: loggedError,
      req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
        method,
        url: withoutSecrets(url),
        ip,
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  }
  return target ? pino(options, target) : pino(options)
}

/** Queries carry single-use tokens; a printed code, which a path may hold, is its own proof. */
function withoutSecrets(url: string): string {
  return url.replace(/\?.*$/, '?…').replace(/^(\/v\/|\/api\/proof\/).+/i, '$1…')
}
