import type { LinkStep } from '#vocabulary/console-record.ts'
import { onBehalf, type BehalfWay } from '#vocabulary/on-behalf.ts'
import { operationLabels, type OrderedOperation } from '#vocabulary/operation.ts'
import { pages, type Page } from '#vocabulary/pages.ts'

/** The member's own screens that are mounted here, by the procedures that are begun on them. */
const screens: readonly { readonly page: Page; readonly of: readonly OrderedOperation[] }[] = [
  { page: pages.planSize, of: ['planSizeChange', 'planSizeUndo'] },
  { page: pages.cancellation, of: ['lineCancel', 'contractCancel', 'cancelUndo'] },
  { page: pages.option, of: ['optionLeave'] },
  { page: pages.deviceClaim, of: ['deviceClaim'] },
  { page: pages.simAdd, of: ['simAdd'] },
  { page: pages.simChange, of: ['simReissue', 'simKindChange'] },
  { page: pages.portOut, of: ['portOut'] },
]

export type Screen = {
  readonly page: Page
  readonly label: string
  readonly way: BehalfWay
  readonly link: LinkStep | undefined
}

const linkOf = (name: OrderedOperation): LinkStep | undefined => {
  const help = onBehalf[name]
  return help.way === 'never' ? undefined : help.link
}

const labelsOf = (of: readonly OrderedOperation[]) =>
  of.map((name) => operationLabels[name]).join('、')

/** Each screen with how staff help there. */
export const behalfScreens: readonly Screen[] = screens.flatMap(({ page, of }) => {
  const [first] = of
  if (first === undefined) return []
  return [{ page, label: labelsOf(of), way: onBehalf[first].way, link: linkOf(first) }]
})

export const screenAt = (path: string): Screen | undefined =>
  behalfScreens.find(({ page }) => page === path)
