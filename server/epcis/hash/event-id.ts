import { hash } from 'node:crypto'
import { type Namespaces, preHashOf } from './pre-hash.ts'

/**
 * The id that an event has by its content (EPCIS event hash id of CBV 2.0): whoever writes the same event down gets the same id.
 *
 * @example
 * const event = { type: 'ObjectEvent', eventTime: '2026-11-28T08:00:00Z', eventTimeZoneOffset: '+00:00', action: 'OBSERVE' }
 * eventIdOf(event, {}) === eventIdOf({ ...event, eventTime: '2026-11-28T09:00:00.000+01:00' }, {}) // => true
 */
export const eventIdOf = (event: Record<string, unknown>, namespaces: Namespaces): string =>
  `ni:///sha-256;${hash('sha256', preHashOf(event, namespaces))}?ver=CBV2.0`
