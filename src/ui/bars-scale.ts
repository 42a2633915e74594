/** Where the usage chart's parts stand: percent across, pixels down, so that its text never shrinks. */

export const plotHeightPx = 168
const barShare = 0.68

const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const

/** The smallest round figure, 1 to 10 × 10ⁿ bytes (at least 10 MB) that holds every bar. */
export function topOfScale(largestBytes: number): number {
  let unit = 1_000_000
  while (unit * 10 < largestBytes) unit *= 10
  const step = steps.find((factor) => factor * unit >= largestBytes) ?? 10
  return Math.max(10_000_000, step * unit)
}

export function percentAcross(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}

export type Slot = {
  readonly left: string
  readonly middle: string
  readonly right: string
  readonly width: string
}

/** The whole slot of one of `count` days, for the band and the label. */
export function slotOf(index: number, count: number): Slot {
  return {
    left: percentAcross(index / count),
    middle: percentAcross((index + 0.5) / count),
    right: percentAcross((index + 1) / count),
    width: percentAcross(1 / count),
  }
}

/** The bar within its slot. */
export function barOf(index: number, count: number) {
  return {
    x: percentAcross((index + (1 - barShare) / 2) / count),
    width: percentAcross(barShare / count),
  }
}

/** Pixels from the top of the plot to where `bytes` ends. */
export function heightOf(bytes: number, topBytes: number): number {
  return Math.round((bytes / topBytes) * plotHeightPx * 10) / 10
}
