import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type { ChainAlertKind } from '#shared/anchoring/chain-alerts.ts'
import type { ChainReport } from '#shared/anchoring/chain-report.ts'
import type { AttemptKind, ChainId, CommitmentKind, JobState } from '#shared/anchoring/contract.ts'

/**
 * A 32-byte root with its tree: of one activation batch, of a round of batches and files (anchored on Catapult), or of an
 * epoch of rounds (anchored on Bitcoin). The root of a file is its SHA-256, a tree of one node.
 */
export const anchorCommitment = pgTable(
  'anchor_commitment',
  {
    id: id(),
    kind: text().$type<CommitmentKind>().notNull(),
    batchId: uuid().unique(),
    merchantId: uuid(),
    root: bytes().notNull().unique(),
    size: integer().notNull(),
    /** The whole tree, leaves first. Stored uncompressed, so that reading a path is a few substring reads. */
    levels: bytes().notNull(),
    /** The round of this batch, or the epoch of this round, and the index there. */
    parentId: uuid(),
    parentIdx: integer(),
    /**
     * Timestamp bytes from this root to the block header, on the children of an epoch. Set when mined, cleared when the
     * block is removed.
     */
    suffix: bytes(),
    createdAt: createdAt(),
  },
  (table) => [
    index('anchor_commitment_parent').on(table.parentId),
    index('anchor_commitment_epoch').on(table.createdAt).where(sql`kind = 'epoch'`),
    index('anchor_commitment_waiting').on(table.createdAt).where(sql`kind in ('batch', 'file') and parent_id is null`),
    index('anchor_commitment_round').on(table.createdAt).where(sql`kind = 'round' and parent_id is null`),
    check('anchor_commitment_root', sql`octet_length(root) = 32`),
    check('anchor_commitment_kind', sql`kind in ('batch', 'file', 'round', 'epoch')`),
  ],
)

/** The state of one root on one chain. */
export const anchorJob = pgTable(
  'anchor_job',
  {
    id: id(),
    commitmentId: uuid()
      .notNull()
      .references(() => anchorCommitment.id),
    chain: text().$type<ChainId>().notNull(),
    /** The network's name as the node returns it; null until something is signed. */
    network: text(),
    state: text().$type<JobState>().notNull().default('QUEUED'),
    /** Bitcoin: the output that every attempt spends, as txid:vout, so that at most one attempt can confirm. */
    inputOutpoint: text(),
    /** Satoshis. */
    inputValue: bigint({ mode: 'bigint' }),
    /** The txid that was mined. */
    winner: text(),
    height: integer(),
    blockHash: text(),
    tries: integer().notNull().default(0),
    nextAt: instant().notNull().defaultNow(),
    error: text(),
    leaseUntil: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('anchor_job_once').on(table.commitmentId, table.chain),
    index('anchor_job_open').on(table.chain, table.createdAt).where(sql`state in ('QUEUED', 'SENT', 'MINED')`),
    check('anchor_job_state', sql`state in ('QUEUED', 'SENT', 'MINED', 'FINAL', 'FAILED')`),
  ],
)

/** Signed bytes, stored before they are broadcast and never changed. */
export const anchorAttempt = pgTable(
  'anchor_attempt',
  {
    id: id(),
    jobId: uuid()
      .notNull()
      .references(() => anchorJob.id),
    txid: text().notNull().unique(),
    /** A child spends the change of an anchor that cannot be replaced, and pays for both. It contains no root. */
    kind: text().$type<AttemptKind>().notNull().default('anchor'),
    raw: text().notNull(),
    /** Satoshis, or the smallest unit of the Catapult currency. */
    fee: bigint({ mode: 'bigint' }).notNull(),
    /** Satoshis per virtual byte; null for Catapult. */
    rate: integer(),
    /** Catapult: milliseconds on the clock of the chain after which the bytes can no longer be mined. */
    deadline: bigint({ mode: 'bigint' }),
    /** Height of the chain at signing. Fee bumps are counted from here. */
    signedAt: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('anchor_attempt_job').on(table.jobId, table.createdAt)],
)

/** The chain as this installation has seen it, to detect reorganisations. */
export const chainBlock = pgTable(
  'chain_block',
  { chain: text().$type<ChainId>().notNull(), height: integer().notNull(), hash: text().notNull() },
  (table) => [primaryKey({ columns: [table.chain, table.height] })],
)

/**
 * Unspent outputs of the Bitcoin keys: the change of mined anchors, and the outputs that a scan of the node has found. A row is
 * a hint: the node is asked before an output is spent.
 */
export const anchorCoin = pgTable('anchor_coin', {
  /** As txid:vout. */
  outpoint: text().primaryKey(),
  /** The public key that spends it. */
  publicKey: bytes().notNull(),
  /** Satoshis. */
  value: bigint({ mode: 'bigint' }).notNull(),
  /** Height of its block. */
  height: integer().notNull(),
  createdAt: createdAt(),
})

/** One row for each chain: the network that was accepted for it, and the last report of the worker about it. */
export const anchorChain = pgTable('anchor_chain', {
  chain: text().$type<ChainId>().primaryKey(),
  /** Anchors are made on this network only. Another one has to be confirmed by an operator. */
  network: text(),
  report: jsonb().$type<ChainReport>(),
  reportedAt: instant(),
})

/**
 * The alerts for administrators. A row stays when its reason has passed, so that an alert that comes and goes is not mailed
 * each time.
 */
export const anchorAlert = pgTable(
  'anchor_alert',
  {
    chain: text().$type<ChainId>().notNull(),
    kind: text().$type<ChainAlertKind>().notNull(),
    /** A fact, such as the reason in the words of a node. */
    detail: text().notNull(),
    since: instant().notNull().defaultNow(),
    endedAt: instant(),
    /** When administrators were last mailed about it. */
    toldAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.kind] })],
)
