import { describe, expect, test } from 'vitest'
import { eventIdOf } from './event-id.ts'
import { preHashOf } from './pre-hash.ts'

const id = (hex: string) => `ni:///sha-256;${hex}?ver=CBV2.0`

// Values of the examples that CBV 2.0 and its reference implementation publish, with their hashes.
describe('examples of GS1', () => {
  test('an event with identifiers as urns and fields of another namespace', () => {
    const event = {
      type: 'ObjectEvent',
      eventTime: '2020-03-04T11:00:30.000+01:00',
      eventTimeZoneOffset: '+01:00',
      recordTime: '2020-03-04T11:00:30.999+01:00',
      epcList: ['333', '111', '222'].map((serial) => `urn:epc:id:sscc:4012345.0000000${serial}`),
      action: 'OBSERVE',
      bizStep: 'departing',
      readPoint: { id: 'urn:epc:id:sgln:4012345.00011.987' },
      'example:myField1': { 'example:mySubField1': '2', 'example:mySubField2': '5' },
      'example:myField2': '0',
      'example:myField3': { 'example:mySubField3': ['3', '1'] },
    }
    expect(eventIdOf(event, { example: 'https://ns.example.com/epcis/' })).toBe(
      id('6ae96341e0acc6d7a261364751f60e68278a81cdf51da0abb6b4e617014e39d7'),
    )
  })

  test('a shipment with its despatch advice, source and destination', () => {
    const event = {
      type: 'ObjectEvent',
      eventTime: '2022-02-16T12:50:00.000+01:00',
      eventTimeZoneOffset: '+01:00',
      epcList: ['urn:epc:id:sscc:4012345.1112223334'],
      action: 'OBSERVE',
      bizStep: 'departing',
      readPoint: { id: 'urn:epc:id:sgln:4012345.00022.0' },
      bizTransactionList: [{ type: 'desadv', bizTransaction: 'urn:epcglobal:cbv:bt:4012345000009:ASN1099' }],
      sourceList: [{ type: 'possessing_party', source: 'urn:epc:id:pgln:4012345.00000' }],
      destinationList: [{ type: 'possessing_party', destination: 'urn:epc:id:pgln:4023333.00000' }],
    }
    expect(eventIdOf(event, {})).toBe(id('7a82a68b0f9c78bebb1c729d950edbf1fd40c56f3351906020d2d67d5dffbc72'))
  })

  test('readings of sensors', () => {
    const device = {
      deviceID: 'urn:epc:id:giai:4000001.111',
      deviceMetadata: 'https://id.gs1.org/8004/4000001111',
      rawData: 'https://id.example.org/8004/401234599999',
    }
    const measured = (minute: string, [temperature, humidity, speed, light]: [number, number, number, number]) => ({
      sensorMetadata: { time: `2022-02-16T14:${minute}:00.000+01:00`, ...device },
      sensorReport: [
        { type: 'Temperature', value: temperature, uom: 'CEL' },
        { type: 'AbsoluteHumidity', value: humidity, uom: 'A93' },
        { type: 'Speed', value: speed, uom: 'KMH' },
        { type: 'Illuminance', value: light, uom: 'LUX' },
      ],
    })
    const event = {
      type: 'ObjectEvent',
      eventTime: '2022-02-16T15:00:00.000+01:00',
      eventTimeZoneOffset: '+01:00',
      epcList: ['urn:epc:id:sgtin:4012345.011111.9876'],
      action: 'OBSERVE',
      bizStep: 'inspecting',
      readPoint: { id: 'urn:epc:id:sgln:4012345.00005.0' },
      sensorElementList: [
        measured('05', [26, 12.1, 160, 800]),
        measured('35', [26.1, 12.2, 161, 801]),
        measured('55', [26.2, 12.2, 162, 802]),
      ],
    }
    expect(eventIdOf(event, {})).toBe(id('4afcdd3db3ff438fbe6c5a341ab8d1c405945f10d0c9a21b44d9ff45358b3801'))
  })
})

test('is the same for each way to write an event down', () => {
  const event = {
    type: 'ObjectEvent',
    eventTime: '2026-11-28T08:00:00.1415Z',
    eventTimeZoneOffset: '+00:00',
    epcList: ['urn:epc:id:sgtin:4012345.011111.9876'],
    quantityList: [{ epcClass: 'urn:epc:class:lgtin:4012345.011111.A', quantity: '1.50' }],
    action: 'OBSERVE',
    bizStep: 'urn:epcglobal:cbv:bizstep:shipping',
    disposition: 'cbv:Disp-in_transit',
  }
  const other = {
    disposition: 'https://ref.gs1.org/cbv/Disp-in_transit',
    bizStep: 'shipping',
    action: 'OBSERVE',
    quantityList: [{ quantity: 1.5, epcClass: 'https://tea.example/01/04012345111118/10/A' }],
    epcList: ['https://tea.example/x/01/04012345111118/10/L1/21/9876?17=261231'],
    eventTimeZoneOffset: '+00:00',
    eventTime: '2026-11-28T09:00:00.142+01:00',
    recordTime: '2026-11-28T10:00:00Z',
    eventID: 'urn:uuid:00000000-0000-0000-0000-000000000001',
    errorDeclaration: { declarationTime: '2026-11-28T11:00:00Z' },
    type: 'ObjectEvent',
  }
  expect(preHashOf(other, {})).toBe(preHashOf(event, {}))
})

test('changes with each field that tells something', () => {
  const event = { type: 'ObjectEvent', eventTime: '2026-11-28T08:00:00Z', action: 'OBSERVE', epcList: ['urn:x:1'] }
  const others = [
    { action: 'ADD' },
    { epcList: ['urn:x:2'] },
    { bizStep: 'shipping' },
    { 'a:b': 1 },
    { 'a:b': { 'a:c': 1 } },
  ]
  const ids = others.map((other) => eventIdOf({ ...event, ...other }, { a: 'urn:a:' }))
  expect(new Set([eventIdOf(event, {}), ...ids]).size).toBe(others.length + 1)
})
