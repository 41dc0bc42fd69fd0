import { PublicKey } from 'symbol-sdk'
import { finalizationEpoch, finalizationProof } from './finalization.ts'
import type { CatapultLedger, LedgerBlock } from './ledger.ts'
import { merklePath } from './merkle.ts'
import { epoch, harvester, network, rules } from './network.ts'
import type { Transfer } from './transfer.ts'

type RestResponse = { status: number; body: unknown }
type Route = { method: string; path: RegExp; run(ledger: CatapultLedger, found: string[], body: unknown): RestResponse }

const ok = (body: unknown): RestResponse => ({ status: 200, body })
const missing = (id: string): RestResponse => ({
  status: 404,
  body: { code: 'ResourceNotFound', message: `no resource exists with id '${id}'` },
})
const maybe = (id: string, body: unknown): RestResponse => (body === undefined ? missing(id) : ok(body))
const get = (path: RegExp, run: Route['run']): Route => ({ method: 'GET', path, run })
const hex64 = '([0-9A-Fa-f]{64})'
const zeros = (count: number) => '0'.repeat(count)
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
const currency = '0000000000000001'
const generationHash = network.generationHashSeed.toString()

/** The part of the Catapult REST interface that wallets and anchoring need. */
const routes: Route[] = [
  { method: 'PUT', path: /^\/transactions$/, run: announce },
  get(new RegExp(`^/transactionStatus/${hex64}$`), (ledger, [id]) => maybe(id!, statusOf(ledger, id!.toUpperCase()))),
  {
    method: 'POST',
    path: /^\/transactionStatus$/,
    run: (ledger, _, body) => ok(hashesOf(body).flatMap((hash) => statusOf(ledger, hash.toUpperCase()) ?? [])),
  },
  get(new RegExp(`^/transactions/(confirmed|unconfirmed|partial)/${hex64}$`), (ledger, [group, id]) =>
    maybe(id!, transactionOf(ledger, group!, id!.toUpperCase())),
  ),
  get(new RegExp(`^/accounts/${hex64}$`), (ledger, [id]) => ok(viewAccount(ledger, id!.toUpperCase()))),
  get(/^\/chain\/info$/, (ledger) => ok(chainInfo(ledger))),
  get(new RegExp(`^/blocks/(\\d+)/transactions/${hex64}/merkle$`), (ledger, [height, id]) =>
    maybe(id!, pathOf(ledger, Number(height), id!.toUpperCase())),
  ),
  get(/^\/blocks\/(\d+)$/, (ledger, [height]) => {
    const block = ledger.block(Number(height))
    return block ? ok(viewBlock(block)) : missing(height!)
  }),
  get(/^\/finalization\/proof\/height\/(\d+)$/, (ledger, [height]) => maybe(height!, proofAt(ledger, Number(height)))),
  get(/^\/finalization\/proof\/epoch\/(\d+)$/, (ledger, [asked]) =>
    maybe(asked!, Number(asked) === finalizationEpoch ? proofAt(ledger, ledger.finalizedHeight) : undefined),
  ),
  get(/^\/node\/info$/, () =>
    ok({
      version: 16_777_990,
      publicKey: zeros(64),
      networkGenerationHashSeed: generationHash,
      roles: 3,
      port: 7900,
      networkIdentifier: network.identifier,
      friendlyName: 'assay',
      host: '127.0.0.1',
      nodePublicKey: zeros(64),
    }),
  ),
  get(/^\/node\/health$/, () => ok({ status: { apiNode: 'up', db: 'up' } })),
  get(/^\/node\/time$/, (ledger) => {
    const time = String(ledger.time)
    return ok({ communicationTimestamps: { sendTimestamp: time, receiveTimestamp: time } })
  }),
  get(/^\/network$/, () => ok({ name: 'local', description: 'Embedded ledger: proves nothing to others' })),
  get(/^\/network\/fees\/transaction$/, () =>
    ok({
      averageFeeMultiplier: 100,
      medianFeeMultiplier: 100,
      highestFeeMultiplier: 100,
      lowestFeeMultiplier: 0,
      minFeeMultiplier: rules.minFeeMultiplier,
    }),
  ),
  get(/^\/network\/properties$/, () =>
    ok({
      network: {
        identifier: 'local',
        nodeEqualityStrategy: 'host',
        nemesisSignerPublicKey: zeros(64),
        generationHashSeed: generationHash,
        epochAdjustment: `${epoch.getTime() / 1000}s`,
      },
      chain: {
        maxTransactionLifetime: `${rules.maxLifetimeMs / 3_600_000}h`,
        currencyMosaicId: `0x${currency.replace(/(.{4})(?=.)/g, "$1'")}`,
      },
      plugins: { transfer: { maxMessageSize: String(rules.maxMessageBytes) } },
    }),
  ),
]

export function answer(ledger: CatapultLedger, method: string, path: string, body: unknown): RestResponse {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null
    if (match) return route.run(ledger, match.slice(1), body)
  }
  return missing(path.slice(1))
}

