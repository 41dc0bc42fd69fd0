import { Box, type BoxProps } from '@chakra-ui/react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { LabelSample } from '#shared/label/contract.ts'
import { type Placement, type SheetPosition, type Size, slotAt, slotsOf } from '#shared/label/layout.ts'
import { papers, type Sheet } from '#shared/label/sheets.ts'

type Content = {
  sample: LabelSample
  placement: Placement
  /** The lines of a label, of which the first is label 0. */
  textOf: (label: number) => readonly string[]
}

type SheetProps = {
  sheet: Sheet
  start: number
  count: number
  content: Content | undefined
  onStart: (start: number) => void
}

/**
 * The first sheet as it will be printed. The first label to use is selected on it: a radio group in the layout of the
 * sheet.
 */
export function SheetPreview({ sheet, start, count, content, onStart }: SheetProps) {
  const t = useText('label')
  const code = useId()
  const group = useRef<SVGSVGElement>(null)
  const paper = papers[sheet.paper]
  const slots = slotsOf(sheet)
  const choose = (slot: number) => {
    const next = Math.min(slots, Math.max(1, slot))
    onStart(next)
    group.current?.querySelectorAll<SVGGElement>('[role=radio]')[next - 1]?.focus()
  }
  const onKey = (event: KeyboardEvent, slot: number) => {
    const { columns } = sheet
    const steps: Partial<Record<string, number>> = {
      ArrowLeft: slot - 1,
      ArrowRight: slot + 1,
      ArrowUp: slot - columns,
      ArrowDown: slot + columns,
      Home: 1,
      End: slots,
      ' ': slot,
    }
    const target = steps[event.key]
    if (target === undefined) return
    event.preventDefault()
    if (target >= 1 && target <= slots) choose(target)
  }
  return (
    <Paper width={paper.width} height={paper.height} role="radiogroup" aria-label={t('startAt')}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the group around it has the name. */}
      <svg ref={group} viewBox={`0 0 ${paper.width} ${paper.height}`}>
        {content && <CodeShapes id={code} content={content} />}
        {Array.from({ length: slots }, (_, index) => {
          const slot = index + 1
          const corner = slotAt(sheet, index)
          const label = slot - start
          const place = {
            number: slot,
            row: Math.floor(index / sheet.columns) + 1,
            column: (index % sheet.columns) + 1,
          }
          return (
            <Slot key={slot} chosen={slot === start}>
              {/* biome-ignore lint/a11y/useSemanticElements: an SVG cannot contain an input. */}
              <g
                role="radio"
                aria-checked={slot === start}
                aria-label={t('slot', place)}
                tabIndex={slot === start ? 0 : -1}
                onClick={() => choose(slot)}
                onKeyDown={(event) => onKey(event, slot)}
              >
                <rect {...corner} width={sheet.width} height={sheet.height} rx={sheet.cut ? 0 : 1.5} />
                {content && label >= 0 && label < count && (
                  <LabelDrawing at={corner} size={sheet} code={code} content={content} label={label} />
                )}
              </g>
            </Slot>
          )
        })}
      </svg>
    </Paper>
  )
}

/** One label as it is printed. */
export function LabelPreview({ size, content }: { size: Size; content: Content | undefined }) {
  const t = useText('label')
  const code = useId()
  return (
    <Paper width={size.width} height={size.height}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={t('preview')}>
        {content && <CodeShapes id={code} content={content} />}
        {content && <LabelDrawing at={{ x: 0, y: 0 }} size={size} code={code} content={content} label={0} />}
      </svg>
    </Paper>
  )
}

/** White in every theme, because paper is white. */
function Paper({ width, height, children, ...rest }: Size & Omit<BoxProps, keyof Size>) {
  return (
    <Box
      bg="white"
      color="black"
      borderWidth="1px"
      boxShadow="sm"
      marginInline="auto"
      width="full"
      maxWidth={width < 150 ? 'xs' : 'md'}
      aspectRatio={`${width} / ${height}`}
      overflow="hidden"
      {...rest}
    >
      {children}
    </Box>
  )
}

/** The outlines of the labels, and the selected one. */
function Slot({ chosen, children }: { chosen: boolean; children: React.ReactElement }) {
  return (
    <Box
      asChild
      cursor="pointer"
      outline="none"
      fill="transparent"
      stroke={chosen ? 'primary.solid' : 'gray.solid'}
      strokeWidth={chosen ? '1' : '0.2'}
      css={{ '&:hover rect': { strokeWidth: '1' }, '&:focus-visible rect': { strokeWidth: '2' } }}
    >
      {children}
    </Box>
  )
}

/** The first codes, in units of their modules. All labels show them, since only the server renders the others. */
function CodeShapes({ id, content: { sample } }: { id: string; content: Content }) {
  return (
    <defs>
      <path id={id} d={sample.path} />
      {sample.scratch_path && <path id={scratchId(id)} d={sample.scratch_path} />}
    </defs>
  )
}

const scratchId = (code: string) => `${code}-scratch`

type DrawingProps = { at: SheetPosition; size: Size; code: string; content: Content; label: number }

/** Text is rendered large and scaled down, because browsers have a minimum font size. */
const fontPixels = 16

function LabelDrawing({ at, size, code, content: { placement, textOf }, label }: DrawingProps) {
  const { lines, align, module, scratchQr } = placement
  return (
    <svg {...at} width={size.width} height={size.height} fill="black" stroke="none" aria-hidden="true">
      <use href={`#${code}`} transform={`translate(${placement.code.x} ${placement.code.y}) scale(${module})`} />
      {scratchQr && (
        <use
          href={`#${scratchId(code)}`}
          transform={`translate(${scratchQr.code.x} ${scratchQr.code.y}) scale(${scratchQr.module})`}
        />
      )}
      {textOf(label).map((text, index) => {
        const line = lines[index]
        if (!line) return null
        const scale = line.size / fontPixels
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity except their position.
          <Box asChild key={index} fontSize={`${fontPixels}px`} fontFamily="Helvetica, Arial, sans-serif">
            <text transform={`translate(${line.x} ${line.y}) scale(${scale})`} textAnchor={align}>
              {text}
            </text>
          </Box>
        )
      })}
    </svg>
  )
}
