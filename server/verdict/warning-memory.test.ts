import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { type PrintedCode, type Product, product } from '#server/verify/verify.fixture.ts'
import { phones, scanCode, verifyAt } from './shopper.fixture.ts'

let test: TestApp
let goods: Product

beforeAll(async () => {
  test = await testApp()
  goods = await product(test, { verify_url: 'https://rimba.example/bag' })
})
afterAll(async () => {
  await test?.close()
})

const scan = (code: PrintedCode, phone: string, path?: string) => scanCode(test, code, phone, path)
const verify = (code: PrintedCode, phone: string) => verifyAt(test, code, phone)

/** Sizes of the visit log and of the pending visits of each scan, in bytes. */
const bytesOf = async ({ address }: PrintedCode): Promise<[number, number][]> => {
  const { rows } = await test.database.query('select trail, visits from scan where address = $1 order by at', [address])
  return rows.map(({ trail, visits }) => [trail?.length ?? 0, visits?.length ?? 0])
}

describe('VD04 the visit log of a code', () => {
  it('keeps all of many concurrent scans', async () => {
    const code = goods.active[1]!
    await Promise.all(phones.flatMap((phone) => [verify(code, phone), verify(code, phone)]))
    expect((await verify(code, 'Pixel')).item).toMatchObject({ checks: phones.length })
  })

  it('is stored in the scans only, and is kept by scans with a wrong secret, which add nothing to it', async () => {
    const code = goods.active[2]!
    await scan({ ...code, secret: 'wrong' }, 'Galaxy')
    await verify(code, 'Pixel')
    expect(await bytesOf(code)).toEqual([
      [0, 0],
      [0, 22],
    ])
    await scan({ ...code, secret: 'wrong' }, 'Galaxy')
    const secondProcess = await testApp({ database: test.database })
    try {
      expect((await verifyAt(secondProcess, code, 'Nokia')).item).toMatchObject({ level: 'recognised', checks: 2 })
    } finally {
      await secondProcess.close()
    }
    expect(await bytesOf(code)).toEqual([
      [0, 0],
      [0, 22],
      [0, 22],
      [0, 44],
    ])
  })

  it('is merged after every sixteen visits, so that a scan row stays small', async () => {
    const code = (await product(test)).active[0]!
    const models = Array.from({ length: 40 }, (_, i) => `Model ${'ABCDEFGH'[i % 8]}${'JKLMN'[i % 5]}`)
    for (const [i, model] of models.entries()) expect((await verify(code, model)).item).toMatchObject({ checks: i + 1 })
    const bytes = await bytesOf(code)
    expect(bytes.slice(15, 18)).toEqual([
      [0, 16 * 22],
      [8 + 17 * 22, 0],
      [8 + 17 * 22, 22],
    ])
    expect(bytes.slice(33, 35)).toEqual([
      [8 + 34 * 22, 0],
      [8 + 34 * 22, 22],
    ])
    expect((await verify(code, models[3]!)).item).toMatchObject({ checks: 40 })
  })

  it('keeps every visit of many concurrent scans when some are redirects or have a wrong secret', async () => {
    const code = (await product(test)).active[0]!
    const models = Array.from({ length: 40 }, (_, i) => `Crowd ${'ABCDEFGH'[i % 8]}${'JKLMN'[i % 5]}`)
    await verify(code, models[0]!)
    await Promise.all(
      models.flatMap((model) => [
        verify(code, model),
        scan({ ...code, secret: 'wrong' }, model),
        scan(code, model, '/api/tag/redirect'),
        verify(code, model),
      ]),
    )
    expect((await verify(code, models[7]!)).item).toMatchObject({ checks: 40 })
    const { rows } = await test.database.query(
      'select kind, verdict, count(*)::int from scan where address = $1 group by kind, verdict order by kind, verdict',
      [code.address],
    )
    expect(rows).toEqual([
      { kind: 'REDIRECT', verdict: 'genuine', count: 40 },
      { kind: 'VERIFY', verdict: 'genuine', count: 82 },
      { kind: 'VERIFY', verdict: 'unknown', count: 40 },
    ])
  })
})
