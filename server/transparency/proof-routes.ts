import type { FastifyInstance } from 'fastify'
import { type CodeProof, otsFile, provenCodes } from '#server/anchoring/service.ts'
import { sendFile } from '#server/core/files/download.ts'
import { languageOf } from '#server/core/http/errors.ts'
import { serveStream } from '#server/core/http/serve.ts'
import type { Services } from '#server/core/services.ts'
import { anchoringContract, anchoringProblems } from '#shared/anchoring/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { preferredLanguage } from '#shared/core/i18n/language.ts'
import { packProofArchive } from '#shared/transparency/archive/proof-archive.ts'
import { howToText } from '#shared/transparency/how-to.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { findLogProof, type LogProof } from './code-proof.ts'
import { readLogProblem } from './restore/log-problem.ts'

const { proof } = anchoringContract

/** The files with which a holder of a code checks it without a network: the log's proof alone, and everything in one. */
export function logProofRoutes(app: FastifyInstance): void {
  const proven = provenCodes(app.assay)

  const logged = async ({ db, config }: Services, found: CodeProof): Promise<LogProof> => {
    const logProof = await findLogProof(db.read, config, found)
    if (logProof) return logProof
    throw new Problem((await readLogProblem(db.read)) ? anchoringProblems.logStopped : anchoringProblems.notLogged)
  }
  // Users pass files on, so a file name does not contain the secret.
  const nameOf = (found: CodeProof) => formatAddress(found.address.toString('hex'))

  const file = { ...proof, path: '/proof/:address(^[^.]+).tlog-proof', summary: 'Download the log proof of a code' }
  serveStream(app, file, async (call) => {
    const found = await proven(call.services.db.read, call)
    const { text } = await logged(call.services, found)
    return sendFile(
      call.reply,
      { type: 'text/plain; charset=utf-8', name: `${nameOf(found)}.tlog-proof` },
      Buffer.from(text),
    )
  })

  const archive = { ...proof, path: '/proof/:address(^[^.]+).zip', summary: 'Download everything that proves a code' }
  serveStream(app, archive, async (call) => {
    const { services, query, request, reply } = call
    const { publicUrl } = services.config
    const found = await proven(services.db.read, call)
    const { text, checkpoint } = await logged(services, found)
    const language = query.lang ? preferredLanguage(query.lang) : languageOf(request)
    const zip = packProofArchive({
      payload: found.payload,
      ots: otsFile(found, publicUrl),
      tlogProof: text,
      checkpoint,
      ...(found.rest && { rest: found.rest }),
      howTo: howToText(language, { code: nameOf(found), publicUrl }),
    })
    return sendFile(reply, { type: 'application/zip', name: `proof-${nameOf(found)}.zip` }, zip)
  })
}
