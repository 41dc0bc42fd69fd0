/**
 * Calls that cost far more than an ordinary one. A budget limits how many of its calls run at once, from the start of the call
 * until its response was sent or the client has disconnected:
 * - `perCaller`: of one account; without a session or in demo mode, of one network
 * - `perNetwork`: of all accounts of one network
 * - `perProcess`: of all callers of one web process; callers without an account get at most half of it
 */
export type CallBudget = { perCaller: number; perNetwork?: number; perProcess: number }

export const callBudgets = {
  /** Label files: up to 20,000 drawings each. */
  labels: { perCaller: 2, perProcess: 4 },
  /** Lists and codes as CSV: each uses a database connection until it is sent. */
  exports: { perCaller: 2, perProcess: 2 },
  /** Lists of products, up to 10 MB each. */
  imports: { perCaller: 1, perProcess: 2 },
  /** Operations of devices above the size of a push, up to 10 MB each. */
  largeOperations: { perCaller: 2, perProcess: 4 },
  /** Lists of readings, up to 10,000 each. */
  readings: { perCaller: 1, perProcess: 4 },
  /** PDF files of one document: the result of a check, an invoice, a cold-chain report. */
  pdfs: { perCaller: 2, perProcess: 6 },
  /** Sign-ins by an organisation: each waits for a server that a merchant has named, up to half a minute. */
  providers: { perCaller: 10, perProcess: 60 },
  /** Files, pieces of files, lists of products and shipments, photos of reports: each uses memory until it is stored. */
  uploads: { perCaller: 4, perNetwork: 8, perProcess: 24 },
} satisfies Record<string, CallBudget>

export type CallBudgetName = keyof typeof callBudgets
