import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import type { SessionState } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { useKnownSensors, useSensorName } from './known-sensors.ts'

const sensor = (id: number, name: string) => ({
  id: `0193a000-0000-7000-8000-0000000000${id}`,
  name,
  type: 'temperature',
  unit: '°C',
})
const server = setupServer(
  http.get('*/api/sensor', ({ request }) => {
    const isSearch = new URL(request.url).searchParams.has('search')
    const rows = isSearch ? [sensor(12, 'Cellar')] : [sensor(11, 'Attic')]
    return HttpResponse.json({ rows, total: isSearch ? 1 : 201 })
  }),
)
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const Picker = () => {
  const { current, search, setSearch } = useKnownSensors()
  return (
    <>
      <RowSearchField search={search} setSearch={setSearch} label="Sensor" />
      <ul>
        {current.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  )
}
const Name = () => <p>{useSensorName()(sensor(12, '').id)}</p>

test('finds a sensor that the list does not contain, and knows its name later without a search [TM01]', async () => {
  const { show, user } = await setUpDevice({ texts: ['sensor'] })
  session.setState({ user: { features: ['temperature'] } as SessionState['user'] })
  show(Picker)
  expect(await screen.findByText('Attic')).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Search: Sensor' }), 'cell')
  expect(await screen.findByText('Cellar')).toBeTruthy()
  expect(screen.queryByText('Attic')).toBeNull()
  show(Name)
  expect(await screen.findByText('Temperature · Cellar')).toBeTruthy()
})
