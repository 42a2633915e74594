import type { WorkItem } from '#vocabulary/console-queue.ts'
import type { Shown } from './shown.ts'

// Apart from the action: what asks the wire brings the validator along.

/** Items that have something to show, and by which name it is asked for. */
export const shownOf: Partial<Record<WorkItem, Shown['of']>> = {
  'identity-by-hand': 'identity',
  'application-in-review': 'application',
  successions: 'succession',
  'device-claims': 'claim',
}
