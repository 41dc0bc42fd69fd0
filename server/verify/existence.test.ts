import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { codePaths } from './code-paths.fixture.ts'
import { type Product, product, storedScans } from './verify.fixture.ts'

let world: TestApp
let goods: Product
beforeAll(async () => {
  world = await testApp()
  goods = await product(world, { verify_url: 'https://rimba.example/bag' }, ['temperature'])
})
afterAll(() => world?.close())

const never = '0'.repeat(26)
const otherSecret = 'Z'.repeat(16)
let calls = 0

/** A response without its parts that differ per call: the code itself, also in groups of letters, the seal drawn from it, and random numbers. */
async function answerTo(url: string, code: string) {
  calls += 1
  // Each call comes from another network, so that no guess limit applies.
  const remoteAddress = `81.2.${calls}.1`
  const { statusCode, headers, body } = await world.app.inject({ method: 'GET', url, remoteAddress })
  const { location, 'content-type': type, 'content-disposition': disposition } = headers
  const text = body
    .replaceAll(code, 'CODE')
    .replace(/(?<=<p class="typed-code">).*?(?=<\/p>)/s, (groups) => groups.replace(/[0-9A-Z]/g, '•'))
    .replace(/<(svg|style).*?<\/\1>/gs, '')
    .replace(/nonce="[^"]+"/g, 'nonce')
    .replace(/"reference":"[^"]+"/, 'reference')
  return { statusCode, location, type, disposition, text }
}

test.each(codePaths.map((address) => [address('CODE', 'P'), address] as const))(
  '%s responds to a code without its secret as to a code that does not exist [VE04]',
  async (_name, address) => {
    const { active, inactive } = goods
    for (const p of ['', 'wrong', active[1]!.secret]) {
      const unknown = await answerTo(address(never, p), never)
      for (const { printed } of [active[0]!, inactive]) {
        expect(await answerTo(address(printed, p), printed), `secret ${p}`).toEqual(unknown)
      }
    }
  },
)

test('requires the secret of a code for its proof, as a parameter or in the code [VE03]', async () => {
  const { printed, secret } = goods.active[0]!
  for (const url of [`/api/proof/${printed}?p=${secret}`, `/api/proof/${printed}${secret}`]) {
    expect((await world.app.inject({ method: 'GET', url })).statusCode).toBe(200)
  }
  const { headers } = await world.app.inject({ method: 'GET', url: `/api/proof/${printed}${secret}.ots` })
  expect(headers['content-disposition']).toBe(`attachment; filename="${printed}.ots"`)
})

test('responds to a code without its secret before the scan is stored, because storing takes time [VE04]', async () => {
  const { address, printed } = goods.active[2]!
  const lockHolder = new pg.Client({ connectionString: world.database.url })
  await lockHolder.connect()
  try {
    await lockHolder.query('begin; lock table scan in access exclusive mode')
    const known = await answerTo(`/api/tag/verify?a=${printed}&p=${otherSecret}`, printed)
    expect(known).toEqual(await answerTo(`/api/tag/verify?a=${never}&p=${otherSecret}`, never))
    await lockHolder.query('rollback')
  } finally {
    await lockHolder.end()
  }
  const stored = async () => (await storedScans(world, address)).map(({ verdict }) => verdict)
  await expect.poll(stored).toEqual(['unknown'])
})
