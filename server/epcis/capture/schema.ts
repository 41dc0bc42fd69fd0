import type { ErrorObject, ValidateFunction } from 'ajv'
import type { FieldIssue } from '#shared/core/api/problem.ts'

/** A bare word is no URI, so a wrong word of a vocabulary is an error. */
const formats = {
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i,
}

let compiled: Promise<ValidateFunction> | undefined

/** GS1's JSON schema for documents of EPCIS 2.0. It is loaded and compiled with the first document that this process receives. */
export const epcisValidator = (): Promise<ValidateFunction> => (compiled ??= compile())

async function compile(): Promise<ValidateFunction> {
  const [{ Ajv }, { default: schema }] = await Promise.all([
    import('ajv'),
    import('./epcis-schema.json', { with: { type: 'json' } }),
  ])
  return new Ajv({ strict: false, formats }).compile(schema)
}

/** The error that lies deepest in the document: the others say which alternatives around it do not fit, either. */
export function deepestError(errors: readonly ErrorObject[]): FieldIssue {
  const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length
  const deepest = errors.reduce((found, error) => (depth(error) > depth(found) ? error : found))
  const { instancePath, propertyName, message = 'invalid' } = deepest
  return {
    path: instancePath.slice(1).replaceAll('/', '.'),
    message: propertyName === undefined ? message : `${propertyName}: ${message}`,
  }
}
