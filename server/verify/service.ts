import type { FastifyReply } from 'fastify'
import type { Language } from '#shared/core/language.ts'
import { pageBundle } from './bundle.ts'
import { sendDocument } from './document.ts'

type Plain = { language: Language; title: string; content: string }

/** A page of plain markup in the dress of the shopper's page, without a script. */
export async function sendPlainPage(reply: FastifyReply, { language, title, content }: Plain): Promise<FastifyReply> {
  const { css } = await pageBundle()
  return sendDocument(reply, { bundle: { css }, lang: language.slice(0, 2), title, content, framedBy: "'none'" })
}
