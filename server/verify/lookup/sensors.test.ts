import { describe, expect, it } from 'vitest'
import { sensorsIn } from './sensors.ts'

describe('sensor recordings of a payload [VE07]', () => {
  const recording = {
    sensorId: 'b1',
    section_name: 'Drying',
    start_time: '2026-03-01T06:00:00.000Z',
    end_time: '2026-03-01T18:00:00.000Z',
  }
  it('are read from the answers of its form', () => {
    const payload = { Grade: 'A', submission: { custom_id: '7', sensorAnswers: [recording] } }
    expect(sensorsIn(JSON.stringify(payload))).toEqual([recording])
  })
  it.each([
    '{"Grade":"A"}',
    '{"Grade":"\\"sensorAnswers\\"","x":"sensorAnswers"}',
    '{"x":{"sensorAnswers":"much"}}',
    '{"x":{"sensorAnswers":[{"sensorId":1},null,"y"]}}',
  ])('are none in %s', (payload) => expect(sensorsIn(payload)).toEqual([]))
})
