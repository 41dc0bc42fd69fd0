import { expect, test } from 'vitest'
import { nameCameras } from './camera-names.ts'

const named = (...labels: string[]) =>
  nameCameras(labels.map((label, at) => ({ id: String(at), label }))).map(({ side, name, number }) =>
    side ? `${side} ${number}` : name,
  )

test('names the cameras of an Android phone by their side [OF04]', () => {
  expect(named('camera2 1, facing front', 'camera2 0, facing back', 'camera2 2, facing back')).toEqual([
    'front 1',
    'back 1',
    'back 2',
  ])
})

test('keeps the names of an iPhone, and removes the USB numbers of a computer [OF04]', () => {
  expect(named('Back Ultra Wide Camera', 'HD Webcam (046d:0825)', '')).toEqual([
    'Back Ultra Wide Camera',
    'HD Webcam',
    '',
  ])
})
