import type { Finding } from '#shared/installation/contract.ts'
import { findingText } from '#shared/installation/finding-text.ts'
import { installationText } from '#shared/installation/text.ts'

const marks = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const
const width = 18

/** The findings for a terminal: one line each, and one below a fault or warning that says what to do. */
export const findingLines = (findings: readonly Finding[]): string[] =>
  findings.flatMap((finding) => {
    const { found, todo } = findingText(finding, 'enUS')
    const name = installationText.enUS[`part_${finding.part}`]
    const line = `${marks[finding.state]}  ${name.padEnd(width)}  ${found}`
    return finding.state === 'ok' || !todo ? [line] : [line, `${' '.repeat(width + 11)}→ ${todo}`]
  })

/** The last line: how many faults and warnings. */
export function summaryLine(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  return `${count('fault')} faults, ${count('warning')} warnings, ${count('ok')} ok`
}
