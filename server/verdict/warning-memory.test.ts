import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { newestMemory } from '#server/verify/scans/visitors.fixture.ts'
import { type PrintedCode, type Product, product, storedScans } from '#server/verify/verify.fixture.ts'
import { phones, scanCode, verifyAt } from './shopper.fixture.ts'

let world: TestApp
let goods: Product

beforeAll(async () => {
  world = await testApp()
  goods = await product(world, { verify_url: 'https://rimba.example/bag' })
})
afterAll(async () => {
  await world?.close()
})

const scan = (code: PrintedCode, phone: string, path?: string) => scanCode(world, code, phone, path)
const verify = (code: PrintedCode, phone: string) => verifyAt(world, code, phone)

/** Sizes of the visit log and of the pending visits of a code, in bytes; absent for a code that was never visited. */
const bytesOf = async ({ address }: PrintedCode): Promise<[number, number] | undefined> => {
  const memory = await newestMemory(world, address)
  return memory && [memory.visit_log?.length ?? 0, memory.visits.length]
}

describe('the visit log of a code [VD04]', () => {
  it('keeps all of many concurrent scans', async () => {
    const code = goods.active[1]!
    await Promise.all(phones.flatMap((phone) => [verify(code, phone), verify(code, phone)]))
    expect((await verify(code, 'Pixel')).item).toMatchObject({ checks: phones.length })
  })

  it('is stored once for all processes, and a scan with a wrong secret adds nothing to it', async () => {
    const code = goods.active[2]!
    const wrong = async () => {
      const { length } = await storedScans(world, code.address)
      await scan({ ...code, secret: 'Z'.repeat(16) }, 'Galaxy')
      // It is stored after its response.
      await expect.poll(async () => (await storedScans(world, code.address)).length).toBe(length + 1)
    }
    await wrong()
    expect(await bytesOf(code)).toBeUndefined()
    await verify(code, 'Pixel')
    expect(await bytesOf(code)).toEqual([0, 20])
    await wrong()
    const secondProcess = await testApp({ database: world.database })
    try {
      expect((await verifyAt(secondProcess, code, 'Nokia')).item).toMatchObject({ level: 'recognised', checks: 2 })
    } finally {
      await secondProcess.close()
    }
    expect(await bytesOf(code)).toEqual([0, 40])
  })

  it('is merged after every sixteen visits, so that the pending visits stay few', async () => {
    const code = (await product(world)).active[0]!
    const models = Array.from({ length: 40 }, (_, i) => `Model ${'ABCDEFGH'[i % 8]}${'JKLMN'[i % 5]}`)
    const bytes: unknown[] = []
    for (const [i, model] of models.entries()) {
      expect((await verify(code, model)).item).toMatchObject({ checks: i + 1 })
      bytes.push(await bytesOf(code))
    }
    expect(bytes.slice(15, 18)).toEqual([
      [0, 16 * 20],
      [8 + 16 * 20, 20],
      [8 + 16 * 20, 2 * 20],
    ])
    expect(bytes.slice(31, 33)).toEqual([
      [8 + 16 * 20, 16 * 20],
      [8 + 32 * 20, 20],
    ])
    expect((await verify(code, models[3]!)).item).toMatchObject({ checks: 40 })
  })

  it('keeps every visit of many concurrent scans when some are redirects or have a wrong secret', async () => {
    const code = (await product(world)).active[0]!
    const models = Array.from({ length: 40 }, (_, i) => `Crowd ${'ABCDEFGH'[i % 8]}${'JKLMN'[i % 5]}`)
    await verify(code, models[0]!)
    await Promise.all(
      models.flatMap((model) => [
        verify(code, model),
        scan({ ...code, secret: 'Z'.repeat(16) }, model),
        scan(code, model, '/api/tag/redirect'),
        verify(code, model),
      ]),
    )
    expect((await verify(code, models[7]!)).item).toMatchObject({ checks: 40 })
    const { rows } = await world.database.query(
      'select kind, verdict, count(*)::int from scan where address = $1 group by kind, verdict order by kind, verdict',
      [code.address],
    )
    expect(rows).toEqual([
      { kind: 'r', verdict: 'g', count: 40 },
      { kind: 'v', verdict: 'g', count: 82 },
      { kind: 'v', verdict: 'u', count: 40 },
    ])
  })
})
