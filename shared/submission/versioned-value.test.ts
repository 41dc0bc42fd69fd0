import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldMerge, mergeValue } from '#shared/sync/rules.ts'
import { type VersionedValue, versioned } from './versioned-value.ts'

const value = fc.constantFrom('', 'a', 'b', 'c')

test('keeps every sent value until a device that saw it replaces it, in any order of arrival [SU02]', () => {
  const device = fc.record({ value, saw: fc.nat(4) })
  fc.assert(
    fc.property(fc.array(device, { maxLength: 12 }), (devices) => {
      let stored: VersionedValue<string> = { value: '', version: 0, others: [] }
      for (const { value, saw } of devices) {
        const before = stored
        const version = Math.min(saw, before.version)
        const { status, stored: after } = mergeValue(before, { value, version }, versioned())
        expect([after.value, ...after.others]).toContain(value)
        if (version < before.version)
          expect([after.value, ...after.others]).toEqual(expect.arrayContaining([before.value, ...before.others]))
        // A device that saw all values decides between them.
        else expect(after).toMatchObject({ value, others: [] })
        expect(after.version).toBe(status === 'unchanged' ? before.version : before.version + 1)
        // The write is idempotent.
        expect(mergeValue(after, { value, version }, versioned()).stored.value).toBe(after.value)
        stored = after
      }
    }),
  )
})

test('behaves like a plain field when there is only one value [SU02]', () => {
  fc.assert(
    fc.property(value, value, value, (stored, saw, sent) => {
      const asField = mergeValue<unknown, object>(stored, { from: saw, to: sent }, fieldMerge)
      const before = { value: stored, version: 1, others: [] }
      const asVersioned = mergeValue(before, { value: sent, saw }, versioned())
      expect(asVersioned.status).toBe(asField.status)
      expect(asVersioned.stored.value).toBe(asField.stored)
    }),
  )
})
