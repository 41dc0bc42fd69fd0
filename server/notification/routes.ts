import type { FastifyInstance } from 'fastify'
import { type Actor, merchantOf } from '#server/core/auth/actor.ts'
import { inOrderOf, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, inArray, isNull, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import type { MerchantRole } from '#shared/core/api/access.ts'
import { done } from '#shared/core/fields/fields.ts'
import { type Notification, notificationContract } from '#shared/notification/contract.ts'
import { defaultNotificationSettings } from '#shared/notification/rules.ts'
import { notification, notificationSetting } from './table.ts'

/** More are shown as "99+". */
const maxCounted = 100

/** The notifications that the console shows to the caller: those of the own account only. */
const ownNotifications = (actor: Actor) =>
  and(eq(notification.merchantId, merchantOf(actor)), eq(notification.accountId, actor.id), eq(notification.bell, true))

export function notificationRoutes(app: FastifyInstance) {
  serve(app, notificationContract, {
    async list({ tx, actor, query }) {
      const order = { columns: [notification.createdAt, notification.id], descending: true } as const
      const { ids, total } = await pageOfIds(tx, notification, { where: ownNotifications(actor), order }, query)
      const rows = await tx.select().from(notification).where(inArray(notification.id, ids))
      return { rows: inOrderOf(ids, rows, ({ id }) => id).map(view), total }
    },

    async unread({ tx, actor }) {
      const counted = tx
        .select({ one: sql`1` })
        .from(notification)
        .where(and(ownNotifications(actor), isNull(notification.readAt)))
        .limit(maxCounted)
      return { unread: await tx.$count(counted) }
    },

    async markRead({ tx, actor, body: { ids } }) {
      await tx
        .update(notification)
        .set({ readAt: sql`now()` })
        .where(
          and(ownNotifications(actor), isNull(notification.readAt), ids ? inArray(notification.id, ids) : undefined),
        )
      return done
    },

    async settings({ tx, actor }) {
      const [own] = await tx
        .select()
        .from(notificationSetting)
        .where(and(eq(notificationSetting.merchantId, merchantOf(actor)), eq(notificationSetting.accountId, actor.id)))
      // Saved settings lack the kinds of notifications that came later.
      return { ...defaultNotificationSettings(actor.role as MerchantRole), ...own?.settings }
    },

    async saveSettings({ tx, actor, body }) {
      await tx
        .insert(notificationSetting)
        .values({ accountId: actor.id, merchantId: merchantOf(actor), settings: body })
        .onConflictDoUpdate({ target: notificationSetting.accountId, set: { settings: body } })
      return body
    },
  })
}

function view({
  id,
  kind,
  event,
  subject,
  name,
  detail,
  reason,
  createdAt,
  readAt,
}: typeof notification.$inferSelect): Notification {
  return {
    id,
    kind,
    event,
    subject,
    name,
    detail,
    reason,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  }
}
