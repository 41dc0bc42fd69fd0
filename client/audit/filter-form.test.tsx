import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { AuditFilter } from '#shared/audit/contract.ts'
import { FilterForm } from './filter-form.tsx'

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('keeps what is typed until a filter is applied, and shows one that comes from elsewhere [AD01]', async () => {
  const { show, user } = await setUpDevice({ texts: ['audit'] })
  const asked: AuditFilter[] = []
  let apply: (filter: AuditFilter) => void = () => {}
  show(() => {
    const [filter, setFilter] = useState<AuditFilter>({})
    apply = setFilter
    return <FilterForm filter={filter} onFilter={(next) => asked.push(next)} />
  })
  await user.type(field('Who'), 'ada')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.type(field('Merchant'), 'Highland')
  act(() => apply(asked[0]!))
  expect([field('Who').value, field('Merchant').value]).toEqual(['ada', 'Highland'])
  act(() => apply({ action: 'user.' }))
  expect([field('Who').value, field('Merchant').value, field('Action').value]).toEqual(['', '', 'user.'])
})
