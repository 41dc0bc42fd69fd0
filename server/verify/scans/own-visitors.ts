import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { EventHub } from '#server/core/events/event-hub.ts'
import type { Logger } from '#server/core/logging/logger.ts'
import type { MemberCall, Services } from '#server/core/services.ts'
import { dayMs } from './daily-salt.ts'

const channel = 'own visitors'
const OwnVisitor = z.object({ day: z.number(), visitor: z.string(), merchantId: z.string() })

/** Visitors of today that a process remembers. Each needs some 200 bytes. */
const maxVisitors = 20_000
/** After this time (ms) the browser of a member is told again, because other processes may have started. */
const toldMs = 10 * 60_000

type Needs = {
  events: Pick<EventHub, 'publish' | 'subscribe'>
  memberCalls: Services['memberCalls']
  log: Pick<Logger, 'warn'>
}

/**
 * Remembers which visitors of today are browsers of a merchant's own people: those from which a member has called the console.
 * Only the hash is kept, in memory and until the day ends, so it says nothing about another day. Processes tell each other.
 *
 * @param visitorOf the hash of today for a browser at an IP address
 * @returns a function that returns the merchant of a visitor
 */
export function createOwnVisitors(
  { events, memberCalls, log }: Needs,
  visitorOf: (call: Pick<MemberCall, 'caller' | 'userAgent'>) => Promise<string>,
): (visitor: string) => string | undefined {
  const merchants = new LRUCache<string, string>({ max: maxVisitors })
  const told = new LRUCache<string, true>({ max: maxVisitors, ttl: toldMs })
  let day = 0
  /** Forgets the visitors of earlier days. */
  const ofToday = () => {
    const today = Math.floor(Date.now() / dayMs)
    if (today !== day) {
      merchants.clear()
      told.clear()
      day = today
    }
    return merchants
  }

  async function tell(call: MemberCall): Promise<void> {
    const visitor = await visitorOf(call)
    const { merchantId } = call
    ofToday().set(visitor, merchantId)
    await events.publish(null, channel, 'active', { day, visitor, merchantId })
  }
  memberCalls.watch((call) => {
    if (isInternal(call.caller)) return
    ofToday()
    const key = `${call.merchantId}\n${call.caller}\n${call.userAgent}`
    if (told.has(key)) return
    told.set(key, true)
    tell(call).catch((error: unknown) =>
      log.warn({ err: error }, 'Other processes do not know the browser of a member'),
    )
  })
  events.subscribe(channel, ({ data }) => {
    const { data: own } = OwnVisitor.safeParse(data)
    const visitors = ofToday()
    if (own?.day === day) visitors.set(own.visitor, own.merchantId)
  })
  return (visitor) => ofToday().get(visitor)
}

const internalRanges = new Set<string>(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/** Behind a proxy that is not trusted, everybody seems to have its address, so such an address tells nobody apart. */
const isInternal = (caller: string): boolean =>
  !ipaddr.isValid(caller) || internalRanges.has(ipaddr.process(caller).range())
