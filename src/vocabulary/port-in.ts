/** Why the carrier that a number comes from does not let go of it. */
export const portInRefusals = [
  'MNP_NUMBER_UNKNOWN',
  'MNP_NUMBER_EXPIRED',
  'MNP_NAME_DIFFERS',
] as const
export type PortInRefusal = (typeof portInRefusals)[number]

/** How one goes on with a number that did not come. */
export const portInRenewals = ['newNumber', 'reservation'] as const

/** What the applicant reads of it, and what can be done. */
export const portInRefusalSentences: Readonly<Record<PortInRefusal, string>> = {
  MNP_NUMBER_UNKNOWN:
    'いまの契約先で、MNP予約番号と電話番号の組み合わせを確認できませんでした。番号をお確かめのうえ、入れ直してください。',
  MNP_NUMBER_EXPIRED:
    'MNP予約番号の有効期限が切れています。いまの契約先で取り直し、新しい予約番号を入力してください。',
  MNP_NAME_DIFFERS:
    'いまの契約先の名義と、お申し込みの名義が違います。いまの契約先で名義をそろえてから、予約番号を取り直してください。',
}
