import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { Database } from '#backend/db/tables.ts'
import { insertIfNew, updateRows } from '#backend/db/rows.ts'
import { commonDetails, type Order } from '#backend/procedure/define.ts'
import type { PortOutState } from '#domain/port-out/port-out-states.ts'
import { isTokyoDate, tokyoDate } from '#domain/tokyo.ts'

const tokyoDay = z
  .string()
  .refine(isTokyoDate)
  .transform((text) => tokyoDate(text))

/** What a port-out stores beside its state. */
export const portOutDetails = commonDetails.extend({
  exchangeId: z.string(),
  /** Ten digits, sealed: anybody who has them can take the number away. */
  numberSealed: z.string().nullish(),
  /** First of the days it is valid: of the number's issue, or of a one-stop consent. */
  issuedOn: tokyoDay.optional(),
  portedOutOn: tokyoDay.optional(),
  refusal: z.string().optional(),
  /** Name of the receiving carrier, for a one-stop hand-off. */
  receiverName: z.string().optional(),
})

export type PortOutOrder = Order<'portOut', PortOutState, z.output<typeof portOutDetails>>

export const numberAad = (orderNo: string) => `procedure_order.mnp_number:${orderNo}`

export type HandOffRow = Selectable<Database['one_stop_handoff']>

/** What a receiving carrier's token stands for; noted once. */
export async function insertHandOff(
  db: Db,
  { token, ...row }: Omit<HandOffRow, 'token_hash' | 'order_no'> & { token: string },
) {
  await insertIfNew(db, 'one_stop_handoff', {
    ...row,
    token_hash: hashSecret(token),
    order_no: null,
  })
}

export const findHandOff = (db: Db, contractId: string, token: string) =>
  handOffOf(db, contractId, token).executeTakeFirst()

export const lockHandOff = (tx: Db, contractId: string, token: string) =>
  handOffOf(tx, contractId, token).forUpdate().executeTakeFirst()

function handOffOf(db: Db, contractId: string, token: string) {
  return db
    .selectFrom('one_stop_handoff')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('token_hash', '=', hashSecret(token))
}

/** Spends a hand-off on the order it led to. */
export async function setHandOffOrder(tx: Db, handOff: HandOffRow, orderNo: string) {
  await updateRows(
    tx,
    'one_stop_handoff',
    { contract_id: handOff.contract_id, token_hash: handOff.token_hash },
    { order_no: orderNo },
  )
}
