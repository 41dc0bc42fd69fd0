/**
 * Calls that cost far more than an ordinary one. A budget bounds how many of its calls are under way at once, from the
 * start of the call until its answer was sent or its reader has gone:
 * - `perCaller`: of one account, or of one network of addresses where nobody is signed in or in demo mode
 * - `perNetwork`: of all accounts of one network of addresses
 * - `perProcess`: of all callers of one web process; callers without an account get at most half of it
 */
export type CallBudget = { perCaller: number; perNetwork?: number; perProcess: number }

export const callBudgets = {
  /** Label files: up to 20,000 drawings each. */
  labels: { perCaller: 2, perProcess: 4 },
  /** Lists and codes as CSV: each holds a connection of the database until it is sent. */
  exports: { perCaller: 2, perProcess: 2 },
  /** Lists of products, up to 10 MB each. */
  imports: { perCaller: 1, perProcess: 2 },
  /** The result of a check as PDF. */
  papers: { perCaller: 2, perProcess: 6 },
  /** Files, pieces of files, lists of products and shipments, photos of reports: each holds its bytes until it is stored. */
  uploads: { perCaller: 4, perNetwork: 8, perProcess: 24 },
} satisfies Record<string, CallBudget>

export type CallBudgetName = keyof typeof callBudgets
