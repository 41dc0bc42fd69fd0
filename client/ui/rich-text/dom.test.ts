import { expect, test } from 'vitest'
import { isTidy, paint, read, select, selectedSpan } from './dom.ts'
import { formatLines, formatWords, tidied } from './model.ts'

function surfaceOf(html = '') {
  const surface = document.createElement('div')
  surface.innerHTML = html
  document.body.replaceChildren(surface)
  return surface
}

const text = formatLines(
  formatWords({ ops: [{ insert: 'Green tea\n\nfrom hills\n' }] }, { from: 0, to: 5 }, { bold: true, size: 'large' }),
  { from: 12, to: 12 },
  { list: 'bullet', indent: 1, align: 'right' },
)

test('CU02 what is painted reads as what it was', () => {
  const surface = surfaceOf()
  paint(surface, text)
  expect(read(surface)).toEqual(text)
  expect(isTidy(surface, text)).toBe(true)
})

test('CU02 a text is shown as words, whatever it says', () => {
  const hostile = tidied({ ops: [{ insert: '<img src=x onerror=alert(1)>\n' }] })
  const surface = surfaceOf()
  paint(surface, hostile)
  expect(surface.querySelector('img')).toBeNull()
  expect(read(surface)).toEqual(hostile)
})

test('CU02 what a browser leaves behind is read without its marks', () => {
  const surface = surfaceOf(
    'loose<div>one<br></div><p><span style="color:red"><strong>two</strong>\u00a0<a href="x">three</a></span></p><p><br></p>',
  )
  expect(read(surface)).toEqual({
    ops: [{ insert: 'loose\none\n' }, { insert: 'two', attributes: { bold: true } }, { insert: ' three\n\n' }],
  })
  expect(isTidy(surface, read(surface))).toBe(false)
})

test('CU02 every place of a text can be selected, and is the same place afterwards', () => {
  const surface = surfaceOf()
  paint(surface, text)
  for (let at = 0; at <= 21; at++) {
    select(surface, { from: at, to: at })
    expect(selectedSpan(surface)).toEqual({ from: at, to: at })
  }
  select(surface, { from: 3, to: 14 })
  expect(selectedSpan(surface)).toEqual({ from: 3, to: 14 })
})
