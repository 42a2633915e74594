import { formatYen } from '#vocabulary/yen.ts'

type Bill = {
  readonly issueYen: number
  readonly preparationYen: number
  readonly monthYen: number
  readonly totalYen: number
  readonly nextYen: number
}

const round = (value: number) => Math.round(value * 10) / 10

/** The first bill, and the line both bills stand on. */
const centre = { x: 96, y: 104 }
const r = 84
const base = centre.y + r

/** The first bill taken apart, beside the next one: the area of each part is its amount. */
export function firstBillDrawing(bill: Bill): string {
  const { issueYen, preparationYen, monthYen, totalYen, nextYen } = bill
  const arcOf = (amount: number) => (2 * Math.PI * amount) / totalYen
  const month = arcOf(monthYen)
  const once = month + arcOf(preparationYen)
  const next = round(r * Math.sqrt(nextYen / totalYen))
  const words = `最初の月は${formatYen(totalYen)}。うちSIM発行手数料が${formatYen(issueYen)}、SIM準備料が${formatYen(preparationYen)}、月額などが${formatYen(monthYen)}。翌月からは${formatYen(nextYen)}`
  const apart = { x: centre.x + 5, y: centre.y - 9 }
  const ofMonth = at(month / 2, 0.6, apart)
  const ofPreparation = at((month + once) / 2, 0.75)
  return [
    `<svg class="drawing" role="img" aria-label="${words}" viewBox="0 0 344 236" width="344" height="236">`,
    `<path class="tint" d="${slice(once, 2 * Math.PI)}"/>`,
    `<path class="tint" d="${slice(month, once)}"/>`,
    `<path class="paper warm" d="${slice(0, month, apart)}"/>`,
    `<path class="warm" d="M${ofMonth} 202 26"/><circle class="dot" cx="${ofMonth.split(' ')[0]}" cy="${ofMonth.split(' ')[1]}" r="3"/>`,
    `<text class="start" x="208" y="22">月額など</text><text class="bold big start" x="208" y="40">${formatYen(monthYen)}</text>`,
    `<path d="M${ofPreparation} 202 78"/><circle class="solid" cx="${ofPreparation.split(' ')[0]}" cy="${ofPreparation.split(' ')[1]}" r="2.5"/>`,
    `<text class="start" x="208" y="74">SIM準備料</text><text class="bold big start" x="208" y="92">${formatYen(preparationYen)}</text>`,
    `<text x="84" y="134">SIM発行手数料</text><text class="bold big" x="84" y="153">${formatYen(issueYen)}</text>`,
    `<circle class="paper warm" cx="296" cy="${base - next}" r="${next}"/>`,
    `<path class="echo" d="M4 ${base}h336"/>`,
    `<text x="${centre.x}" y="207">最初の請求</text><text class="bold figure-text" x="${centre.x}" y="232">${formatYen(totalYen)}</text>`,
    `<text x="296" y="207">翌月から</text><text class="bold figure-text" x="296" y="232">${formatYen(nextYen)}</text>`,
    '</svg>',
  ].join('\n')
}

/** A point at an angle clockwise from twelve o'clock, at a share of the radius. */
function at(angle: number, share: number, from = centre): string {
  const [x, y] = [Math.sin(angle), -Math.cos(angle)].map((part) => part * r * share)
  return `${round(from.x + (x ?? 0))} ${round(from.y + (y ?? 0))}`
}

function slice(start: number, end: number, from = centre): string {
  const isLarge = end - start > Math.PI ? 1 : 0
  return `M${from.x} ${from.y}L${at(start, 1, from)}A${r} ${r} 0 ${isLarge} 1 ${at(end, 1, from)}z`
}
