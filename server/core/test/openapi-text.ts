type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  [keyword: string]: unknown
}
type Content = { content?: Record<string, { schema?: Schema }> }
type Operation = {
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[]
  requestBody?: Content
  responses?: Record<string, Content>
}
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/**
 * The calls of an OpenAPI document with their access and their fields, sorted and one on each line, so that a change of a
 * contract changes few lines. `!` marks a required field, `[]` the elements of a list.
 */
export function openApiText({ paths, components }: OpenApi, accessOf: Record<string, string>): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      [
        `${path} ${method} ${accessOf[`${method.toUpperCase()} ${path}`] ?? ''}`.trimEnd(),
        ...operationLines(operation),
      ].join('\n'),
    ),
  )
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    [name, ...schemaLines('', schema)].join('\n'),
  )
  return `${[...operations.toSorted(), ...schemas.toSorted()].join('\n\n')}\n`
}

function operationLines({ parameters = [], requestBody, responses = {} }: Operation): string[] {
  return [
    ...parameters
      .flatMap((one) => schemaLines(`${one.in} ${one.name}${one.required ? '!' : ''}`, one.schema))
      .toSorted(),
    ...contentLines('body', requestBody),
    ...Object.entries(responses).flatMap(([status, response]) => contentLines(status, response)),
  ]
}

function contentLines(name: string, { content = {} }: Content = {}): string[] {
  return Object.entries(content).flatMap(([type, { schema }]) =>
    schemaLines(type === 'application/json' ? name : `${name} ${type}`, schema),
  )
}

/** Properties that zod writes for every object, every integer and every format. */
const isNoise = (keyword: string, value: unknown, { format }: Schema) =>
  keyword === 'description' ||
  (keyword === 'pattern' && format !== undefined) ||
  (keyword === 'additionalProperties' && value === false) ||
  Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

function schemaLines(path: string, { properties, required = [], items, anyOf, ...rest }: Schema = {}): string[] {
  const own = Object.entries(rest)
    .filter(([keyword, value]) => !isNoise(keyword, value, rest))
    .map(([keyword, value]) => (keyword === 'type' ? String(value) : `${keyword}=${JSON.stringify(value)}`))
  const fields = Object.keys(properties ?? {}).toSorted()
  return [
    `  ${[path, ...own].filter(Boolean).join(' ')}`,
    ...fields.flatMap((name) =>
      schemaLines(`${path}${path && '.'}${name}${required.includes(name) ? '!' : ''}`, properties![name]),
    ),
    ...(items ? schemaLines(`${path}[]`, items) : []),
    ...(anyOf ?? []).flatMap((one, at) => schemaLines(`${path}|${at}`, one)),
  ]
}
