import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from '@playwright/test'
import { type Probe, Unavailable, zeroFinding } from '#scripts/attack/setup/probe.ts'
import { scriptedPdf, uploadSample } from '#scripts/attack/setup/sample-files.ts'
import type { Target } from '#scripts/attack/setup/target.ts'
import { installChromium } from '#scripts/test/browser.ts'
import { chromiumOptions } from '#scripts/test/chromium.ts'

const watchMs = 1_500
const promised: Record<string, RegExp> = {
  'content-type': /^application\/pdf$/,
  'content-disposition': /^attachment/,
  'content-security-policy': /^sandbox; default-src 'none'$/,
  'x-content-type-options': /^nosniff$/,
}

/**
 * A PDF with a script is stored unchanged, and its script does not run in a browser: opened directly, in a frame, or embedded
 * in a page of Assay.
 */
export const scriptedPdfs: Probe = async (target) => {
  if (!installChromium()) throw new Unavailable('needs Chromium')
  const canary = await startCanary()
  const browser = await chromium.launch(chromiumOptions())
  const odd: string[] = []
  let asked = 0
  try {
    const script = `app.alert('ran'); app.launchURL('${canary.url}/launched'); this.submitForm('${canary.url}/sent')`
    for (const purpose of ['certificate', 'document']) {
      const { path, headers } = await uploaded(target, purpose, script)
      const answer = await target.call(path, { headers })
      await answer.arrayBuffer()
      for (const [name, wanted] of Object.entries(promised)) {
        asked++
        const found = answer.headers.get(name) ?? 'none'
        if (!wanted.test(found)) odd.push(`${purpose}: ${name} is ${found}`)
      }
      const context = await browser.newContext({ extraHTTPHeaders: headers, acceptDownloads: true })
      for (const [way, open] of Object.entries(ways)) {
        asked++
        const page = await context.newPage()
        page.on('dialog', (dialog) => {
          odd.push(`${purpose} ${way}: a dialog ${dialog.message()}`)
          void dialog.dismiss()
        })
        await open(page, target.server.url, path)
        await page.waitForTimeout(watchMs)
        const foreign = page.frames().filter((frame) => frame.url().startsWith(canary.url))
        if (foreign.length > 0) odd.push(`${purpose} ${way}: a page went to ${foreign[0]!.url()}`)
        await page.close()
      }
      await context.close()
    }
  } finally {
    await browser.close()
    canary.close()
  }
  odd.push(...canary.requests.map((url) => `the script asked for ${url}`))
  return zeroFinding(odd, asked, 'findings of a PDF with a script in Chromium')
}

type Way = (page: Page, origin: string, path: string) => Promise<unknown>
const inside =
  (tag: string): Way =>
  async (page, origin, path) => {
    await page.goto(`${origin}/verify`)
    await page.evaluate(
      ([name, url]) => {
        const element = document.createElement(name!)
        element.setAttribute(name === 'object' ? 'data' : 'src', url!)
        document.body.append(element)
      },
      [tag, path] as const,
    )
  }
const ways: Record<string, Way> = {
  // A download ends the navigation with an error.
  opened: (page, origin, path) => page.goto(origin + path).catch(() => undefined),
  framed: inside('iframe'),
  embedded: inside('embed'),
  'as an object': inside('object'),
}

async function uploaded(target: Target, purpose: string, script: string) {
  const sample = { name: 'certificate.pdf', mime: 'application/pdf', content: scriptedPdf(script) }
  const { status, body } = await uploadSample(target, target.merchant, sample, purpose)
  if (status !== 200) throw new Error(`The PDF upload responded with status ${status}: ${JSON.stringify(body)}`)
  const { hash, ext } = body as { hash: string; ext: string }
  return { path: `/api/files/${hash}${ext}`, headers: purpose === 'certificate' ? {} : target.merchant.headers }
}

/** A server that records every request. */
async function startCanary() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { requests, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
