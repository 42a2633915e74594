import type { By } from '#backend/contract/who.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordNote } from '#backend/step/record-change.ts'
import type { CallsAsked } from '../queries/call-log.ts'

/** Audits that whole numbers were shown: of which line and days, never the numbers. */
export async function noteWholeNumbers(
  { database }: Pick<ProcedureDeps, 'database'>,
  by: By,
  { lineId, from, to }: Pick<CallsAsked, 'lineId' | 'from' | 'to'>,
  paper: 'screen' | 'pdf',
): Promise<void> {
  const shown = { action: 'call-numbers-shown', target: lineId, details: { from, to, paper } }
  await database.db.transaction().execute((tx) => recordNote(tx, by, shown))
}
