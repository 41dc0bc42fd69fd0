import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Whether this machine has the programs that the documents ask for. */
export const hasCommandPrograms = ['bash', 'curl', 'jq'].every((name) => !spawnSync(name, ['--version']).error)

/** Runs all shell commands of a document in one shell, and returns what they print. The first that fails ends it. */
export async function runCommands(
  document: string,
  folder: string,
  variables: Record<string, string>,
): Promise<string> {
  const page = await readFile(document, 'utf8')
  const commands = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines]) => lines)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], {
    cwd: folder,
    env: { ...process.env, ...variables },
  })
  return stdout
}
