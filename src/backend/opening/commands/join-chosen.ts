import type { ContractRow } from '#backend/contract/contracts.ts'
import { whoQueued } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { joinOption } from '#backend/option/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { LineMove } from '#backend/sim/public.ts'
import { recordNote } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'

export type StartedLine = {
  readonly orderNo: string
  readonly lineId: string
  readonly chosen: LineMove['chosen']
  readonly at: Instant
}

/**
 * Joins the options that were agreed to with the application. One that cannot be joined after all is noted in the audit
 * and stops nothing else.
 */
export async function joinChosen(
  tx: Db,
  deps: Pick<ProcedureDeps, 'engine' | 'book' | 'log' | 'sealing' | 'queue'>,
  { contract_id: contractId, account_id: accountId }: ContractRow,
  { orderNo, lineId, chosen, at }: StartedLine,
) {
  const who = whoQueued({ contractId, accountId, now: at })
  for (const { code, termsVersion, forwardTo } of chosen) {
    const userUnder18 = code === 'filtering' ? true : undefined
    const request = { optionCode: code, lineId, termsVersion, forwardTo, userUnder18 }
    try {
      await joinOption(tx, deps, who, request)
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      deps.log.warn({ orderNo, code, err: error }, 'chosen option not joined')
      await recordNote(
        tx,
        { ...who, actor: 'system' },
        {
          action: 'chosen-option-refused',
          target: orderNo,
          details: { optionCode: code, refusal: error.code },
        },
      )
    }
  }
}
