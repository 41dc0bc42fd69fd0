import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Report, readPlaywright, readVitest } from './reports.ts'
import { runProgram } from './step.ts'

type Counted = Report & { code: number }

export function unitTests(): Promise<Counted> {
  return counted(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return node('node_modules/vitest/vitest.mjs', ['run', '--config', 'vitest.workspace.ts', ...reporters])
  }, readVitest)
}

export function browserTests(): Promise<Counted> {
  return counted(async (report) => {
    const args = ['test', '--config', 'client/e2e/playwright.config.ts', '--reporter=list,json']
    return node('node_modules/@playwright/test/cli.js', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  }, readPlaywright)
}

function node(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return runProgram(process.execPath, [file, ...args], env)
}

async function counted(run: (report: string) => Promise<number>, read: (report: unknown) => Report): Promise<Counted> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-report-'))
  const report = join(folder, 'report.json')
  try {
    const code = await run(report)
    return { code, ...read(JSON.parse(readFileSync(report, 'utf8'))) }
  } catch (error) {
    console.error(`No report: ${(error as Error).message}`)
    return { code: 1, passed: 0, failed: 1, tests: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
