import { Ajv } from 'ajv'
import { expect } from 'vitest'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import { epcisContract } from '#shared/epcis/contract.ts'
import schema from './epcis-schema.fixture.json' with { type: 'json' }
import { recordEvents } from './jobs.ts'
import type { SubjectType } from './record/drafts.ts'

export const epcis = (world: TestApp, person?: Person) => world.api(epcisContract, person)

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
