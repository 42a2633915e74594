import { kinds } from '#portal/fields/sim-choices.ts'
import { formatDelta } from '#portal/mypage/flow/wording.ts'
import { formatYen, formatYenWithTax } from '#ui/format.ts'
import { kindLabels } from '#vocabulary/line.ts'
import type { Prices } from '#portal/mypage/sim/prices.ts'

/** Beside a kind: what the month would change by. */
export function besideKind(deltaYen: number | undefined) {
  if (deltaYen === undefined) return undefined
  return (
    <>
      {formatDelta(deltaYen)}
      <span className="flow-note">月額（税込）</span>
    </>
  )
}

/** Beside a form of the SIM: what its issue costs. */
export function besideSize(oneOffYen: number | undefined) {
  if (oneOffYen === undefined) return undefined
  return (
    <>
      {formatYen(oneOffYen)}
      <span className="flow-note">1回のみ（税込）</span>
    </>
  )
}

/** 「費用は、eSIMが220円（税込）、SIMカードが3,733円（税込）です。」, or the one price of both. */
export function issueWords({ esim, nano }: Prices['oneOffYen']): string {
  if (esim === undefined || nano === undefined) return ''
  if (esim === nano) return `費用は${formatYenWithTax(nano)}です。`
  return `費用は、eSIMが${formatYenWithTax(esim)}、SIMカードが${formatYenWithTax(nano)}です。`
}

/** The same beside the word 費用. */
export function issuePrice({ esim, nano }: Prices['oneOffYen']): string | undefined {
  if (esim === undefined || nano === undefined) return undefined
  if (esim === nano) return formatYenWithTax(nano)
  return `eSIM ${formatYenWithTax(esim)}、SIMカード ${formatYenWithTax(nano)}`
}

/** 「データ ＋440円、データ＋SMS ＋495円、音声 ＋770円（税込）」: what a line of each kind adds to the month. */
export function monthlyWords(deltaYen: Prices['monthlyDeltaYen']): string {
  const known = kinds.flatMap((kind) => {
    const delta = deltaYen[kind]
    return delta === undefined ? [] : [`${kindLabels[kind]} ${formatDelta(delta)}`]
  })
  return known.length === 0 ? '' : `${known.join('、')}（税込）`
}
