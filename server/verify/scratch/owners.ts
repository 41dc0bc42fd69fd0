import type { Tx } from '#server/core/db/database.ts'
import type { SentForm, Services } from '#server/core/services.ts'
import { type CodeGiver, createCodeAdmission, createCodeCheck, createCodePrinter } from '#server/order/service.ts'
import { claimItem, type OwnerSecrets, ownerSecretsOf, ownershipOf, transferItem } from '#server/scratch/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type OwnerLink, type Ownership, scratchProblems, type TransferInput } from '#shared/scratch/contract.ts'
import { printedForm, readCode } from '#shared/verify/code/code.ts'

type GivenCode = { a: string; p?: string | undefined }

export type Owners = {
  /** The address of a code with its secret. One without it counts as a guess, and is not found. */
  addressOf(code: GivenCode, from: CodeGiver): Promise<string>
  /** Claims a code whose scratch code was checked, and which is opened. */
  claim(tx: Tx, address: string, key: string): Promise<OwnerLink>
  transfer(
    tx: Tx,
    address: string,
    input: Pick<TransferInput, 'secret' | 'key'>,
    from: SentForm['from'],
  ): Promise<OwnerLink>
  read(tx: Tx, address: string, secret: string | undefined): Promise<Ownership>
}

export function createOwners(services: Pick<Services, 'db' | 'config' | 'guesses' | 'sentForms'>): Owners {
  const { config, guesses, sentForms } = services
  const admission = createCodeAdmission(services)
  const checkCode = createCodeCheck(config.codeKey)
  const secretsOf = ownerSecretsOf(config)
  const urlOf = createCodePrinter(config)

  /** The letters of the code are the end of its URL. */
  function shown(address: string, { owner, recovery }: OwnerSecrets, claimedAt: Date): OwnerLink {
    const query = new URLSearchParams({ a: urlOf(address).split('/').at(-1)!, o: owner })
    return { link: `${config.publicUrl}/verify/owner?${query}`, recovery, claimedAt: claimedAt.toISOString() }
  }

  return {
    async addressOf({ a, p }, from) {
      const reading = readCode(a, p)
      if ('damage' in reading) throw new Problem(scratchProblems.noCode)
      const given = checkCode(reading.code)
      if (!(await admission.admit(given, from))) throw new Problem(scratchProblems.noCode)
      return given.address
    },
    async claim(tx, address, key) {
      const secrets = secretsOf(address, key)
      return shown(address, secrets, await claimItem(tx, address, secrets))
    },
    async transfer(tx, address, { secret, key }, from) {
      sentForms.tell({ address, from })
      const secrets = secretsOf(address, key)
      try {
        return shown(address, secrets, await transferItem(tx, address, printedForm(secret), secrets))
      } catch (error) {
        if (error instanceof Problem && error.kind === scratchProblems.notOwner) guesses.admit(false, from.caller)
        throw error
      }
    },
    read: (tx, address, secret) => ownershipOf(tx, address, secret === undefined ? undefined : printedForm(secret)),
  }
}
