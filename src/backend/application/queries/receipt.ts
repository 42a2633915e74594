import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readMaskedAddress } from '#backend/mail/masked-address.ts'
import { RefusalError } from '#backend/refusal.ts'
import { applicationStates, type ApplicationState } from '#domain/application/application-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { ApplicationRow } from '../rows/applications.ts'

/** Wire ApplicationReceipt of an application that was submitted. @throws RefusalError APPLICATION_NONE for a draft */
export async function receiptOf(
  db: Db,
  sealing: Sealing,
  row: ApplicationRow,
  { canWithdraw } = { canWithdraw: true },
) {
  const state = applicationStates.isState(row.state) ? row.state : 'submitted'
  if (row.order_no === null || row.account_id === null) throw new RefusalError('APPLICATION_NONE')
  const { label, sentence } = applicationStates.words(state)
  return {
    orderNo: row.order_no,
    state,
    stateLabel: label,
    sentence,
    submittedAt: formatRfc3339(row.submitted_at ?? row.changed_at),
    emailMasked: await readMaskedAddress(db, sealing, row.account_id),
    nextSteps: nextStepsOf(state, canWithdraw),
  }
}

const WITHDRAWABLE = {
  text: '発送の前（eSIMは準備ができる前）までは、お申し込みの状況のページから無料で取り消せます。',
}

/** What is still to come; nothing once the application is over. */
function nextStepsOf(state: ApplicationState, canWithdraw: boolean) {
  if (applicationStates.isTerminal(state)) return []
  return [
    { text: '申込番号とお申し込みの内容を、ご登録のメールアドレスにお送りしました。' },
    state === 'in_review'
      ? { text: '担当者が内容を確認します。結果はメールでお知らせします。' }
      : {
          text: canWithdraw
            ? 'SIMカードの発送、またはeSIMの準備ができたことを、メールでお知らせします。'
            : '開通したことを、メールでお知らせします。',
        },
    ...(canWithdraw ? [WITHDRAWABLE] : []),
  ]
}
