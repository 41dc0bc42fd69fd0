import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PageModel } from '#client/verify/model.ts'
import { verifyResponseFixture } from '#shared/verify/verify-response.fixture.ts'
import { ResultDetails } from './details.tsx'

test('shows answers with a date as a time and not as it is stored, and all other details unchanged [VE02]', () => {
  const answers = [
    { question: 'Picked on', answer: 'about 2026-11-03T08:30:00.000Z, by hand' },
    { question: 'Best before', answer: '2027-01-31' },
    { question: 'Serial', answer: '2026-13-45T08:30:00.000Z' },
  ]
  const payload = JSON.stringify({
    Weight: '1250.5 kg',
    Run: '2026-11-03T08:30:00.000Z',
    submission: { custom_id_label: 'Lot', custom_id: 'B-1', answers },
  })
  const answer = verifyResponseFixture({ transaction: { message: { payload } } as never })
  const html = renderToString(<ResultDetails model={{ answer } as PageModel} t={(key) => key} />)
  const values = [...html.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, value]) => value!.replaceAll(/<!-- -->|<[^>]+>/g, ''))
  expect(values).toEqual([
    ...['1250.5 kg', '2026-11-03T08:30:00.000Z', 'B-1', 'about 03/11/2026 08:30 UTC, by hand', '2027-01-31'],
    '2026-13-45T08:30:00.000Z',
  ])
})

test('shows the photos of shared answers as links to the files that the payload names [VE02]', () => {
  const hash = 'a'.repeat(64)
  const answers = [
    { question: 'Leaf', files: [{ hash, ext: '.jpg' }] },
    { question: 'Trap', files: [{ hash: '../x', ext: '.jpg' }, { hash, ext: '.pdf' }, null] },
    { question: 'Odd', files: 'x' },
  ]
  const payload = JSON.stringify({ submission: { custom_id_label: 'Lot', custom_id: 'B-1', answers } })
  const answer = verifyResponseFixture({ transaction: { message: { payload } } as never })
  const html = renderToString(<ResultDetails model={{ answer } as PageModel} t={(key) => key} />)
  expect([...html.matchAll(/<img src="(.*?)" alt="(.*?)"/g)].map(([, src, alt]) => [src, alt])).toEqual([
    [`/api/files/${hash}.jpg`, 'Leaf 1'],
  ])
  expect(html).toContain(`<a href="/api/files/${hash}.jpg"`)
  expect(html).not.toMatch(/Trap|Odd/)
})
