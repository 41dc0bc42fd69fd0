import { Ajv } from 'ajv'
import { expect } from 'vitest'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import { captureContract } from '#shared/epcis/capture-contract.ts'
import { epcisContract } from '#shared/epcis/contract.ts'
import schema from './capture/epcis-schema.json' with { type: 'json' }
import { recordEvents } from './jobs.ts'
import type { SubjectType } from './record/drafts.ts'

export const epcis = (world: TestApp, person?: Person) => world.api(epcisContract, person)

export const captures = (world: TestApp, person?: Person) => world.api(captureContract, person)

/** A document of a partner, who has received things. */
export const partnerDocument = (...events: object[]) => ({
  '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', { depot: 'https://depot.example/' }],
  type: 'EPCISDocument' as const,
  schemaVersion: '2.0',
  creationDate: '2026-11-27T10:00:00Z',
  epcisBody: { eventList: events as { type: 'ObjectEvent' }[] },
})
export const received = (epcList: string[], more: object = {}) => ({
  type: 'ObjectEvent' as const,
  eventTime: '2026-11-27T09:00:00.000+01:00',
  eventTimeZoneOffset: '+01:00',
  epcList,
  action: 'OBSERVE',
  bizStep: 'receiving',
  ...more,
})

export const jobContext = ({ services }: TestApp) => ({
  services,
  signal: new AbortController().signal,
  heartbeat: async () => {},
  attempt: 'test',
})

/** Writes the events of a subject in this process, without a worker. */
export const record = (world: TestApp, { merchantId }: Person, type: SubjectType, id: string) =>
  recordEvents.run({ merchantId: merchantId!, type, id }, jobContext(world))

const ajv = new Ajv({ strict: false, validateFormats: false })
const validate = ajv.compile(schema)

/** Fails with the errors of GS1's schema for documents of EPCIS 2.0. */
export function expectValid(document: unknown): void {
  validate(document)
  expect(validate.errors).toBeNull()
}
