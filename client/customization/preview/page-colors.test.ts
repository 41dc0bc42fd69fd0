// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Theme } from '#shared/core/theme.ts'
import { pagePalette } from '#shared/customization/page-palette.ts'

const css = readFileSync(new URL('../../verify/styles/page.css', import.meta.url), 'utf8')
const selectors: Record<Theme, string[]> = {
  light: [':root {'],
  dark: [':root:not([data-theme]) {', ':root[data-theme="dark"] {'],
  bnw: [':root[data-theme="bnw"] {'],
}

/** The value of a custom property in the rule of a selector, with six digits. */
function colorIn(selector: string, property: string): string | undefined {
  const rule = css.slice(css.indexOf(selector)).split('}')[0]
  const value = rule?.match(new RegExp(`--${property}: (#\\w+);`))?.[1]
  return value?.length === 4 ? value.replaceAll(/\w/g, '$&$&') : value
}

test.each(Object.keys(selectors) as Theme[])('has the colors of the verify page in the theme %s', (theme) => {
  for (const selector of selectors[theme]) {
    const [card, accent, onAccent] = ['card', 'pass', 'on'].map((property) => colorIn(selector, property))
    expect({ card, accent, onAccent }).toEqual(pagePalette[theme])
  }
})
