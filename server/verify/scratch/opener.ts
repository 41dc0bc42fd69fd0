import type { Tx } from '#server/core/db/database.ts'
import type { SentForm, Services } from '#server/core/services.ts'
import { type CodeGiver, createCodeAdmission, createCodeCheck, createScratchCheck } from '#server/order/service.ts'
import { findOpenable, type OpenableCode, openCode, viewOpening } from '#server/scratch/service.ts'
import { createDailySaltReader } from '#server/verify/scans/daily-salt.ts'
import { createScanContextReader, type ScanContext } from '#server/verify/scans/scan-context.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type OpenInput, type OpenResult, scratchProblems } from '#shared/scratch/contract.ts'
import { readCode } from '#shared/verify/code/code.ts'
import { readScratchCode } from '#shared/verify/code/scratch-code.ts'

/** An opening whose codes were checked, as far as this needs no transaction. */
export type CheckedOpening = { address: string; visitor: ScanContext; key: string | undefined }

export type Opener = {
  /** Reads both codes and checks them. Wrong ones count as guesses; a mistyped scratch code does not. */
  check(input: OpenInput, from: SentForm['from'] & CodeGiver, key?: string): Promise<CheckedOpening>
  /** The code, if it can be opened. */
  find(tx: Tx, checked: CheckedOpening): Promise<OpenableCode>
  open(tx: Tx, checked: CheckedOpening): Promise<OpenResult>
}

type Needs = Pick<Services, 'db' | 'config' | 'log' | 'guesses' | 'sentForms'>

export function createOpener(services: Needs): Opener {
  const { db, config, log, guesses, sentForms } = services
  const admission = createCodeAdmission(services)
  const checkCode = createCodeCheck(config.codeKey)
  const isScratchCode = createScratchCheck(config)
  const contextOf = createScanContextReader({ config, log })
  const salt = createDailySaltReader(db)

  async function find(tx: Tx, { address }: CheckedOpening): Promise<OpenableCode> {
    const code = await findOpenable(tx, address)
    if (!code) throw new Problem(scratchProblems.noCode)
    if (!code.hasScratch) throw new Problem(scratchProblems.noScratch)
    if (!code.isActive) throw new Problem(scratchProblems.notActive)
    return code
  }

  return {
    async check({ a, p, scratch }, from, key) {
      const { caller, headers } = from
      const reading = readCode(a, p)
      if ('damage' in reading) throw new Problem(scratchProblems.noCode)
      const given = checkCode(reading.code)
      if (!(await admission.admit(given, from))) throw new Problem(scratchProblems.noCode)
      const { address } = given
      sentForms.tell({ address, from })
      const scratchCode = readScratchCode(scratch)
      if (scratchCode === undefined) throw new Problem(scratchProblems.mistyped)
      // Before the database is read: the response does not say whether the order has scratch codes.
      if (!guesses.admit(isScratchCode(address, scratchCode), caller)) throw new Problem(scratchProblems.wrong)
      return { address, key, visitor: contextOf(caller, headers['user-agent'], await salt()) }
    },
    find,
    async open(tx, checked) {
      const { country = '', city = '', visitor } = checked.visitor
      const { address, merchantId, orderId } = await find(tx, checked)
      const by = { visitor, country, city, key: checked.key }
      const { outcome, opening } = await openCode(tx, { address, merchantId, orderId }, by)
      return { outcome, opening: viewOpening(opening, visitor) }
    },
  }
}
