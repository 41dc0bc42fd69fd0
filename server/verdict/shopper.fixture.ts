import { randomInt } from 'node:crypto'
import type { TestApp } from '#server/core/test/harness.ts'
import type { VerifyAnswer } from '#shared/verify/contract.ts'

type Printed = { printed: string; secret: string }

export const phones = 'Pixel Galaxy Redmi Nokia Xperia Oppo Vivo Honor Moto Poco Nord Zen'.split(' ')
const browserOf = (phone: string) => `Mozilla/5.0 (Linux; Android 15; ${phone}) AppleWebKit/537.36 Chrome/131.0 Mobile`

/** Somebody looks at a code with a phone, from an address of their own. */
export function lookAt({ app }: Pick<TestApp, 'app'>, code: Printed, phone: string, path = '/api/tag/verify') {
  return app.inject({
    url: `${path}?a=${code.printed}&p=${code.secret}&lang=en`,
    headers: { 'user-agent': browserOf(phone) },
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
  })
}

export async function verifyAt(test: Pick<TestApp, 'app'>, code: Printed, phone: string): Promise<VerifyAnswer> {
  return (await lookAt(test, code, phone)).json()
}
