import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { Environment } from '#server/core/config.ts'
import { SignerEnvironment } from '#server/core/signer-config.ts'

/**
 * Generates `.env.example`: all variables with their descriptions. Defaults are commented out, required variables are empty.
 */
export function envExample(): string {
  const signers = Object.entries(SignerEnvironment.shape).filter(([name]) => !(name in Environment.shape))
  return [
    '# Made by `node scripts/env-example.ts`. A plain `npm start` needs none of these.\n',
    ...Object.entries(Environment.shape).map((variable) => lines(variable)),
    '# Of the signer alone, beside SIGNER_SOCKET and LOG_LEVEL: `node server/signer.ts`. Every other process refuses them.\n',
    ...signers.map((variable) => lines(variable, false)),
  ].join('\n')
}

/** @param required whether a variable without a default is written as an empty variable instead of a comment */
function lines([name, schema]: [string, z.ZodType], required = true): string {
  const fallback = defaultOf(schema)
  const unset = fallback === undefined ? `# ${name}=` : `# ${name}=${fallback}`
  return `# ${schema.description}\n${!required || schema.safeParse(undefined).success ? unset : `${name}=`}\n`
}

function defaultOf(schema: z.ZodType): string | undefined {
  const { default: fallback } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return fallback === undefined ? undefined : String(fallback)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeFile('.env.example', envExample())
