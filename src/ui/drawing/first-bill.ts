type Bill = {
  readonly onceYen: number
  readonly monthYen: number
  readonly totalYen: number
  readonly nextYen: number
}

const yen = (amount: number) => `${amount.toLocaleString('ja-JP')}円`
const round = (value: number) => Math.round(value * 10) / 10

/** The first bill taken apart, beside the next one: the area of each part is its amount. */
export function firstBillDrawing({ onceYen, monthYen, totalYen, nextYen }: Bill): string {
  const base = 138
  const r = 62
  const next = round(r * Math.sqrt(nextYen / totalYen))
  const angle = (2 * Math.PI * monthYen) / totalYen
  const [x, y] = [round(r * Math.sin(angle)), round(-r * Math.cos(angle))]
  const large = angle > Math.PI ? 1 : 0
  const words = `最初の月は${yen(totalYen)}。うち1回だけの費用が${yen(onceYen)}、月額などが${yen(monthYen)}。翌月からは${yen(nextYen)}`
  return [
    `<svg class="drawing" role="img" aria-label="${words}" viewBox="0 0 240 180" width="240" height="180">`,
    `<path class="tint" d="M68 76v-${r}A${r} ${r} 0 ${1 - large} 0 ${68 + x} ${76 + y}z"/>`,
    `<path class="paper warm" d="M73 68v-${r}a${r} ${r} 0 ${large} 1 ${x} ${round(y + r)}z"/>`,
    `<path class="warm" d="M98 28h34"/><circle class="dot" cx="98" cy="28" r="3"/>`,
    `<text class="start" x="136" y="24">月額など</text><text class="bold big start" x="136" y="41">${yen(monthYen)}</text>`,
    `<text x="66" y="94">1回だけ</text><text class="bold big" x="66" y="112">${yen(onceYen)}</text>`,
    `<circle class="paper warm" cx="196" cy="${base - next}" r="${next}"/>`,
    `<text class="bold" x="196" y="${base - next + 4}">${yen(nextYen)}</text>`,
    `<path class="echo" d="M6 ${base}h228"/>`,
    `<text x="68" y="160">最初の月 ${yen(totalYen)}</text><text x="196" y="160">翌月から</text>`,
    '</svg>',
  ].join('\n')
}
