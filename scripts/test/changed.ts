import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** The files that differ from a commit, committed or not, and new files that git does not ignore. */
export function changedFiles(since: string): string[] {
  const changed = git('diff', '--name-only', '--no-renames', since)
  const added = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...changed, ...added])].filter((file) => existsSync(file)).toSorted()
}

/** Where the branch left main; the last commit, where there is no other branch than main or no main. */
export function baseCommit(): string {
  const refs = ['origin/main', 'main'].map((ref) => git('merge-base', 'HEAD', ref)[0])
  return refs.find((commit) => commit) ?? git('rev-parse', 'HEAD')[0]!
}

/**
 * The browser tests that a change may touch: their own file or a file beside them that they import changed, or a file of a
 * screen whose domain they name.
 */
export function browserTestsOf(changed: readonly string[], tests: readonly BrowserTest[]): string[] {
  const domains = new Set(changed.flatMap((file) => /^client\/([\w-]+)\/.+\.tsx$/.exec(file)?.[1] ?? []))
  for (const shared of ['e2e', 'ui', 'app', 'core']) domains.delete(shared)
  const parts = new Set(
    changed.filter((file) => file.startsWith('client/e2e/') && !file.startsWith('client/e2e/setup/')),
  )
  return tests
    .filter(
      ({ file, text }) =>
        parts.has(file) ||
        [...parts].some((part) => dirname(part) === dirname(file) && text.includes(`./${basename(part)}`)) ||
        [...domains].some((domain) => namesDomain(file, text, domain)),
    )
    .map(({ file }) => file)
}

type BrowserTest = { file: string; text: string }

/** A test is about a domain if its name says so, or if it imports from the domain or opens its address. */
function namesDomain(file: string, text: string, domain: string): boolean {
  return (
    basename(file).startsWith(`${domain}.`) ||
    text.includes(`#client/${domain}/`) ||
    text.includes(`#shared/${domain}/`) ||
    new RegExp(`['"\`]/(?:settings/)?${domain}(?:['"\`?/])`).test(text)
  )
}

function git(...args: string[]): string[] {
  const { stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean)
}
