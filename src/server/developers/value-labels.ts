import { callKindLabels } from '#vocabulary/call.ts'
import { bucketLabels } from '#vocabulary/data.ts'
import { atCapLabels, capPeriodLabels } from '#vocabulary/line-cap.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { chargeKindLabels, taxNames } from '#vocabulary/price.ts'
import type { StateWords } from '#vocabulary/state-words.ts'
import { billStateWords } from '#vocabulary/states/bill.ts'
import { contractStateWords } from '#vocabulary/states/contract.ts'
import { lineStateWords } from '#vocabulary/states/line.ts'
import { optionStateWords } from '#vocabulary/states/option.ts'
import { queueStateWords } from '#vocabulary/states/queue.ts'

type Words = Readonly<Record<string, string | StateWords>>

/** The lists of the vocabulary that have words for members. */
const lists: readonly Words[] = [
  bucketLabels,
  kindLabels,
  simSizeLabels,
  chargeKindLabels,
  taxNames,
  callKindLabels,
  capPeriodLabels,
  atCapLabels,
  operationLabels,
  billStateWords,
  lineStateWords,
  contractStateWords,
  optionStateWords,
  queueStateWords,
]

/** What a value is called on screens, where the whole list of values is one of the vocabulary's. */
export function labelOf(values: readonly string[], value: string): string | undefined {
  const list = lists.find((words) => values.every((one) => Object.hasOwn(words, one)))
  const words = list?.[value]
  return typeof words === 'object' ? words.label : words
}
