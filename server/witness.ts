import { resolve } from 'node:path'
import { z } from 'zod'
import { parseVkey } from '#shared/transparency/note.ts'
import { ConfigError, givenVariables } from './core/config-checks.ts'
import { loadConfigOrExit, onShutdownSignal } from './core/process/lifecycle.ts'
import { serveWitness } from './transparency/witness/witness-server.ts'

/**
 * A witness of transparency logs, for a person or organisation that is independent of the operator: docs/transparency-log.md
 * describes how to run one. It needs no database.
 */
const Variables = z.object({
  WITNESS_NAME: z.string().regex(/^[!-*,-~]{1,200}$/, 'must be printable, without a space or plus sign'),
  WITNESS_FOLDER: z.string().default('.data/witness'),
  WITNESS_LOGS: z.string().transform((list, { addIssue }) =>
    list.split(/[,\n]/).flatMap((text) => {
      const key = parseVkey(text.trim())
      if (key) return [key]
      addIssue(`${text.trim()} is no public key of a log`)
      return []
    }),
  ),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3100),
})

function loadVariables(): z.output<typeof Variables> {
  const parsed = Variables.safeParse(givenVariables(process.env))
  if (parsed.success) return parsed.data
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
}

const {
  WITNESS_NAME: name,
  WITNESS_FOLDER: folder,
  WITNESS_LOGS: logs,
  HOST: host,
  PORT: port,
} = loadConfigOrExit(loadVariables)
const { vkey, url, close } = await serveWitness({ name, folder: resolve(folder), logs, host, port })
onShutdownSignal(close)
process.stdout.write(`${vkey} ${url}\n`)
