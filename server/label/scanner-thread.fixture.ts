import { parentPort } from 'node:worker_threads'
import { codesIn, type Page, rasterize } from './rendered-files.fixture.ts'

parentPort!.on('message', async ({ page, dpi }: { page: Page; dpi: number }) => {
  const paper = rasterize(page, dpi)
  parentPort!.postMessage({ codes: await codesIn(paper), texts: paper.texts })
})
