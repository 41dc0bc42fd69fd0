import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Chain } from '#server/anchoring/chain.ts'
import type { AnchorProblem } from '#server/anchoring/jobs/blocked.ts'
import { closeEpoch } from '#server/anchoring/jobs/epoch.ts'
import { closeRound } from '#server/anchoring/jobs/round.ts'
import { stepChain } from '#server/anchoring/jobs/step.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import type { NodeProxy, ProxiedAnswer, ProxiedCall } from './node-proxy.ts'
import type { AbsentSigner } from './signer-fixture.ts'

/** The network of a chain in this process, whose blocks a test makes, with two nodes whose responses it may change. */
export type TestNetwork = {
  nodes: readonly [NodeProxy, NodeProxy]
  /** Used by every connection. */
  signer: Pick<AbsentSigner, 'isAway'>
  /** Connects to a node as a worker does that has just started. */
  connect(node: NodeProxy): Promise<Chain>
  /** A key without money until `fund` is called. */
  openUnfunded(): Promise<{ connect(): Promise<Chain>; fund(): Promise<void> }>
  /** The signed bytes that a call broadcasts, as hex; undefined for other calls. */
  broadcastBytes(call: ProxiedCall): string | undefined
  /** Sends bytes to the network; a rejection is ignored. */
  send(raw: string): Promise<void>
  /** What a node responds that rejects every transaction for its form; undefined for calls that have no part in this. */
  rejection(call: ProxiedCall): ProxiedAnswer | undefined
  /** Whether a call asks a node for the proof that a block contains a transaction. */
  isProofCall(call: ProxiedCall): boolean
  /** Makes a block of the transactions that wait. */
  mine(): Promise<void>
  /** Makes as many further blocks as make the last transactions final. */
  finalize(): Promise<void>
  /** Removes the last block, as a reorganisation does: its transactions wait again. */
  removeBlock(): Promise<void>
  /** Makes blocks without the transactions that wait, until their fee is raised. Absent where fees stay. */
  delay?(): Promise<void>
  /** The roots in blocks as hex, one for each transaction. */
  anchoredRoots(): Promise<string[]>
  /** Follows what is published about a batch to a block, as the network shows it. Fails when it does not lead there. */
  checkProof(published: PublishedAnchor): Promise<void>
  close(): Promise<void>
}

type PublishedAnchor = {
  db: Database
  /** Of the only batch in its round. */
  batchRoot: Buffer
  txid: string
}

type TestedChain = {
  id: Chain['id']
  start(): Promise<TestNetwork>
  raisesFees: boolean
}

