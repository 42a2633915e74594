import { brand } from '#brand'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import type { Instant } from '#domain/tokyo.ts'
import { operationLabels, type OrderedOperation } from '#vocabulary/operation.ts'

export type HoldOperation = OrderedOperation | 'profileEdit'

export const labelOf = (operation: HoldOperation): string =>
  operation === 'profileEdit' ? '登録情報の変更' : operationLabels[operation]

/** A move to another phone waits on every device, unless its owner is proved. */
const waitsEverywhere = (operation: HoldOperation) => operation === 'phoneMove'

const fromWhere = (operation: HoldOperation) =>
  waitsEverywhere(operation) ? '' : 'はじめてログインした端末から'

function whyOnHold(operation: HoldOperation, isOnBehalf: boolean): string {
  if (isOnBehalf) return '担当者の代理でお申し込みを承ったため'
  return waitsEverywhere(operation)
    ? 'パスキーやICチップでのご本人の確認がないお申し込みのため'
    : 'はじめてログインした端末からのお申し込みのため'
}

/** In lists and timelines, in place of the state's own words. What staff asked for goes on only if a second of them confirms it. */
export const onHoldWords = (operation: HoldOperation, until: Instant, isOnBehalf = false) => ({
  label: '安全のため保留中',
  sentence: `${whyOnHold(operation, isOnBehalf)}、${formatMoment(until)}まで手続きを進めずにお待ちしています。${isOnBehalf ? 'それまでに別の担当者が確認できないときは、取りやめになります。' : ''}お心当たりがないときは、「ログインの記録」から止められます。`,
})

/** To every contact. The link stops the change; it opens nothing else. */
export function holdMessage(
  channel: 'mail' | 'sms',
  {
    operation,
    until,
    link,
    caseNo,
  }: {
    operation: HoldOperation
    until: Instant
    link: string
    /** Of what staff asked for on behalf. */
    caseNo?: string | undefined
  },
) {
  const what = labelOf(operation)
  if (caseNo !== undefined) return onBehalf(channel, { what, until, link, caseNo })
  const happened = `${fromWhere(operation)}「${what}」のお申し込みがありました。${formatMoment(until)}まで手続きを進めずにお待ちします。`
  const advice = 'お心当たりがないときは、次のページで止めてください。'
  if (channel === 'sms')
    return { channel, subject: '', text: `【${brand.service}】${happened}${advice}${link}` }
  return {
    channel,
    subject: `「${what}」を安全のため保留しています`,
    text: [
      happened,
      'ご本人のお申し込みでしたら、止める必要はありません。時刻になると手続きが進みます。',
      operation === 'profileEdit'
        ? '確認コードの入力（コードの有効時間は10分）や本人確認が残っているときは、待たずに「登録情報の変更」で先にお済ませください。'
        : '本人確認などのお手続きが残っているときは、待たずに先にお済ませください。',
      '',
      advice,
      link,
      '',
      brand.service,
    ].join('\n'),
  }
}

/** Asked for by staff: it ends by itself unless a second person confirms it. */
function onBehalf(
  channel: 'mail' | 'sms',
  { what, until, link, caseNo }: { what: string; until: Instant; link: string; caseNo: string },
) {
  const happened = `お電話で承り、当社の担当者がお客さまに代わって「${what}」をお申し込みしました（お問い合わせ ${caseNo}）。${formatMoment(until)}まで手続きを進めずにお待ちします。`
  const advice = 'お心当たりがないときは、次のページで止めてください。'
  if (channel === 'sms')
    return { channel, subject: '', text: `【${brand.service}】${happened}${advice}${link}` }
  return {
    channel,
    subject: `「${what}」を担当者が代わりにお申し込みしました`,
    text: [
      happened,
      'それまでに別の担当者が確認できなければ、この手続きは取りやめになります。お客さまのお申し出でしたら、何もなさらなくて結構です。',
      '',
      advice,
      link,
      '',
      brand.service,
    ].join('\n'),
  }
}

/** A login from a new device, as SMS. */
export const newDeviceText = (device: string) => ({
  channel: 'sms' as const,
  subject: '',
  text: `【${brand.service}】はじめての端末（${device}）からログインがありました。お心当たりがないときは、マイページの「ログインの記録」からログアウトさせ、${brand.account}のパスワードを変更してください。`,
})
