import { formatDay } from '#backend/mail/japanese-date.ts'
import { formatVolume } from '#vocabulary/volume.ts'
import { formatYen } from '#vocabulary/yen.ts'
import { type Advice, MONTHS_COMPARED, type SizeAdvice } from '#domain/advice/advise.ts'
import type { ComparedMonth } from '#domain/advice/compare.ts'
import { differenceOf } from '#domain/billing/difference.ts'
import { plans } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { topUpPacks } from '#domain/catalogue/top-up.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { chargeKindLabels } from '#vocabulary/price.ts'

export const surenessLabels = { high: '高い', some: 'ふつう', low: '低い' } as const

export const leavingMessage = '解約や転出のお手続き中のため、データ容量の比較はお出ししていません。'

export const endedMessage = 'ご利用中のご契約がないため、比べられません。'

export function tooEarlyMessage(from: TokyoDate): string {
  return `1か月を通してご利用になった月が3か月分そろってから比べられます。${formatDay(from)}からご覧いただけます。`
}

/** The answer first: the present size is the best, or what would have been cheaper and by how much. */
export function answerWords(
  { sizes, paidYen, otherPacksYen, ranOutMonths }: Advice,
  presentName: string,
  nameOf: (size: SizeAdvice) => string,
): string {
  const [best] = sizes
  const months = best?.months.length ?? 0
  const packs =
    otherPacksYen === undefined
      ? ''
      : `いまの容量のままでも、足りない分をその都度いちばん安いデータチャージで補えば、${formatYen(paidYen - otherPacksYen)}安くなっていました。`
  const but =
    ranOutMonths * 2 < months
      ? ''
      : `ただし、${ranOutMonths}か月は途中でデータを使い切っているため、使いたかった量には足りていなかったかもしれません。`
  if (best === undefined || best.deltaYen >= 0 || best.isPresent)
    return `この${months}か月は、いまの${presentName}がいちばん安い容量でした。${packs}${but}`
  return `この${months}か月は、${nameOf(best)}なら合わせて${formatYen(-best.deltaYen)}安くなっていました。${packs}${but}`
}

/** How sure it is, and why. */
export function surenessWords(size: SizeAdvice, ranOutMonths: number): string[] {
  const count = size.months.length
  return [
    count === MONTHS_COMPARED
      ? `実際の利用と料金、${count}か月分で計算しています。`
      : `1か月を通してご利用になったのが${count}か月のため、${count}か月分で計算しています。12か月分のときより目安の精度は下がります。`,
    spreadWords(size),
    ranOutMonths === 0
      ? 'データを使い切った月はありません。'
      : `${ranOutMonths}か月は、途中でデータを使い切っています。足りていればもっと使っていたかもしれず、実際に必要な量は計算より多いことがあります。`,
  ]
}

function spreadWords({ months, cheaperMonths, leastYen, mostYen }: SizeAdvice): string {
  const spread = `（1か月の差は${signed(leastYen)}から${signed(mostYen)}）`
  if (leastYen === 0 && mostYen === 0) return 'どの月も、お支払いになった額と同じです。'
  if (leastYen === mostYen) return `どの月も、差は${signed(leastYen)}です。`
  if (cheaperMonths === 0) return `安くなる月はありません${spread}。`
  return cheaperMonths === months.length
    ? `どの月も安くなります${spread}。`
    : `${months.length}か月のうち${cheaperMonths}か月は安くなり、ほかの月は同じか高くなります${spread}。`
}

/** What is compared, in words that hold for every size. */
export function termsWords(lines: number): string[] {
  const [shareable] = plans.filter((plan) => plan.shareable)
  return [
    'そのときの料金で、請求書と同じ計算をしています。手数料など1回だけの料金は、どちらにも含みません。',
    '足りない分は、その月にいちばん安いデータチャージで補ったものとしています。余った基本データは、翌月末まで繰り越して計算しています。',
    lines > 1
      ? `回線が複数あるため、シェアコースで選べる${shareable?.name ?? ''}以上を比べています。`
      : '回線が1つのときは、シェアコースでも料金は変わりません。',
    '過去の使い方による計算です。これからの料金をお約束するものではありません。',
  ]
}

export function monthReasons(
  month: ComparedMonth,
  { name, isAsPaid, book }: { name: string; isAsPaid: boolean; book: PriceBook },
): string[] {
  const { usedBytes, missingBytes, bought, ranOut, paid, would } = month
  const used = `高速データの利用は${formatVolume(usedBytes, 'used')}でした。`
  const packs = bought.map(({ code, count }) => `${topUpPacks[code].name}を${count}回`).join('と')
  const data = isAsPaid
    ? 'お支払いになったとおりの料金です。'
    : missingBytes === 0
      ? `${name}と前の月からの繰り越しで足ります。`
      : `${name}と前の月からの繰り越しでは${formatVolume(missingBytes, 'used')}足りないため、データチャージ ${packs}買う計算です。`
  const parts = differenceOf(paid, would, book).parts.map(
    ({ kind, yen }) =>
      `${chargeKindLabels[kind]}が${formatYen(Math.abs(yen))}${yen > 0 ? '高く' : '安く'}なります。`,
  )
  return [
    `${used}${data}`,
    ...parts,
    ...(ranOut
      ? ['この月は途中でデータを使い切っています。もっと使いたかったかもしれません。']
      : []),
  ]
}

function signed(yen: number): string {
  if (yen === 0) return '0円'
  return `${yen > 0 ? '＋' : '−'}${formatYen(Math.abs(yen))}`
}
