import pg from 'pg'

/** The address of another database of the same server, optionally with another login. */
export function withDatabaseName(url: string, name: string, login?: { username: string; password: string }): string {
  return Object.assign(new URL(url), { pathname: `/${name}`, ...login }).href
}

/** Runs one statement on a connection of its own. */
export async function runStatement(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}
