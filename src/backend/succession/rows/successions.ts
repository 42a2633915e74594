import type { Selectable } from 'kysely'
import { z } from 'zod'
import { storedHolder } from '#backend/application/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newId, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { deleteRows, updateRows } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { HolderAnswers } from '#domain/application/answers.ts'
import {
  openSuccessions,
  successionStates,
  type SuccessionState,
} from '#domain/succession/succession-states.ts'
import { tokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { relations, type Relation, type SuccessionRequest } from '#vocabulary/succession.ts'

export type SuccessionRow = Selectable<Database['succession']>

/** What the contract of the person who has died is found by, and what staff compare the papers with. */
export type Deceased = {
  readonly phone: string
  readonly lastNameKana: string
  readonly firstNameKana: string
  readonly birth: TokyoDate
  readonly diedOn: TokyoDate
  readonly relation: Relation
}

export type SuccessionAnswers = {
  readonly deceased: Deceased
  readonly heir?: HolderAnswers | undefined
}

const day = z.string().transform(tokyoDate)
const storedAnswers = z.object({
  deceased: z.object({
    phone: z.string(),
    lastNameKana: z.string(),
    firstNameKana: z.string(),
    birth: day,
    diedOn: day,
    relation: z.enum(relations),
  }),
  heir: storedHolder.optional(),
})

export const successionAad = (successionId: string) => `succession.answers:${successionId}`

export function answersOf(
  sealing: Sealing,
  row: Pick<SuccessionRow, 'succession_id' | 'answers_sealed'>,
): SuccessionAnswers {
  return storedAnswers.parse(
    JSON.parse(sealing.open(successionAad(row.succession_id), row.answers_sealed)),
  )
}

const sealAnswers = (sealing: Sealing, successionId: string, answers: SuccessionAnswers) =>
  sealing.seal(successionAad(successionId), JSON.stringify(answers))

export const stateOf = ({ state }: Pick<SuccessionRow, 'state'>): SuccessionState =>
  successionStates.isState(state) ? state : successionStates.initial

type ReadOptions = { readonly lock?: boolean }

/** The account's succession that is under way; without one, its last. */
export async function findOwn(
  db: Db,
  accountId: string,
  { lock = false }: ReadOptions = {},
): Promise<SuccessionRow | undefined> {
  const rows = db
    .selectFrom('succession')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy((eb) => eb('state', 'in', ['draft', ...openSuccessions]), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
  return (lock ? rows.forUpdate() : rows).executeTakeFirst()
}

/** @throws RefusalError SUCCESSION_NONE where nothing is being typed */
export async function lockDraft(tx: Db, accountId: string): Promise<SuccessionRow> {
  const row = await findOwn(tx, accountId, { lock: true })
  if (row?.state !== 'draft') throw new RefusalError('SUCCESSION_NONE')
  return row
}

/** @throws RefusalError NOT_FOUND for an unknown one and for another account's */
export async function lockOwn(tx: Db, accountId: string, orderNo: string): Promise<SuccessionRow> {
  return tx
    .selectFrom('succession')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_no', '=', orderNo)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new RefusalError('NOT_FOUND'))
}

export async function insertDraft(
  tx: Db,
  sealing: Sealing,
  of: {
    accountId: string
    contractId: string
    request: SuccessionRequest
    answers: SuccessionAnswers
    now: Instant
  },
): Promise<SuccessionRow> {
  const successionId = newId('suc')
  return tx
    .insertInto('succession')
    .values({
      account_id: of.accountId,
      succession_id: successionId,
      contract_id: of.contractId,
      state: successionStates.initial,
      wish: of.request,
      answers_sealed: sealAnswers(sealing, successionId, of.answers),
      identity_ref: successionId,
      created_at: of.now,
      changed_at: of.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function saveDraft(
  tx: Db,
  sealing: Sealing,
  row: SuccessionRow,
  answers: SuccessionAnswers,
  columns: Pick<SuccessionRow, 'changed_at'> &
    Partial<Pick<SuccessionRow, 'contract_id' | 'wish' | 'identity_ref'>>,
) {
  await updateRows(
    tx,
    'succession',
    { account_id: row.account_id, succession_id: row.succession_id },
    { ...columns, answers_sealed: sealAnswers(sealing, row.succession_id, answers) },
  )
}

/** With every paper. */
export async function deleteSuccession(
  tx: Db,
  row: Pick<SuccessionRow, 'account_id' | 'succession_id'>,
) {
  await deleteRows(tx, 'succession', {
    account_id: row.account_id,
    succession_id: row.succession_id,
  })
}

export const stopAad = (successionId: string) => `succession.stop:${successionId}`

/** A new secret that can stop this succession and nothing else, with the columns it is stored in. */
export function newStop(sealing: Sealing, successionId: string) {
  const secret = newSecret()
  return {
    secret,
    columns: {
      stop_hash: hashSecret(secret),
      stop_sealed: sealing.seal(stopAad(successionId), secret),
    },
  }
}

/** The same secret again, for the next message; a succession from before there were such links gets a new one. */
export function stopOf(
  sealing: Sealing,
  { succession_id: successionId, stop_sealed: sealed }: SuccessionRow,
): { readonly secret: string; readonly columns: Partial<SuccessionRow> } {
  return sealed === null
    ? newStop(sealing, successionId)
    : { secret: sealing.open(stopAad(successionId), sealed), columns: {} }
}
