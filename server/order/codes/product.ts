import { type SQL, sql } from '#server/core/drizzle/orm.ts'

/**
 * SQL text of the product of a code: the one of its order, or the one to which a blank code is bound; null for a blank code
 * before that. Only codes of blank orders are looked up, each with an index.
 *
 * @param code name of the table or alias with the code
 * @param order the same of its order
 */
export const productOf = (code: string, order: string): string =>
  `coalesce(${order}.sku_id, (select bound.sku_id from code_binding bound where bound.address = ${code}.address))`

/**
 * SQL text of the row of this product, for a `left join … on true`. Each `offset 0` keeps one index lookup for each code: the
 * policies of rows are checked before conditions with a subquery, and a join would read all products.
 *
 * @param code name of the table or alias with the code
 * @param order the same of its order
 */
export const skuOf = (code: string, order: string): string => skuById(productOf(code, order))

/** The same for an expression that gives the id of the product. */
export const skuById = (id: string): string => `lateral (select product.* from (select ${id} as id offset 0) chosen
  cross join lateral (select * from sku where sku.id = chosen.id offset 0) product)`

/**
 * SQL text of the product that stands for a whole order: its own, or the one to which most of its blank codes are bound; null
 * before a code is bound.
 *
 * @param order name of the table or alias with the order
 */
export const mainProductOf = (order: string): string =>
  `coalesce(${order}.sku_id, (select most.sku_id from bound_product most where most.order_id = ${order}.id and most.bound > 0
    order by most.bound desc, most.sku_id limit 1))`

/** The query for the products of an order with their active codes: one product, or those to which its blank codes are bound. */
export const productsOfOrders = (merchantId: SQL): SQL => sql`
  select id as order_id, sku_id, activated from code_order where merchant_id = ${merchantId} and sku_id is not null
  union all select order_id, sku_id, activated from bound_product where merchant_id = ${merchantId} and bound > 0`
