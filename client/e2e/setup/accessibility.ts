import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Each frame is checked separately. Embedded pages of brands are not checked. */
const options: RunOptions = { resultTypes: ['violations'], iframes: false }
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
type CheckOptions = {
  /** A selector for a part of the page. */
  within?: string
  /** Selectors of parts that are not checked. */
  except?: readonly string[]
  /** Tags of additional axe rules. */
  besides?: readonly string[]
  /** Names of axe rules, instead of all rules of the standard. */
  rules?: readonly string[] | undefined
}

/**
 * Accessibility violations found by axe: the rule and the elements. Empty when there are none. The axe script stays in
 * the document, because injecting it again costs a fifth of a second.
 */
export async function accessibilityViolations(
  page: Page,
  { within = 'html', except = [], besides = [], rules }: CheckOptions = {},
): Promise<string[]> {
  const found: string[] = []
  const { origin } = new URL(page.url())
  for (const frame of page.frames()) {
    const ours = frame === page.mainFrame() || (within === 'html' && frame.url().startsWith(origin))
    if (!ours) continue
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
    found.push(
      ...(await frame.evaluate(
        async ({ options, within, except }) => {
          const { violations } = await window.axe.run({ include: [within], exclude: except }, options)
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
        },
        {
          options: { ...options, runOnly: rules ? [...rules] : [...standard, ...besides] },
          within,
          except: [...except],
        },
      )),
    )
  }
  return found
}

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the declared one.
  interface Window {
    axe: typeof import('axe-core')
  }
}
