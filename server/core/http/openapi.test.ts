import Fastify from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { registerOpenApi } from './openapi.ts'

const routes = 50

/** A server with routes and their documentation. `turns` are the turns of the event loop in which a schema was converted. */
async function documentedServer() {
  const app = Fastify()
  app.decorate('routes', [])
  app.addHook('onRoute', (route) => void app.routes.push(route))
  const turns: number[] = []
  let turn = 0
  const convert = createJsonSchemaTransform({ skipList: [] })
  await registerOpenApi(app, (route) => {
    if (route.schema && !route.schema.hide) turns.push(turn)
    return convert(route)
  })
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  for (let n = 0; n < routes; n++) {
    app.post(`/note/${n}`, { schema: { body: z.object({ words: z.string() }) }, exposeHeadRoute: false }, async () => n)
  }
  await app.ready()
  let isOpen = true
  const count = () => {
    turn++
    if (isOpen) setImmediate(count)
  }
  setImmediate(count)
  return {
    turns,
    read: (path: string) => app.inject(path),
    async close() {
      isOpen = false
      await app.close()
    },
  }
}

test('converts one schema per event loop turn, and each once, when two calls read the documentation', async () => {
  const { turns, read, close } = await documentedServer()
  const answers = await Promise.all([read('/api/docs/json'), read('/api/docs/json')])
  await close()
  for (const answer of answers) expect(Object.keys(answer.json().paths)).toHaveLength(routes)
  expect(turns).toHaveLength(routes)
  expect(new Set(turns).size).toBe(routes)
})

test('leads to the documentation as JSON when it is read as YAML', async () => {
  const { read, close } = await documentedServer()
  const { statusCode, headers } = await read('/api/docs/yaml')
  await close()
  expect([statusCode, headers.location]).toEqual([302, '/api/docs/json'])
})
