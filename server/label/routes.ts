import type { FastifyInstance } from 'fastify'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { sendDownload } from '#server/core/files/download.ts'
import { inTransaction, type RouteRequest, serve, serveStream } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { missingLetters } from '#server/core/text/shaping.ts'
import { createCodePrinter, createScratchPrinter, findOrder } from '#server/order/service.ts'
import type { Route } from '#shared/core/api/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { entryAddress, urlAtHost } from '#shared/core/host/installation-url.ts'
import {
  type CodeRange,
  calibrationRoute,
  imageRoute,
  type LabelFormat,
  labelContract,
  labelProblems,
  sheetRoute,
  zplRoute,
} from '#shared/label/contract.ts'
import type { LabelText } from '#shared/label/label-text.ts'
import { type Placement, placeLabel, slotsOf } from '#shared/label/layout.ts'
import { placeOnPrinter } from '#shared/label/printer-layout.ts'
import { sheets } from '#shared/label/sheets.ts'
import { type Order, orderProblems } from '#shared/order/contract.ts'
import { wholeCodeLetters } from '#shared/verify/code/code.ts'
import { scratchLetters } from '#shared/verify/code/scratch-code.ts'
import { labelCount, type PrintedCode, printedLetters, type RunQuery, selectedCodes } from './codes.ts'
import { zplLabels } from './zpl.ts'

/** Loaded with the first label, because most processes never print one. */
const loadLabelFiles = () => import('./label-files.ts')

export function labelRoutes(app: FastifyInstance) {
  const { config } = app.assay
  const siteOf = ({ host }: Order) => entryAddress(urlAtHost(config.publicUrl, host))
  const [codeOf, scratchCodeOf] = [createCodePrinter(config), createScratchPrinter(config)]
  const print: Print = (order) => (address) => ({
    url: codeOf(address, order),
    scratch: order.scratch ? scratchCodeOf(address) : null,
  })
  /** The code of a label that is planned: all codes of an order have the same length. */
  const anyCodeOf = (order: Order) => codeOf('00000000-0000-0000-0000-000000000000', order)

  type Wanted = Record<'serial' | 'code' | 'name' | 'site' | 'scratch' | 'scratchQr', 'true' | 'false'>
  /** The texts of the labels of an order and their places. */
  const planOf =
    (wanted: Wanted, place: (text: LabelText, code: string) => Placement | undefined) => (order: Order) => {
      const hasScratch = wanted.scratch === 'true'
      if (hasScratch && !order.scratch) throw new Problem(labelProblems.noScratch)
      const text = {
        serial: wanted.serial === 'true',
        code: wanted.code === 'true' ? wholeCodeLetters : 0,
        name: wanted.name === 'true' ? order.sku?.name : undefined,
        site: wanted.site === 'true' ? siteOf(order) : undefined,
        ...(hasScratch && { scratch: scratchLetters, scratchQr: wanted.scratchQr === 'true' }),
      }
      const placement = place(text, anyCodeOf(order))
      if (!placement) throw new Problem(labelProblems.tooLarge)
      return { text, placement }
    }

  serve(app, labelContract, {
    async sample({ tx, actor, params, query }) {
      const order = await findOrder(tx, merchantOf(actor), params.id)
      if (order.state !== 'done') throw new Problem(orderProblems.unfinished)
      const { value: first } = await selectedCodes((run) => run(tx), print(order), order, {
        ...query,
        amount: 1,
      }).next()
      if (!first) throw new Problem(orderProblems.noCodes)
      const { qrPath: drawnSymbol } = await loadLabelFiles()
      const missing_letters = await missingLetters(order.sku?.name ?? '')
      const { serialNo: serial_no, own: own_serial, url, scratch } = first
      const scratch_path = scratch && drawnSymbol(scratch).path
      return {
        serial_no,
        own_serial,
        url,
        letters: printedLetters(url),
        scratch,
        scratch_path,
        site: siteOf(order),
        ...drawnSymbol(url),
        missing_letters,
      }
    },
  })

  serveStream(app, sheetRoute, async (call) => {
    const { sheet: name, start, outline, size, shiftX, shiftY, ...query } = call.query
    const sheet = sheets[name]
    if (start > slotsOf(sheet)) throw new Problem(labelProblems.noPosition, { most: slotsOf(sheet) })
    const { qrPath: drawnSymbol, sheetFile } = await loadLabelFiles()
    const plan = planOf(query, (text, code) => placeLabel(sheet, drawnSymbol(code).modules, text, size))
    const ofDemo = slotsOf(sheet) - start + 1
    const {
      order,
      codes,
      plan: planned,
    } = await prepareLabels(call, sheetRoute, { format: 'pdf', print, planFor: plan, ofDemo })
    const job = { sheet, start, ...planned, shiftX, shiftY, outline: outline === 'true' }
    return sendDownload(
      call,
      { type: 'application/pdf', name: `${order.order_id}.pdf` },
      sheetFile(order.order_id, codes, job),
    )
  })

  serveStream(app, calibrationRoute, async (call) => {
    const { sheet, ...shift } = call.query
    const { calibrationFile } = await loadLabelFiles()
    return sendDownload(
      call,
      { type: 'application/pdf', name: `calibration-${sheet}.pdf` },
      calibrationFile(sheet, shift),
    )
  })

  serveStream(app, imageRoute, async (call) => {
    const { image, size } = call.query
    const { order, codes } = await prepareLabels(call, imageRoute, { format: image, print, planFor: () => undefined })
    const { imageArchive: pictureFile } = await loadLabelFiles()
    const answer = { type: 'application/zip', name: `${order.order_id}-${image}.zip` }
    return sendDownload(call, answer, pictureFile(codes, order, image, size))
  })

  serveStream(app, zplRoute, async (call) => {
    const { width, height, size, ...query } = call.query
    const label = { width, height }
    const dpi = Number(query.dpi)
    const { qrPath: drawnSymbol } = await loadLabelFiles()
    const plan = planOf(query, (text, code) =>
      placeOnPrinter(label, drawnSymbol(code).modules, text, { dpi, wanted: size }),
    )
    const { order, codes, plan: planned } = await prepareLabels(call, zplRoute, { format: 'zpl', print, planFor: plan })
    const labels = zplLabels(codes, { label, dpi, ...planned })
    return sendDownload(call, { type: 'text/plain; charset=utf-8', name: `${order.order_id}.zpl` }, labels)
  })
}

