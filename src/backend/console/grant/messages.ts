import { brand } from '#brand'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import {
  linkSteps,
  proofPurposes,
  type LinkStep,
  type ProofPurpose,
} from '#vocabulary/console-record.ts'

/** The code that a caller is asked for; it says for what, so that nobody gives it for something else. */
export function callerCodeWords(purpose: ProofPurpose, code: string, way: 'mail' | 'sms') {
  const forWhat = proofPurposes[purpose]
  if (way === 'sms')
    return {
      channel: way,
      subject: '',
      text: `【${brand.service}】お電話の確認番号は${code}です（${forWhat}、10分有効）。いまお話し中の当社の担当者だけにお伝えください。`,
    }
  return {
    channel: way,
    subject: 'お電話の確認番号',
    text: [
      `お電話の確認番号は ${code} です。10分のあいだ使えます。`,
      `目的：${forWhat}`,
      'いまお話し中の当社の担当者だけにお伝えください。お電話をなさっていないときは、だれにも伝えず、お問い合わせください。',
      `${brand.service}（${brand.company}）\n電話：${brand.telephone}`,
    ].join('\n\n'),
  }
}

/** The step that staff were asked about: the member confirms it himself. */
export function linkMessage({
  accountId,
  ticketNo,
  step,
  path,
  nth,
}: {
  readonly accountId: string
  readonly ticketNo: string
  readonly step: LinkStep
  readonly path: string
  /** Which of the case it is: the same step may be sent again. */
  readonly nth: string
}): MemberMessage {
  const what = linkSteps[step]
  return {
    accountId,
    sourceRef: `console-link/${ticketNo}/${step}/${nth}`,
    kind: 'procedure',
    subject: `${what}の画面をお送りします`,
    paragraphs: [
      `お問い合わせ（${ticketNo}）でご案内したお手続きの画面です。内容を確認して、お客さまご自身でお手続きください。`,
      ifUnexpected,
    ],
    facts: [{ label: 'お問い合わせ番号', value: ticketNo }],
    link: { label: `${what}の画面を開く`, path },
  }
}
