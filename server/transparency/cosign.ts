import type { Database } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { requireNoTransaction } from '#server/core/process/open-transaction.ts'
import { base64Of } from '#shared/transparency/base64.ts'
import { checkpointBody, parseSize } from '#shared/transparency/checkpoint.ts'
import { parseNote, signatureOf } from '#shared/transparency/note.ts'
import type { Witness } from '#shared/transparency/policy.ts'
import { consistencyRanges } from '#shared/transparency/tree.ts'
import { subtreeRoots } from './tree-store.ts'

/** Thrown when a witness did not sign. The message contains the reason, for the log of the worker. */
class WitnessError extends Error {
  override name = 'WitnessError'
}

const timeoutMs = 10_000
const maxResponseBytes = 64 * 1024

/**
 * Asks a witness for its cosignature on the newest signed head: https://c2sp.org/tlog-witness. It proves that the log only
 * grew since the head that the witness signed last.
 *
 * @returns whether there is a new cosignature
 */
export async function requestCosignature(db: Database, origin: string, witness: Witness): Promise<boolean> {
  const { rows } = await db.read.execute<{
    size: string
    root: Buffer
    signature: string
    is_signed: boolean
    old: string
  }>(sql`
    select h.size, h.root, h.signature,
      exists (select from log_cosignature s where s.size = h.size and s.witness = ${witness.name}) as is_signed,
      (select coalesce(max(s.size), 0) from log_cosignature s where s.witness = ${witness.name}) as old
    from log_head h where h.signature is not null order by h.size desc limit 1`)
  const head = rows[0]
  if (!head || head.is_signed) return false
  const size = Number(head.size)
  const body = checkpointBody({ origin, size, root: head.root })
  const ask = async (old: number) => {
    const proof = old === 0 || old === size ? [] : await subtreeRoots(db.read, consistencyRanges(old, size))
    return post(
      witness,
      `old ${old}\n${proof.map((hash) => `${base64Of(hash)}\n`).join('')}\n${body}\n${head.signature}`,
    )
  }
  let { status, text } = await ask(Number(head.old))
  if (status === 409) {
    const seen = parseSize(text.trimEnd())
    if (seen === undefined || seen > size) {
      throw new WitnessError(
        `The witness ${witness.name} has seen ${seen} entries and the log has ${size}: it was restored from an old backup.`,
      )
    }
    ;({ status, text } = await ask(seen))
  }
  if (status !== 200)
    throw new WitnessError(`The witness ${witness.name} responded with status ${status}: ${text.slice(0, 200)}`)
  const note = parseNote(`${body}\n${text}`)
  const found = note && signatureOf(note, witness.key)
  if (typeof found !== 'object')
    throw new WitnessError(`The response of the witness ${witness.name} has no valid cosignature.`)
  await db.system((tx) =>
    tx.execute(sql`
      insert into log_cosignature (size, witness, line) values (${size}, ${witness.name}, ${found.line})
      on conflict do nothing`),
  )
  return true
}

async function post({ name, url }: Witness, body: string): Promise<{ status: number; text: string }> {
  requireNoTransaction(`witness ${name}`)
  const address = `${url?.replace(/\/+$/, '')}/add-checkpoint`
  const options = { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const
  try {
    const answer = await fetch(address, options)
    let text = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      if (text.length > maxResponseBytes) throw new Error('the response is too long')
    }
    return { status: answer.status, text }
  } catch (error) {
    const { message, cause } = error as Error
    const code = (cause as NodeJS.ErrnoException | undefined)?.code
    throw new WitnessError(`The witness ${name} does not respond (${code ?? message}).`)
  }
}
