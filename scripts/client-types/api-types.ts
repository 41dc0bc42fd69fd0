import { z } from 'zod'
import type { Route } from '#shared/core/api/contract.ts'
import { omit } from '#shared/core/omit.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** TypeScript types of the calls that API keys can make, from their contracts: `Calls`, and the named types of their answers. */
export function apiTypes(routes: readonly Route[]): string {
  const named = new Map<string, string>()
  const calls = routes.map((route) => {
    const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = route[part]
      if (!schema) return []
      const type = typeOf(schema, 'input', named)
      return [`${part}${schema.safeParse(undefined).success || accepts(schema, {}) ? '?' : ''}: ${type}`]
    })
    const input = parts.length > 0 ? `{ ${parts.join('; ')} }` : 'object'
    const lines = [`/** ${route.summary}. Scope: ${route.scope}. */`, `'${route.method} ${route.path}': {`]
    return [...lines, `  input: ${input}`, `  answer: ${typeOf(route.answer, 'output', named)}`, '}']
      .map((line) => `  ${line}`)
      .join('\n')
  })
  const types = [...named].toSorted().map(([name, type]) => `export type ${name} = ${type}`)
  return [
    '// Made from the contracts by scripts/client-types/write.ts.',
    ...types,
    `export type Calls = {\n${calls.join('\n')}\n}`,
    '',
  ].join('\n\n')
}

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

function typeOf(schema: z.ZodType, io: 'input' | 'output', named: Map<string, string>): string {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const nameOf = (id: string) => (io === 'input' ? `${id}Input` : id)
  const written = (part: Schema): string => typeText(part, nameOf)
  for (const [id, part] of Object.entries(json.$defs ?? {}))
    named.set(nameOf(id), written(omit(part as { id?: string }, 'id')))
  return written(json)
}

function typeText(schema: Schema, nameOf: (id: string) => string): string {
  const inner = (part: unknown) => typeText(part as Schema, nameOf)
  if (schema.$ref) return nameOf(schema.$ref.split('/').at(-1)!)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map(inner).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => inner({ ...schema, type })).join(' | ')
  // Rules beside a type, such as patterns, are none of types.
  if (schema.allOf && !schema.type) return schema.allOf.map((part) => `(${inner(part)})`).join(' & ')
  if (schema.type === 'array') return `(${inner(schema.items ?? {})})[]`
  if (schema.type === 'object') return objectText(schema, inner)
  if (schema.type === 'integer') return 'number'
  return ['string', 'number', 'boolean', 'null'].includes(String(schema.type)) ? String(schema.type) : 'unknown'
}

function objectText(
  { properties = {}, required = [], additionalProperties }: Schema,
  inner: (part: unknown) => string,
): string {
  const fields = Object.entries(properties).map(
    ([name, part]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${inner(part)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return typeof additionalProperties === 'object' ? `Record<string, ${inner(additionalProperties)}>` : 'object'
}
