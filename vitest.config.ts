import workspace from './vitest.workspace.ts'

/** Vitest reads this name by default and ignores the workspace file. */
export default workspace
