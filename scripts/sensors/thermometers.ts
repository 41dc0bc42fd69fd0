import { ApiError, createApi, type Send } from '#client/core/http/api.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { demoRooms, roomTemperature } from '#scripts/seed/sensors.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sensorContract } from '#shared/sensor/contract.ts'

/** A sensor is online for five minutes after its last reading. */
const everyMs = 60_000
const timeoutMs = 10_000

/**
 * The sensors of the demo merchant as devices: they sign in as its dealer and send one reading each minute over HTTP. A
 * minute in which the server cannot be reached has no reading.
 *
 * @param url of the server
 * @returns a function that stops them
 */
export function startThermometers(url: string): () => void {
  const session = { cookie: '', jwt: '' }
  const send: Send = async ({ method, url: path, body, headers }) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(session.jwt && { authorization: `Bearer ${session.jwt}` }),
        ...(session.cookie && { cookie: session.cookie }),
      },
      body: JSON.stringify(body ?? {}),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (cookies.length > 0) session.cookie = cookies.join('; ')
    return { status: answer.status, body: await answer.json() }
  }
  const [auth, sensors] = [createApi(authContract, send), createApi(sensorContract, send)]
  /** Continues the session if there is one, so that the account does not sign in every ten minutes. */
  const enter = async () => {
    const { email, password } = demoSignIns[1]
    const known = session.cookie ? await auth.refresh().catch(() => undefined) : undefined
    session.jwt = ''
    session.jwt = (known ?? (await auth.signIn({ body: { identifier: email, password } }))).jwt
  }
  const measure = async () => {
    const now = Date.now()
    for (const room of demoRooms) {
      const body = { value: roomTemperature(room, now), createdAt: new Date(now).toISOString() }
      const store = () => sensors.addReadings({ params: { id: room.id }, body })
      await store().catch(async (error) => {
        if (!(error instanceof ApiError && error.status === 401)) throw error
        await enter()
        await store()
      })
    }
  }
  // The password of the demo account may be changed, or its sensors removed. They are offline then, and the console shows it.
  const run = () => void measure().catch(() => undefined)
  const timer = setInterval(run, everyMs)
  run()
  return () => clearInterval(timer)
}
