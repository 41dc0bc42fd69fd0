import { expect, test } from 'vitest'
import { readCode } from './code.ts'

const code = { address: '01563e3a-b5d3-d676-4c61-efb99302bd5b', secret: 'K7M2XQ9PDW4HTZ3R' }
const printed = '01ARZ3NDEKTSV4RRFFQ69G5FAVK7M2XQ9PDW4HTZ3R'

// What the keys of the printed code and of its link type on these keyboards, written down from their pictures.
test.each([
  ['Russian', '01ФКЯ3ТВУЛЕЫМ4ККААЙ69П5АФМЛ7Ь2ЧЙ9ЗВЦ4РЕЯ3К'],
  ['Russian without capitals', '01фкя3твулеым4ккаай69п5афмл7ь2чй9звц4рея3к'],
  ['Russian with the link', 'РЕЕЗЫЖ..ФЫЫФНЮУЧФЬЗДУ.М.01ФКЯ3ТВУЛЕЫМ4ККААЙ69П5АФМЛ7Ь2ЧЙ9ЗВЦ4РЕЯ3К'],
  ['Ukrainian', '01ФКЯ3ТВУЛЕІМ4ККААЙ69П5АФМЛ7Ь2ЧЙ9ЗВЦ4РЕЯ3К'],
  ['Greek', '01αρζ3νδεκτσω4ρρφφ;69γ5φαωκ7μ2χ;9πδς4ητζ3ρ'],
  ['Hebrew', "01שרז3מגקלאדה4ררככ/69ע5כשהל7צ2ס/9פג'4יאז3ר"],
  ['French', 'à&QRW"NDEKTSV\'RRFFA-çG(FQVKè?éXAçPDZ\'HTW"R'],
  ['French with the link', 'HTTPSM!!QSSQY:EXQ?PLE!V!à&QRW"NDEKTSV\'RRFFA-çG(FQVKè?éXAçPDZ\'HTW"R'],
  ['German with the link', 'HTTPSÖ--ASSAZ.EXAMPLE-V-01ARY3NDEKTSV4RRFFQ69G5FAVK7M2XQ9PDW4HTY3R'],
])('reads a code that a scanner typed on a %s keyboard [OF04]', (_, text) => {
  expect(readCode(text)).toEqual({ code })
})

test('leaves a code alone that was typed on a US keyboard [OF04]', () => {
  expect(readCode(`HTTPS://ASSAY.EXAMPLE/V/${printed}`)).toEqual({ code })
})
