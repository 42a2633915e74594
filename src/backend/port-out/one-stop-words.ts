import type { StateWords } from '#vocabulary/state-words.ts'
import type { PortOutOrder } from './details.ts'

/** A one-stop hand-off goes through the same states, but no number is issued in it: what expires is the consent. */
const words: Readonly<Record<string, StateWords>> = {
  requested: {
    label: '同意済み',
    sentence:
      '転出への同意を受け付けました。移転先で開通すると転出が完了し、この回線は終了します。',
  },
  issuing: {
    label: '移転先の開通待ち',
    sentence: '移転先で開通すると転出が完了し、この回線は終了します。',
  },
  issued: { label: '移転先で開通', sentence: '移転先での開通を確認しています。' },
  expired: {
    label: '同意の期限切れ',
    sentence:
      '期限までに移転先で開通しなかったため、転出への同意は無効になりました。この回線は引き続きご利用いただけます。',
  },
  cooldown: {
    label: '再申し込み待ち',
    sentence:
      '移転先で開通しなかったため、転出への同意は無効になりました。この回線は引き続きご利用いただけます。転出は、同意の期限の翌々日からもう一度お申し込みいただけます。',
  },
  none: {
    label: '開通せずに終了',
    sentence:
      '移転先で開通しないまま、転出への同意の期限が過ぎました。この回線は引き続きご利用いただけます。',
  },
}

/** Undefined for a port-out by number: the table's own words are right. */
export function oneStopWords(order: PortOutOrder, state: string): StateWords | undefined {
  return order.details.receiverName === undefined ? undefined : words[state]
}
