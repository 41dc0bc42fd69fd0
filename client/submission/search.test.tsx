import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formEntity } from '#shared/form/record.ts'
import { answerPath, submissionEntity } from '#shared/submission/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { fieldDevice, grower, serial, weight } from './field-device.fixture.ts'
import { Component } from './page.tsx'

test('finds submissions by their answers without a connection, and shows the answer [SU01]', async () => {
  const { show, begin, user } = await fieldDevice()
  await begin('B-1', { [answerPath(grower)]: 'Ada Lovelace', [answerPath(weight)]: '12.5' })
  await begin('B-2', { [answerPath(serial)]: 'LOVE-7' })
  await begin('B-3')
  show(Component, '/submission')
  await screen.findByText('B-3')
  await user.type(screen.getByRole('searchbox'), 'lOVE')
  await screen.findByText('Grower: Ada Lovelace')
  await screen.findByText('Serial: LOVE-7')
  expect(screen.queryByText('B-3')).toBeNull()
  await user.type(screen.getByRole('searchbox'), '{Backspace>4/}12.5 kg')
  await screen.findByText('Weight: 12.5 kg')
  await waitFor(() => expect(screen.queryByText('B-2')).toBeNull())
})

test('finds an option by its name, and a hidden answer not at all [SU01]', async () => {
  const { engine, show, user } = await fieldDevice()
  const [color, reason] = [uuid7(), uuid7()]
  const common = { prefix: '', suffix: '', share: false, required: false, active: true }
  const options = [
    { id: 'r', name: 'Crimson' },
    { id: 'g', name: 'Emerald' },
  ]
  const questions = [
    { ...common, id: color, name: 'Color', datatype: 'choice', options, sequence: 1 },
    {
      ...common,
      id: reason,
      name: 'Reason',
      datatype: 'string',
      showIf: { question: color, options: ['g'] },
      sequence: 2,
    },
  ]
  const sections = [{ id: uuid7(), name: 'Only', sequence: 1, sensors: [], questions }]
  const set = { name: 'Paint', custom_id_label: '', sections }
  const form = await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  const answers = { [answerPath(color)]: 'r', [answerPath(reason)]: 'Crimson was sold out' }
  const head = { formId: form.recordId, date: '2026-11-21T08:00:00.000Z', custom_id: 'P-1' }
  await engine.enqueue({ entity: submissionEntity, kind: 'create', set: { ...head, ...answers }, payloadV: 1 })
  show(Component, '/submission?search=crims')
  await screen.findByText('Color: Crimson')
  await user.type(await screen.findByRole('searchbox'), '{Backspace>5/}sold out')
  await waitFor(() => expect(screen.queryByText('P-1')).toBeNull())
})
