import type { FastifyInstance } from 'fastify'
import { hashPassword } from '#server/core/auth/password.ts'
import { endAllSessions } from '#server/core/auth/session.ts'
import { account, merchant } from '#server/core/auth/table.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { orderOf, orderTerms } from '#server/core/db/paging.ts'
import { and, eq, ilike, inArray, isNull, ne, or, type SQL } from '#server/core/drizzle/orm.ts'
import { serve, withPreparation } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { teamRoles } from '#shared/team/contract.ts'
import { ManagedUser, userContract, userProblems } from '#shared/user/contract.ts'
import { addUser, changeUser, checkNewUsers } from './service.ts'

const sorts = { name: account.username, email: account.email, business: merchant.name, created: account.createdAt }

export function userRoutes(app: FastifyInstance) {
  serve(app, userContract, {
    async list({ tx, query }) {
      const { page, limit, search, name } = query
      const pattern = containsPattern(search)
      const where = and(
        search
          ? or(ilike(account.username, pattern), ilike(account.email, pattern), ilike(merchant.name, pattern))
          : undefined,
        name ? ilike(account.username, containsPattern(name)) : undefined,
      )
      const rows = await select(tx)
        .where(and(managed, where))
        .orderBy(...orderTerms(orderOf(query.sort, sorts, [account.createdAt, account.id])))
        .limit(limit)
        .offset((page - 1) * limit)
      const matching = tx
        .select({ id: account.id })
        .from(account)
        .innerJoin(merchant, eq(merchant.id, account.merchantId))
        .where(and(managed, where))
      return { rows: rows.map(view), total: await tx.$count(matching.as('matching')) }
    },

    async read({ tx, params }) {
      return find(tx, params.id)
    },

    async check({ tx, body }) {
      return { errors: await checkNewUsers(tx, body) }
    },

    add: withPreparation(
      ({ body }) => hashPassword(body.password),
      async (call, hash) => find(call.tx, await addUser(call, call.body, hash)),
    ),

    addByRole: withPreparation(
      ({ body }) => hashPassword(body.password),
      async (call, hash) => find(call.tx, await addUser(call, { ...call.body, role: call.params.role }, hash)),
    ),

    update: withPreparation(
      async ({ body }) => (body.password ? hashPassword(body.password) : undefined),
      async (call, hash) => {
        await changeUser(call, await locked(call.tx, call.params.id), call.body, hash)
        return find(call.tx, call.params.id)
      },
    ),

    async switchBlocked(call) {
      const { tx, params, body, request, services } = call
      const user = await locked(tx, params.id)
      const blocked = body.blocked ?? !user.blocked
      if (blocked !== user.blocked) {
        if (blocked) await assertTeamHasOwner(tx, user)
        await tx.update(account).set({ blocked, removedAt: null }).where(eq(account.id, user.id))
        if (blocked) await endAllSessions(call, user.id)
        call.defer(() => services.sessions.forget(user.id))
        await audit(tx, request, blocked ? 'user.block' : 'user.unblock', {
          subject: user.id,
          merchantId: user.merchantId,
        })
      }
      return find(tx, user.id)
    },

    async remove({ tx, params, request, services, defer }) {
      const user = await locked(tx, params.id)
      await tx.delete(account).where(eq(account.id, user.id))
      defer(() => services.sessions.forget(user.id))
      await audit(tx, request, 'user.remove', {
        subject: user.id,
        data: { email: user.email, role: user.role },
        merchantId: user.merchantId,
      })
      return done
    },
  })
}

/** Only the command line manages administrators: for these calls they do not exist. */
const managed = ne(account.role, 'admin')

function select(tx: Tx) {
  return tx
    .select({ account, merchant })
    .from(account)
    .innerJoin(merchant, eq(merchant.id, account.merchantId))
    .$dynamic()
}

async function find(tx: Tx, id: string): Promise<ManagedUser> {
  const [found] = await select(tx).where(byId(id))
  if (!found) throw new Problem(userProblems.notFound)
  return view(found)
}

async function locked(tx: Tx, id: string) {
  const [found] = await tx.select().from(account).where(byId(id)).for('update')
  if (!found) throw new Problem(userProblems.notFound)
  return found
}

/** A team without an owner could invite nobody and make nobody an owner. A business is blocked as a whole when its owner is blocked last. */
async function assertTeamHasOwner(tx: Tx, { id, merchantId, role }: typeof account.$inferSelect): Promise<void> {
  if (role !== 'merchant' || merchantId === null) return
  const others = await tx
    .select({ role: account.role })
    .from(account)
    .where(
      and(
        eq(account.merchantId, merchantId),
        ne(account.id, id),
        inArray(account.role, teamRoles),
        eq(account.blocked, false),
        isNull(account.removedAt),
      ),
    )
    .for('share')
  if (others.length > 0 && !others.some((other) => other.role === 'merchant')) throw new Problem(userProblems.lastOwner)
}

function byId(id: string): SQL | undefined {
  return and(managed, eq(account.id, id))
}

type UserRow = { account: typeof account.$inferSelect; merchant: typeof merchant.$inferSelect }

function view({
  account: { id, username, email, confirmed, blocked, role, createdAt },
  merchant,
}: UserRow): ManagedUser {
  return {
    id,
    username,
    email,
    confirmed,
    blocked,
    role: {
      type: ManagedUser.shape.role.shape.type.parse(role),
      description: merchant.name,
      merchant_code: merchant.code,
    },
    merchantId: merchant.id,
    createdAt: createdAt.toISOString(),
  }
}
