import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { S3Config } from '#server/core/config.ts'
import { assertFileName, type FileStore, inBatches, isFileName, randomFileName } from './file-store.ts'

/**
 * Limits (ms) of a call of the service, which is tried three times: until it is connected, until the response begins, and
 * without any data. The last one is above the pause that a client may make while it downloads a file.
 */
const defaultTimeouts = { connectionTimeout: 5_000, requestTimeout: 30_000, socketTimeout: 120_000 }

/** The file store on an S3-compatible service. The SDK is large, so it is loaded only if a bucket is configured. */
export function openS3FileStore(config: S3Config, timeouts = defaultTimeouts): FileStore {
  const Bucket = config.bucket
  const sdk = lazyS3(config, timeouts)
  return {
    async put(content, options = {}) {
      const { client, s3 } = await sdk()
      const body = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray())
      const contentHash = createHash('sha256').update(body).digest('hex')
      const hash = options.private ? randomFileName() : contentHash
      await client.send(
        new s3.PutObjectCommand({ Bucket, Key: hash, Body: body, ...(options.mime && { ContentType: options.mime }) }),
      )
      return { hash, contentHash, size: body.length }
    },
    async open(hash) {
      const { client, s3 } = await sdk()
      try {
        const found = await client.send(new s3.GetObjectCommand({ Bucket, Key: assertFileName(hash) }))
        if (!(found.Body instanceof Readable)) return undefined
        return { stream: found.Body, size: found.ContentLength ?? 0 }
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return undefined
        throw error
      }
    },
    async remove(hash) {
      const { client, s3 } = await sdk()
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: assertFileName(hash) }))
    },
    async restore(hash, content) {
      const { client, s3 } = await sdk()
      const Body = Buffer.concat(await content.toArray())
      await client.send(new s3.PutObjectCommand({ Bucket, Key: assertFileName(hash), Body }))
    },
    async *olderThan(time, atOnce) {
      const { client, s3 } = await sdk()
      const names = async function* () {
        for await (const page of s3.paginateListObjectsV2({ client }, { Bucket })) {
          for (const { Key, LastModified } of page.Contents ?? [])
            if (Key && isFileName(Key) && LastModified && LastModified < time) yield Key
        }
      }
      yield* inBatches(names(), atOnce)
    },
    async check() {
      const { client, s3 } = await sdk()
      await client.send(new s3.HeadBucketCommand({ Bucket }))
    },
  }
}

/** Returns a function that loads the SDK and makes a client on its first call, and returns the same two after it. */
export function lazyS3(config: S3Config, timeouts = defaultTimeouts): () => ReturnType<typeof connectS3> {
  let connected: ReturnType<typeof connectS3> | undefined
  return () => {
    connected ??= connectS3(config, timeouts)
    return connected
  }
}

async function connectS3(config: S3Config, timeouts: typeof defaultTimeouts) {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    // Without `throwOnRequestTimeout` the SDK only logs that the time is over.
    requestHandler: { ...timeouts, throwOnRequestTimeout: true },
  })
  return { s3, client }
}
