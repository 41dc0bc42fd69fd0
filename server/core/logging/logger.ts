import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { withoutApiKeys } from '#server/core/auth/api-key/format.ts'
import type { Config } from '#server/core/config.ts'
import { loggedError } from './logged-error.ts'

export type { Logger }

/** Removes secrets from the log, in any field of a call. */
const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  ...['password', 'password_hash', 'token', 'secret', 'authorization', 'cookie'].flatMap((name) => [name, `*.${name}`]),
]

/** @param target standard output by default */
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

/** Queries contain single-use tokens, and a path can contain a printed code with its secret. */
function withoutSecrets(url: string): string {
  return withoutApiKeys(url.replace(/\?.*$/, '?…').replace(/^(\/v\/|\/api\/proof\/).+/i, '$1…'))
}
