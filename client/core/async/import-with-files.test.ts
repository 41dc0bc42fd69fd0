import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importWithFiles } from './import-with-files.ts'
import { isMissingChunk } from './load-chunk.ts'

const asked: string[] = []
let isServed = false
const server = setupServer(
  http.get('*/assets/:file', ({ request }) => {
    asked.push(new URL(request.url).pathname)
    return isServed ? HttpResponse.text('export {}') : HttpResponse.error()
  }),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

test('imports a chunk only when all of its files arrived, and asks again for those that did not', async () => {
  const load = vi.fn(async () => 'chunk')
  const files = ['assets/screen.js', 'assets/library.js']
  const failure = await importWithFiles(load, files).catch((error: unknown) => error)
  expect(isMissingChunk(failure)).toBe(true)
  // The browser would keep the failure of an import for as long as the page is open.
  expect(load).not.toHaveBeenCalled()
  isServed = true
  expect(await importWithFiles(load, files)).toBe('chunk')
  expect(asked.filter((path) => path === '/assets/screen.js')).toHaveLength(2)
  expect(await importWithFiles(load, files)).toBe('chunk')
  expect(asked.filter((path) => path === '/assets/screen.js')).toHaveLength(2)
})

test('reports a file of a version that is no longer served as missing', async () => {
  server.use(http.get('*/assets/old.js', () => new HttpResponse(null, { status: 404 })))
  const failure = await importWithFiles(async () => 'old', ['assets/old.js']).catch((error: unknown) => error)
  expect(isMissingChunk(failure)).toBe(true)
})
