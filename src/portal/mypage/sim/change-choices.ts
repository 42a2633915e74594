import type { ReissueReason, SimSize } from '#vocabulary/line.ts'

const reasons = [
  'modelChange',
  'sizeChange',
  'lost',
  'broken',
  'esimMove',
] as const satisfies readonly ReissueReason[]

const reasonWords: Readonly<Record<ReissueReason, { label: string; hint: string }>> = {
  modelChange: { label: '機種変更', hint: '新しい端末に合うSIMに替えます。' },
  sizeChange: { label: 'SIMのタイプを変える', hint: 'SIMカードからeSIMへ、またはその逆など。' },
  lost: {
    label: '紛失・盗難',
    hint: '悪用を防ぐため、先に回線の利用停止をお勧めします。停止中でも申し込めます。',
  },
  broken: { label: '故障・破損', hint: 'SIMが読み取れない、割れたなど。' },
  esimMove: { label: 'eSIMを別の端末へ移す', hint: '移す先の端末のEIDが必要です。' },
}

/** Why another SIM is asked for; only an eSIM can be moved. */
export const reasonOptions = (now: SimSize) =>
  reasons
    .filter((value) => value !== 'esimMove' || now === 'esim')
    .map((value) => ({ value, ...reasonWords[value] }))

/** The reason by its name on the wire; nothing where none was asked. */
export function reasonWordsIn(reason: string | undefined) {
  const known = reasons.find((one) => one === reason)
  return known && reasonWords[known].label
}

/** The two procedures of this screen: one address each, so that the back button leads between them. */
export const whats = ['reissue', 'kind'] as const
export type What = (typeof whats)[number]
export const whatTitles: Readonly<Record<What, string>> = {
  reissue: 'SIMのサイズ変更・再発行',
  kind: 'SIMの種別変更',
}
