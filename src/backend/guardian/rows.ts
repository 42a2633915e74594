import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { lockRow, rowsOf } from '#backend/db/rows.ts'
import type { RowOf } from '#backend/step/take-step.ts'
import { tokyoDate } from '#domain/tokyo.ts'

export type ConsentRow = RowOf<'guardian_consent'>

export const birthAad = (lineId: string) => `guardian_consent.birth:${lineId}`
export const guardianAad = (lineId: string) => `guardian_consent.guardian:${lineId}`

/** The user's birthday; undefined once it is erased. */
export function openBirth(sealing: Sealing, { line_id: lineId, birth_sealed: birth }: ConsentRow) {
  return birth === null ? undefined : tokyoDate(sealing.open(birthAad(lineId), birth))
}

export const findConsents = (db: Db, contractId: string): Promise<ConsentRow[]> =>
  rowsOf(db, 'guardian_consent', { contract_id: contractId }, 'line_id')

export const lockConsent = (tx: Db, contractId: string, lineId: string) =>
  lockRow(tx, 'guardian_consent', { contract_id: contractId, line_id: lineId })

/** Consents that may be asked for anew, or whose answer is waited for, of lines that are in use. */
export const findOpenConsents = (
  db: Db,
  after: { readonly contractId: string; readonly lineId: string },
  limit: number,
): Promise<ConsentRow[]> =>
  db
    .selectFrom('guardian_consent as g')
    .innerJoin('line as l', (join) =>
      join.onRef('l.contract_id', '=', 'g.contract_id').onRef('l.line_id', '=', 'g.line_id'),
    )
    .selectAll('g')
    .where('g.state', 'in', ['given', 'asked'])
    .where('l.status', '!=', 'ended')
    .where((eb) =>
      eb(eb.refTuple('g.contract_id', 'g.line_id'), '>', eb.tuple(after.contractId, after.lineId)),
    )
    .orderBy('g.contract_id')
    .orderBy('g.line_id')
    .limit(limit)
    .execute()
