import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '#client/e2e/setup/assay-test.ts'
import { signInAsMerchant } from '#client/e2e/setup/sign-in.ts'
import type { Assay } from '#client/e2e/setup/start-assay.ts'
import { environment } from '#scripts/bench/setup/test-system.ts'
import { loadSecrets } from '#scripts/start/secrets.ts'
import { addressOf, startServer } from '#scripts/start/server.ts'

const square = [
  [
    [-180, -80],
    [180, -80],
    [180, 80],
    [-180, 80],
    [-180, -80],
  ],
]
const style = {
  version: 8,
  sources: {
    land: {
      type: 'geojson',
      attribution: '© <a href="https://tiles.brand.example">Tiles of the brand</a>',
      data: { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: square } },
    },
  },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': '#cfe3f5' } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': '#d7e8c8' } },
  ],
}

/** A server of tiles with one style, on this machine. */
async function openTileServer() {
  let status = 200
  const server = createServer((_request, response) => {
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    response.writeHead(status, { ...headers, 'access-control-allow-origin': '*' })
    response.end(JSON.stringify(style))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(next: number) {
      status = next
    },
    close: () => void server.close(),
  }
}

/** A further web process of an Assay, with the variable of the tiles. */
async function startWebWithTiles({ dataDir }: Assay, MAP_STYLE_URL: string) {
  const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'services.json'), 'utf8')) as { databaseUrl: string }
  const child = startServer('web', { ...environment(dataDir, databaseUrl, loadSecrets(dataDir)), MAP_STYLE_URL })
  const url = Object.assign(new URL(await addressOf(child)), { hostname: 'localhost' }).origin
  return { url, stop: child.stop }
}

async function openMap(page: Page) {
  const map = page.getByRole('region', { name: 'Map of scans' }).first()
  await map.scrollIntoViewIfNeeded()
  return map
}

test('draws the tiles of the operator below the places, and the countries when their style fails [IN04]', async ({
  assay,
  browser,
}) => {
  // Code of a megabyte, which draws without a graphics processor.
  const drawn = { timeout: 60_000 }
  const tiles = await openTileServer()
  const web = await startWebWithTiles(assay, `${tiles.origin}/style.json`)
  const context = await browser.newContext({ baseURL: web.url })
  try {
    const page = await context.newPage()
    const asked: URL[] = []
    page.on('request', (request) => asked.push(new URL(request.url())))
    await signInAsMerchant(page, { at: '/insights?range=1y' })
    const map = await openMap(page)
    // The credits are shown together with the tiles.
    await expect(map.getByRole('link', { name: 'Tiles of the brand' })).toBeVisible(drawn)
    await expect(map.locator('[data-tiles] canvas')).toBeVisible()
    await expect(map.locator('[data-map-view] > :not([data-tiles]) canvas')).toBeVisible()
    const origins = new Set(asked.filter(({ protocol }) => protocol === 'http:').map(({ origin }) => origin))
    expect(origins).toEqual(new Set([tiles.origin, web.url]))

    tiles.answer(500)
    await page.reload()
    const again = await openMap(page)
    await expect(again.getByRole('status')).toHaveText(/^The detailed map could not be loaded/, drawn)
    await expect(again.locator('[data-map-view] canvas')).toHaveCount(1)
    await expect(again).toContainText('Natural Earth')
  } finally {
    await context.close()
    await web.stop()
    tiles.close()
  }
})

test('shows a picture of the map and its tables when the browser has no WebGL [IN04]', async ({ page }) => {
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext as (kind: string, ...rest: unknown[]) => unknown
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest)
      },
    })
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signInAsMerchant(page, { at: '/insights?range=1y' })
  const map = page.getByRole('region', { name: 'Map of scans' }).first()
  await map.scrollIntoViewIfNeeded()
  await expect(map).toContainText('This is a picture of it.')
  await expect(map.locator('[data-static-map] circle')).not.toHaveCount(0)
  await expect(page.getByRole('table', { name: 'SKU variation scanned' }).locator('tbody tr')).toHaveCount(6)
  await map.getByRole('button', { name: 'View as table' }).click()
  await expect(map.getByRole('row').filter({ hasText: 'Tokyo, Japan' })).not.toHaveCount(0)
  expect(asked.filter((path) => path.includes('static-map'))).not.toEqual([])
  expect(asked.filter((path) => /deck-map|tile-map/.test(path))).toEqual([])
})
