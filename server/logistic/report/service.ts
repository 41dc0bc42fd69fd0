import { commitFile, fileProofs, type Reader, viewChains } from '#server/anchoring/service.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, getTableColumns, inArray } from '#server/core/drizzle/orm.ts'
import { logisticReport } from '#server/logistic/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { omit } from '#shared/core/omit.ts'
import { type ColdChainReport, reportProblems } from '#shared/logistic/report-contract.ts'

type StoredReport = Omit<typeof logisticReport.$inferSelect, 'file'>
type NewReport = Omit<typeof logisticReport.$inferInsert, 'id' | 'createdAt'> & { createdAt: Date }

const columns = omit(getTableColumns(logisticReport), 'file')

type ShipmentKey = { merchantId: string; logisticId: string }
const ofShipment = ({ merchantId, logisticId }: ShipmentKey) =>
  and(eq(logisticReport.merchantId, merchantId), eq(logisticReport.logisticId, logisticId))

/** The earlier report of a shipment with this content, if there is one. */
export async function findSameReport(
  tx: Tx,
  shipmentKey: ShipmentKey,
  contentHash: Buffer,
): Promise<StoredReport | undefined> {
  const [row] = await tx
    .select(columns)
    .from(logisticReport)
    .where(and(ofShipment(shipmentKey), eq(logisticReport.contentHash, contentHash)))
  return row
}

/** Stores a report and anchors its file. If a concurrent call has stored one with the same content, that one is returned. */
export async function addReport(tx: Tx, report: NewReport): Promise<{ row: StoredReport; isNew: boolean }> {
  const [row] = await tx.insert(logisticReport).values(report).onConflictDoNothing().returning(columns)
  if (!row) return { row: (await findSameReport(tx, report, report.contentHash))!, isNew: false }
  await commitFile(tx, { digest: report.sha256, merchantId: report.merchantId })
  return { row, isNew: true }
}

/** @param proofs a handle of the system, see `fileProofs` */
export async function listReports(
  tx: Tx,
  proofs: Reader,
  shipmentKey: ShipmentKey,
  query: { page: number; limit: number },
) {
  const order = { columns: [logisticReport.createdAt, logisticReport.id], descending: true } as const
  const { ids, total } = await pageOfIds(tx, logisticReport, { where: ofShipment(shipmentKey), order }, query)
  const rows = await tx
    .select(columns)
    .from(logisticReport)
    .where(and(eq(logisticReport.merchantId, shipmentKey.merchantId), inArray(logisticReport.id, ids)))
  return {
    rows: await viewReports(
      proofs,
      inOrderOf(ids, rows, ({ id }) => id),
    ),
    total,
  }
}

/** A report is pending until its commitment is read: this call may not have committed it yet. */
const waiting = { holds: true, suffix: null, chains: [] }

export async function viewReports(proofs: Reader, rows: readonly StoredReport[]): Promise<ColdChainReport[]> {
  const found = await fileProofs(
    proofs,
    rows.map(({ sha256 }) => sha256),
  )
  return rows.map(({ id, createdAt, language, readings, complete, sha256: digest }) => {
    const sha256 = digest.toString('hex')
    const chains = viewChains(found.get(sha256) ?? waiting)
    return { id, createdAt: createdAt.toISOString(), language, readings, complete, sha256, chains }
  })
}

/** @throws Problem 404 for a report of another merchant, too */
export async function findReport(tx: Tx, merchantId: string, id: string) {
  const [row] = await tx
    .select({ logisticId: logisticReport.logisticId, sha256: logisticReport.sha256, file: logisticReport.file })
    .from(logisticReport)
    .where(and(eq(logisticReport.merchantId, merchantId), eq(logisticReport.id, id)))
  if (!row) throw new Problem(reportProblems.notFound)
  return row
}
