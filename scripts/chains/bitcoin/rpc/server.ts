import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { RpcError, rpcCodes } from './error.ts'
import type { RpcMethod } from './methods.ts'
import { Params } from './params.ts'

const maxBody = 16 * 1024 * 1024
const keepAliveMs = 65_000

type RpcResponse = {
  result: unknown
  error: { code: number; message: string } | null
  id: unknown
}

/** The JSON-RPC of bitcoind over HTTP: basic authentication, single calls and batches, the same status codes. */
export function createRpcServer(methods: () => Map<string, RpcMethod>, user: string, password: string): Server {
  const expected = digest(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
  const server = createServer((request, response) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="jsonrpc"' }).end()
    } else if (request.method !== 'POST') {
      response.writeHead(405).end('JSONRPC server handles only POST requests')
    } else {
      answer(methods(), request, response).catch(() => response.destroy())
    }
  })
  server.keepAliveTimeout = keepAliveMs
  return server
}

async function answer(methods: Map<string, RpcMethod>, request: IncomingMessage, response: ServerResponse) {
  const body = await readBody(request)
  if (body === undefined) {
    response.writeHead(413, { connection: 'close' }).end()
    return
  }
  const parsed = parse(body)
  const answers = Array.isArray(parsed) ? parsed.map((call) => run(methods, call)) : run(methods, parsed)
  const failure = Array.isArray(answers) ? null : answers.error
  response
    .writeHead(statusOf(failure?.code), { 'content-type': 'application/json' })
    .end(`${JSON.stringify(answers)}\n`)
}

function run(methods: Map<string, RpcMethod>, call: unknown): RpcResponse {
  if (call instanceof RpcError) return failed(call, null)
  const { method, params, id = null } = (call ?? {}) as { method?: unknown; params?: unknown; id?: unknown }
  try {
    const found = typeof method === 'string' ? methods.get(method) : undefined
    if (!found) throw new RpcError(rpcCodes.methodNotFound, 'Method not found')
    return { result: found(new Params(params)) ?? null, error: null, id }
  } catch (error) {
    return failed(error, id)
  }
}

function failed(error: unknown, id: unknown): RpcResponse {
  const code = error instanceof RpcError ? error.code : rpcCodes.misc
  return { result: null, error: { code, message: error instanceof Error ? error.message : String(error) }, id }
}

function statusOf(code: number | undefined): number {
  if (code === undefined) return 200
  return code === rpcCodes.methodNotFound ? 404 : 500
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return new RpcError(rpcCodes.parse, 'Parse error')
  }
}

/** Undefined if the body is longer than any block. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Compares equal lengths in constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
