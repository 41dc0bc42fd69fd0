// @vitest-environment node
import { expect, test } from 'vitest'
import { proofArchive } from '#client/e2e/transparency/proof-archive.ts'
import { describeFinding } from '#shared/transparency/describe-finding.ts'
import { parsePolicy } from '#shared/transparency/policy.ts'
import { checkFiles, refuseUnread } from './check-files.ts'

const photo = { name: 'photo.jpg', bytes: new TextEncoder().encode('a photo') }
const { zip, policy: text } = proofArchive('log.example/photos', photo.bytes)
const archive = { name: 'proof-CODE.zip', bytes: new Uint8Array(zip) }
const policy = parsePolicy(text)

test('says of each file beside an archive whether the statement names exactly its bytes [VE03]', () => {
  expect(checkFiles([archive], policy)).not.toHaveProperty('files')
  const own = checkFiles([photo, archive], policy)
  expect(own).toMatchObject({ outcome: 'genuine', files: [{ name: 'photo.jpg', isNamed: true }] })
  expect(describeFinding(own, 'enUS')).toMatchObject({ tone: 'good' })
  const changed = { name: 'changed.jpg', bytes: new TextEncoder().encode('another photo') }
  const mixed = checkFiles([archive, photo, changed], policy)
  expect(mixed).toMatchObject({ files: [{ isNamed: true }, { name: 'changed.jpg', isNamed: false }] })
  const { tone, sections } = describeFinding(mixed, 'enUS')
  expect(tone).toBe('bad')
  expect(sections.find(({ title }) => title === 'Files that you chose with it')!.lines).toEqual([
    '“photo.jpg” is exactly a file that the statement names.',
    '“changed.jpg” is not named by the statement: it was changed, or belongs to something else.',
  ])
})

test('reads one archive with at most 20 files, or a pair with .ots, and nothing else [VE03]', () => {
  const sized = (name: string, size = 1) => ({ name, size })
  const photos = (count: number) => Array.from({ length: count }, (_, n) => sized(`${n}.jpg`))
  const [zip, ots] = [sized('a.zip'), sized('a.ots')]
  for (const files of [[sized('a')], [zip], [zip, ...photos(20)], [ots, zip], [ots, sized('b.pdf')]]) {
    expect(refuseUnread(files)).toBeUndefined()
  }
  for (const files of [[ots], [zip, zip], photos(2), [zip, ...photos(21)], [zip, ots, sized('b.jpg')]]) {
    expect(refuseUnread(files)).toEqual({ outcome: 'unread', fault: 'alone' })
  }
  expect(refuseUnread([sized('a.zip', 5_000_000), sized('b.jpg')])).toMatchObject({ fault: 'oversized' })
  expect(refuseUnread([zip, sized('b.jpg', 65 * 1024 * 1024)])).toMatchObject({ fault: 'oversized' })
})
