import { describe, expect, test } from 'vitest'
import checkpoints from '#interop/checkpoint.json' with { type: 'json' }
import { createWitness } from '#server/transparency/witness/witness.ts'
import { hexOf } from '#shared/core/bytes.ts'
import { parseCheckpoint } from '#shared/transparency/checkpoint.ts'
import { parseNote, parseVkey, vkeyOf } from '#shared/transparency/note.ts'
import { parsePolicy, verifyCheckpoint } from '#shared/transparency/policy.ts'

const log = parseVkey(checkpoints.log)!
const policy = parsePolicy(`log ${checkpoints.log}\nwitness w ${checkpoints.witness}\nquorum none\n`)

/** The checker's reading: the checkpoint with the times of its witnesses, or the reason why it is none. */
function read(text: string) {
  const note = parseNote(text)
  const checkpoint = note && parseCheckpoint(note.body)
  if (!note) return { reason: 'note' }
  if (!checkpoint) return { reason: 'checkpoint' }
  const { log: signer, witnesses, isForged } = verifyCheckpoint(policy, note, checkpoint.origin)
  if (isForged) return { reason: 'signature' }
  if (!signer) return { reason: 'unsigned' }
  return { ...checkpoint, root: hexOf(checkpoint.root), cosigned: witnesses[0]?.time ?? null }
}

/** A witness that has signed nothing yet. */
function newWitness() {
  const stored = new Map<string, string>()
  const state = {
    read: (origin: string) => stored.get(origin),
    write: async (origin: string, text: string) => void stored.set(origin, text),
    readByHash: () => undefined,
  }
  return { stored, ...createWitness({ name: 'witness.example', seed: Buffer.alloc(32, 1), logs: [log], state }) }
}

test('writes the keys of the log and the witness as they are in the file [VE03]', () => {
  for (const vkey of [checkpoints.log, checkpoints.witness]) expect(vkeyOf(parseVkey(vkey)!)).toBe(vkey)
})

describe('checker', () => {
  test.each(checkpoints.valid)('accepts a checkpoint: $why [VE03]', ({ note, size, root, cosigned }) => {
    expect(read(note)).toEqual({ origin: checkpoints.origin, size, root, cosigned })
  })

  test.each(checkpoints.invalid)('rejects a checkpoint: $why [VE03]', ({ note, reason }) => {
    expect(read(note)).toEqual({ reason })
  })
})

describe('witness', () => {
  test.each(checkpoints.valid)('signs a checkpoint: $why [VE03]', async ({ note, size, root }) => {
    const witness = newWitness()
    expect(await witness.addCheckpoint(`old 0\n\n${note}`)).toMatchObject({ status: 200 })
    expect(read(witness.stored.get(checkpoints.origin)!)).toMatchObject({ size, root })
  })

  test.each(checkpoints.invalid)('signs no checkpoint: $why [VE03]', async ({ note, reason }) => {
    const witness = newWitness()
    const status = reason === 'note' || reason === 'checkpoint' ? 400 : 403
    expect(await witness.addCheckpoint(`old 0\n\n${note}`)).toMatchObject({ status })
    expect(witness.stored.size).toBe(0)
  })
})