function announce(ledger: CatapultLedger, _: string[], body: unknown): RestResponse {
  const payload = (body as { payload?: unknown } | null)?.payload
  if (typeof payload !== 'string' || !/^([0-9A-Fa-f]{2})+$/.test(payload)) {
    return { status: 409, body: { code: 'InvalidArgument', message: 'payload has an invalid format' } }
  }
  ledger.announce(payload.toUpperCase())
  return { status: 202, body: { message: 'packet 9 was pushed to the network via /transactions' } }
}

function hashesOf(body: unknown): string[] {
  const hashes = (body as { hashes?: unknown } | null)?.hashes
  return Array.isArray(hashes) ? hashes.filter((hash) => typeof hash === 'string') : []
}

function statusOf(ledger: CatapultLedger, hash: string) {
  const confirmed = ledger.confirmed(hash)
  const waiting = confirmed?.transfer ?? ledger.unconfirmed(hash)
  if (waiting) {
    const group = confirmed ? 'confirmed' : 'unconfirmed'
    return { group, code: 'Success', hash, deadline: String(waiting.deadline), height: String(confirmed?.height ?? 0) }
  }
  const failure = ledger.failure(hash)
  return failure && { group: 'failed', code: failure.code, hash, deadline: failure.deadline, height: '0' }
}

function transactionOf(ledger: CatapultLedger, group: string, hash: string) {
  const confirmed = ledger.confirmed(hash)
  if (group === 'confirmed') {
    return confirmed && viewTransfer(confirmed.transfer, confirmed.index, ledger.block(confirmed.height))
  }
  const waiting = group === 'unconfirmed' ? ledger.unconfirmed(hash) : undefined
  return waiting && viewTransfer(waiting, 0, undefined)
}

function viewTransfer({ hash, body, deadline, fee, size }: Transfer, index: number, block: LedgerBlock | undefined) {
  return {
    id: hash.slice(0, 24),
    meta: {
      height: String(block?.height ?? 0),
      hash,
      merkleComponentHash: hash,
      index,
      ...(block && { timestamp: String(block.timestamp), feeMultiplier: 0 }),
    },
    transaction: {
      size,
      signature: body.signature.toString(),
      signerPublicKey: body.signerPublicKey.toString(),
      version: body.version,
      network: body.network.value,
      type: body.type.value,
      maxFee: String(fee),
      deadline: String(deadline),
      recipientAddress: hexOf(body.recipientAddress.bytes),
      ...(body.message.length > 0 && { message: hexOf(body.message) }),
      mosaics: body.mosaics.map((mosaic) => ({
        id: BigInt(mosaic.mosaicId.value).toString(16).toUpperCase().padStart(16, '0'),
        amount: String(mosaic.amount.value),
      })),
    },
  }
}

function pathOf(ledger: CatapultLedger, height: number, hash: string) {
  const hashes = ledger.block(height)?.transfers.map((transfer) => transfer.hash) ?? []
  const index = hashes.indexOf(hash)
  return index < 0 ? undefined : { merklePath: merklePath(hashes, index) }
}

function viewAccount(ledger: CatapultLedger, publicKey: string) {
  const balance = ledger.balance(publicKey)
  return {
    id: publicKey.slice(0, 24),
    account: {
      version: 1,
      address: hexOf(network.publicKeyToAddress(new PublicKey(publicKey)).bytes),
      addressHeight: '1',
      publicKey,
      publicKeyHeight: '1',
      accountType: 0,
      supplementalPublicKeys: {},
      activityBuckets: [],
      mosaics: balance > 0n ? [{ id: currency, amount: String(balance) }] : [],
      importance: '0',
      importanceHeight: '0',
    },
  }
}

function chainInfo(ledger: CatapultLedger) {
  const finalized = ledger.block(ledger.finalizedHeight)!
  return {
    height: String(ledger.height),
    scoreHigh: '0',
    scoreLow: String(ledger.height),
    latestFinalizedBlock: {
      finalizationEpoch,
      finalizationPoint: finalized.height,
      height: String(finalized.height),
      hash: finalized.hash,
    },
  }
}

function proofAt(ledger: CatapultLedger, height: number) {
  const block = height <= ledger.finalizedHeight ? ledger.block(height) : undefined
  return block && finalizationProof(block)
}

function viewBlock(block: LedgerBlock) {
  const count = block.transfers.length
  return {
    meta: {
      hash: block.hash,
      generationHash,
      totalFee: '0',
      totalTransactionsCount: count,
      transactionsCount: count,
      statementsCount: 0,
      stateHashSubCacheMerkleRoots: [],
    },
    block: {
      size: 372,
      signature: zeros(128),
      signerPublicKey: harvester.toString(),
      version: 1,
      network: network.identifier,
      type: 33_091,
      height: String(block.height),
      timestamp: String(block.timestamp),
      difficulty: '10000000000000',
      proofGamma: zeros(64),
      proofVerificationHash: zeros(32),
      proofScalar: zeros(64),
      previousBlockHash: block.previous,
      transactionsHash: block.root,
      receiptsHash: zeros(64),
      stateHash: zeros(64),
      beneficiaryAddress: hexOf(network.publicKeyToAddress(harvester).bytes),
      feeMultiplier: 0,
    },
  }
}
