import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { demoProduct } from '#scripts/bench/setup/demo-orders.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { buildIfChanged } from '#scripts/start/build.ts'
import { requireChromium } from '#scripts/test/browser.ts'
import { chromiumOptions } from '#scripts/test/chromium.ts'
import { createForms } from '#server/form/service.ts'
import { FormInput } from '#shared/form/contract.ts'
import { answerPath } from '#shared/submission/record.ts'
import type { CreatedSubmission } from './engine-page.ts'

const enginePath = '/bench-engine'

/** The demo merchant's console in Chromium, with its data on a real disk as on a phone. */
type ConsolePage = {
  page: Page
  /** A page of the console's origin that contains only the offline engine; `at` uses another address of the same server. */
  engine(at?: string): Promise<Page>
  url: string
}

export async function withConsolePage<T>(stage: TestSystem, run: (console: ConsolePage) => Promise<T>): Promise<T> {
  return withProfileFolder((folder) => withConsoleOfProfile(stage, folder, run))
}

export async function withProfileFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-browser-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same with a profile that is used again afterwards. */
export async function withConsoleOfProfile<T>(
  stage: TestSystem,
  folder: string,
  run: (console: ConsolePage) => Promise<T>,
): Promise<T> {
  buildIfChanged()
  const url = (await stage.web()).url.replace('127.0.0.1', 'localhost')
  const script = await engineScript()
  const context = await launch(folder, 'block')
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await context.route(`**${enginePath}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    )
    await signIn(page, url)
    return await run({
      page,
      url,
      async engine(at = url) {
        await page.goto(`${at}${enginePath}`)
        await page.addScriptTag({ content: script, type: 'module' })
        await page.waitForFunction(() => 'engine' in window)
        return page
      },
    })
  } finally {
    await context.close()
  }
}

/** Chromium with a profile that is kept in a folder. */
export function launch(folder: string, serviceWorkers: 'allow' | 'block'): Promise<BrowserContext> {
  requireChromium()
  return chromium.launchPersistentContext(folder, { ...chromiumOptions(), serviceWorkers })
}

/** The session outlives the browser, as on a phone. */
export async function signIn(page: Page, url: string): Promise<void> {
  const { email, password } = demoSignIns[0]
  await page.goto(url)
  await page.getByLabel('Email or user name').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByText('Keep me signed in').click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor({ timeout: 60_000 })
}

async function engineScript(): Promise<string> {
  const lib = { entry: join(import.meta.dirname, 'engine-page.ts'), formats: ['es' as const] }
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { lib, write: false, target: 'es2022', rolldownOptions: { output: { codeSplitting: false } } },
  })
  const [chunk] = (built as Rolldown.RolldownOutput[])[0]!.output
  return chunk.code
}

const questions = 6

/** Submissions of a new form of the demo merchant, each with some answers, as the console would save them. */
export async function insertSubmissions({ db }: TestSystem, count: number): Promise<CreatedSubmission[]> {
  const { merchantId } = await demoProduct(db)
  const formId = randomUUID()
  const asked = Array.from({ length: questions }, () => randomUUID())
  const sections = [{ questions: asked.map((id) => ({ id })) }]
  await db.tenant(merchantId, (tx) => createForms(tx, merchantId, [FormInput.parse({ id: formId, sections })]))
  const date = new Date().toISOString()
  return Array.from({ length: count }, (_, i) => ({
    formId,
    formRevision: 1,
    date,
    custom_id: `Basket ${i}`,
    [answerPath(asked[i % questions]!)]: `Terrace ${i % 37}, ${(i % 400) / 10} kg`,
    [answerPath(asked[(i + 1) % questions]!)]: `Picked by team ${i % 11}`,
  }))
}
