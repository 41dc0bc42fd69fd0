import type { Actor } from '#server/core/auth/actor.ts'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, desc, eq, sql } from '#server/core/drizzle/orm.ts'
import { pageTokenOf, readPageToken } from '#server/epcis/query/page-token.ts'
import { epcisCapture } from '#server/epcis/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { type CaptureJob, captureProblems } from '#shared/epcis/capture-contract.ts'
import { captureErrorText } from '#shared/epcis/capture-error-text.ts'

type Page = { perPage: number; nextPageToken?: string | undefined }

/** A program sees its own captures only: each partner has a key. */
const visibleTo = (actor: Actor) =>
  and(
    eq(epcisCapture.merchantId, merchantOf(actor)),
    actor.key ? eq(epcisCapture.reporterId, actor.id) : undefined,
    sql`${epcisCapture.createdAt} > now() - interval '30 days'`,
  )

export async function listCaptures(tx: Tx, actor: Actor, { perPage, nextPageToken }: Page, language: Language) {
  const after = nextPageToken === undefined ? undefined : readPageToken(nextPageToken)
  const rows = await tx
    .select()
    .from(epcisCapture)
    .where(
      and(
        visibleTo(actor),
        after &&
          sql`(${epcisCapture.createdAt}, ${epcisCapture.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(epcisCapture.createdAt), desc(epcisCapture.id))
    .limit(perPage + 1)
  const page = rows.slice(0, perPage)
  const last = page.at(-1)
  const hasMore = rows.length > perPage && last !== undefined
  return {
    jobs: page.map((row) => viewCapture(row, language)),
    nextPageToken: hasMore ? pageTokenOf({ at: last.createdAt, id: last.id }) : undefined,
  }
}

export async function findCapture(tx: Tx, actor: Actor, id: string, language: Language): Promise<CaptureJob> {
  const [row] = await tx
    .select()
    .from(epcisCapture)
    .where(and(visibleTo(actor), eq(epcisCapture.id, id)))
  if (!row) throw new Problem(captureProblems.jobNotFound)
  return viewCapture(row, language)
}

function viewCapture(row: typeof epcisCapture.$inferSelect, language: Language): CaptureJob {
  const text = captureErrorText[language]
  return {
    captureID: row.id,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt.toISOString(),
    running: false,
    success: row.errors.length === 0,
    captureErrorBehaviour: row.behaviour,
    errors: row.errors.map(({ event, error }) => ({
      type: 'epcisException:ValidationException',
      title: text[error],
      status: 400,
      instance: `/epcisBody/eventList/${event}`,
    })),
  }
}
