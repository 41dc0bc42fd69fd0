import { expect, test } from 'vitest'
import { parseNote, parseVkey, signatureOf, vkeyOf } from './note.ts'
import { parsePolicy, policyText, verifyCheckpoint } from './policy.ts'
import { parseTlogProof, tlogProofText } from './tlog-proof.ts'

/** The examples of https://c2sp.org/signed-note. */
const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const example = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`

test('verifies the example of the specification, and rejects another text or key', () => {
  const key = parseVkey(vkey)!
  expect(vkeyOf(key)).toBe(vkey)
  const note = parseNote(example)!
  expect(signatureOf(note, key)).toMatchObject({ time: null })
  expect(signatureOf({ ...note, body: 'This is another message.\n' }, key)).toBe('invalid')
  expect(signatureOf(note, { ...key, name: 'example.com/bar' })).toBeUndefined()
  expect(parseVkey(vkey.replace('530d903a', '530d903b'))).toBeUndefined()
})

test('reads a policy with groups of groups, and names the line that is wrong', () => {
  const policy = parsePolicy(`# comment
log ${vkey}
quorum none
`)
  expect(policyText(policy)).toBe(`log ${vkey}\nquorum none\n`)
  const note = parseNote(example)!
  expect(verifyCheckpoint(policy, note, 'example.com/foo')).toMatchObject({ hasQuorum: true, isForged: false })
  expect(verifyCheckpoint(policy, note, 'example.com/foo').log).not.toBeNull()
  expect(verifyCheckpoint(policy, note, 'example.com/other').log).toBeNull()
  expect(verifyCheckpoint(policy, { ...note, body: 'x\n' }, 'example.com/foo')).toMatchObject({
    log: null,
    isForged: true,
  })
  for (const [text, wrong] of [
    ['log nonsense\nquorum none', 'Line 1'],
    [`witness w ${vkey}\ngroup g 2 w\nquorum g`, 'Line 2'],
    [`witness w ${vkey}\nquorum v`, 'Line 2'],
    [`log ${vkey}`, 'no quorum'],
  ] as const) {
    expect(() => parsePolicy(text), text).toThrow(wrong)
  }
  const nested = parsePolicy(`witness a ${vkey}
witness b ${vkey}
group one any a b
group all all one a
quorum all
`)
  expect(nested.groups).toMatchObject([{ needs: 1 }, { needs: 2 }])
})

test('writes and reads a proof file, and rejects a damaged one', () => {
  const hash = new Uint8Array(32).fill(7)
  const proof = { extra: Uint8Array.of(1, 2), index: 12, path: [hash, hash], checkpoint: example }
  const text = tlogProofText(proof)
  expect(text.split('\n').slice(0, 3)).toEqual(['c2sp.org/tlog-proof@v1', 'extra AQI=', 'index 12'])
  expect(parseTlogProof(text)).toEqual(proof)
  expect(parseTlogProof(tlogProofText({ ...proof, extra: null, path: [] }))).toEqual({
    ...proof,
    extra: null,
    path: [],
  })
  for (const [from, to] of [
    ['@v1', '@v2'],
    ['index 12', 'index 012'],
    ['AQI=', 'AQJ='],
    ['BwcH', 'Bwc'],
  ] as const) {
    expect(parseTlogProof(text.replace(from, to)), from).toBeUndefined()
  }
})
