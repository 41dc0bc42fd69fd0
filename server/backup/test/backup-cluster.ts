import { join } from 'node:path'
import { migrate } from '#server/core/db/migrate.ts'
import { startDebianCluster } from '#server/core/test/database/debian-cluster.ts'
import { runStatement } from '#server/core/test/database/run-statement.ts'

/** A server of the version of pg_dump, with an installation in the database `assay` and an empty database `other`. */
export async function backupCluster() {
  const cluster = await startDebianCluster()
  const asAdmin = (database: string, text: string, values?: unknown[]) =>
    runStatement(cluster.url('postgres', database), text, values)
  await asAdmin('postgres', 'create role assay login createrole createdb')
  for (const name of ['assay', 'other']) await asAdmin('postgres', `create database ${name} owner assay`)
  await migrate(cluster.url('assay', 'assay'))
  const database = (name: string) => ({
    name,
    url: cluster.url('assay', name),
    query: (text: string, values?: unknown[]) => asAdmin(name, text, values),
    drop: async () => {},
  })
  const folder = (name: string) => join(cluster.folder, name)
  return { asAdmin, database, folder, remove: cluster.remove }
}
export type BackupCluster = Awaited<ReturnType<typeof backupCluster>>

/** The environment of the commands. */
export const commandEnv = (url: string, folders: { data: string; place: string }): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  DATABASE_URL: url,
  DATA_DIR: folders.data,
  CODE_KEY: '11'.repeat(32),
  NFC_KEY: '22'.repeat(32),
  JWT_SECRET: 'a secret that only the tests know, long enough',
  BACKUP_TO: folders.place,
  BACKUP_PASSPHRASE: 'correct horse battery',
})
