import type { TestDatabase } from './database/database.ts'

type WrittenMail = { subject: string; text: string; html: string; unsubscribeUrl: string | null }

/** The mails to an address, sent or not, the oldest first. */
export async function writtenMails({ database }: { database: TestDatabase }, address: string): Promise<WrittenMail[]> {
  const { rows } = await database.query(
    `select subject, text_body as text, html_body as html, unsubscribe_url as "unsubscribeUrl"
     from mail_message where to_address = $1 order by created_at`,
    [address],
  )
  return rows
}