/** What is valid for every chain that roots are anchored on, tried on its real interface. */
export function registerChainTests({ id, start, raisesFees }: TestedChain): void {
  let network: TestNetwork
  let database: TestDatabase
  let db: Database
  let batchRoot: Buffer
  let problems: AnchorProblem[]

  beforeAll(async () => {
    network = await start()
  })
  afterAll(() => network?.close())
  beforeEach(async () => {
    database = await cloneDatabase()
    db = openDatabase({ databaseUrl: database.url, databaseConnections: 4 })
    batchRoot = randomBytes(32)
    problems = []
    for (const node of network.nodes) Object.assign(node, { calls: [], intercept: () => undefined })
    await queue(batchRoot)
  })
  afterEach(async () => {
    await db.close()
    await database.drop()
  })

  /** Makes a job for a batch, in a round and an epoch of its own. */
  async function queue(root: Buffer): Promise<void> {
    await database.query(
      `insert into anchor_commitment (kind, batch_id, merchant_id, root, size, levels)
       values ('batch', gen_random_uuid(), gen_random_uuid(), $1, 1, $1)`,
      [root],
    )
    await db.system((tx) => closeRound(tx, 0))
    await db.system((tx) => closeEpoch(tx, 0))
  }
  /** Steps of a worker; every job is due in each. */
  async function steps(chain: Chain, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await database.query('update anchor_job set next_at = now()')
      await stepChain(db, chain, (problem) => void problems.push(problem))
    }
  }
  /** Finds the money, signs and sends. */
  const send = (chain: Chain) => steps(chain, 2)
  const job = async () => {
    const { rows } = await database.query(
      `select j.id, j.state, j.winner, j.height, j.error, encode(c.root, 'hex') as root
       from anchor_job j join anchor_commitment c on c.id = j.commitment_id where j.chain = $1`,
      [id],
    )
    return rows[0]
  }
  const attempts = async () => {
    const { rows } = await database.query(
      'select txid, raw, fee::text from anchor_attempt where job_id = $1 order by created_at',
      [(await job()).id],
    )
    return rows
  }
  const broadcasts = (node: NodeProxy) => node.calls.flatMap((call) => network.broadcastBytes(call) ?? [])
  async function expectFinal(chain: Chain): Promise<void> {
    await network.mine()
    await network.finalize()
    await steps(chain, 2)
    const { root, ...found } = await job()
    expect(found).toMatchObject({ state: 'FINAL', error: null })
    expect((await network.anchoredRoots()).filter((one) => one === root)).toHaveLength(1)
  }

  describe(`an anchor on ${id} [VE03]`, () => {
    it('is stored before a node receives it, and is the one that is sent after the worker has ended', async () => {
      const [node] = network.nodes
      let storedAtBroadcast: string[] | undefined
      node.intercept = async (call) => {
        if (!network.broadcastBytes(call)) return undefined
        storedAtBroadcast ??= (await attempts()).map(({ raw }) => raw)
        return { status: 500, body: {} }
      }
      await expect(send(await network.connect(node))).rejects.toMatchObject({ message: expect.any(String) })
      const signed = (await attempts()).map(({ raw }) => raw)
      expect([signed.length, storedAtBroadcast]).toEqual([1, signed])
      Object.assign(node, { intercept: () => undefined, calls: [] })
      const restarted = await network.connect(node)
      await steps(restarted, 1)
      expect(broadcasts(node)).toEqual(signed)
      await expectFinal(restarted)
      expect(await attempts()).toHaveLength(1)
    })

    it('is in one block when it is sent several times, before and after it is mined', async () => {
      const chain = await network.connect(network.nodes[0])
      await send(chain)
      const [{ raw }] = await attempts()
      await network.send(raw)
      await steps(await network.connect(network.nodes[1]), 2)
      await network.mine()
      await network.send(raw)
      await steps(chain, 1)
      await expectFinal(chain)
      expect(await attempts()).toHaveLength(1)
    })

    it('waits with the reason while nodes reject it, and is not signed again', async () => {
      const [node] = network.nodes
      const chain = await network.connect(node)
      node.intercept = (call) => network.rejection(call)
      await steps(chain, 4)
      expect(await job()).toMatchObject({ state: 'SENT', error: expect.stringMatching(/reject/) })
      expect(problems).toContainEqual({ kind: 'refused', reason: (await job()).error })
      expect(await attempts()).toHaveLength(1)
      node.intercept = () => undefined
      await steps(chain, 1)
      await expectFinal(chain)
      expect(await attempts()).toHaveLength(1)
    })

    if (raisesFees) {
      it('is replaced by one with a higher fee when it stays out of blocks', async () => {
        const chain = await network.connect(network.nodes[0])
        await send(chain)
        await network.delay!()
        await steps(chain, 2)
        const [first, second, ...others] = await attempts()
        expect([BigInt(second.fee) > BigInt(first.fee), others]).toEqual([true, []])
        await expectFinal(chain)
        expect(await job()).toMatchObject({ winner: second.txid })
      })
    }

    it('waits again when its block is removed, and becomes final in another one', async () => {
      const chain = await network.connect(network.nodes[0])
      await send(chain)
      await network.mine()
      await steps(chain, 1)
      const [{ txid }] = await attempts()
      expect(await job()).toMatchObject({ state: 'MINED', winner: txid })
      await network.removeBlock()
      await steps(chain, 1)
      expect(await job()).toMatchObject({ state: 'SENT', winner: null, height: null })
      await expectFinal(chain)
      expect(await attempts()).toHaveLength(1)
    })

    it('is not final before its block is, however often it is looked up', async () => {
      const chain = await network.connect(network.nodes[0])
      await send(chain)
      await network.mine()
      await steps(chain, 3)
      expect(await job()).toMatchObject({ state: 'MINED' })
      await network.finalize()
      await steps(chain, 1)
      expect(await job()).toMatchObject({ state: 'FINAL' })
    })

    it('is signed and sent while the nodes show no proof of an earlier one', async () => {
      const [node] = network.nodes
      const chain = await network.connect(node)
      await send(chain)
      await network.mine()
      await network.finalize()
      await queue(randomBytes(32))
      const [earlier] = await attempts()
      Object.assign(node, { calls: [] })
      node.intercept = (call) => (network.isProofCall(call) ? { status: 500, body: {} } : undefined)
      await expect(steps(chain, 1)).rejects.toMatchObject({ message: expect.any(String) })
      const { rows } = await database.query('select raw from anchor_attempt where txid <> $1', [earlier.txid])
      expect(rows).toHaveLength(1)
      expect(broadcasts(node)).toContain(rows[0].raw)
      node.intercept = () => undefined
      await network.mine()
      await network.finalize()
      await steps(await network.connect(node), 2)
      const { rows: jobs } = await database.query('select state from anchor_job where chain = $1', [id])
      expect(jobs).toEqual([{ state: 'FINAL' }, { state: 'FINAL' }])
    })

    it('has a proof that leads from its batch to the block that the network shows', async () => {
      const chain = await network.connect(network.nodes[0])
      await send(chain)
      await expectFinal(chain)
      await network.checkProof({ db, batchRoot, txid: (await job()).winner })
    })

    it('is reported and not signed without money, and is sent when money arrives', async () => {
      const { connect, fund } = await network.openUnfunded()
      const chain = await connect()
      await send(chain)
      expect(problems.at(-1)).toMatchObject({ kind: 'noFunds', reason: expect.stringContaining(chain.address) })
      expect(await job()).toMatchObject({ state: 'QUEUED', error: problems.at(-1)!.reason })
      expect(await attempts()).toEqual([])
      await fund()
      const funded = await connect()
      // The blocks that bring the money are read in several steps.
      await steps(funded, 6)
      await expectFinal(funded)
    })

    it('waits with the reason while the signer is away', async () => {
      const chain = await network.connect(network.nodes[0])
      network.signer.isAway = true
      await steps(chain, 3).finally(() => {
        network.signer.isAway = false
      })
      expect(await job()).toMatchObject({ state: 'QUEUED', error: expect.stringMatching(/signer/) })
      expect(problems.at(-1)).toEqual({ kind: 'signer', reason: (await job()).error })
      await send(chain)
      await expectFinal(chain)
    })

    it('is finished through another node when the first one is away', async () => {
      const [first, second] = network.nodes
      const chain = await network.connect(first)
      await send(chain)
      const { target } = first
      first.target = undefined
      await expect(steps(chain, 1)).rejects.toMatchObject({ message: expect.any(String) })
      const other = await network.connect(second)
      await steps(other, 1)
      await expectFinal(other)
      expect(await attempts()).toHaveLength(1)
      first.target = target
    })
  })
}