/** Demo mode needs no sign-in, so its files contain at most one page. */
const demoLabels = 24

/** Returns a function that gives what is printed for a code of the order. */
type Print = (order: Order) => (address: string) => Omit<PrintedCode, 'serialNo' | 'own'>
type LabelWork<Plan> = {
  format: LabelFormat
  print: Print
  planFor: (order: Order) => Plan
  /** Labels of a file in demo mode, at most. */
  ofDemo?: number
}
type LabelRun<Plan> = { order: Order; codes: AsyncGenerator<PrintedCode>; plan: Plan }
type Call = Pick<RouteRequest<Route>, 'request' | 'reply' | 'services'>

/**
 * Finds the order, counts its labels, plans one of them and records the printing in the audit trail. In demo mode no audit entry is written.
 */
async function prepareLabels<Plan>(
  call: Call & { actor: Actor; params: { id: string }; query: CodeRange },
  route: Pick<Route, 'access'>,
  { format, print, planFor, ofDemo = demoLabels }: LabelWork<Plan>,
): Promise<LabelRun<Plan>> {
  const { actor, params, query, request, services } = call
  const read: RunQuery = (run) => inTransaction(services, route, actor, run)
  const { order, amount, plan } = await read(async (tx) => {
    const order = await findOrder(tx, merchantOf(actor), params.id)
    const amount = await labelCount(tx, order, query, format)
    const plan = planFor(order)
    const { type, from } = query
    if (!actor.demo)
      await audit(tx, request, 'order.labels', { subject: order.id, data: { format, type, from, amount } })
    return { order, amount: actor.demo ? Math.min(amount, ofDemo) : amount, plan }
  })
  return { order, plan, codes: selectedCodes(read, print(order), order, { ...query, amount }) }
}
