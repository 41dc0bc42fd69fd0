import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { Environment } from '#server/core/config.ts'

/** `.env.example`: every variable with its meaning, its default commented out, and the required ones empty. */
export function envExample(): string {
  const variables = Object.entries(Environment.shape).map(([name, schema]) => {
    const fallback = defaultOf(schema)
    const line = fallback === undefined ? `# ${name}=` : `# ${name}=${fallback}`
    return `# ${schema.description}\n${schema.safeParse(undefined).success ? line : `${name}=`}\n`
  })
  return ['# Made by `node scripts/env-example.ts`. A plain `npm start` needs none of these.\n', ...variables].join(
    '\n',
  )
}

function defaultOf(schema: z.ZodType): string | undefined {
  const { default: fallback } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return fallback === undefined ? undefined : String(fallback)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeFile('.env.example', envExample())
