import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOtherServer } from '#scripts/attack/setup/other-server.ts'
import { type Probe, zeroFinding } from '#scripts/attack/setup/probe.ts'
import { createColleagues, noiseImage, uploadSample } from '#scripts/attack/setup/sample-files.ts'
import { fillDisk, pathSeenBy, requireSmallDisks, smallDiskCommand } from '#scripts/attack/setup/small-disk.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { coreProblems } from '#shared/core/api/problem.ts'

const diskMb = 8
const leftKb = 256
const rejections = 5
const most = 100

/**
 * Uploads without space are answered with 503, leave neither a row nor a part of a file, and succeed when there is space again.
 */
export const diskFullFiles: Probe = async (target) => {
  requireSmallDisks()
  const { stage } = target
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-files-'))
  const other = await startOtherServer(stage.env, {
    env: { DATA_DIR: dataDir },
    through: smallDiskCommand(dataDir, diskMb),
  })
  const place = { ...target, ...other }
  const odd: string[] = []
  let asked = 0
  const expect = (what: string, found: unknown, wanted: unknown) => {
    asked++
    if (found !== wanted) odd.push(`${what}: ${found}`)
  }
  try {
    const [person] = await createColleagues(place, 1)
    const disk = pathSeenBy(other.server.pid, dataDir)
    fillDisk(join(disk, 'filler'), leftKb)
    const before = await uploadRows(stage)
    const kept: string[] = []
    let rejected = 0
    for (let n = 0; n < most && rejected < rejections; n++) {
      // Different bytes each time, so that each upload is a new file.
      const sample = { name: `${n}.png`, mime: 'image/png', content: await noiseImage(200 + n, 150) }
      const { status, body } = await uploadSample(place, person!, sample)
      if (status === 200) kept.push((body as { hash: string }).hash)
      else {
        rejected++
        expect('a refusal', `${status} ${(body as { error: string }).error}`, `503 ${coreProblems.noSpace.code}`)
      }
    }
    expect('rejections', rejected, rejections)
    expect('ready', (await other.call('/health/ready')).status, 503)
    expect('a scan', (await other.call(target.genuine[0]!)).status, 200)
    const names = (folder: string) => readdirSync(join(disk, 'files', folder))
    const stored = names('')
      .filter((name) => /^..$/.test(name))
      .flatMap(names)
    expect('parts of files', names('incoming').length, 0)
    expect('files without a row', stored.filter((hash) => !kept.includes(hash)).length, 0)
    expect('files of answered uploads', kept.filter((hash) => stored.includes(hash)).length, kept.length)
    expect('new rows', (await uploadRows(stage)) - before, kept.length)

    rmSync(join(disk, 'filler'))
    const again = { name: 'again.png', mime: 'image/png', content: await noiseImage(180, 150) }
    expect('with space again', (await uploadSample(place, person!, again)).status, 200)
  } finally {
    await other.server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return zeroFinding(odd, asked, 'findings of uploads on a full disk')
}

async function uploadRows({ db }: TestSystem): Promise<number> {
  const { rows } = await db.system((tx) =>
    tx.execute<{ count: number }>(sql`select count(*)::int as count from upload`),
  )
  return rows[0]!.count
}
