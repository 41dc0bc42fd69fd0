import { type Note, parseVkey, signatureOf, type VerifierKey, vkeyOf } from './note.ts'

/**
 * Which logs and witnesses a checker trusts, and how many witnesses it requires: https://c2sp.org/tlog-policy. Groups of
 * groups are read, too.
 */
export type Policy = {
  logs: VerifierKey[]
  witnesses: Witness[]
  groups: { name: string; needs: number; members: string[] }[]
  /** The name of a witness or group, or `none`. */
  quorum: string
}
export type Witness = {
  name: string
  key: VerifierKey
  /** The URL to which checkpoints are sent; null if the policy is only for checking. */
  url: string | null
}

/** The policy "n of m": `needs` of these witnesses. */
export function policyOf(logs: VerifierKey[], witnesses: Witness[], needs: number): Policy {
  if (needs === 0) return { logs, witnesses, groups: [], quorum: 'none' }
  const group = { name: 'witnesses', needs, members: witnesses.map(({ name }) => name) }
  return { logs, witnesses, groups: [group], quorum: group.name }
}

export function policyText({ logs, witnesses, groups, quorum }: Policy): string {
  const lines = [
    ...logs.map((key) => `log ${vkeyOf(key)}`),
    ...witnesses.map(({ name, key }) => `witness ${name} ${vkeyOf(key)}`),
    ...groups.map(({ name, needs, members }) => `group ${name} ${needs} ${members.join(' ')}`),
    `quorum ${quorum}`,
  ]
  return `${lines.join('\n')}\n`
}

/** The text is untrusted input. Throws an error that names the invalid line. */
export function parsePolicy(text: string): Policy {
  const policy: Policy = { logs: [], witnesses: [], groups: [], quorum: '' }
  const names = new Set<string>()
  for (const [i, line] of text.split('\n').entries()) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '')
    if (words.length === 0 || words[0]!.startsWith('#')) continue
    try {
      readLine(policy, names, words)
    } catch (error) {
      throw new Error(`Line ${i + 1} of the policy: ${(error as Error).message}`)
    }
  }
  if (policy.quorum === '') throw new Error('The policy has no quorum.')
  return policy
}

function readLine(policy: Policy, names: Set<string>, [kind, ...words]: string[]): void {
  const registerName = (name: string | undefined) => {
    if (!name || name === 'none' || names.has(name)) throw new Error(`the name ${name} is missing or taken`)
    names.add(name)
    return name
  }
  if (kind === 'log') policy.logs.push(keyOf(words[0]))
  else if (kind === 'witness') {
    policy.witnesses.push({ name: registerName(words[0]), key: keyOf(words[1]), url: words[2] ?? null })
  } else if (kind === 'group') {
    const [name, count, ...members] = words
    const needs = count === 'all' ? members.length : count === 'any' ? 1 : Number(count)
    const isKnown = members.length > 0 && members.every((member) => names.has(member))
    if (!isKnown || !Number.isInteger(needs) || needs < 1 || needs > members.length) throw new Error('invalid group')
    policy.groups.push({ name: registerName(name), needs, members })
  } else if (kind === 'quorum') {
    const [name] = words
    if (policy.quorum !== '' || !name || (name !== 'none' && !names.has(name))) throw new Error('invalid quorum')
    policy.quorum = name
  } else throw new Error(`unknown keyword ${kind}`)
}

function keyOf(text: string | undefined): VerifierKey {
  const key = parseVkey(text ?? '')
  if (!key) throw new Error(`invalid key ${text}`)
  return key
}

/** The result of checking the signatures of a checkpoint. */
type CheckpointVerification = {
  /** The trusted log that signed; null for another log, or a signature that does not verify. */
  log: VerifierKey | null
  /** Witnesses that signed, with their time in seconds since 1970. */
  witnesses: { name: string; time: number }[]
  /** Whether enough witnesses signed. */
  hasQuorum: boolean
  /** A signature claims to be of a trusted key and does not verify: the checkpoint was changed or forged. */
  isForged: boolean
}

/** @param origin the first line of the checkpoint: only keys of this name may sign it as the log */
export function verifyCheckpoint(policy: Policy, note: Note, origin: string): CheckpointVerification {
  const logs = policy.logs.filter(({ name }) => name === origin).map((key) => ({ key, found: signatureOf(note, key) }))
  const seen = policy.witnesses.map(({ name, key }) => ({ name, found: signatureOf(note, key) }))
  const witnesses = seen.flatMap(({ name, found }) =>
    typeof found === 'object' && found.time !== null ? [{ name, time: found.time }] : [],
  )
  const signed = new Set(witnesses.map(({ name }) => name))
  for (const { name, needs, members } of policy.groups) {
    if (members.filter((member) => signed.has(member)).length >= needs) signed.add(name)
  }
  return {
    log: logs.find(({ found }) => typeof found === 'object')?.key ?? null,
    witnesses,
    hasQuorum: policy.quorum === 'none' || signed.has(policy.quorum),
    isForged: [...logs, ...seen].some(({ found }) => found === 'invalid'),
  }
}
