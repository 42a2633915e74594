import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readMaskedAddress } from '#backend/mail/masked-address.ts'
import { RefusalError } from '#backend/refusal.ts'
import { applicationStates, type ApplicationState } from '#domain/application/application-states.ts'
import { isTakenOver, orderedLines, type ApplicationLine } from '#domain/application/answers.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { answersOf } from '../rows/answers.ts'
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
    nextSteps: applicationStates.isTerminal(state)
      ? []
      : nextStepsOf(state, canWithdraw, comingOf(orderedLines(answersOf(sealing, row)))),
  }
}

/** By what comes to the applicant: what the mail will tell, and until when the order can be taken back. */
const comingWords = {
  takeover: { told: '回線が切り替わったこと', until: '回線が切り替わる前' },
  esim: { told: 'eSIMの準備ができたこと', until: 'eSIMの準備ができる前' },
  card: { told: 'SIMカードを発送したこと', until: '発送の前' },
  both: {
    told: 'SIMカードの発送、またはeSIMの準備ができたこと',
    until: '発送の前（eSIMは準備ができる前）',
  },
} as const

function comingOf(lines: readonly ApplicationLine[]): keyof typeof comingWords {
  if (lines.some(isTakenOver)) return 'takeover'
  const esims = lines.filter(({ size }) => size === 'esim').length
  return esims === 0 ? 'card' : esims === lines.length ? 'esim' : 'both'
}

/** What is still to come. */
function nextStepsOf(
  state: ApplicationState,
  canWithdraw: boolean,
  coming: keyof typeof comingWords,
) {
  const { told, until } = comingWords[coming]
  return [
    { text: '申込番号とお申し込みの内容を、ご登録のメールアドレスにお送りしました。' },
    state === 'in_review'
      ? { text: '担当者が内容を確認します。結果はメールでお知らせします。' }
      : {
          text: canWithdraw
            ? `${told}を、メールでお知らせします。`
            : '開通したことを、メールでお知らせします。',
        },
    ...(canWithdraw
      ? [{ text: `${until}までは、お申し込みの状況のページから無料で取り消せます。` }]
      : []),
  ]
}
