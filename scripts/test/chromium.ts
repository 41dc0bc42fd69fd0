import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'
import { unpackedEnv, unpackedFolder } from '#scripts/tool/debian.ts'

/** Debian's packages, the better one first: without windows, Chromium draws no invisible toolbars. */
export const debianChromiums = ['chromium-headless-shell', 'chromium'] as const

type Chromium = Pick<LaunchOptions, 'executablePath' | 'env'>

/** Debian's Chromium, installed on this machine or unpacked in this clone; undefined if there is none. */
export const debianChromium = (): Chromium | undefined =>
  debianChromiums.map(installed).find((one) => one) ?? debianChromiums.map(unpacked).find((one) => one)

/** Whether the Chromium without windows is installed on this machine. */
export const hasHeadlessShell = (): boolean => installed(debianChromiums[0]) !== undefined

/** Whether browser tests can run: Debian's Chromium is there, or Playwright's own starts (it may lack libraries). */
export function hasChromium(): boolean {
  return debianChromium() !== undefined || canStart({ executablePath: chromium.executablePath() })
}

/**
 * How tests and benchmarks start Chromium: Debian's where it is installed or unpacked, Playwright's own otherwise. It sends no
 * requests of its own.
 */
export function chromiumOptions(...args: string[]): LaunchOptions & { args: string[] } {
  return { ...debianChromium(), args: [...quiet, ...args] }
}

/** Whether all libraries of the program are installed. */
export function canStart({ executablePath = '', env }: Chromium): boolean {
  return (
    existsSync(executablePath) &&
    spawnSync(executablePath, ['--version'], { env: env as NodeJS.ProcessEnv }).status === 0
  )
}

function installed(name: string): Chromium | undefined {
  const executablePath = `/usr/bin/${name}`
  return existsSync(executablePath) ? { executablePath } : undefined
}

function unpacked(name: string): Chromium | undefined {
  const folder = unpackedFolder(name)
  const executablePath = folder && join(folder, 'usr/lib/chromium', name)
  if (!executablePath || !existsSync(executablePath)) return undefined
  const env = Object.entries({ ...unpackedEnv(folder), FONTCONFIG_FILE: fontConfiguration(folder) })
  return {
    executablePath,
    env: Object.fromEntries(env.filter((pair): pair is [string, string] => pair[1] !== undefined)),
  }
}

/** Fonts that were unpacked with the browser come after those of the machine. */
function fontConfiguration(folder: string): string {
  const file = join(folder, 'fonts.conf')
  if (!existsSync(file)) {
    const fonts = `<dir>${join(folder, 'usr/share/fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir>`
    const machine = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
    const type = '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">'
    writeFileSync(file, `<?xml version="1.0"?>${type}<fontconfig>${machine}${fonts}</fontconfig>\n`)
  }
  return file
}

const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A Chromium without windows says so in its name, and its visits of a verify page are then not counted as those of people.
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
]
