import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiTypes } from './api-types.ts'
import { routesWithScope } from './routes.ts'

/** Writes the types of the package `client-sdk`. `npm pack` runs it. */
writeFileSync(join(import.meta.dirname, '../../client-sdk/api.d.ts'), apiTypes(await routesWithScope()))
