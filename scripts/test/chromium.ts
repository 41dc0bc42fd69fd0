import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** Debian's packages, the better one first: without windows, Chromium draws no toolbars that nobody sees. */
export const debianChromiums = ['chromium-headless-shell', 'chromium'] as const

/** Where Debian's Chromium is; undefined where none is installed. */
export const debianChromium = (): string | undefined =>
  debianChromiums.map((name) => `/usr/bin/${name}`).find((file) => existsSync(file))

/**
 * How tests and benchmarks start Chromium: Debian's where it is installed, Playwright's own otherwise. It asks for nothing by
 * itself.
 */
export function chromiumOptions(...args: string[]): LaunchOptions & { args: string[] } {
  const executablePath = debianChromium()
  return { ...(executablePath && { executablePath }), args: [...quiet, ...args] }
}

const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
