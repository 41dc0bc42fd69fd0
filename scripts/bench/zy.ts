import { readdirSync, readFileSync } from 'node:fs'
import { shoppedPaths } from './codes.ts'
import { answersPerSecond } from './load.ts'
import { openStage } from './stage.ts'

const stage = await openStage()
if (process.argv[2] === 'prof') stage.env.NODE_OPTIONS = '--cpu-prof --cpu-prof-dir=/tmp/prof'
const paths = await shoppedPaths(stage, Number(process.env.SCANNED ?? 20000))
const web = await stage.web()
const cpu = (pid: number) => {
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(f[11]) + Number(f[12])) * 10_000
}
const pgPids = () => {
  const all = readdirSync('/proc').filter((d) => /^\d+$/.test(d))
  const main = all.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(stage.postgresDir)
    } catch {
      return false
    }
  })
  return all.filter((pid) => {
    try {
      return main.includes(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]!)
    } catch {
      return false
    }
  })
}
const sum = (pids: string[]) =>
  pids.reduce((a, p) => {
    try {
      return a + cpu(Number(p))
    } catch {
      return a
    }
  }, 0)
await answersPerSecond(web.url, paths, 4)

import pg from 'pg'

const su = new pg.Client({ connectionString: stage.superuserUrl })
await su.connect()
const xacts = async () => {
  await new Promise((r) => setTimeout(r, 1200))
  return Number((await su.query('select sum(xact_commit) as n from pg_stat_database')).rows[0].n)
}
const x0 = await xacts()
const p = pgPids()
const [w0, g0, l0] = [cpu(web.pid), sum(p), process.cpuUsage()]
const rate = await answersPerSecond(web.url, paths, 5)
const n = rate * 5
const l = process.cpuUsage(l0)
console.log(
  `rate ${rate.toFixed(0)}/s  web ${((cpu(web.pid) - w0) / n).toFixed(0)} us  pg ${((sum(p) - g0) / n).toFixed(0)} us  load ${((l.user + l.system) / n).toFixed(0)} us`,
)
console.log('queries per answer', (((await xacts()) - x0) / n).toFixed(3))
await su.end()
await web.stop()
await stage.close()
process.exit()
